/// A script that is a test, and how it was found.
struct TestPath {
  let path: String
  /// Where files that it names must be, including its recorded trace.
  let reach: Reach
  /// True if it was found in a named folder, false if it was named itself.
  let isFound: Bool
}
