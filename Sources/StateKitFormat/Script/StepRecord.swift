package import StateKitCore

/// The effects of the last step of a script, for `:expect entered`, `did` and similar forms.
package final class StepRecord: TraceSink {
  package private(set) var entered: Set<StateID> = []
  package private(set) var exited: Set<StateID> = []
  package private(set) var called: [Carried] = []
  package private(set) var raised: [Carried] = []
  package private(set) var sent: [Carried] = []
  /// The invariants that did not hold.
  package private(set) var broken: [String] = []
  package private(set) var logged: Set<[UInt8]> = []
  /// True if there was an error that no state handled, or a `:set` after the event failed.
  package private(set) var hasError = false
  /// True if a machine rejected what another one sent, or the event itself.
  package private(set) var hasRejection = false
  /// True until something happens after `forget()`.
  package private(set) var isEmpty = false
  private var isQuestion = false
  /// Ignored and declined events and timers of the step, as shown; at most a hundred.
  package private(set) var unhandled: [Unhandled] = []
  /// The last event or timer of each machine, by the ids of the children on the way to it. An unhandled event is
  /// recorded after the children have handled it, too.
  private var taken: [[String]: Taken] = [:] {
    didSet { isNoted = false }
  }
  private var isNoted = false

  /// An event or a timer without a handler.
  package struct Unhandled {
    package let event: String
    package let outcome: Outcome

    /// The outcome as a sentence.
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
  /// The chart of the machine whose entries are being read.
  private var chart: Chart

  package init(_ chart: Chart) {
    first = chart
    self.chart = chart
  }

  package func begin(_ header: TraceHeader) {
    isQuestion = false
    if case .aside(let shown) = header {
      // Of a `:set`, an error is all that a script can expect.
      isQuestion = shown.utf8.first == UInt8(ascii: "?")
      return
    }
    forget()
    isEmpty = false
    if case .event(let label, _) = header { taken[[]] = .event(label) }
  }

  /// Forgets the last step: a machine resumes whose last event belongs to another run.
  func forget() {
    isEmpty = true
    hasError = false
    hasRejection = false
    unhandled.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    entered.removeAll(keepingCapacity: true)
    exited.removeAll(keepingCapacity: true)
    called.removeAll(keepingCapacity: true)
    raised.removeAll(keepingCapacity: true)
    sent.removeAll(keepingCapacity: true)
    logged.removeAll(keepingCapacity: true)
    broken.removeAll(keepingCapacity: true)
  }

  package func add(_ entries: TraceEntries) {
    for entry in entries {
      switch entry {
      case .child(let trace): add(trace)
      case .event(let label), .sendFired(_, let label):
        taken[[]] = .event(label)
      case .afterFired(_, let delay, let state): taken[[]] = .after(delay, state)
      case .ignored: note(.ignored, in: [])
      case .declined: note(.declined, in: [])
      case .invariant(let name): broken.append(name)
      case .error: if !isQuestion { hasError = true }
      case .rejected: hasRejection = true
      case .enter(let state): entered.insert(state)
      case .exit(let state): exited.insert(state)
      case .effect(let effect, _): add(effect)
      default: break
      }
    }
  }

  /// Adds the effects of children, except the states that they entered and exited, which belong to other charts.
  private func add(_ trace: ChildTrace) {
    chart = first.relative(trace.chart)
    for entry in trace.entries {
      switch entry {
      case .event(let label), .sendFired(_, let label): taken[trace.path] = .event(label)
      case .afterFired(_, let delay, let state): taken[trace.path] = .after(delay, state)
      case .ignored: note(.ignored, in: trace.path)
      case .declined: note(.declined, in: trace.path)
      case .invariant(let name): broken.append(name)
      case .error: if !isQuestion { hasError = true }
      case .rejected: hasRejection = true
      case .effect(let effect, _): add(effect)
      default: break
      }
    }
    chart = first
  }

  package func end(_ summary: TraceSummary) {}

  private func note(_ outcome: Outcome, in path: [String]) {
    // A declined event has one entry for each guard that was false; the first one counts.
    if isNoted { return }
    isNoted = true
    guard let taken = taken[path] else { return }
    guard unhandled.count < 100 else { return }
    switch taken {
    case .event(let label):
      note(DisplayText.name(String(decoding: chart.bytes(of: label), as: UTF8.self)), outcome: outcome)
    case .after(let delay, let state):
      note("after \(Delay.text(delay)) in \(chart.shownReference(state))", outcome: outcome)
    }
  }

  private func note(_ event: String, outcome: Outcome) {
    unhandled.append(Unhandled(event: event, outcome: outcome))
  }

  private func add(_ effect: Effect) {
    switch effect {
    case .call(let name, let data): called.append(Carried(name: chart.names.text(name), data: data))
    case .raise(let label, let data): raised.append(Carried(name: chart.text(of: label), data: data))
    case .send(let label, let data, _): sent.append(Carried(name: chart.text(of: label), data: data))
    case .log(let text): logged.insert(Array(text.utf8))
    case .cancel, .goToState, .assign: break
    }
  }
}
