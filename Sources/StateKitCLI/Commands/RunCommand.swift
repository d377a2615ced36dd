import StateKitCore
import StateKitFormat

/// `statekit run CHART [SCRIPT|-]`: runs a script and prints the trace.
final class RunCommand {
  private let streams: Streams
  private let arguments: Arguments
  private var options: ScriptRunner.Options

  init(_ streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
    var options = ScriptRunner.Options()
    options.machine.limits = arguments.limits
    let limit = streams.limit
    options.machine.limits.isInterrupted = { Interrupts.isWished || limit?.isReached == true }
    options.isStrict = arguments.isStrict
    self.options = options
  }

  func run() throws(UsageError) -> ExitStatus {
    var messenger = Messenger(streams, arguments: arguments)
    let status = try run(&messenger)
    messenger.finish()
    return max(status, messenger.hasErrors ? .inputAtFault : .ok)
  }

  private func run(_ messenger: inout Messenger) throws(UsageError) -> ExitStatus {
    let chart: Chart
    let source: SourceText
    switch ChartLoading.load(
      arguments.operands[0], script: arguments.operands.dropFirst().first, as: arguments.reading, streams: streams,
      messenger: &messenger,
      widenedKeys: widenedKeys)
    {
    case .chart(let loaded): (chart, source) = (loaded.chart, loaded.source)
    case .failed(let status): return status
    }
    if arguments.migration != nil, arguments.fromState == nil {
      throw UsageError(message: "--migrate needs --from-state")
    }
    try checkJournal()
    if arguments.record == "-", arguments.saveState == "-" {
      throw UsageError(message: "--record - and --save-state - both write to standard output")
    }
    var options = self.options
    options.machine.context = try Setting.apply(arguments.settings, to: chart)
    options.host = try arguments.host(for: [chart])
    var script: ScriptFile?
    if arguments.operands.count > 1 {
      let path = arguments.operands[1]
      do {
        script = try ScriptFile(path, streams: streams)
      } catch {
        messenger.write("statekit: cannot read \(SourceFile.name(of: path)): \(error.reason)")
        return .unable
      }
    }
    let record = arguments.record
    if let record, let reason = refusal(of: record, in: chart, rule: rule, inputs: arguments.inputs) {
      messenger.write("statekit: cannot write \(FilePath.shown(record)): \(reason)")
      return .unable
    }
    var states = StateFiles(chart: chart, source: source, streams: streams)
    if let path = arguments.migration {
      switch StateFiles.migration(path, streams: streams, messenger: &messenger) {
      case .success(let migration): states.migration = migration
      case .failure(let ending): return ending.status
      }
    }
    let saved = arguments.saveState
    let own = arguments.isForced ? nil : saved.flatMap { $0 == "-" ? nil : states.ownVersion($0) }
    let savedRule = own.map { FileSave.Rule.unchanged($0) } ?? rule
    // A run may save its state over the one from which it resumes.
    let kept = arguments.inputs.filter { $0.path != arguments.fromState }
    if let saved, let reason = refusal(of: saved, in: chart, rule: savedRule, inputs: kept) {
      messenger.write("statekit: cannot write \(FilePath.shown(saved)): \(reason)")
      return .unable
    }
    var beginning: StateFiles.Loaded?
    if let path = arguments.fromState {
      switch states.load(path, messenger: &messenger) {
      case .loaded(let loaded): beginning = loaded
      case .failed(let status): return status
      }
    }
    var draft: FileSave.Draft?
    if let record, record != "-" {
      do throws(FileSave.Failure) {
        draft = try FileSave.Draft(record, rule: rule, limit: streams.limit)
      } catch {
        SaveGuard.report(error, of: record, messenger: messenger)
        return .unable
      }
    }
    let recorder = record.map { path in
      ScriptRecorder(chart, chartFile: chartName(for: path), output: draft ?? streams.output)
    }
    // If a script or a state goes to standard output, nothing else is written there.
    let isQuiet = arguments.isQuiet || record == "-" || saved == "-"
    var journal: Journal?
    if let path = arguments.journal {
      do {
        journal = try Journal(
          path, mode: arguments.sync, interval: arguments.stateInterval, options: arguments.meaning, states: states)
      } catch {
        messenger.write("statekit: \(error.message)")
        return error.status
      }
    }
    var host: ScriptRun.HostRun?
    if let command = arguments.program.host {
      do throws(ChildProcess.Failure) {
        let process = try HostProcess(command, timeout: arguments.program.timeout)
        host = ScriptRun.HostRun(process: process, link: HostLink(process))
      } catch {
        messenger.write("statekit: cannot start the host: \(error.reason)")
        return .unable
      }
    }
    let run = ScriptRun(
      chart: chart, source: source, script: script, options: options, streams: streams, isQuiet: isQuiet,
      pace: arguments.isRealtime ? Pace() : nil, format: arguments.traceFormat,
      showsAllRounds: arguments.showsAllRounds,
      hasColor: streams.output.isTerminal && streams.hasColor(arguments.color, on: streams.output), recorder: recorder,
      beginning: beginning, journal: journal, host: host)
    var end: StateFile?
    var hasEnded = false
    var status = run.run(&messenger) {
      hasEnded = true
      if saved != nil { end = $0() }
    }
    if let host {
      host.process.end()
      run.reportProblem(of: host, messenger: &messenger)
      if host.process.isNotStarted { status = .unable }
    }
    if let saved, let end {
      guard let bytes = end.bytes(upTo: StateFile.mostBytes) else {
        messenger.write("statekit: cannot write \(FilePath.shown(saved)): \(StateFiles.tooLarge)")
        return .inputAtFault
      }
      if !save(bytes, as: saved, rule: savedRule, messenger: messenger) { return .unable }
    }
    // A script with a bad line is not run, and nothing is recorded.
    guard let record, let recorder, hasEnded || recorder.hasBegun else { return status }
    return max(status, finish(recorder, draft: draft, as: record, messenger: messenger))
  }

  /// Completes the recorded script.
  private func finish(
    _ recorder: ScriptRecorder, draft: FileSave.Draft?, as path: String, messenger: Messenger
  ) -> ExitStatus {
    recorder.finish()
    let name = path == "-" ? "the recorded script" : FilePath.shown(path)
    if let reason = recorder.failure {
      messenger.write("statekit: cannot write \(name): \(reason)")
      return .inputAtFault
    }
    do throws(FileSave.Failure) {
      try draft?.finish()
    } catch {
      SaveGuard.report(error, of: path, messenger: messenger)
      return .unable
    }
    if let warning = recorder.warning(for: name) { messenger.write("statekit: warning: \(warning)") }
    if recorder.written > TestFiles.scriptBytes {
      messenger.write(
        "statekit: warning: \(name): it is larger than \(TestFiles.scriptBytes >> 20) MiB: run reads it, test does not")
    }
    return .ok
  }

  /// Writes a file, or to standard output. Shows a message and returns false if that fails.
  private func save(_ bytes: [UInt8], as path: String, rule: FileSave.Rule, messenger: Messenger) -> Bool {
    if path == "-" {
      streams.output.write(bytes.span)
      return true
    }
    guard let failure = streams.save(path, bytes, rule) else { return true }
    SaveGuard.report(failure, of: path, messenger: messenger)
    return false
  }
}

extension RunCommand {
  /// Throws if an option beside the journal would also change the run: the journal alone describes it.
  private func checkJournal() throws(UsageError) {
    guard let journal = arguments.journal else { return }
    if journal == "-" { throw UsageError(message: "--journal needs a file, because the journal is also read") }
    let others: [(isThere: Bool, option: String)] = [
      (arguments.fromState != nil, "from-state"), (arguments.record != nil, "record"),
    ]
    if let other = others.first(where: \.isThere) {
      throw UsageError(message: "--journal and --\(other.option) cannot be used together")
    }
  }

  /// The context keys that the options and the script set to values of other types.
  private func widenedKeys(of chart: Chart) -> [String] {
    let parser = ScriptParser(chart, holding: (try? Setting.apply(arguments.settings, to: chart)) ?? [])
    if arguments.operands.count > 1 {
      (try? ScriptFile(arguments.operands[1], streams: streams))?.lookForSettings(parser)
    }
    return parser.dynamicKeys
  }

  private var rule: FileSave.Rule { arguments.isForced ? .anyFile : .nothing }

  /// The reason why a file cannot be written; checked before anything runs.
  private func refusal(
    of path: String, in chart: Chart, rule: FileSave.Rule, inputs: [SaveGuard.Input]
  ) -> String? {
    if path == "-" { return nil }
    let saveGuard = SaveGuard(streams: streams, chart: chart, chartPath: arguments.operands[0], inputs: inputs)
    return saveGuard.refusal(path, rule: rule, howToReplace: SaveGuard.force)
  }

  /// The name of the chart for a script at `path`; nil if the script's own name implies it.
  private func chartName(for path: String) -> String? {
    let chart = arguments.operands[0]
    let file = FileSave.file(path) ?? path
    if let base = TestFiles.base(of: file), let beside = FileIdentity(base + ".json"), beside == FileIdentity(chart) {
      return nil
    }
    return ScriptChart.name(of: chart, for: path)
  }
}
