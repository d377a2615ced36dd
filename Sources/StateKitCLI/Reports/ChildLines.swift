import StateKitCore

/// Lines about a child, as they stand among those of the machine that invoked it.
enum ChildLines {
  /// Each line with the child's name before it.
  static func named(_ id: String, text: String) -> String {
    let prefix = DisplayText.name(id) + ": "
    return text.split(separator: "\n").map { prefix + $0 + "\n" }.joined()
  }

  /// The same for the children on the way to one.
  static func named(_ path: [String], text: String) -> String {
    path.map { DisplayText.name($0) + ": " }.joined() + text
  }
}
