import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch

/// `statekit explore CHART`: tries everything that can happen in a chart, and reports problems (Exploring.md).
final class ExploreCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  /// Begins before the chart is read, which counts in the time limit.
  private let clock = WallClock()

  init(streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    if arguments.explore.scripts == "-" {
      throw CommandEnd(usage: "--script needs a folder, because each finding has a file of its own")
    }
    if coverFiles.count > 1 {
      throw CommandEnd(usage: "--cover is given twice: \(DisplayText.quoted(coverFiles[1])) would be the second file")
    }
    let loaded = try load(&messenger)
    try InputNames.check(arguments.explore, charts: loaded.chart)
    var options = try options(for: loaded.chart)
    let payloads = try PayloadFile.load(arguments.explore.payloads, streams: streams)
    options.choice.payloads = payloads
    try InputNames.check(payloads, charts: loaded.chart)
    options.choice.answered = try arguments.host(for: [loaded.chart]).answers(for: loaded.chart)
    let pool = try ProgramPool.load(arguments, charts: [loaded.chart], streams: streams)
    // Until all files are read, signals end the program: a pipe may have no writer.
    let stop = ExploreStop(timeLimit: arguments.explore.timeLimit, since: clock)
    options.stop = stop.condition
    options.endsReport = stop.endsReport
    options.timeLimit = Int(arguments.explore.timeLimit)
    options.limits.isInterrupted = stop.isDue
    defer { stop.end() }
    if let pool { return try explore(with: pool, loaded: loaded, options: options) }
    if !arguments.explore.cover.isEmpty { return try cover(loaded, options: options, stop: stop, messenger: messenger) }
    let progress = ProgressLine(streams.errors, clock: clock, isShown: !arguments.isQuiet)
    let exploration: Exploration
    do throws(PropertyError) {
      exploration = try Explorer.explore(loaded.located, options: options) { progress.show($0) }
      progress.clear()
    } catch {
      progress.clear()
      messenger.write("statekit: explore: \(error.expression): \(error.message)")
      messenger.write("statekit: in the " + (error.script.isEmpty ? "first state" : "state after this script:"))
      for line in error.script { messenger.write("    " + line) }
      return .unable
    }
    // The result only has to be written; scripts are written as a whole.
    if arguments.explore.scripts == nil { stop.end() }
    let report = ExploreReport(
      loaded, name: SourceFile.name(of: path), exploration: exploration, options: options,
      seconds: Double(clock.elapsed) / 1_000)
    write(report)
    if let folder = arguments.explore.scripts {
      // A signal or the end of the time must not cut off a run whose end the script expects.
      let scripts = ExploreScripts(
        chart: loaded.chart, chartPath: path, answered: options.choice.answered, limits: arguments.limits)
      try scripts.write(exploration, in: folder, saving: saveGuard(loaded.chart), rule: rule)
    }
    let failing = exploration.allFindings.count { $0.fails(isStrict: arguments.isStrict) }
    let isOpen = !exploration.space.isComplete || !exploration.notSearched.isEmpty
    let isGraph = arguments.explore.graph != nil
    if isGraph || reportForPrograms != nil, !exploration.space.isComplete {
      messenger.write("statekit: \(report.verdict())")
    }
    if isGraph, failing > 0 {
      let findings = DisplayText.counted(failing, noun: "finding")
      messenger.write("statekit: \(findings) not shown with --graph: the exit status is 1")
    }
    return failing > 0 || arguments.isStrict && isOpen ? .inputAtFault : .ok
  }

  /// The values of `--cover` that are files.
  private var coverFiles: [String] {
    arguments.explore.cover.filter { !$0.utf8.elementsEqual(Self.arcs.utf8) }
  }

  /// The value of `--cover` that asks for all arcs.
  private static let arcs = "arcs"

  /// Reads the chart. For output that a program reads, its errors are written as findings.
  private func load(_ messenger: inout Messenger) throws(CommandEnd) -> LoadedChart {
    if arguments.explore.cover.isEmpty, arguments.explore.graph == nil, let report = reportForPrograms {
      return try ChartLoading(streams: streams, reading: arguments.reading)
        .load(path, messenger: messenger, report: report)
    }
    return try load(&messenger, warnings: .none)
  }

  /// The report for diagnostics in a format that programs also read from `validate`; nil for text.
  var reportForPrograms: (any FindingsReport)? {
    switch arguments.findingsFormat {
    case .github: GitHubReport()
    case .sarif: SARIFReport()
    case .text, .json: nil
    }
  }

  /// Writes tests that cover the chart.
  private func cover(
    _ loaded: LoadedChart, options: Explorer.Options, stop: ExploreStop, messenger: Messenger
  ) throws(CommandEnd) -> ExitStatus {
    let file = coverFiles.first ?? "-"
    let aim: CoverPlan.Aim = arguments.explore.cover.count > coverFiles.count ? .arcs : .parts
    var options = options
    // The tests are run when they are written, which gets the last tenth of the time.
    let end = arguments.explore.timeLimit / 10 * 9
    options.endsReport = { [clock] in clock.elapsed > end }
    let (plan, space) = CoverPlan.plan(loaded.located, options: options, aim: aim, isTour: arguments.explore.isTour)
    stop.end()
    let script = CoverScript(
      plan: plan, chart: loaded.chart, chartFile: ScriptChart.name(of: path, for: file),
      answered: options.choice.answered, limits: arguments.limits)
    var cut = 0
    if file == "-" {
      cut = script.write(to: streams.output, until: stop.endsReport)
    } else {
      try saveGuard(loaded.chart).save(as: file, rule: rule) { cut = script.write(to: $0, until: stop.endsReport) }
    }
    let bound =
      space.isComplete ? "" : ", within scripts of up to \(DisplayText.counted(space.triedDepth, noun: "line"))"
    let isOpen = !space.isComplete || plan.openGoals > 0 || cut > 0
    if !arguments.isQuiet || isOpen {
      let tests = DisplayText.counted(plan.tests.count, noun: "test")
      let left = plan.openGoals == 0 ? "" : "; \(plan.openGoals) not reached, because the time is over or a signal came"
      let lines = DisplayText.counted(plan.lines, noun: "line")
      let unwritten = cut == 0 ? "" : "; the last \(cut) not written, because the time is over"
      messenger.write(
        "statekit: \(DisplayText.counted(plan.goals, noun: "goal"))\(bound): \(tests), \(lines)\(unwritten)\(left)")
    }
    return arguments.isStrict && isOpen ? .inputAtFault : .ok
  }

  private func write(_ report: ExploreReport) {
    if let graph = arguments.explore.graph {
      let output = StateGraphOutput(report: report)
      return graph == .dot ? output.writeDOT(to: streams.output) : output.writeJSON(to: streams.output)
    }
    if let findings = reportForPrograms {
      return report.write(findings, to: streams.output, isQuiet: arguments.isQuiet)
    }
    let hasColor = streams.hasColor(arguments.color, on: streams.output)
    let text =
      arguments.findingsFormat == .json
      ? report.json() : report.text(hasColor: hasColor, isQuiet: arguments.isQuiet, isVerbose: arguments.isVerbose)
    streams.output.write(text)
  }

  // MARK: What is explored

  private func options(for chart: Chart) throws(CommandEnd) -> Explorer.Options {
    let asked = arguments.explore
    var options = Explorer.Options()
    options.choice.events = asked.events
    options.choice.except = asked.except
    options.choice.waits = asked.waits.distinct(by: \.self)
    options.bounds.depth = asked.depth
    options.bounds.states = asked.states
    options.bounds.memory = ExploreStop.memory(asked.memory)
    options.limits = arguments.limits
    options.isVerbose = arguments.isVerbose
    options.keepsArcs = asked.graph != nil
    // The graph shows the data of each state.
    options.isExact = asked.isExact || asked.graph != nil
    for property in asked.properties {
      options.properties.all.append(
        try property.map { text throws(CommandEnd) in try expression(text, option: property.kind, in: chart) })
    }
    options.properties.isFair = asked.isFair
    for name in asked.allowedDeadEnds {
      options.allowedDeadEnds.append(try chart.state(named: name, by: "allow-dead-end"))
    }
    return options
  }

  private func expression(_ text: String, option: String, in chart: Chart) throws(CommandEnd) -> Expression {
    do throws(ScriptParser.LineError) {
      let expression = try ScriptParser(chart).condition(Array(text.utf8))
      if expression.readsEvent {
        throw ScriptParser.LineError(diagnostics: [
          Diagnostic(
            .unknownName, at: SourceSpan(0, end: 0), message: "a state has no event: an event belongs to a transition")
        ])
      }
      return expression
    } catch {
      let first = error.diagnostics.first
      if case .state = chart.resolve(text.utf8Bytes.span) {
        throw CommandEnd(usage: "--\(option): \(DisplayText.raw(text)) is a state: isIn('\(DisplayText.raw(text))')")
      }
      var help = first?.help
      if first?.code == .unknownName, help?.utf8.starts(with: "known: ".utf8) == true {
        help =
          chart.contextNames.isEmpty ? "the chart has no data" : "known: " + chart.contextNames.joined(separator: ", ")
      }
      throw CommandEnd(
        usage: "--\(option): \(DisplayText.quoted(text)): \(first?.message ?? "")" + (help.map { "; " + $0 } ?? ""))
    }
  }
}
