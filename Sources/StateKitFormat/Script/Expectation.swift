import CEL
package import StateKit

/// What an `:expect` line asks for (SPEC §3).
package enum Expectation: Sendable {
  case isIn([StateID])
  case isNotIn([StateID])
  case only([StateID])
  case outcome(Outcome)
  case error
  case entered([StateID])
  case exited([StateID])
  case did([String])
  case raised([String])
  case sent([String])
  case logged(String)
  case done
  case noTimers
  case timer(Int64)
  /// An expression that must be true.
  case holds(Expression)

  /// Why the expectation does not hold, or nil when it does.
  package func failure(in machine: inout Machine, after item: ItemRecord) -> String? {
    let configuration = machine.configuration
    let chart = machine.chart
    switch self {
    case .isIn(let states):
      let missing = states.filter { !configuration.isActive($0) }
      return missing.isEmpty ? nil : "not in \(list(missing, chart)); active: \(active(machine))"
    case .isNotIn(let states):
      let present = states.filter { configuration.isActive($0) }
      return present.isEmpty ? nil : "in \(list(present, chart)); active: \(active(machine))"
    case .only(let states):
      if Set(states) == Set(configuration.leaves) { return nil }
      return "expected only \(list(states, chart)); active: \(active(machine))"
    case .outcome(let outcome):
      guard item.outcome != outcome else { return nil }
      return "expected \(outcome.rawValue); the last event was \(item.outcome?.rawValue ?? "not there yet")"
    case .error:
      return item.hasError ? nil : "expected an error; there was none"
    case .entered(let states):
      let missing = states.filter { !item.entered.contains($0) }
      return missing.isEmpty ? nil : "\(list(missing, chart)) was not entered; active: \(active(machine))"
    case .exited(let states):
      let missing = states.filter { !item.exited.contains($0) }
      return missing.isEmpty ? nil : "\(list(missing, chart)) was not exited; active: \(active(machine))"
    case .did(let names): return missing(names, item.called, "done")
    case .raised(let names): return missing(names, item.raised, "raised")
    case .sent(let names): return missing(names, item.sent, "sent")
    case .logged(let text):
      return item.logged.contains(Array(text.utf8)) ? nil : "\(DisplayText.quoted(text)) was not logged"
    case .done: return machine.isFinished ? nil : "not done; active: \(active(machine))"
    case .noTimers: return machine.hasTimer(in: nil) ? "there are timers" : nil
    case .timer(let delay):
      return machine.hasTimer(in: delay) ? nil : "no timer is due in \(Delay.text(delay))"
    case .holds(let expression):
      do throws(DataModel.Failure) {
        let value = try machine.evaluate(expression)
        if case .bool(true) = value { return nil }
        return "expected \(expression.text); it is \(value.json)"
      } catch {
        return "expected \(expression.text): \(error.message)"
      }
    }
  }

  /// Whether this expectation is about how the last event ended, and so excuses it.
  package func excuses(_ code: DiagnosticCode) -> Bool {
    switch (self, code) {
    case (.error, .runError), (.outcome(.rejected), .rejected), (.outcome(.ignored), .ignored),
      (.outcome(.declined), .declined):
      true
    default: false
    }
  }

  private func missing(_ names: [String], _ found: Set<[UInt8]>, _ verb: String) -> String? {
    let missing = names.filter { !found.contains(Array($0.utf8)) }
    return missing.isEmpty ? nil : missing.map { DisplayText.name($0) }.joined(separator: ", ") + " was not \(verb)"
  }

  private func list(_ states: [StateID], _ chart: Chart) -> String {
    states.map { chart.shownReference($0) }.joined(separator: ", ")
  }

  private func active(_ machine: borrowing Machine) -> String {
    let shown = list(Array(machine.configuration.leaves.prefix(20)), machine.chart)
    return machine.configuration.leaves.count > 20 ? shown + ", …" : shown
  }
}

/// What happened during the last item of a script: what `:expect entered`, `did` and the like ask about.
package final class ItemRecord: TraceSink {
  package private(set) var outcome: Outcome?
  package private(set) var hasError = false
  /// Why the event of the item was not let in.
  package private(set) var rejection: String?
  package private(set) var entered: Set<StateID> = []
  package private(set) var exited: Set<StateID> = []
  package private(set) var called: Set<[UInt8]> = []
  package private(set) var raised: Set<[UInt8]> = []
  package private(set) var sent: Set<[UInt8]> = []
  package private(set) var logged: Set<[UInt8]> = []
  /// Events and timers of the item that were ignored or declined, with the event as it is shown; at most a hundred.
  package private(set) var unhandled: [(event: String, outcome: Outcome)] = []
  /// The event or timer that was taken up last.
  private var taken = Taken.event(.other("")) {
    didSet { isNoted = false }
  }
  private var isNoted = false

  private enum Taken {
    case event(EventLabel)
    case after(Int64, StateID)
  }

  private let chart: Chart
  /// Whether a script asks for more than the outcome.
  private let keepsAll: Bool

  package init(_ chart: Chart, keepsAll: Bool) {
    self.chart = chart
    self.keepsAll = keepsAll
  }

  package func begin(_ header: TraceHeader) {
    outcome = nil
    hasError = false
    rejection = nil
    unhandled.removeAll(keepingCapacity: true)
    if case .event(let label, _) = header { taken = .event(label) }
    guard keepsAll else { return }
    entered.removeAll(keepingCapacity: true)
    exited.removeAll(keepingCapacity: true)
    called.removeAll(keepingCapacity: true)
    raised.removeAll(keepingCapacity: true)
    sent.removeAll(keepingCapacity: true)
    logged.removeAll(keepingCapacity: true)
  }

  package func add(_ entries: [TraceEntry]) {
    for entry in entries {
      switch entry {
      case .error: hasError = true
      case .event(let label), .sendFired(_, let label):
        taken = .event(label)
      case .afterFired(_, let delay, let state): taken = .after(delay, state)
      case .ignored: note(.ignored)
      case .declined: note(.declined)
      case .rejected(let why): rejection = why
      default: break
      }
      guard keepsAll else { continue }
      switch entry {
      case .enter(let state): entered.insert(state)
      case .exit(let state): exited.insert(state)
      case .effect(let effect, _): add(effect)
      default: break
      }
    }
  }

  package func end(_ summary: TraceSummary) {
    outcome = summary.outcome
  }

  private func note(_ outcome: Outcome) {
    // A declined event has one entry for each guard that was false; the first one counts.
    if isNoted { return }
    isNoted = true
    guard unhandled.count < 100 else { return }
    switch taken {
    case .event(let label): unhandled.append((DisplayText.name(String(decoding: bytes(label), as: UTF8.self)), outcome))
    case .after(let delay, let state):
      unhandled.append(("after \(Delay.text(delay)) in \(chart.shownReference(state))", outcome))
    }
  }

  /// The outcome of the last timer or sent event, for an item that is no event itself.
  package func adopt(_ outcome: Outcome?) {
    self.outcome = self.outcome ?? outcome
  }

  private func add(_ effect: Effect) {
    switch effect {
    case .call(let name, _): called.insert(Array(chart.names[name]))
    case .raise(let label, _): raised.insert(bytes(label))
    case .send(let label, _, _): sent.insert(bytes(label))
    case .log(let text): logged.insert(Array(text.utf8))
    case .cancel, .goToState, .assign: break
    }
  }

  private func bytes(_ label: EventLabel) -> [UInt8] {
    switch label {
    case .known(let name): Array(chart.names[name])
    case .other(let name): Array(name.utf8)
    }
  }
}
