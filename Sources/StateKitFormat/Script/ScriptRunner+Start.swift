package import StateKitCore

/// Starting, and what stands in for the host from then on.
extension ScriptRunner {
  /// Enters the chart; one that asks the host, with the first line that makes something happen.
  package mutating func start() -> [Report] {
    waiting = WaitingStart()
    return asksHost ? [] : begin()
  }

  /// Starts again, as if nothing had been run. `lines` stand in for the host from the start on, as does what is kept.
  package mutating func restart(
    _ lines: [HostAnswers.Line] = [], keeping answers: HostAnswers? = nil
  ) -> [Report] {
    isInTest = false
    waiting = nil
    if asksHost {
      runs.renew()
      if let answers { runs.answers = answers }
      for line in lines { answer(line) }
      runs.start()
    } else {
      runs.restart()
    }
    pending = faults(of: nil)
    return []
  }

  /// The start waits for lines that stand in for the host.
  package var isWaiting: Bool { waiting != nil }

  /// Enters the chart where that has waited, and does what has waited for it.
  package mutating func begin() -> [Report] {
    guard let held = waiting else { return [] }
    waiting = nil
    runs.start()
    pending = faults(of: nil)
    var reports: [Report] = []
    for (step, line) in held.lines { reports += perform(step, line: line) }
    return reports
  }

  /// Goes on from a machine that was saved, in place of a start; `lines` stood in for the host then.
  package mutating func resume(from snapshot: MachineSnapshot, lines: [HostAnswers.Line]) {
    let given = runs.answers?.lines ?? []
    restore(snapshot)
    pending = []
    let answers = (lines + given).reduce(nil as HostAnswers?) { HostAnswers.adding($1, to: $0) }
    if let answers { runs.answers = answers }
  }

  /// What answers host guards and named delays now.
  package var answers: HostAnswers? { runs.answers }

  mutating func answer(_ line: HostAnswers.Line) {
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
    runs.note(shown)
    runs.renew()
    reports += start()
    for (step, line) in setUp.all { reports += run(step, at: line) }
    return reports
  }
}
