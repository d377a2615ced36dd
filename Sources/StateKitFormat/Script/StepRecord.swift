package import StateKitCore

/// What happened during the last step of a script: what `:expect entered`, `did` and the like ask about.
package final class StepRecord: TraceSink {
  package private(set) var entered: Set<StateID> = []
  package private(set) var exited: Set<StateID> = []
  package private(set) var called: Set<[UInt8]> = []
  package private(set) var raised: Set<[UInt8]> = []
  package private(set) var sent: Set<[UInt8]> = []
  package private(set) var logged: Set<[UInt8]> = []
  /// Events and timers of the step that were ignored or declined, with the event as it is shown; at most a hundred.
  package private(set) var unhandled: [Unhandled] = []
  /// The event or timer that was taken up last.
  private var taken = Taken.event(.other("")) {
    didSet { isNoted = false }
  }
  private var isNoted = false

  /// An event or a timer that nothing took.
  package struct Unhandled {
    /// As it is shown.
    package let event: String
    package let outcome: Outcome

    /// What became of it.
    package var text: String {
      "\(event) was \(outcome.rawValue): "
        + (outcome == .declined ? "every guard was false" : "no active state has a handler")
    }
  }

  private enum Taken {
    case event(EventLabel)
    case after(Int64, StateID)
  }

  private let first: Chart
  /// That of the machine whose entries are looked at.
  private var chart: Chart

  package init(_ chart: Chart) {
    first = chart
    self.chart = chart
  }

  package func begin(_ header: TraceHeader) {
    if case .question = header { return }
    unhandled.removeAll(keepingCapacity: true)
    if case .event(let label, _) = header { taken = .event(label) }
    entered.removeAll(keepingCapacity: true)
    exited.removeAll(keepingCapacity: true)
    called.removeAll(keepingCapacity: true)
    raised.removeAll(keepingCapacity: true)
    sent.removeAll(keepingCapacity: true)
    logged.removeAll(keepingCapacity: true)
  }

  package func add(_ entries: TraceEntries) {
    for entry in entries {
      switch entry {
      case .child(let trace): add(trace)
      case .event(let label), .sendFired(_, let label):
        taken = .event(label)
      case .afterFired(_, let delay, let state): taken = .after(delay, state)
      case .ignored: note(.ignored)
      case .declined: note(.declined)
      case .enter(let state): entered.insert(state)
      case .exit(let state): exited.insert(state)
      case .effect(let effect, _): add(effect)
      default: break
      }
    }
  }

  /// What children did counts, but for the states that they entered and exited: those are not of this chart.
  private func add(_ trace: ChildTrace) {
    chart = first.relative(trace.chart)
    for entry in trace.entries {
      switch entry {
      case .event(let label), .sendFired(_, let label): taken = .event(label)
      case .afterFired(_, let delay, let state): taken = .after(delay, state)
      case .ignored: note(.ignored)
      case .declined: note(.declined)
      case .effect(let effect, _): add(effect)
      default: break
      }
    }
    chart = first
  }

  package func end(_ summary: TraceSummary) {}

  private func note(_ outcome: Outcome) {
    // A declined event has one entry for each guard that was false; the first one counts.
    if isNoted { return }
    isNoted = true
    guard unhandled.count < 100 else { return }
    switch taken {
    case .event(let label):
      note(DisplayText.name(String(decoding: chart.bytes(of: label), as: UTF8.self)), outcome)
    case .after(let delay, let state):
      note("after \(Delay.text(delay)) in \(chart.shownReference(state))", outcome)
    }
  }

  private func note(_ event: String, _ outcome: Outcome) {
    unhandled.append(Unhandled(event: event, outcome: outcome))
  }

  private func add(_ effect: Effect) {
    switch effect {
    case .call(let name, _): called.insert(Array(chart.names[name]))
    case .raise(let label, _): raised.insert(chart.bytes(of: label))
    case .send(let label, _, _): sent.insert(chart.bytes(of: label))
    case .log(let text): logged.insert(Array(text.utf8))
    case .cancel, .goToState, .assign: break
    }
  }
}
