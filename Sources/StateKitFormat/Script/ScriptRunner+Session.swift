package import StateKitCore

/// Looking around, and going back: for sessions.
extension ScriptRunner {
  /// The machine as it is now.
  package var machine: Machine { runs.current }

  /// Looks on between microsteps; nothing is replayed then.
  package var observer: (any MachineObserver)? {
    get { runs.observer }
    set { runs.observer = newValue }
  }

  /// Whether a `:test` line has been run.
  package var hasBegunTest: Bool { isInTest }

  /// The lines that every test begins with.
  package var setUpLines: [ScriptLine] { setUp.all.map(\.line) }

  /// Puts other lines instead of those that every test begins with: for a session that went back and on otherwise.
  package mutating func replaceSetUp(_ lines: [(step: ScriptStep, line: ScriptLine)]) {
    setUp.removeAll()
    for (step, line) in lines where setUp.isOpen { setUp.keep(step, line: line) }
  }

  /// Makes the machine what it was.
  package mutating func restore(_ snapshot: MachineSnapshot) {
    waiting = nil
    runs.restore(snapshot)
  }

  /// Writes what an event or a move of the clock would do, and leaves everything as it was.
  package mutating func peek(_ step: ScriptStep) {
    let snapshot = machine.snapshot
    switch step {
    case .event(let event): runs.send(event)
    case .advance(let advance, let shown): runs.advance(advance, shown: shown)
    case .end(let end): runs.end(end)
    case .nothing, .expect, .set, .show, .test, .chart, .host: break
    }
    runs.restore(snapshot)
  }
}
