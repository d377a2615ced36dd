/// A script that is a test, and how it was found.
struct TestPath {
  let path: String
  /// Where the files must lie that it names, the recorded trace beside it among them.
  let reach: Reach
  /// It lies in a folder that was named, and was not named itself.
  let isFound: Bool
}
