/// The options about programs that follow a chart, or that a chart drives.
struct ProgramArguments: Sendable {
  /// The shell command of the tested program.
  var command: String?
  /// The shell command of the process that does the work of the host.
  var host: String?
  /// True if one process runs all tests of a folder.
  var isReused = false
  /// How long an answer may take, in milliseconds.
  var timeout: Int64 = 5_000
  /// The file with the program's names.
  var map: String?
  /// The number of random walks, and their length in lines.
  var walks = 0
  var walkLength = 100
}
