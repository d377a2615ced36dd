import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch

/// `statekit diff A B`: compares the behaviour of two charts, and reports where they are written differently
/// (Exploring.md, Comparing).
struct DiffCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let clock = WallClock()
    var charts: [LoadedChart] = []
    var status = ExitStatus.ok
    for path in arguments.operands {
      do throws(CommandEnd) {
        let loading = ChartLoading(streams: streams, reading: arguments.reading)
        charts.append(try loading.load(path, warnings: .none, messenger: &messenger))
      } catch {
        messenger.write(error)
        status = max(status, error.status)
      }
    }
    if charts.count < arguments.operands.count { throw CommandEnd(status) }
    try InputNames.check(arguments.explore, charts: charts[0].chart, charts[1].chart)
    var options = ChartDiff.Options()
    options.choice.events = arguments.explore.events
    options.choice.except = arguments.explore.except
    options.choice.waits = arguments.explore.waits.distinct(by: \.self)
    options.bounds.depth = arguments.explore.depth
    options.bounds.states = arguments.explore.states
    options.bounds.memory = ExploreStop.memory(options.bounds.memory)
    options.limits = arguments.limits
    let host = try arguments.host(for: charts.map(\.chart))
    options.answered = (host.answers(for: charts[0].chart), host.answers(for: charts[1].chart))
    options.sight = arguments.comparesBy == .states ? .states : .outside
    options.renamed = try arguments.renames.map { (text) throws(CommandEnd) in try Self.rename(text, charts: charts) }
    let payloads = try PayloadFile.load(arguments.explore.payloads, streams: streams)
    options.choice.payloads = payloads
    try InputNames.check(payloads, charts: charts[0].chart, charts[1].chart)
    let stop = ExploreStop(timeLimit: arguments.explore.timeLimit, since: clock)
    options.stop = stop.condition
    options.limits.isInterrupted = stop.isDue
    defer { stop.end() }
    var diff = ChartDiff(charts[0].chart, charts[1].chart, options: options)
    let result = diff.run()
    let report = DiffReport(
      first: charts[0], second: charts[1],
      names: (SourceFile.name(of: arguments.operands[0]), SourceFile.name(of: arguments.operands[1])), result: result,
      structure: StructureDiff(charts[0].located, charts[1].located, renamed: options.renamed), host: host,
      limits: options.limits)
    let text = arguments.answerFormat == .json ? report.json() : report.text()
    streams.output.write(text)
    switch result.verdict {
    case .equivalent: return .ok
    case .extends, .reduces, .differs: return .inputAtFault
    case .noDifference: return .unable
    }
  }

  /// `old=new`: references to a state of the first chart and of the second, as full paths.
  private static func rename(_ text: String, charts: [LoadedChart]) throws(CommandEnd) -> (old: String, new: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw CommandEnd(usage: "--rename: it must be OLD=NEW, not \(DisplayText.quoted(text))")
    }
    var paths: [String] = []
    for (part, loaded) in zip(parts, charts) {
      let name = String(Substring(part))
      let state = try loaded.chart.state(named: name, by: "rename", file: loaded.source.name)
      paths.append(loaded.chart.path(state))
    }
    return (paths[0], paths[1])
  }
}
