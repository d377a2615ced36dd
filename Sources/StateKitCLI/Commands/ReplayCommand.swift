import CEL
import StateKitCore
import StateKitFormat
import StateKitReplay

/// `statekit replay CHART LOG...`: replays a log of many cases on a chart, and reports deviations (Replay.md).
final class ReplayCommand {
  private let streams: Streams
  private let arguments: Arguments
  private let command: Command

  init(_ streams: Streams, arguments: Arguments, command: Command) {
    self.streams = streams
    self.arguments = arguments
    self.command = command
  }

  func run() throws(UsageError) -> ExitStatus {
    var messenger = Messenger(streams, arguments: arguments)
    defer { messenger.finish() }
    let replay = arguments.replay
    if replay.merges { return merge(arguments.operands, messenger: &messenger) }
    guard arguments.operands.count > 1 else { throw .missingOperand(command) }
    if replay.dataField != nil, replay.takesRest || replay.fields != nil {
      let other = replay.takesRest ? "--data-rest" : "--fields"
      throw UsageError(message: "--data and \(other) cannot be used together")
    }
    if replay.isPartial, replay.deviations == "-" {
      throw UsageError(message: "--partial and --deviations - both write to standard output")
    }
    var fields = LogFields(
      caseID: replay.caseField, event: replay.eventField, time: replay.timeField,
      payload: replay.takesRest || replay.fields != nil
        ? .rest(of: replay.fields?.map { Array($0.utf8) }) : replay.dataField.map { .field(Array($0.utf8)) } ?? .none)
    fields.state = replay.stateField.map { Array($0.utf8) }
    fields.did = replay.didField.map { Array($0.utf8) }
    switch ChartLoading.load(arguments.operands[0], as: arguments.reading, streams: streams, messenger: &messenger) {
    case .failed(let status): return status
    case .chart(let chart):
      let logs = LogFiles(paths: Array(arguments.operands.dropFirst()), fields: fields, streams: streams)
      guard let options = try options(for: chart.chart, messenger: messenger) else { return .unable }
      if let name = replay.scriptOf {
        return script(of: name, in: chart, options: options, logs: logs, messenger: &messenger)
      }
      return run(chart, options: options, logs: logs, messenger: &messenger)
    }
  }

  private func script(
    of name: String, in chart: LoadedChart, options: CaseReplay.Options, logs: LogFiles, messenger: inout Messenger
  ) -> ExitStatus {
    let output = streams.output
    let script = CaseScript(chart.chart, caseID: name, options: options, output: output)
    for path in logs.paths {
      let status = logs.read(path, blockSize: LogReplay.blockSize(jobs: 1), messenger: &messenger) { feed in
        try script.read(feed) { output.failure == nil }
      }
      if let status { return status }
    }
    if script.isEmpty {
      messenger.write("statekit: no event of the case \(DisplayText.quoted(name)) is in the log")
      return .inputAtFault
    }
    if script.tooLong > 0 {
      let what = script.tooLong == 1 ? "a line is" : "\(script.tooLong) lines are"
      messenger.write(
        "statekit: warning: \(what) longer than \(InputLimits.lineBytes >> 20) MiB, the limit of a script's line")
    }
    return .ok
  }

  /// The settings of the replay; nil if the file of names cannot be used.
  private func options(for chart: Chart, messenger: Messenger) throws(UsageError) -> CaseReplay.Options? {
    var options = CaseReplay.Options()
    options.context = try Setting.apply(arguments.settings, to: chart)
    options.limits = arguments.limits
    options.answers = try arguments.host(for: [chart]).answers(for: chart)
    guard
      let names = try ProgramNames.load(arguments.program.map, charts: [chart], streams: streams, messenger: messenger)
    else { return nil }
    (options.eventNames, options.stateNames, options.actionNames) =
      (names.eventsOfProgram, names.states, names.actions)
    options.comparesActions = arguments.replay.didField != nil
    for name in arguments.replay.hidden {
      guard chart.event(named: name.utf8Bytes.span) != nil else {
        let help = Suggestion.help(for: name, among: chart.handledEventNames).map { ", " + $0 } ?? ""
        throw UsageError(message: "--hidden: the chart has no event \(DisplayText.quoted(name))\(help)")
      }
      options.hidden.append(chart.event(name.utf8Bytes.span, data: nil))
    }
    options.writesDeviations = arguments.replay.deviations != nil
    return options
  }

  private func run(
    _ chart: LoadedChart, options: CaseReplay.Options, logs: LogFiles, messenger: inout Messenger
  ) -> ExitStatus {
    let rule: FileSave.Rule = arguments.isForced ? .anyFile : .nothing
    var deviations: FileSave.Draft?
    if let path = arguments.replay.deviations, path != "-" {
      if let reason = refusal(of: path, in: chart, logs: logs, rule: rule) {
        messenger.write("statekit: cannot write \(FilePath.shown(path)): \(reason)")
        return .unable
      }
      do {
        deviations = try FileSave.Draft(path, rule: rule, limit: streams.limit)
      } catch {
        SaveGuard.report(error, of: path, messenger: messenger)
        return .unable
      }
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
    if let status = run.run(into: &summary, spill: arguments.replay.spill, messenger: &messenger) { return status }
    if let path = arguments.replay.deviations, let deviations {
      do {
        try deviations.finish()
      } catch {
        SaveGuard.report(error, of: path, messenger: messenger)
        return .unable
      }
    }
    // If deviations go to standard output, nothing else is written there.
    let status = arguments.replay.deviations == "-" ? status(of: summary) : report(summary)
    return showsMissing(logs.fields, in: summary, messenger: messenger) ? max(status, .inputAtFault) : status
  }

  /// Shows an error for each field that was to be compared and is in no line of the log. Returns true for any.
  private func showsMissing(_ fields: LogFields, in summary: ReplaySummary, messenger: Messenger) -> Bool {
    if summary.events == 0 || arguments.replay.isPartial { return false }
    var isMissing = false
    let compared = [(fields.state, summary.compared.states, "state"), (fields.did, summary.compared.actions, "action")]
    for case (let name?, 0, let what) in compared {
      let shown = DisplayText.name(String(decoding: name, as: UTF8.self))
      messenger.write("statekit: no line has a value in the field \(shown): no \(what) was compared")
      isMissing = true
    }
    return isMissing
  }

  /// The reason why a file cannot be written; checked before any input is read.
  private func refusal(of path: String, in chart: LoadedChart, logs: LogFiles, rule: FileSave.Rule) -> String? {
    let logs = logs.paths.map { (path: $0, what: "the log") }
    let saving = SaveGuard(
      streams: streams, chart: chart.chart, chartPath: arguments.operands[0], inputs: logs + arguments.inputs)
    return saving.refusal(path, rule: rule, howToReplace: SaveGuard.force)
  }

  private func merge(_ paths: [String], messenger: inout Messenger) -> ExitStatus {
    var sum: ReplaySummary?
    for path in paths {
      let name = SourceFile.name(of: path)
      do {
        let bytes = try SourceFile.read(try streams.read(path), limit: StateFile.mostBytes)
        let lines = bytes.split(separator: 0x0A)
        if lines.isEmpty { throw PartialFile.Damage(reason: "it is empty") }
        for line in lines {
          let part = try PartialFile.read(Array(line))
          if let known = sum, !known.fits(part) {
            messenger.write("statekit: the summary \(name) is of another chart than the summaries before it")
            return .inputAtFault
          }
          if sum?.canAdd(part) == false { throw PartialFile.Damage(reason: "the sum of its counts is out of range") }
          if sum == nil { sum = part } else { sum?.add(part) }
        }
      } catch let damage as PartialFile.Damage {
        messenger.write("statekit: the summary \(name) is damaged: \(damage.reason)")
        return .inputAtFault
      } catch {
        messenger.write("statekit: cannot read \(name): \(StateFiles.reason(of: error))")
        return .unable
      }
    }
    guard let sum else { return .unable }
    return report(sum)
  }

  /// Writes the result of a replay.
  private func report(_ summary: ReplaySummary) -> ExitStatus {
    if arguments.replay.isPartial {
      streams.output.write(PartialFile.line(summary).span)
    } else {
      let report = ReplayReport(summary)
      let text = arguments.answerFormat == .json ? report.json() : report.text()
      text.withSpan { streams.output.write($0) }
    }
    return status(of: summary)
  }

  private func status(of summary: ReplaySummary) -> ExitStatus {
    if summary.hasDifferences || summary.isCutShort { return .inputAtFault }
    if arguments.isStrict, summary.badLines > 0 { return .inputAtFault }
    if let least = arguments.replay.leastFitness, summary.fitness < least { return .inputAtFault }
    return .ok
  }
}
