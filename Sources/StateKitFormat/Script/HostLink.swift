package import CEL
package import StateKitCore

/// The program that does the work of a chart's host during a run.
package protocol HostPartner: AnyObject {
  /// Carries out an action. If a reply is wanted, returns it: null, or the reason why it failed as a text.
  func perform(_ action: HostDeed, wantsReply: Bool) -> Value
  /// Answers a guard: a bool, or the reason why there is no answer as a text.
  func answer(_ guardName: String, parameters: Value) -> Value
  /// Work of the host begins, or is stopped.
  func begin(_ work: HostWork, input: Value?)
  func stop(_ work: HostWork)
}

/// A host action with its occasion.
package struct HostDeed: Sendable {
  package let name: String
  package let data: Value?
  /// The event that is handled; nil at the start and for a timer.
  package let event: String?
  /// The state whose action it is.
  package let state: String?
}

/// The connection of a run to its host. Answers that were recorded replace those of the partner, so that a run can be
/// repeated without it.
package final class HostLink: MachineHost {
  /// nil if only recorded answers are given.
  package var partner: (any HostPartner)?
  /// True if each action is answered (`:host answers`).
  package internal(set) var asksActions = false
  /// True while lines are repeated that the partner knows: nothing is sent to it.
  package var isMuted = false
  /// True during a trial: the partner answers guards, and is told of nothing.
  private var isTrial = false
  /// True if the answers to questions beside the steps are kept, too: a journal repeats the questions.
  package var isJournaled = false
  /// Recorded answers that come next.
  var given = Queue<Value>()
  private var begun: [(work: HostWork, input: Value?)] = []
  /// The answers of the partner since they were last taken.
  private var answers: [Value] = []

  package init(_ partner: (any HostPartner)?) {
    self.partner = partner
  }

  /// Adds recorded answers (`:host answered`).
  func addAnswers(_ values: [Value]) { for value in values { given.append(value) } }

  /// Forgets recorded answers that are left over: the machine starts again.
  func restart(asksActions: Bool) {
    self.asksActions = asksActions
    given = Queue()
    answers = []
  }

  /// Calls `body` for a trial: the partner answers guards, and is told of nothing. No answer is used up or kept.
  package static func trying<Result, Failure: Error>(
    on link: HostLink?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let link else { return try body() }
    let (wasTrial, given, begun, answers) = (link.isTrial, link.given, link.begun, link.answers)
    link.isTrial = true
    defer { (link.isTrial, link.given, link.begun, link.answers) = (wasTrial, given, begun, answers) }
    return try body()
  }

  /// The answers of the partner since the last call, as a line that gives them again; nil without any.
  package func popAnswers() -> HostAnswers.Line? {
    if answers.isEmpty { return nil }
    defer { answers = [] }
    return .answered(answers)
  }

  // MARK: The machine's host

  package func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String? {
    let chart = machine.chart
    let occasion = machine.occasion
    let seen = machine.data.seen
    let deed = HostDeed(
      name: chart.names.text(action), data: data, event: seen.isEvent ? chart.text(of: seen.label) : nil,
      state: (occasion.hook ?? occasion.source).map { chart.reference($0) })
    var reply = Value.null
    if asksActions, let known = given.popFirst() {
      reply = known
    } else if !isMuted, !isTrial, let partner {
      reply = partner.perform(deed, wantsReply: asksActions)
      if asksActions { answers.append(reply) }
    }
    if case .string(let reason) = reply { return reason }
    return nil
  }

  package func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer? {
    let answer: Value
    if let known = given.popFirst() {
      answer = known
    } else if !isMuted, let partner {
      answer = partner.answer(guardName, parameters: parameters)
      answers.append(answer)
    } else {
      return nil
    }
    switch answer {
    case .bool(let flag): return flag ? .yes : .no
    case .string(let reason): return .error(reason)
    default: return nil
    }
  }

  package func start(_ work: HostWork, input: Value?, machine: inout Machine) {
    begun.removeAll { Self.isSame($0.work, work) }
    begun.append((work, input))
    if !isMuted, !isTrial { partner?.begin(work, input: input) }
  }

  private static func isSame(_ a: HostWork, _ b: HostWork) -> Bool {
    a.id.utf8.elementsEqual(b.id.utf8) && a.path.elementsEqual(b.path) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Tells the partner from now on what happens, and begins the running work of a resumed machine again. The input of work
  /// that began in an earlier run is evaluated now.
  package func resume(_ machine: Machine) {
    isMuted = false
    for work in machine.allRunningWork {
      partner?.begin(work, input: begun.last { Self.isSame($0.work, work) }?.input ?? machine.input(of: work))
    }
  }

  package func stop(_ work: HostWork, machine: inout Machine) { if !isMuted, !isTrial { partner?.stop(work) } }

  package func willRunChild(of machine: inout Machine) {}
  package func didEnter(_ state: StateID, machine: inout Machine) {}
  package func willRunExit(of state: StateID, machine: inout Machine) {}
  package func willHandle(_ machine: inout Machine) {}
  package func didHandle(_ event: SeenEvent, machine: inout Machine) {}
}
