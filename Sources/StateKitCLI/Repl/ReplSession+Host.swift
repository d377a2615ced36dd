import StateKitCore
import StateKitFormat

/// A session whose host is a process (Programs.md).
extension ReplSession {
  /// Runs the lines of the host that belong to the last step, and those that follow from them.
  mutating func followHost() {
    guard let host = options.process else { return }
    while !runner.isWaiting, streams.output.failure == nil, !Interrupts.isWished {
      let lines = host.popLinesAfterStep()
      if lines.isEmpty { break }
      for line in lines {
        guard let text = HostProcess.script(line) else {
          complain(HostProcess.misfit(line))
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

  mutating func endHost() {
    guard let host = options.process else { return }
    host.end()
    if let problem = host.popProblem() { complain(DisplayText.raw(problem)) }
  }
}
