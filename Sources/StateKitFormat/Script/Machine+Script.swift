package import StateKitCore

extension Machine {
  /// Starts the machine and plays the lines of a script; invalid lines are skipped. Lines that replace the host before
  /// the first other line take effect from the start (Scripts.md). `note` gets the lines that replace the host,
  /// `before` is called before each other line.
  package mutating func play(
    _ lines: [String], answers: HostAnswers? = nil, note: (HostAnswers.Line) -> Void = { _ in }, before: () -> Void = {}
  ) {
    self.answers = answers
    let parser = ScriptParser(chart)
    var isStarted = false
    for line in lines {
      guard let step = try? parser.parse(ScriptLine(file: "", number: 2, bytes: Array(line.utf8))) else { continue }
      if case .host(let line) = step {
        note(line)
        answer(line)
        continue
      }
      if !isStarted { start() }
      isStarted = true
      before()
      perform(step)
    }
    if !isStarted { start() }
  }
}
