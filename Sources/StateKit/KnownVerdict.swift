internal import CEL
internal import StateKitCore
internal import StateKitFormat
internal import Synchronization

/// The outcome that an event has in a situation whenever the data and the host guards give equal answers.
final class KnownVerdict: Sendable {
  let outcome: Outcome
  private let decisions: MemoisedStep.Decisions
  /// The next verdict, for other answers.
  private let other = AtomicLazyReference<KnownVerdict>()
  private static let mostOthers = 16

  init(_ outcome: Outcome, decisions: MemoisedStep.Decisions) {
    self.outcome = outcome
    self.decisions = decisions
  }

  /// The verdict to try if the data or guards give other answers.
  var alternative: KnownVerdict? { other.load() }

  /// True if it holds for an event with a payload. `isRejected`: true if the chart rejects the payload.
  func holds(for machine: Statechart, payload: Payload, isRejected: () -> Bool) -> Bool {
    let event = decisions.event
    if payload.isNull ? !event.takesNothing : event.isChecked && isRejected() { return false }
    if let program = decisions.program,
      !machine.changingData({ program.holds(for: &$0, payload: payload.value) })
    {
      return false
    }
    return decisions.questions.isEmpty || machine.host?.agrees(with: decisions.questions, payload: payload) == true
  }

  /// Adds a verdict for other answers.
  func append(_ verdict: KnownVerdict) {
    var last = self
    for _ in 0..<Self.mostOthers {
      let next = last.other.storeIfNil(verdict)
      if next === verdict { return }
      last = next
    }
  }
}

extension Statechart {
  /// Finds the verdict on an event of a machine at rest; nil if it is not known.
  func knownVerdict(_ event: String, data payload: Payload, index: Int) -> Outcome? {
    var next = node.verdict(index)
    while let verdict = next {
      let holds = verdict.holds(for: self, payload: payload) {
        core.chart.rejection(of: self.event(event, data: payload)) != nil
      }
      if holds {
        host?.forgetAnswers()
        return verdict.outcome
      }
      next = verdict.alternative
    }
    return nil
  }

  /// Computes the verdict on an event of a machine at rest, and keeps it if it depends only on the data and on guards.
  func makeVerdict(_ event: String, data payload: Payload, index: Int) -> Outcome {
    let sent = self.event(event, data: payload)
    return look { machine in
      var found = StateKitFormat.Verdict.ignored
      let record = machine.recording(withQuestions: true) { machine in
        found = givingAnswers { machine.verdict(on: sent) }
      }
      let outcome = Self.outcome(found, of: sent, on: machine)
      if case .rejected = outcome { return outcome }
      if let program = SharedProgram(record, of: index, in: core.chart, limit: core.mostHeld), program.onlyAsks {
        let decisions = MemoisedStep.Decisions(program, event: index, core: core)
        node.keep(KnownVerdict(outcome, decisions: decisions), at: index)
      }
      return outcome
    }
  }
}
