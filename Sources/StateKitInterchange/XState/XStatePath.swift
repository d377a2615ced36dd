/// Paths of keys, as targets of XState name states.
enum XStatePath {
  /// A key in a path: each of its own dots has a backslash before it.
  static func segment(_ key: String) -> String {
    key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
  }
}
