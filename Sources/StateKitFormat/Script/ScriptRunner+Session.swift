import CEL
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

  /// The machine between two steps, and what the last step did.
  package struct Moment: Sendable {
    package let snapshot: MachineSnapshot
    let content: StepRecord.Content
    /// The recorded answers of the host that come next.
    var given = Queue<Value>()

    /// A machine whose last step is unknown.
    package init(_ snapshot: MachineSnapshot) {
      self.init(snapshot, after: .unknown)
    }

    init(_ snapshot: MachineSnapshot, after content: StepRecord.Content) {
      (self.snapshot, self.content) = (snapshot, content)
    }

    /// The memory in bytes: every value in full, as for a machine.
    package var size: Int { snapshot.held + content.size }
  }

  package var now: Moment {
    var moment = Moment(machine.snapshot, after: record.content)
    if let link { moment.given = link.given }
    return moment
  }

  package mutating func restore(_ moment: Moment) {
    restore(moment.snapshot)
    record.restore(moment.content)
    link?.given = moment.given
  }

  mutating func restore(_ snapshot: MachineSnapshot) {
    waiting = nil
    runs.restore(snapshot)
    link?.asksActions = snapshot.answers?.answersActions ?? false
  }

  /// The answers of the host since the last call, as a line that gives them again; nil without any.
  package func popAnswers() -> HostAnswers.Line? { link?.popAnswers() }

  /// Looks at the machine for a question beside the steps: an answer of the host to it belongs to no line.
  mutating func ask<Result>(_ body: (inout Machine) -> Result) -> Result {
    guard let link, link.partner != nil, !link.isJournaled else { return runs.look(body) }
    return HostLink.trying(on: link) { runs.look(body) }
  }

  /// Calls `body`, which only inspects the machine: the host is told of nothing, and its answers are not kept.
  package func inspecting<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try HostLink.trying(on: link, body)
  }

  /// Shows the effect of an event or a clock change, and restores the state before it.
  package mutating func peek(_ step: ScriptStep) {
    let before = now
    HostLink.trying(on: link) {
      switch step {
      case .event(let event): runs.send(event)
      case .advance(let advance, let shown): runs.advance(advance, shown: shown)
      case .end(let end): runs.end(end)
      case .nothing, .expect, .set, .show, .test, .chart, .host: break
      }
    }
    restore(before)
  }
}
