package import StateKitCore

/// What would become of an event now, if it came; nothing happens.
package enum Verdict: Sendable {
  /// A handler would be taken, or `null` would stop the event.
  case handled
  /// The handlers whose guards are false, in the order in which they are asked.
  case declined([Int])
  /// No active state has a handler.
  case ignored
  /// Why it would not be let in.
  case rejected(String)

  package var isHandled: Bool {
    if case .handled = self { true } else { false }
  }

  /// The verdict in one word.
  package var word: String {
    switch self {
    case .handled: "handled"
    case .declined: "declined"
    case .ignored: "ignored"
    case .rejected: "rejected"
    }
  }

  /// The verdict in words, with what it rests on.
  package func text(in machine: Machine) -> String {
    let chart = machine.chart
    switch self {
    case .handled: return "handled"
    case .declined(let handlers):
      let guards = handlers.prefix(5).map { index in
        let handler = chart.handlers[index]
        return "\(chart.shownReference(handler.state)): \(chart.expressions[Int(handler.condition)].text)"
      }
      return "declined: " + guards.joined(separator: "; ") + (handlers.count > 5 ? "; …" : "")
    case .ignored: return machine.isFinished ? "ignored: the machine is finished" : "ignored"
    case .rejected(let why): return "rejected: \(why)"
    }
  }
}

extension Machine {
  /// What would become of an event now.
  package func verdict(on event: Event) -> Verdict {
    if isFinished { return .ignored }
    if let why = rejection(of: event) { return .rejected(why) }
    let inquiry = Inquiry(event, of: self)
    switch inquiry.outcome {
    case .handled: return .handled
    case .ignored: return .ignored
    case .rejected: return .rejected("")
    case .declined:
      let candidates = inquiry.lines.flatMap { $0.flatMap(\.candidates) }
      return .declined(candidates.filter { if case .declined = $0.fate { true } else { false } }.map(\.handler))
    }
  }
}
