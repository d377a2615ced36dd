import CEL
package import StateKitCore

/// What an `:expect` line asks for (Scripts.md).
package enum Expectation: Sendable {
  case isIn([StatePlace])
  case isNotIn([StatePlace])
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
  /// The event would be handled now, or would not; nothing happens.
  case can(Event, isWanted: Bool)
  /// An expression that must be true.
  case holds(Expression)

  /// Why the expectation does not hold, or nil when it does.
  package func failure(in machine: inout Machine, after item: ItemRecord) -> String? {
    let configuration = machine.configuration
    let chart = machine.chart
    switch self {
    case .isIn(let states):
      let missing = states.filter { !machine.isActive($0) }
      return missing.isEmpty ? nil : "not in \(list(missing, chart)); active: \(active(machine))"
    case .isNotIn(let states):
      let present = states.filter { machine.isActive($0) }
      return present.isEmpty ? nil : "in \(list(present, chart)); active: \(active(machine))"
    case .only(let states):
      if Set(states) == Set(configuration.leaves) { return nil }
      return "expected only \(list(states, chart)); active: \(active(machine))"
    case .outcome(let outcome):
      guard machine.lastOutcome != outcome else { return nil }
      return "expected \(outcome.rawValue); the last event was \(machine.lastOutcome?.rawValue ?? "not there yet")"
    case .error:
      return machine.faults.contains { $0.code == .runError } ? nil : "expected an error; there was none"
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
    case .can(let event, let isWanted):
      let verdict = machine.verdict(on: event)
      if verdict.isHandled == isWanted { return nil }
      let name = DisplayText.name(chart.text(of: event.label))
      return "\(name) would be \(verdict.text(in: machine)); active: \(active(machine))"
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

  /// Whether it asks for what the last item did, beyond its outcome.
  package var needsRecord: Bool {
    switch self {
    case .entered, .exited, .did, .raised, .sent, .logged: true
    case .isIn, .isNotIn, .only, .outcome, .error, .done, .noTimers, .timer, .can, .holds: false
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

  private func list(_ places: [StatePlace], _ chart: Chart) -> String {
    places.map { chart.shown($0) }.joined(separator: ", ")
  }

  private func active(_ machine: Machine) -> String {
    let shown = machine.activePlaces
    return shown.prefix(20).joined(separator: ", ") + (shown.count > 20 ? ", …" : "")
  }
}

extension Machine {
  /// The deepest active states as they are shown, those of children after those of the machine.
  package var activePlaces: [String] {
    let own = configuration.leaves.map { chart.shownReference($0) }
    return own
      + children.all.flatMap { child in
        looking(at: child).activePlaces.map { "\(DisplayText.name(child.facts.id)): \($0)" }
      }
  }
}
