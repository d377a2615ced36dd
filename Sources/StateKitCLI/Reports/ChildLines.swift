import StateKitCore

/// Lines about a child, in the form for the output of the machine that invoked it.
enum ChildLines {
  /// Each line, prefixed with the child's name.
  static func named(_ id: String, text: String) -> String {
    let prefix = DisplayText.name(id) + ": "
    return text.split(separator: "\n").map { prefix + $0 + "\n" }.joined()
  }

  /// A line, prefixed with the names of the children on the path to one.
  static func named(_ path: [String], text: String) -> String {
    path.map { DisplayText.name($0) + ": " }.joined() + text
  }
}
