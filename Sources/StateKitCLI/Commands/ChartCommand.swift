/// A command whose first operand is a chart, which is read before anything else is done.
protocol ChartCommand {
  var streams: Streams { get }
  var arguments: Arguments { get }

  /// Throws for options that do not go together, before the chart is read.
  func checkOptions() throws(UsageError)

  /// Reads the chart, and shows its errors.
  func load(_ messenger: inout Messenger) -> ChartLoading.Result

  func run(_ loaded: LoadedChart, messenger: inout Messenger) throws(UsageError) -> ExitStatus
}

extension ChartCommand {
  /// The path of the chart.
  var path: String { arguments.operands[0] }

  func checkOptions() throws(UsageError) {}

  func load(_ messenger: inout Messenger) -> ChartLoading.Result {
    ChartLoading.load(path, as: arguments.reading, streams: streams, messenger: &messenger)
  }

  func run() throws(UsageError) -> ExitStatus {
    try checkOptions()
    var messenger = Messenger(streams, arguments: arguments)
    defer { messenger.finish() }
    switch load(&messenger) {
    case .chart(let loaded): return try run(loaded, messenger: &messenger)
    case .failed(let status): return status
    }
  }
}
