import StateKitCore
import StateKitFormat

/// `statekit run CHART [SCRIPT|-]`: runs a script and prints the trace.
final class RunCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments

  init(streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    max(try runScript(&messenger), messenger.hasErrors ? .inputAtFault : .ok)
  }

  private func runScript(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let loaded = try load(
      &messenger, script: scriptPath,
      widenedKeys: ScriptFile.widenedKeys(
        by: scriptPath.map { [$0] } ?? [], streams: streams, settings: arguments.settings,
        states: arguments.fromState.map { [$0] } ?? []))
    let (chart, source) = (loaded.chart, loaded.source)
    if arguments.journal == "-" { throw CommandEnd(usage: "--journal needs a file, because the journal is also read") }
    try checkOutputs()
    // An empty script looks like a journal that was not begun.
    if let journal = arguments.journal, let reason = saveGuard(chart).refusalOfInput(journal) {
      throw .cannotWrite(journal, reason: reason)
    }
    let options = try options(for: chart)
    var script: ScriptFile?
    if let scriptPath {
      do throws(InputError) {
        script = try ScriptFile(scriptPath, streams: streams)
      } catch {
        throw .cannotRead(scriptPath, reason: error.reason)
      }
    }
    let record = arguments.record
    if let record, record != "-" { try saveGuard(chart).check(record, rule: rule) }
    var states = StateFiles(chart: chart, source: source, streams: streams)
    states.migration = try StateFiles.migration(arguments.migration, streams: streams)
    let saved = arguments.saveState
    let own = arguments.isForced ? nil : saved.flatMap { $0 == "-" ? nil : states.ownVersion($0) }
    let savedRule = own.map { FileSave.Rule.unchanged($0) } ?? rule
    if let saved, saved != "-" {
      // A run may save its state over the one from which it resumes.
      let kept = arguments.inputs.filter { $0.path != arguments.fromState }
      try saveGuard(chart, inputs: kept).check(saved, rule: savedRule)
    }
    var beginning: StateFiles.Loaded?
    if let path = arguments.fromState { beginning = try states.load(path, messenger: &messenger) }
    var draft: FileSave.Draft?
    if let record, record != "-" { draft = try streams.draft(record, rule: rule) }
    let recorder = record.map { path in
      ScriptRecorder(chart, chartFile: chartName(for: path), from: arguments.fromState, output: draft ?? streams.output)
    }
    var needsSettings = false
    recorder?.firstLines = { [arguments] host in
      let values = FirstValues(
        chart, source: source, settings: arguments.settings, context: options.machine.context, host: host)
      needsSettings = !values.areSetByLines
      return values.lines
    }
    // If a script or a state goes to standard output, nothing else is written there.
    let isQuiet = arguments.isQuiet || record == "-" || saved == "-"
    let journal = try journal(states)
    let host = try arguments.hostProcess().map { ScriptRun.HostRun(process: $0, link: HostLink($0)) }
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
      host.reportProblem(&messenger)
      if host.process.isNotStarted { (status, end) = (.unable, nil) }
    }
    if let saved, let end {
      guard let bytes = end.bytes(upTo: StateFile.mostBytes) else {
        throw CommandEnd("cannot write \(FilePath.shown(saved)): \(StateFiles.tooLarge)", status: .inputAtFault)
      }
      try save(bytes, as: saved, rule: savedRule)
    }
    // A script with a bad line is not run, and nothing is recorded.
    guard status != .unable, let record, let recorder, hasEnded || recorder.hasBegun else { return status }
    try finish(recorder, draft: draft, as: record, status: status, messenger: messenger)
    if needsSettings, !arguments.isQuiet { messenger.write("statekit: warning: \(FirstValues.warning)") }
    return status
  }

  /// Completes the recorded script.
  private func finish(
    _ recorder: ScriptRecorder, draft: FileSave.Draft?, as path: String, status: ExitStatus, messenger: Messenger
  ) throws(CommandEnd) {
    recorder.finish()
    let name = path == "-" ? "the recorded script" : FilePath.shown(path)
    if let reason = recorder.failure {
      throw CommandEnd("cannot write \(name): \(reason)", status: max(status, .inputAtFault))
    }
    try draft?.complete(path)
    if arguments.isQuiet { return }
    if let warning = recorder.warning(for: name) { messenger.write("statekit: warning: \(warning)") }
    if recorder.written > TestFiles.scriptBytes {
      messenger.write(
        "statekit: warning: \(name): it is larger than \(TestFiles.scriptBytes >> 20) MiB: run reads it, test does not")
    }
  }

  /// Writes a file, or to standard output.
  private func save(_ bytes: [UInt8], as path: String, rule: FileSave.Rule) throws(CommandEnd) {
    if path == "-" { return streams.output.write(bytes.span) }
    if let failure = streams.save(path, bytes, rule) { throw .cannotWrite(path, failure) }
  }
}

extension RunCommand {
  private var scriptPath: String? { arguments.operands.dropFirst().first }

  private func options(for chart: Chart) throws(CommandEnd) -> ScriptRunner.Options {
    var options = ScriptRunner.Options()
    options.machine.limits = arguments.limits
    let limit = streams.limit
    options.machine.limits.isInterrupted = { Interrupts.isWished || limit?.isReached == true }
    options.isStrict = arguments.isStrict
    options.machine.context = try Setting.apply(arguments.settings, to: chart)
    options.host = try arguments.host(for: [chart])
    return options
  }

  /// Throws if two options write to one place, or one is about a trace that is not written.
  private func checkOutputs() throws(CommandEnd) {
    var outputs: [(option: String, path: String)] = []
    for (option, path) in [
      ("--record", arguments.record), ("--save-state", arguments.saveState), ("--journal", arguments.journal),
      ("--journal", arguments.journal.map { $0 + ".state" }),
    ] {
      guard let path else { continue }
      if let other = outputs.first(where: { Reach.place(of: $0.path).utf8.elementsEqual(Reach.place(of: path).utf8) }) {
        let both = path == "-" ? "\(other.option) - and \(option) - both write to standard output" : nil
        throw CommandEnd(usage: both ?? "\(other.option) and \(option) cannot write to one file")
      }
      outputs.append((option, path))
    }
    // These replace the trace.
    guard let output = outputs.first(where: { $0.path == "-" }) else { return }
    for option in ["format", "full-trace"] where arguments.has(option) {
      throw CommandEnd(usage: "\(output.option) - and --\(option) cannot be used together")
    }
  }

  private func journal(_ states: StateFiles) throws(CommandEnd) -> Journal? {
    guard let path = arguments.journal else { return nil }
    do throws(Journal.Refusal) {
      return try Journal(
        path, mode: arguments.sync, interval: arguments.stateInterval, options: arguments.meaning, states: states)
    } catch {
      throw CommandEnd(error.message, status: error.status)
    }
  }

  /// The name of the chart for a script; nil if the script's own name implies it.
  private func chartName(for script: String) -> String? {
    let file = FileSave.file(script) ?? script
    if let beside = TestFiles.chartPath(of: file).flatMap({ FileIdentity($0) }), beside == FileIdentity(path) {
      return nil
    }
    return ScriptChart.name(of: path, for: script)
  }
}

extension Arguments {
  /// The process of `--host`; nil without one.
  func hostProcess() throws(CommandEnd) -> HostProcess? {
    guard let command = program.host else { return nil }
    do throws(ChildProcess.Failure) {
      return try HostProcess(command, timeout: program.timeout)
    } catch {
      throw CommandEnd("cannot start the host: \(error.reason)")
    }
  }
}
