package import StateKitCore

/// Starting, and the replacements for the host from the start on.
extension ScriptRunner {
  /// Enters the chart. If the chart asks the host, waits for the first line with an effect.
  package mutating func start() -> [Report] {
    waiting = WaitingStart()
    return asksHost ? [] : begin()
  }

  /// Restarts as if nothing had been run. `lines` replace the host from the start on, as do the kept `answers`.
  package mutating func restart(
    _ lines: [HostAnswers.Line] = [], keeping answers: HostAnswers? = nil
  ) -> [Report] {
    isInTest = false
    waiting = nil
    let asksActions = answers?.answersActions ?? false
    link?.restart(asksActions: asksActions && asksHost)
    if asksHost {
      runs.renew()
      if let answers { runs.answers = answers }
      for line in lines { answer(line) }
      runs.start()
    } else {
      runs.restart()
      // As in a script, the start comes before these lines.
      if let answers { runs.answers = answers }
      link?.asksActions = asksActions
    }
    pending = faults(of: nil)
    return []
  }

  /// True if the start waits for lines that replace the host.
  package var isWaiting: Bool { waiting != nil }

  /// Enters the chart if the start has waited, and runs the lines that waited for it.
  package mutating func begin() -> [Report] {
    guard let held = waiting else { return [] }
    waiting = nil
    runs.start()
    pending = faults(of: nil)
    var reports: [Report] = []
    for (step, line) in held.lines { reports += perform(step, line: line) }
    return reports
  }

  /// Begins with a saved machine instead of a start, as does each test. Its last event belongs to another run.
  package mutating func begin(from snapshot: MachineSnapshot, lines: [HostAnswers.Line]) {
    let snapshot = snapshot.ended(nil, faults: [], rejection: nil)
    resume(from: snapshot, lines: lines)
    record.forget()
    beginning = (snapshot, runs.answers)
  }

  /// Continues from a saved machine instead of a start; `lines` replaced the host at that time.
  package mutating func resume(from snapshot: MachineSnapshot, lines: [HostAnswers.Line]) {
    let given = runs.answers?.lines ?? []
    restore(snapshot)
    pending = []
    let answers = (lines + given).reduce(nil as HostAnswers?) { HostAnswers.adding($1, to: $0) }
    if let answers { runs.answers = answers }
    if answers?.answersActions == true { hostLink().asksActions = true }
  }

  /// Keeps a line from before the saved machine for the set-up of the tests.
  package mutating func remember(_ step: ScriptStep, line: ScriptLine) {
    if case .test = step { isInTest = true } else { setUp.keep(step, line: line) }
  }

  /// Connects the machine with a host, before its start.
  package mutating func attach(_ link: HostLink) {
    self.link = link
    runs.embedder = link
  }

  /// The connection to the host; one without a partner has recorded answers only.
  private mutating func hostLink() -> HostLink {
    if let link { return link }
    let link = HostLink(nil)
    attach(link)
    return link
  }

  /// The current answers to host guards, and named delays.
  package var answers: HostAnswers? { runs.answers }

  mutating func answer(_ line: HostAnswers.Line) {
    switch line {
    case .actions: hostLink().asksActions = true
    case .answered(let values): hostLink().addAnswers(values)
    case .guard, .delay: break
    }
    runs.answers = HostAnswers.adding(line, to: runs.answers)
    recorder?.note(line)
  }

  mutating func beginTest(_ shown: String, line: ScriptLine) -> [Report] {
    var reports = finish()
    if setUp.isTooLong {
      reports.append(
        report(.tooMany, line: line, message: "more than \(SetUpLines.limit) before the first test, the limit"))
    }
    isInTest = true
    link?.restart(asksActions: beginning?.answers?.answersActions ?? false)
    runs.note(shown)
    if let beginning {
      restore(beginning.snapshot)
      record.forget()
      runs.answers = beginning.answers
    } else {
      runs.renew()
      reports += start()
    }
    for (step, line) in setUp.all { reports += run(step, at: line) }
    return reports
  }
}

/// A start that waits for the lines that replace the host. If these lines come before the first event or clock change,
/// they take effect from `init` (Scripts.md).
struct WaitingStart: Sendable {
  /// The lines that wait for the start.
  private(set) var lines: [(step: ScriptStep, line: ScriptLine)] = []

  /// The highest number of waiting lines.
  private static let mostLines = 1_000

  /// Keeps a line until after the start; returns false if the start must be now.
  mutating func hold(_ step: ScriptStep, line: ScriptLine) -> Bool {
    switch step {
    case .set, .expect, .show:
      if lines.count == Self.mostLines { return false }
      lines.append((step, line))
      return true
    case .nothing, .chart: return true
    case .event, .end, .advance, .test, .host: return false
    }
  }
}
