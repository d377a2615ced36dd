package import StateKitCore

/// Inspecting and restoring, for interactive sessions.
extension ScriptRunner {
  package var machine: Machine { runs.current }

  /// Looks at the machine, and at what the last step did.
  package mutating func observe<Result>(_ body: (inout Machine, StepRecord) -> Result) -> Result {
    let record = record
    return runs.look { body(&$0, record) }
  }

  /// Observes the machine between microsteps; nothing is replayed then.
  package var observer: (any MachineObserver)? {
    get { runs.observer }
    set { runs.observer = newValue }
  }

  /// True if a `:test` line has been run.
  package var hasBegunTest: Bool { isInTest }

  /// The set-up lines of every test.
  package var setUpLines: [ScriptLine] { setUp.all.map(\.line) }

  /// Replaces the set-up lines, for a session that went back and continued differently.
  package mutating func replaceSetUp(_ lines: [(step: ScriptStep, line: ScriptLine)]) {
    setUp.removeAll()
    for (step, line) in lines where setUp.isOpen { setUp.keep(step, line: line) }
  }

  package mutating func restore(_ snapshot: MachineSnapshot) {
    waiting = nil
    runs.restore(snapshot)
  }

  /// Shows the effect of an event or a clock change, and restores the state before it.
  package mutating func peek(_ step: ScriptStep) {
    let snapshot = machine.snapshot
    // A trial has no effects.
    let isMuted = link?.isMuted ?? false
    link?.isMuted = true
    defer { link?.isMuted = isMuted }
    switch step {
    case .event(let event): runs.send(event)
    case .advance(let advance, let shown): runs.advance(advance, shown: shown)
    case .end(let end): runs.end(end)
    case .nothing, .expect, .set, .show, .test, .chart, .host: break
    }
    runs.restore(snapshot)
  }
}
