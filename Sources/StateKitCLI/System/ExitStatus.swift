/// What the program ends with (CommandLine.md). Of several files the worst counts.
package enum ExitStatus: Int32, Comparable, Sendable {
  /// All is well.
  case ok = 0
  /// The input is at fault.
  case inputAtFault = 1
  /// We could not do it: usage, a file that cannot be read or written.
  case unable = 2

  package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}
