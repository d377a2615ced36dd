internal import CEL
internal import StateKitCore

/// A question to a host guard in a memoised step or a known verdict: asked before the step changes anything.
final class KnownQuestion: Sendable {
  /// The index of the guard among those that the chart needs.
  let index: Int
  /// The answer on which the step is based.
  let holds: Bool
  private let event: String
  /// The arguments for an event without a payload: of a closure of the program, and of a closure in a chart in code.
  private let given: Call
  private let inChart: Call

  private init(_ question: HostQuestion, index: Int, event: String) {
    func call(_ data: Payload?) -> Call {
      Call(Call.Facts(action: question.guardName, data: data, event: event), payload: .null)
    }
    self.index = index
    self.event = event
    holds = question.holds
    given = call(Payload(question.parameters))
    inChart = call(nil)
  }

  /// The questions of a program for an event, by its index.
  static func all(_ program: SharedProgram, event: Int, core: ChartCore) -> [KnownQuestion] {
    if program.questions.isEmpty { return [] }
    let event = core.chart.names.text(core.chart.eventNames[event])
    return program.questions.compactMap { question in
      core.needs.guards.index(of: question.guardName).map { KnownQuestion(question, index: $0, event: event) }
    }
  }

  /// The argument of the closure that answers it.
  @inline(__always)
  func call(isInChart: Bool, payload: Payload, sendingTo mailbox: Mailbox) -> Call {
    isInChart
      ? inChart.carrying(payload, sendingTo: mailbox)
      : given.carrying(payload, sendingTo: mailbox)
  }

  /// The event that expressions see while it is asked.
  func seen(payload: ChartValue, in chart: Chart) -> SeenEvent {
    SeenEvent(external: chart.event(event.utf8Bytes.span, data: payload.isNull ? nil : payload), in: chart)
  }
}

extension HostTable {
  /// Asks the guards of a step that has not begun, in their order. Returns false at the first answer that differs.
  ///
  /// Each guard is asked once for all alternatives of a step: as long as the answers agree, the alternatives ask the same
  /// questions.
  func agrees(with questions: [KnownQuestion], payload: Payload) -> Bool {
    for (index, question) in questions.enumerated() {
      if index == answered.count {
        guard let closure = guards[question.index] else { return false }
        answered.append(answer(to: question, by: closure, payload: payload))
      }
      switch answered[index] {
      case .yes: if !question.holds { return false }
      case .no: if question.holds { return false }
      case .error: return false
      }
    }
    return true
  }

  private func answer(to question: KnownQuestion, by closure: GuardClosure, payload: Payload) -> HostAnswer {
    replayed.question = question
    if !payload.isNull { replayed.payload = payload.value }
    defer {
      replayed.question = nil
      if !payload.isNull { replayed.payload = .null }
    }
    defer { renewRefused() }
    return ask(
      closure, call: question.call(isInChart: closure.isInChart, payload: payload, sendingTo: refused), moment: .asking)
  }

  /// Forgets the answers of guards at the end of a memoised step.
  @inline(__always)
  func forgetAnswers() {
    if !answered.isEmpty { answered.removeAll(keepingCapacity: true) }
  }
}

extension Statechart {
  /// Calls `body`, in which an engine makes the step or the verdict for which guards may already have been asked.
  func givingAnswers<Result>(_ body: () -> Result) -> Result {
    guard let host, !host.answered.isEmpty else { return body() }
    host.given = host.answered[...]
    host.answered = []
    defer { host.given = [] }
    return body()
  }
}
