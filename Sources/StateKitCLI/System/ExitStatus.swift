/// The exit status of the program (CommandLine.md). Of several files, the highest status counts.
package enum ExitStatus: Int32, Comparable, Sendable {
  /// Success.
  case ok = 0
  /// The input has errors.
  case inputAtFault = 1
  /// The command cannot be carried out: wrong usage, or a file that cannot be read or written.
  case unable = 2

  package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}
