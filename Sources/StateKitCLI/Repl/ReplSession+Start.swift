import CEL
import StateKitCore
import StateKitFormat

/// The start of a session, which may wait for host answers.
extension ReplSession {
  /// Enters the chart.
  mutating func start() {
    show(runner.start())
    if !runner.isWaiting { return begin() }
    if isInteractive {
      writeLine("This chart asks the host: first write :guard and :delay lines. An empty line starts the chart.")
    }
  }

  /// Enters the chart after the lines with host answers, and those that waited with them.
  mutating func startWaiting() {
    guard runner.isWaiting else { return }
    show(runner.begin())
    beginAfterLeading()
  }

  /// Begins a new history, after the lines that a test begins with, and the answers of the host to them.
  mutating func begin(after setUp: [[UInt8]] = []) {
    trace.flush()
    timeline.begin(runner.now, after: hostAnswers + setUp)
    forgiveIfSeen()
  }

  /// Sets the lines before the first test to those that lead here, even if the session went back.
  mutating func prepareTest() {
    if runner.hasBegunTest || !hasGoneBack { return }
    let parser = ScriptParser(chart)
    var lines: [(step: ScriptStep, line: ScriptLine)] = []
    for (index, bytes) in timeline.lines(to: timeline.current).enumerated() {
      let line = ScriptLine(file: SourceFile.standardInputName, number: index + 2, bytes: bytes)
      if let step = try? parser.parse(line) { lines.append((step, line)) }
    }
    runner.replaceSetUp(lines)
  }

  /// Begins again; earlier histories stay reachable.
  mutating func reset() {
    show(runner.finish())
    runner.replaceSetUp([])
    let answers = runner.answers
    show(runner.restart(keeping: answers))
    // The lines that replace the host are no longer those of the set-up.
    hasGoneBack = answers != nil
    func lines(_ answers: HostAnswers?) -> [[UInt8]] { answers?.lines.map { Array($0.text.utf8) } ?? [] }
    let given = lines(options.host.answers(for: chart))
    begin(after: lines(answers).filter { !given.contains($0) })
  }

  /// Begins a new history after the lines from before the start.
  mutating func beginAfterLeading() {
    begin(after: leading)
    leading = []
  }

  // MARK: Host

  /// Runs the lines of the host that belong to the last step, and those that follow from them.
  mutating func followHost() {
    guard let host = options.process else { return }
    while !runner.isWaiting, streams.output.failure == nil, !Interrupts.isWished {
      let lines = host.popLinesAfterStep()
      if lines.isEmpty { break }
      for line in lines {
        guard let text = HostProcess.script(line) else {
          show([ScriptRunner.Report(origin: .none, diagnostic: HostProcess.misfit(line))])
          continue
        }
        run(ScriptLine(file: "<host>", number: 2, bytes: Array(text.utf8)))
        if let problem = HostProcess.problem(line, after: runner.lastOutcome) { show([problem]) }
      }
    }
    if let problem = host.popProblem() { complain(DisplayText.raw(problem)) }
  }

  /// The answers of the host to the last line, as a line of a script.
  var hostAnswers: [[UInt8]] { runner.popAnswers().map { [Array($0.text.utf8)] } ?? [] }

  // MARK: Plain words

  /// The command that a single word means, unless the chart handles an event of that name.
  func plainCommand(_ text: ArraySlice<UInt8>) -> String? {
    let word = String(decoding: text, as: UTF8.self).trimmed
    let command: String
    switch word {
    case "?", "help": command = ":help"
    case "quit", "exit": command = ":quit"
    default: return nil
    }
    return chart.isKnown(chart.event(word.utf8Bytes.span, data: nil)) ? nil : command
  }
}
