/// Paths as texts, taken apart at their last slash.
enum FilePath {
  /// What stands before the name, its slash with it; empty where there is none.
  static func folder(of path: String) -> String {
    lastSlash(of: path).map { String(path[...$0]) } ?? ""
  }

  /// The name of the file itself.
  static func name(of path: String) -> String {
    lastSlash(of: path).map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func lastSlash(of path: String) -> String.Index? {
    path.utf8.lastIndex(of: UInt8(ascii: "/"))
  }
}
