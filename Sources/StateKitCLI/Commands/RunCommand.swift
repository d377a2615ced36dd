import CEL
import StateKitCore
import StateKitFormat

/// `statekit run CHART [SCRIPT|-]`: runs a script and prints the trace.
struct RunCommand {
  private let streams: Streams
  private let arguments: Arguments
  private var options: ScriptRunner.Options
  private var settings: [(path: String, value: Value)] = []

  init(_ streams: Streams, _ arguments: Arguments) throws(UsageError) {
    self.streams = streams
    self.arguments = arguments
    var options = ScriptRunner.Options()
    options.machine.limits = arguments.limits
    options.machine.limits.isInterrupted = { Interrupts.isWished }
    options.isStrict = arguments.has(.strict)
    self.options = options
    for text in arguments.all(.set) { settings.append(try Setting.parse(text)) }
  }

  func run() throws(UsageError) -> ExitStatus {
    var messenger = Messenger(
      streams.errors, hasColor: streams.hasColor(arguments.value(.color)), isQuiet: arguments.has(.quiet))
    let status = try run(&messenger)
    messenger.finish()
    return max(status, messenger.hasErrors ? .inputAtFault : .ok)
  }

  private func run(_ messenger: inout Messenger) throws(UsageError) -> ExitStatus {
    let chart: Chart
    let source: SourceText
    switch ChartLoading.load(arguments.operands[0], streams, &messenger) {
    case .chart(let loaded, let text): (chart, source) = (loaded, text)
    case .failed(let status): return status
    }
    var options = self.options
    options.machine.context = try Setting.apply(settings, to: chart)
    var script: ScriptFile?
    if arguments.operands.count > 1 {
      let path = arguments.operands[1]
      do {
        script = try ScriptFile(path, streams)
      } catch {
        messenger.say("statekit: cannot read \(SourceFile.name(of: path)): \(error.reason)")
        return .unable
      }
    }
    let record = arguments.value(.record)
    if let record, let reason = refusal(of: record, chart) {
      messenger.say("statekit: cannot write \(FilePath.shown(record)): \(reason)")
      return .unable
    }
    let recorder = record.map { ScriptRecorder(chart, chartFile: chartName(for: $0)) }
    // A script on standard output is alone there.
    let isQuiet = arguments.has(.quiet) || record == "-"
    let run = ScriptRun(
      chart: chart, source: source, script: script, options: options, streams: streams, isQuiet: isQuiet,
      isRealtime: arguments.has(.realtime), format: arguments.value(.format) ?? "text",
      showsAllRounds: arguments.has(.fullTrace), recorder: recorder)
    let status = run.run(&messenger)
    guard let record, let recorder else { return status }
    if record == "-" {
      streams.output.write(recorder.bytes.span)
      return status
    }
    guard let failure = streams.save(record, recorder.bytes, rule) else { return status }
    messenger.say("statekit: cannot write \(FilePath.shown(record)): \(SaveGuard.text(failure, Self.howToReplace))")
    return .unable
  }
}

extension RunCommand {
  private static let howToReplace = "--force replaces it"

  private var rule: FileSave.Rule { arguments.has(.force) ? .anyFile : .nothing }

  /// Why nothing can be recorded in a file; known before anything runs.
  private func refusal(of path: String, _ chart: Chart) -> String? {
    if path == "-" { return nil }
    let operands = arguments.operands
    let saveGuard = SaveGuard(
      streams: streams, chart: chart, chartPath: operands[0], scriptPath: operands.count > 1 ? operands[1] : nil)
    return saveGuard.refusal(path, rule, Self.howToReplace)
  }

  /// How a script at `path` names the chart: not at all where their names tell it.
  private func chartName(for path: String) -> String? {
    let chart = arguments.operands[0]
    let file = FileSave.file(path) ?? path
    if let base = TestFiles.base(of: file), let beside = FileIdentity(base + ".json"), beside == FileIdentity(chart) {
      return nil
    }
    return ScriptChart.name(of: chart, for: path)
  }
}

/// A value from the command line for the chart's context: `path.to.field=json`.
enum Setting {
  static func parse(_ text: String) throws(UsageError) -> (path: String, value: Value) {
    let bytes = FilePath.bytes(of: text)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else {
      throw UsageError(message: "--set is PATH=JSON, not \(DisplayText.quoted(text))")
    }
    let path = String(decoding: bytes[..<equals], as: UTF8.self)
    guard let value = JSONText.value(of: Array(bytes[(equals + 1)...])) else {
      throw UsageError(
        message: "--set \(DisplayText.name(path)): the value is not JSON; a text is written \(path)='\"text\"'")
    }
    return (path, value)
  }

  /// The context's values with the settings; each path must lead to something that it has.
  static func apply(
    _ settings: [(path: String, value: Value)], to chart: Chart
  ) throws(UsageError) -> [Value] {
    var values = chart.contextValues
    for (text, value) in settings {
      let path = text.pathNames
      guard let slot = chart.contextSlot(named: path[0]),
        let changed = values[slot].setting(path.dropFirst(), to: value, adds: false)
      else {
        let help = Suggestion.help(for: text, among: chart.contextNames)
        throw UsageError(
          message: "--set: the context has no \(DisplayText.quoted(text))" + (help.map { ", \($0)" } ?? ""))
      }
      values[slot] = changed
    }
    return values
  }
}
