internal import CEL
internal import StateKitCore
internal import StateKitFormat
internal import Synchronization

/// The outcome that an event has in a situation whenever the data give equal answers.
final class KnownVerdict: Sendable {
  let outcome: Outcome
  private let event: MemoisedStep.EventAdmission
  /// The questions about the data; nil if there are none.
  private let program: SharedProgram?
  /// The next verdict, for other answers.
  private let other = AtomicLazyReference<KnownVerdict>()
  private static let mostOthers = 16

  init(_ outcome: Outcome, event: MemoisedStep.EventAdmission, program: SharedProgram) {
    self.outcome = outcome
    self.event = event
    self.program = program.isEmpty ? nil : program
  }

  /// The verdict to try if the data give other answers.
  var alternative: KnownVerdict? { other.load() }

  /// True if it holds for an event with a payload. `isRejected`: true if the chart rejects the payload.
  func holds(for data: inout RestingData, payload: Payload, isRejected: () -> Bool) -> Bool {
    if payload.isNull ? !event.takesNothing : event.isChecked && isRejected() { return false }
    return program?.holds(for: &data, payload: payload.value) ?? true
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
      let holds = verdict.holds(for: &data, payload: payload) {
        core.chart.rejection(of: self.event(event, data: payload)) != nil
      }
      if holds { return verdict.outcome }
      next = verdict.alternative
    }
    return nil
  }

  /// Computes the verdict on an event of a machine at rest, and keeps it if it depends only on the data.
  func makeVerdict(_ event: String, data payload: Payload, index: Int) -> Outcome {
    let sent = self.event(event, data: payload)
    return look { machine in
      var found = StateKitFormat.Verdict.ignored
      let record = machine.recording { found = $0.verdict(on: sent) }
      let outcome = Self.outcome(found, of: sent, on: &machine)
      if case .rejected = outcome { return outcome }
      let bare = core.chart.event(event.utf8Bytes.span, data: nil)
      let admission = MemoisedStep.EventAdmission(
        takesNothing: core.chart.rejection(of: bare) == nil, isChecked: core.chart.alphabet != nil, isSeen: false)
      if let program = SharedProgram(record, of: index, in: core.chart, limit: core.mostHeld), program.onlyAsks {
        node.keep(KnownVerdict(outcome, event: admission, program: program), at: index)
      }
      return outcome
    }
  }
}
