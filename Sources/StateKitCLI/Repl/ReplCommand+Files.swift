import CEL
import StateKitCore
import StateKitFormat

/// Commands that read and write files.
extension ReplCommand {
  static let files = [
    ReplCommand(
      "save", .newFile,
      help: "saves the lines so far as a script with expectations; all: every branch as a test; !: replaces a file",
      example: ":save door.events.txt",
      action: .act { session, argument throws(Complaint) in try session.save(argument) }),
    ReplCommand(
      "load", .file, help: "runs the lines of a script", example: ":load door.events.txt",
      action: .act { session, argument throws(Complaint) in try session.load(argument.path) }),
    ReplCommand(
      "edit", .state, help: "opens the chart in $VISUAL or $EDITOR at the state, then reloads it",
      example: ":edit open", action: .act { session, argument throws(Complaint) in try session.edit(argument) }),
    ReplCommand(
      "reload", help: "reads the chart again and runs the same lines on it",
      action: .act { session, _ in session.reload() }),
  ]
}

extension ReplCommand.Argument {
  /// The path, and whether the word "all" follows it. A path with spaces must be in quotes.
  fileprivate func newFile() throws(Complaint) -> (path: String, isForAll: Bool) {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let isQuoted = bytes.first == UInt8(ascii: "\"")
    let close = isQuoted ? JSONText.closingQuote(in: bytes.span, from: 0, to: bytes.count) + 1 : 0
    if isQuoted, close > bytes.count || close < bytes.count && !isBlank(bytes[close]) {
      throw Complaint(message: "the file name of :save has no closing quote, or text follows the quote")
    }
    let end = bytes[close...].firstIndex(where: isBlank) ?? bytes.count
    let path = ReplCommand.Argument(bytes: Array(bytes[..<end])).path
    if path.isEmpty { throw Complaint(message: ":save needs a file, optionally with \"all\"") }
    let word = String(decoding: bytes[end...].drop(while: isBlank), as: UTF8.self)
    guard word.isEmpty || word == "all" else {
      let help = Suggestion.help(for: word, among: ["all"]) ?? "put a file name with spaces in double quotes"
      throw Complaint(
        message: "only \"all\" may follow the file of :save, this is \(DisplayText.quoted(word)); \(help)")
    }
    return (path, !word.isEmpty)
  }
}

extension ReplSession {
  /// Opens the chart in an editor at a state, or at the last one entered, and reads it again.
  fileprivate mutating func edit(_ argument: ReplCommand.Argument) throws(Complaint) {
    guard isInteractive, streams.terminal() != nil else { throw Complaint(message: ":edit needs a terminal") }
    let leaves = machine.configuration.leaves
    let state = try argument.state(in: chart) ?? leaves.first { !standing.contains($0) } ?? leaves.first
    let span = state.flatMap { stateSpans.indices.contains($0.index) ? stateSpans[$0.index] : nil }
    let line = span.map { LineIndex(source).position(of: Int($0.start)).line }
    trace.flush()
    guard ChartEditor.edit(chartPath, line: line, environment: streams.environment) else {
      throw Complaint(message: "the editor ended with an error; the session keeps the chart that it has")
    }
    reload()
  }

  fileprivate mutating func save(_ argument: ReplCommand.Argument) throws(Complaint) {
    let (path, savesAll) = try argument.newFile()
    let shown = FilePath.shown(path)
    let rule = argument.isForced ? FileSave.Rule.anyFile : .nothing
    if !savesAll, !timeline.isReachable(timeline.current) {
      throw Complaint(message: "cannot save: :reload kept states that no script leads to")
    }
    let saveGuard = SaveGuard(
      streams: streams, chart: chart, chartPath: chartPath, inputs: scripts.map { ($0, "the script") })
    if let reason = saveGuard.refusal(path, rule: rule, howToReplace: Self.howToReplace) {
      throw Complaint(message: "cannot write \(shown): \(reason)")
    }
    let ends = savesAll ? timeline.ends.filter { timeline.isReachable($0) } : [timeline.current]
    do throws(FileSave.Failure) {
      let draft = try FileSave.Draft(path, rule: rule, limit: streams.limit)
      if let chart = ScriptChart.name(of: chartPath, for: path) {
        draft.write(":chart \(DisplayText.name(chart))\n")
      }
      var needsSettings = false
      for (index, end) in ends.enumerated() {
        if savesAll { draft.write(":test \"way \(index + 1)\"\n") }
        let recorder = ScriptRecorder(chart, chartFile: nil, output: draft)
        recorder.firstLines = { [chart, source, options] host in
          let values = FirstValues(
            chart, source: source, settings: options.settings, context: options.context(of: chart), host: host)
          needsSettings = !values.areSetByLines
          return values.lines
        }
        record(timeline.lines(to: end), in: recorder)
        if let reason = recorder.failure { throw FileSave.Failure(reason) }
        if let warning = recorder.warning(for: shown) { complain(warning) }
      }
      if needsSettings { messenger.write("statekit: warning: \(FirstValues.warning)") }
      try draft.finish()
    } catch {
      throw Complaint(message: "cannot write \(shown): \(SaveGuard.text(error, howToReplace: Self.howToReplace))")
    }
    writeLine("saved \(ends.count == 1 ? "the lines so far" : "\(ends.count) branches") in \(shown)")
  }

  private static let howToReplace = ":save! replaces it"

  /// Writes the record of running lines again from the start.
  private func record(_ lines: [[UInt8]], in recorder: ScriptRecorder) {
    var fresh = repeating(listener: recorder)
    _ = fresh.start()
    let parser = ScriptParser(chart)
    for bytes in lines { _ = fresh.make(bytes, parser: parser) }
    _ = fresh.finish()
    recorder.finish()
  }

  fileprivate mutating func load(_ path: String) throws(Complaint) {
    guard !path.isEmpty else { throw Complaint(message: ":load needs a file") }
    run(scriptAt: path)
  }

  /// The path of a script: "-" is a file, because standard input is already in use.
  static func scriptPath(_ path: String) -> String { path == "-" ? "./-" : path }

  mutating func run(scriptAt path: String) {
    let name = FilePath.shown(path)
    scripts.append(path)
    do {
      let script = try ScriptFile(Self.scriptPath(path), streams: streams)
      var lines = LineReader(script.input)
      while let next = try lines.next(willWait: {}) {
        if case .line(let range) = next {
          run(ScriptLine(file: name, number: lines.number, bytes: Array(lines.buffer[range])))
        } else {
          complain("\(name):\(lines.number): the line is too long")
        }
      }
    } catch {
      complain("cannot read \(name): \(error.reason)")
    }
  }
}
