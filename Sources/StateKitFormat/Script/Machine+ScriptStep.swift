package import StateKitCore

extension ScriptStep {
  /// True for an event or a clock change: lines before the first one that replace the host take effect from the start.
  package var isEventOrClock: Bool {
    switch self {
    case .event, .end, .advance: true
    case .nothing, .set, .show, .expect, .host, .test, .chart: false
    }
  }
}

extension Machine {
  /// Starts the machine as a script of these steps does.
  package mutating func start(of steps: some Sequence<ScriptStep>) {
    for step in steps.prefix(while: { !$0.isEventOrClock }) where step.standsInForHost { perform(step) }
    start()
  }

  /// Carries out a step with an effect. Returns false for other steps, which a script's runner handles.
  @discardableResult
  package mutating func perform(_ step: ScriptStep) -> Bool {
    switch step {
    case .event(let event): send(event)
    case .end(let end): self.end(end)
    case .advance(let advance, let shown): self.advance(advance, shown: shown)
    case .set(let path, let expression, let shown): set(path, to: expression, shown: shown)
    case .show(let expression, let shown): show(expression, shown: shown)
    case .host(let line): answer(line)
    case .nothing, .expect, .test, .chart: return false
    }
    return true
  }

  // MARK: Lines

  /// Starts the machine and plays the lines of a script; invalid lines are skipped. Lines that replace the host before
  /// the first other line take effect from the start (Scripts.md). `note` gets the lines that replace the host,
  /// `before` is called before each other line. No further line is played when `isOver` is true.
  package mutating func play(
    _ lines: [String], answers: HostAnswers? = nil, note: (HostAnswers.Line) -> Void = { _ in },
    before: () -> Void = {}, until isOver: () -> Bool = { false }
  ) {
    self.answers = answers
    let parser = ScriptParser(chart)
    var isStarted = false
    for line in lines {
      if isOver() { break }
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
