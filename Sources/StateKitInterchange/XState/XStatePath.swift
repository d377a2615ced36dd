/// Paths of keys, by which XState targets name states.
enum XStatePath {
  /// A key in a path, with a backslash before each of its dots.
  static func segment(_ key: String) -> String {
    key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
  }
}
