import StateKit

/// `statekit validate CHART...`: every mistake in the files.
struct ValidateCommand {
  private let streams: Tool.Streams
  private let arguments: Arguments

  init(_ streams: Tool.Streams, _ arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run() -> ExitStatus {
    var worst = ExitStatus.ok
    for path in arguments.operands {
      var messenger = Messenger(
        streams.errors, hasColor: streams.hasColor(arguments.value(.color)), isQuiet: arguments.has(.quiet))
      switch ChartLoading.load(path, streams, &messenger) {
      case .chart: break
      case .failed(let status): worst = max(worst, status)
      }
      if arguments.has(.strict), messenger.hasWarnings { worst = max(worst, .inputAtFault) }
      messenger.finish()
    }
    return worst
  }
}
