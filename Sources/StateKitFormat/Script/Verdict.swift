import CEL
package import StateKitCore

/// The outcome that an event would have now, without handling it.
package enum Verdict: Sendable {
  /// A handler would be carried out, or `null` would stop the event.
  case handled
  /// The handlers whose guards are false, in search order.
  case declined([Refusal])
  /// No active state has a handler.
  case ignored
  /// The event would be rejected, with the reason.
  case rejected(String)

  /// A handler whose guard is false.
  package struct Refusal: Sendable {
    /// The ids of the children on the way to the machine of the handler; empty for the machine itself.
    package let path: [String]
    /// The index of the handler in the chart of that machine.
    package let handler: Int
    /// The evaluation error of its guard; nil if there is no error.
    package let error: String?
  }

  package var isHandled: Bool { if case .handled = self { true } else { false } }

  /// The outcome that the event would have.
  package var outcome: Outcome {
    switch self {
    case .handled: .handled
    case .declined: .declined
    case .ignored: .ignored
    case .rejected: .rejected
    }
  }

  /// The verdict in words, with its reasons.
  package func text(in machine: Machine) -> String {
    switch self {
    case .handled: return "handled"
    case .declined(let refusals):
      let guards = refusals.prefix(5).map { refusal in
        let chart = machine.descendant(at: refusal.path).chart
        let handler = chart.handlers[refusal.handler]
        let state = refusal.path.map { DisplayText.name($0) + ": " }.joined() + chart.shownReference(handler.state)
        return "\(state): \(chart.written(expression: handler.condition))"
      }
      return "declined: " + guards.joined(separator: "; ") + (refusals.count > 5 ? "; …" : "")
    case .ignored: return machine.isFinished ? "ignored: the machine is finished" : "ignored"
    case .rejected(let why): return "rejected: \(why)"
    }
  }
}

extension Machine {
  /// The outcome that an event would have now; for a forwarded event, the best outcome of the machines.
  package func verdict(on event: Event) -> Verdict {
    if isFinished { return .ignored }
    if let why = rejection(of: event) { return .rejected(why) }
    // A child may be stopped before it gets the event.
    if children.all.contains(where: \.facts.forwards) { return EventTrial(event, on: self).verdict }
    let inquiry = Inquiry(event, of: self)
    switch inquiry.outcome {
    case .handled: return .handled
    case .ignored, .rejected: return .ignored
    case .declined:
      return .declined(
        inquiry.lines.flatMap { $0.flatMap(\.candidates) }.compactMap { candidate in
          guard case .declined(let error) = candidate.fate else { return nil }
          return Verdict.Refusal(path: [], handler: candidate.handler, error: error)
        })
    }
  }

  /// The children to which an event is forwarded, for queries.
  package func passedOn(_ event: Event) -> [(child: Child.Facts, machine: Machine)] {
    // The end of host work is only for this machine.
    guard case .external = seen(event).origin else { return [] }
    return children.all.filter(\.facts.forwards).map { ($0.facts, looking(at: $0)) }
  }

  /// The outcome that an event would have with a suitable payload.
  package func outcome(of event: Event) -> Outcome {
    let outcome = isFirst ? verdict(on: event).outcome : .rejected
    if outcome != .rejected { return outcome }
    return passedOn(event).reduce(Inquiry(event, of: self).outcome) { best, child in
      best.better(child.machine.outcome(of: child.machine.received(event, from: self)))
    }
  }

  /// The names of the events that states of the chart handle, then those that children with forwarded events handle;
  /// each once.
  package var handledEventNames: [String] {
    var names = chart.inputEventNames
    var known = Set(names.map { Array($0.utf8) })
    for child in children.all where child.facts.forwards {
      for name in looking(at: child).handledEventNames where known.insert(Array(name.utf8)).inserted {
        if chart.rejection(of: chart.event(name.utf8Bytes.span, data: nil)) != Chart.undeclared { names.append(name) }
      }
    }
    return names
  }

  /// The event in the numbering of this machine's chart.
  package func received(_ event: Event, from parent: Machine) -> Event {
    chart.event(parent.chart.text(of: event.label).utf8Bytes.span, data: event.data)
  }

  /// A descendant machine, for queries; the machine itself if the path leads to none.
  package func descendant(at path: [String]) -> Machine {
    var found = self
    for id in path {
      guard let child = found.children.child(named: id) else { return self }
      found = found.looking(at: child)
    }
    return found
  }
}
