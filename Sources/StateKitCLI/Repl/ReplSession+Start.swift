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
}
