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

  /// Whether a relative path leads no higher than where it begins.
  static func isBelow(_ file: String) -> Bool {
    if file.utf8.first == UInt8(ascii: "/") { return false }
    var depth = 0
    for part in file.utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual("..".utf8) { depth -= 1 } else if !part.elementsEqual(".".utf8) { depth += 1 }
      if depth < 0 { return false }
    }
    return true
  }
}
