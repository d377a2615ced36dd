/// The kind of words with which a shell completes an argument or the value of an option.
enum ArgumentKind: Sendable, Equatable {
  /// No completion: a number, an expression, the name of an event.
  case nothing
  case words([String])
  /// The codes and topics that `explain` knows.
  case codes
  /// The commands that have help.
  case commands
  case charts, scripts, chartsAndScripts
  /// The names of tests in the scripts of the command line.
  case testNames
  case files
  case folders

  /// True for the path of a file or folder.
  var isPath: Bool {
    switch self {
    case .charts, .scripts, .chartsAndScripts, .files, .folders: true
    case .nothing, .words, .codes, .commands, .testNames: false
    }
  }

  /// The endings of charts and of scripts, by which completion finds them.
  static let chartEndings = [".json", ".scxml"]
  /// The endings of scripts that are tests.
  static let testEndings = [".events.txt", ".events"]
  static let scriptEndings = testEndings + [".script.txt", ".shrunk.txt"]
}
