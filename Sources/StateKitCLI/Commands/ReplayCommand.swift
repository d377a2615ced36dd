import CEL
import StateKitCore
import StateKitFormat
import StateKitReplay

/// `statekit replay CHART LOG...`: replays a log of many cases on a chart, and reports deviations (Replay.md).
struct ReplayCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  let command: Command

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let replay = arguments.replay
    try check(replay)
    if replay.merges { return try merge(arguments.operands, messenger: messenger) }
    guard arguments.operands.count > 1 else { throw .missingOperands(of: command, given: 1) }
    var fields = LogFields(
      caseID: replay.caseField, event: replay.eventField, time: replay.timeField,
      payload: replay.takesRest || replay.fields != nil
        ? .rest(of: replay.fields?.map { Array($0.utf8) }) : replay.dataField.map { .field(Array($0.utf8)) } ?? .none)
    fields.state = replay.stateField.map { Array($0.utf8) }
    fields.did = replay.didField.map { Array($0.utf8) }
    let settings = ScriptFile.widenedKeys(by: [], streams: streams, settings: arguments.settings)
    let chart = try load(&messenger, widenedKeys: settings)
    let logs = LogFiles(paths: Array(arguments.operands.dropFirst()), fields: fields, streams: streams)
    let options = try options(for: chart.chart)
    if let name = replay.scriptOf {
      return try script(of: name, in: chart, options: options, logs: logs, messenger: messenger)
    }
    return try run(chart, options: options, logs: logs, messenger: messenger)
  }

  /// Refuses options whose values contradict one another.
  private func check(_ replay: ReplayArguments) throws(CommandEnd) {
    let fields = [
      ("--event", replay.eventField), ("--time", replay.timeField), ("--data", replay.dataField),
      ("--state", replay.stateField), ("--did", replay.didField),
    ]
    for (index, (option, name)) in fields.enumerated() {
      guard let name, let other = fields[..<index].first(where: { $0.1?.utf8.elementsEqual(name.utf8) ?? false }) else {
        continue
      }
      throw .sameField(DisplayText.name(name), of: other.0, and: option)
    }
    let meant = [("--case", replay.caseField)] + fields
    for name in replay.fields ?? [] {
      guard let other = meant.first(where: { $0.1?.utf8.elementsEqual(name.utf8) ?? false }) else { continue }
      throw .sameField(DisplayText.name(name), of: other.0, and: "--fields")
    }
    guard replay.deviations == "-" else { return }
    if replay.isPartial { throw CommandEnd(usage: "--partial and --deviations - both write to standard output") }
    if arguments.has("format") { throw CommandEnd(usage: "--deviations - and --format cannot be used together") }
  }

  private func script(
    of name: String, in chart: LoadedChart, options: CaseReplay.Options, logs: LogFiles, messenger: Messenger
  ) throws(CommandEnd) -> ExitStatus {
    let output = streams.output
    let values = FirstValues(
      chart.chart, source: chart.source, settings: arguments.settings, context: options.context,
      host: (options.answers?.lines ?? []).map(\.text))
    let script = CaseScript(chart.chart, caseID: name, options: options, head: values.lines, output: output)
    let run = ReplayRun(
      chart: chart.chart, options: options, jobs: 1, logs: logs, streams: streams, showsProgress: false,
      showsWarnings: !arguments.isQuiet, deviation: nil)
    let seen = try run.read(messenger) { feed, _, hooks in
      try script.read(feed, hooks: hooks) { output.failure == nil }
    }
    if script.isEmpty {
      throw CommandEnd("no event of the case \(DisplayText.quoted(name)) is in the log", status: .inputAtFault)
    }
    if script.tooLong > 0, !arguments.isQuiet {
      let what = script.tooLong == 1 ? "a line is" : "\(script.tooLong) lines are"
      messenger.write(
        "statekit: warning: \(what) longer than \(InputLimits.lineBytes >> 20) MiB, the limit of a script's line")
    }
    if !values.areSetByLines, !arguments.isQuiet {
      messenger.write("statekit: warning: \(FirstValues.warning)")
    }
    let absent = logs.fields.absent(from: seen, compared: nil)
    show(absent, messenger: messenger)
    let isBad = arguments.isStrict && script.badLines > 0
    return !absent.isEmpty || script.isCutShort || isBad ? .inputAtFault : .ok
  }

  private func options(for chart: Chart) throws(CommandEnd) -> CaseReplay.Options {
    var options = CaseReplay.Options()
    options.context = try Setting.apply(arguments.settings, to: chart)
    options.limits = arguments.limits
    options.answers = try arguments.host(for: [chart]).answers(for: chart)
    let names = try ProgramNames.load(arguments.program.map, charts: [chart], streams: streams)
    (options.eventNames, options.stateNames, options.actionNames) = (names.eventsOfProgram, names.states, names.actions)
    options.comparesActions = arguments.replay.didField != nil
    for name in arguments.replay.hidden {
      guard chart.event(named: name.utf8Bytes.span) != nil else {
        let help = Suggestion.help(for: name, among: chart.handledEventNames).map { ", " + $0 } ?? ""
        throw CommandEnd(usage: "--hidden: no state handles the event \(DisplayText.quoted(name))\(help)")
      }
      options.hidden.append(chart.event(name.utf8Bytes.span, data: nil))
    }
    options.writesDeviations = arguments.replay.deviations != nil
    return options
  }

  private func run(
    _ chart: LoadedChart, options: CaseReplay.Options, logs: LogFiles, messenger: Messenger
  ) throws(CommandEnd) -> ExitStatus {
    var deviations: FileSave.Draft?
    if let path = arguments.replay.deviations, path != "-" {
      let inputs = logs.paths.map { (path: $0, what: "the log") } + arguments.inputs
      try saveGuard(chart.chart, inputs: inputs).check(path, rule: rule)
      deviations = try streams.draft(path, rule: rule)
    }
    let jobs = arguments.jobs ?? (arguments.replay.isPartial ? 1 : Workers.processors)
    var summary = ReplaySummary(
      chart.chart, fingerprint: ChartFingerprint.of(chart.chart, in: chart.source),
      handlers: HandlerNames.all(of: chart.located))
    let streams = streams
    let run = ReplayRun(
      chart: chart.chart, options: options, jobs: jobs, logs: logs, streams: streams,
      showsProgress: !arguments.isQuiet, showsWarnings: !arguments.isQuiet,
      deviation: arguments.replay.deviations.map { _ in
        { bytes in if let deviations { deviations.write(bytes) } else { streams.output.write(bytes) } }
      })
    try run.run(into: &summary, spill: arguments.replay.spill, messenger: messenger)
    try deviations?.complete(arguments.replay.deviations ?? "")
    // If deviations go to standard output, nothing else is written there.
    return arguments.replay.deviations == "-"
      ? status(of: summary, messenger: messenger) : report(summary, messenger: messenger)
  }

  /// Shows an error for each field that no line has.
  private func show(_ absent: [LogFields.Absent], messenger: Messenger) {
    for field in absent { messenger.write("statekit: \(field.message)") }
  }

  private func merge(_ paths: [String], messenger: Messenger) throws(CommandEnd) -> ExitStatus {
    var sum: ReplaySummary?
    for path in paths {
      let name = SourceFile.name(of: path)
      let bytes = try streams.input(path, limit: StateFile.mostBytes)
      func end(_ problem: String) -> CommandEnd {
        CommandEnd("the summary \(name) is \(problem)", status: .inputAtFault)
      }
      let lines = bytes.split(separator: 0x0A)
      if lines.isEmpty { throw end("damaged: it is empty") }
      for line in lines {
        let part = try Result { () throws(PartialFile.Damage) in try PartialFile.read(Array(line)) }
          .mapError { end("damaged: \($0.reason)") }.get()
        if sum?.fits(part) == false { throw end("of another chart than the summaries before it") }
        if sum?.canAdd(part) == false { throw end("damaged: the sum of its counts is out of range") }
        if sum == nil { sum = part } else { sum?.add(part) }
      }
    }
    guard let sum else { return .unable }
    return report(sum, messenger: messenger)
  }

  /// Writes the result of a replay.
  private func report(_ summary: ReplaySummary, messenger: Messenger) -> ExitStatus {
    if arguments.replay.isPartial {
      streams.output.write(PartialFile.line(summary).span)
    } else {
      let report = ReplayReport(summary)
      let text = arguments.answerFormat == .json ? report.json() : report.text()
      text.withSpan { streams.output.write($0) }
    }
    return status(of: summary, messenger: messenger)
  }

  private func status(of summary: ReplaySummary, messenger: Messenger) -> ExitStatus {
    // A part of a log may lack a field.
    let absent = arguments.replay.isPartial || summary.events == 0 ? [] : summary.absent
    show(absent, messenger: messenger)
    if !absent.isEmpty || summary.hasDifferences || summary.isCutShort { return .inputAtFault }
    // A part of a log may be empty.
    if summary.events == 0, !arguments.replay.isPartial {
      if !arguments.isQuiet { messenger.write("statekit: warning: no event was found: nothing was replayed") }
      if arguments.isStrict || arguments.replay.leastFitness != nil { return .inputAtFault }
    }
    if arguments.isStrict, summary.badLines > 0 { return .inputAtFault }
    if let least = arguments.replay.leastFitness, summary.fitness < least { return .inputAtFault }
    return .ok
  }
}
