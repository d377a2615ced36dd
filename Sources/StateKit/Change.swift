internal import CEL
internal import StateKitCore

/// One thing that a step did. States are full paths.
public enum Change: Sendable, Hashable {
  /// A state was exited.
  case exited(String)
  /// A state was entered.
  case entered(String)
  /// A host action was done.
  case called(String, Payload)
  /// A text was logged.
  case logged(String)
  /// A path of the context was set.
  case assigned(String, Payload)
  /// An event was put into the machine's own queue, with what it carries.
  case raised(String, Payload)
  /// An event was sent, with what it carries; it is taken up after the delay.
  case sent(String, Payload, delay: Swift.Duration)
  /// A sent event was cancelled: its id.
  case cancelled(String)
  /// An action led to a state.
  case wentTo(String)
  /// An internal or a sent event was taken up.
  case took(String)
  /// A handler of `always` of this state was taken.
  case always(String)
  /// A timer of this state fired.
  case timer(String, after: Swift.Duration)
  /// A delayed event was taken up.
  case fired(String)
  /// Nothing handled an event that was taken up, a timer or the event of the step.
  case ignored
  /// A guard of this state was false.
  case declined(String, guardText: String)
  /// `null` in this state stopped the event.
  case forbidden(String)
  /// The event was not let in: why.
  case rejected(String)
  /// An error that nothing in the chart took up.
  case error(String)
  /// An invariant does not hold.
  case invariant(String)
  /// A host invocation began: its id, what the host is asked for, and its input.
  case invoked(String, source: String, Payload)
  /// A host invocation was stopped before its end.
  case stopped(String)
  /// The machine is finished.
  case done
  /// A child did something; its id, after those of the machines on the way to it.
  indirect case child(String, Change)

  /// Nil for what is no change.
  private init?(_ entry: TraceEntry, in chart: StateKitCore.Chart) {
    switch entry {
    case .exit(let state): self = .exited(chart.path(state))
    case .enter(let state): self = .entered(chart.path(state))
    case .effect(let effect, _): self.init(effect, in: chart)
    case .event(let label): self = .took(chart.text(of: label))
    case .always(let state): self = .always(chart.path(state))
    case .afterFired(_, let delay, let state): self = .timer(chart.path(state), after: .milliseconds(delay))
    case .sendFired(_, let label): self = .fired(chart.text(of: label))
    case .ignored: self = .ignored
    case .declined(let state, let text): self = .declined(chart.path(state), guardText: text)
    case .forbidden(let state): self = .forbidden(chart.path(state))
    case .rejected(let why): self = .rejected(why)
    case .error(let message, _): self = .error(message)
    case .invariant(let name): self = .invariant(name)
    case .invoke(let id, let source, let input): self = .invoked(id, source: source, Payload(input))
    case .stop(let id): self = .stopped(id)
    case .done: self = .done
    case .value: return nil
    // A child's are several.
    case .child: return nil
    }
  }

  /// What an entry of a trace says.
  static func all(_ entry: TraceEntry, of first: StateKitCore.Chart) -> [Change] {
    guard case .child(let trace) = entry else { return Change(entry, in: first).map { [$0] } ?? [] }
    let chart = first.relative(trace.chart)
    let path = trace.path.joined(separator: ".")
    return trace.entries.compactMap { Change($0, in: chart).map { .child(path, $0) } }
  }

  private init(_ effect: Effect, in chart: StateKitCore.Chart) {
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
