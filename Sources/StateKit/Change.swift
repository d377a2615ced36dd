internal import CEL
internal import StateKitCore

/// One thing that a step did. States are full paths.
public enum Change: Sendable, Hashable {
  /// A state was exited.
  case exited(String)
  /// A state was entered.
  case entered(String)
  /// A host action was called.
  case called(String, Payload)
  /// A text was logged.
  case logged(String)
  /// A path of the context was assigned.
  case assigned(String, Payload)
  /// An event was put into the machine's internal queue, with its payload.
  case raised(String, Payload)
  /// An event was sent, with its payload; it is handled after the delay.
  case sent(String, Payload, delay: Swift.Duration)
  /// A sent event was cancelled: its id.
  case cancelled(String)
  /// A `goToState` action led to a state.
  case wentTo(String)
  /// An internal or external event was taken from its queue.
  case took(String)
  /// An `always` handler of this state was carried out.
  case always(String)
  /// A timer of this state fired.
  case timer(String, after: Swift.Duration)
  /// A delayed event was due.
  case fired(String)
  /// No handler was found for an event, a timer or the event of the step.
  case ignored
  /// A guard of this state was false.
  case declined(String, guardText: String)
  /// `null` in this state stopped the event.
  case forbidden(String)
  /// The event was rejected, with the reason.
  case rejected(String)
  /// An error occurred that no handler of the chart handled.
  case error(String)
  /// An invariant does not hold.
  case invariant(String)
  /// A host invocation began: its id, its source and its input.
  case invoked(String, source: String, Payload)
  /// A host invocation was stopped before its end.
  case stopped(String)
  /// The machine is finished.
  case done
  /// A change of a child; the path contains the ids of all machines down to it.
  indirect case child(String, Change)

  /// Returns nil for an entry that is not a change.
  private init?(_ entry: TraceEntry, in chart: Chart) {
    switch entry {
    case .exit(let state): self = .exited(chart.path(state))
    case .enter(let state): self = .entered(chart.path(state))
    case .effect(let effect, _): self.init(effect, in: chart)
    case .event(let label): self = .took(chart.text(of: label))
    case .always(let state): self = .always(chart.path(state))
    case .afterFired(_, let delay, let state): self = .timer(chart.path(state), after: .milliseconds(delay))
    case .sendFired(_, let label): self = .fired(chart.text(of: label))
    case .ignored: self = .ignored
    case .declined(let state, let text, _): self = .declined(chart.path(state), guardText: text)
    case .forbidden(let state): self = .forbidden(chart.path(state))
    case .rejected(let why): self = .rejected(why)
    case .error(let message, _): self = .error(message)
    case .invariant(let name): self = .invariant(name)
    case .invoke(let id, let source, let input): self = .invoked(id, source: source, Payload(input))
    case .stop(let id): self = .stopped(id)
    case .done: self = .done
    case .value: return nil
    // An entry of a child may contain several changes.
    case .child: return nil
    }
  }

  static func all(_ entry: TraceEntry, of first: Chart) -> [Change] {
    guard case .child(let trace) = entry else { return Change(entry, in: first).map { [$0] } ?? [] }
    let chart = first.relative(trace.chart)
    let path = trace.path.joined(separator: ".")
    return trace.entries.compactMap { Change($0, in: chart).map { .child(path, $0) } }
  }

  private init(_ effect: Effect, in chart: Chart) {
    switch effect {
    case .call(let name, let data): self = .called(chart.names.text(name), Payload(data))
    case .log(let text): self = .logged(text)
    case .raise(let label, let data): self = .raised(chart.text(of: label), Payload(data))
    case .send(let label, let data, let delay):
      self = .sent(chart.text(of: label), Payload(data), delay: .milliseconds(delay))
    case .assign(let path, let value): self = .assigned(path.text, Payload(value))
    case .cancel(let id): self = .cancelled(id)
    case .goToState(let state): self = .wentTo(chart.path(state))
    }
  }
}

extension Payload {
  init(_ value: ChartValue?) {
    self.init(value ?? .null)
  }
}
