package import StateKitCore

/// The reason why an event has no handler, for people: the active states and those that would handle it, or the guards
/// that are false.
package struct UnhandledReason {
  /// In one line: the active states, then the states that would handle the event, or each guard with its state.
  package let text: String
  package let parts: [ExpressionValues.Part]

  private static let mostGuards = 5
  private static let mostStates = 10

  /// Returns nil if the event is handled or rejected.
  package init?(_ event: Event, in machine: Machine) {
    switch machine.verdict(on: event) {
    case .handled, .rejected: return nil
    case .ignored:
      text = machine.isFinished ? "the machine is finished" : Self.text(ignoring: event, in: machine)
      parts = []
    case .declined(let refusals):
      var parts: [ExpressionValues.Part] = []
      var guards: [String] = []
      for refusal in refusals.prefix(Self.mostGuards) {
        let asked = machine.descendant(at: refusal.path)
        var seeing = asked.seeing(asked.received(event, from: machine))
        let handler = asked.chart.handlers[refusal.handler]
        let condition = asked.chart.expressions[Int(handler.condition)]
        let path = refusal.path.map { DisplayText.name($0) + ": " }.joined()
        guards.append("\(path)\(asked.chart.shownReference(handler.state)) asks \(condition.text)")
        for part in ExpressionValues.of(condition, in: &seeing)
        where !parts.contains(where: { $0.text.utf8.elementsEqual(part.text.utf8) }) {
          parts.append(part)
        }
      }
      text = guards.joined(separator: "; ") + (refusals.count > guards.count ? "; …" : "")
      self.parts = parts
    }
  }

  /// Explains the last event of the machine; nil if it is no longer known, or if a child handled it.
  package init?(ofLastEventIn machine: Machine) {
    guard !machine.isOutcomeOfChild, let event = machine.seenEvent, let outcome = machine.lastOutcome,
      machine.verdict(on: event).outcome == outcome
    else { return nil }
    self.init(event, in: machine)
  }

  /// The outcome of the last event and its reason, if the event had no handler: that may explain a failed expectation.
  static func note(in machine: Machine) -> UnhandledReason? {
    guard let outcome = machine.lastOutcome, outcome != .handled else { return nil }
    if let why = machine.rejection { return UnhandledReason("the last event was rejected: \(why)", parts: []) }
    let reason = UnhandledReason(ofLastEventIn: machine)
    let text = "the last event was \(outcome.rawValue)" + (reason.map { ": \($0.text)" } ?? "")
    return UnhandledReason(text, parts: reason?.parts ?? [])
  }

  private init(_ text: String, parts: [ExpressionValues.Part]) {
    self.text = text
    self.parts = parts
  }

  /// The active states and those that would handle the event.
  package static func text(ignoring event: Event, in machine: Machine) -> String {
    let chart = machine.chart
    let active = "active: " + ExpectationForm.active(machine)
    let states = chart.statesReceiving(event)
    if states.isEmpty {
      let help = chart.helpForUnhandled(chart.text(of: event.label))
      return "\(active); no state handles it" + (help.map { ", \($0)" } ?? "")
    }
    let shown = states.prefix(mostStates).map { chart.shown($0) }.joined(separator: ", ")
    return "\(active); handled in \(shown)"
      + (states.count > mostStates ? " and \(states.count - mostStates) more" : "")
  }
}
