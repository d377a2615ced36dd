/// A script that is a test, and how it was found.
struct TestPath {
  let path: String
  /// The folders of files that it may name, including its recorded trace.
  let reach: Reach
  /// True if it was found in a named folder, false if it was named itself.
  let isFound: Bool
}
