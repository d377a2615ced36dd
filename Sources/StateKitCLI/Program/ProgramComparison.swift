import CEL
import StateKitCore
import StateKitFormat
import StateKitTest

/// Compares what a program answers with what the machine did.
struct ProgramComparison {
  let machine: Machine
  let record: StepRecord
  let names: ProgramNames

  private var chart: Chart { machine.chart }

  /// The first difference; nil if the answer agrees.
  func difference(_ answer: ProgramAnswer) -> (message: String, details: ExpectationDetails)? {
    if let states = answer.configuration, let found = configuration(states) { return found }
    if let states = answer.active, let found = active(states) { return found }
    if let actions = answer.did, let found = did(actions) { return found }
    if let outcome = answer.outcome, let found = compare(outcome) { return found }
    if let context = answer.context, let found = compare(context) { return found }
    guard let isDone = answer.isDone, isDone != machine.isFinished else { return nil }
    let message = isDone ? "the program is finished, the chart is not" : "the chart is finished, the program is not"
    return (message, lines([machine.isFinished ? "finished" : "not finished"], [isDone ? "finished" : "not finished"]))
  }

  private func lines(_ expected: [String], _ found: [String]) -> ExpectationDetails {
    var details = ExpectationDetails()
    (details.expected, details.found) = (expected, found)
    return details
  }

  // MARK: States

  private func state(_ name: String) -> StateID? {
    if case .state(let state) = chart.resolve(names.state(name).utf8Bytes.span) { state } else { nil }
  }

  /// The name of a state of the program, as the chart shows it if it knows it.
  private func shown(_ name: String) -> String {
    state(name).map { chart.shownReference($0) } ?? DisplayText.name(name)
  }

  private var leaves: [StateID] { machine.configuration.leaves }

  private func configuration(_ named: [String]) -> (String, ExpectationDetails)? {
    let states = named.map { state($0) }
    if states.allSatisfy({ $0 != nil }), Set(states.compactMap { $0 }) == Set(leaves) { return nil }
    return differ(named)
  }

  private func active(_ named: [String]) -> (String, ExpectationDetails)? {
    let isActive = named.allSatisfy { name in state(name).map { machine.configuration.isActive($0) } ?? false }
    return isActive ? nil : differ(named)
  }

  private func differ(_ named: [String]) -> (String, ExpectationDetails) {
    let expected = leaves.map { chart.shownReference($0) }
    // In the order of the chart, as far as it knows the names.
    let found = named.enumerated().sorted {
      (state($0.element)?.index ?? .max, $0.offset) < (state($1.element)?.index ?? .max, $1.offset)
    }.map { shown($0.element) }
    let unknown = named.first { state($0) == nil }
    var message =
      "the chart is in \(expected.joined(separator: ", ")), the program in "
      + (found.isEmpty ? "no state" : found.joined(separator: ", "))
    if let unknown { message += "; the chart has no state \(DisplayText.name(unknown))" }
    return (message, lines(expected, found))
  }

  // MARK: Actions

  private func did(_ actions: [ToldAction]) -> (String, ExpectationDetails)? {
    let called = record.called
    let agrees =
      called.count == actions.count
      && zip(called, actions).allSatisfy { made, told in told.agrees(with: made) { names.action($0) } }
    if agrees { return nil }
    let expected = called.map(\.shown)
    let found = actions.enumerated().map { index, told in
      let name = names.action(told.name)
      // A bare name says nothing about data.
      if !told.hasData, index < called.count, called[index].name.utf8.elementsEqual(name.utf8) {
        return called[index].shown
      }
      return Carried(name: name, data: told.data).shown
    }
    let list = { (actions: [String]) in actions.isEmpty ? "nothing" : actions.joined(separator: ", ") }
    return ("the chart did \(list(expected)), the program \(list(found))", lines(expected, found))
  }

  // MARK: The rest

  private func compare(_ outcome: Outcome) -> (String, ExpectationDetails)? {
    // A clock that fired no timer has no outcome.
    guard let expected = machine.lastOutcome, expected != outcome else { return nil }
    return (
      "\(expected.rawValue) by the chart, \(outcome.rawValue) by the program",
      lines([expected.rawValue], [outcome.rawValue])
    )
  }

  private func compare(_ context: [(name: String, value: Value)]) -> (String, ExpectationDetails)? {
    var (expected, found): ([String], [String]) = ([], [])
    var first: String?
    for (name, value) in context {
      let shown = DisplayText.name(name)
      guard let slot = chart.contextSlot(named: name) else {
        found.append("\(shown) = \(value.shownJSON())")
        first = first ?? "the chart has no \(shown) in its context"
        continue
      }
      let own = machine.data.slots[slot]
      if own.agrees(with: value) { continue }
      expected.append("\(shown) = \(own.shownJSON())")
      found.append("\(shown) = \(value.shownJSON())")
      first = first ?? "\(shown) is \(own.shownJSON()) in the chart, \(value.shownJSON()) in the program"
    }
    return first.map { ($0, lines(expected, found)) }
  }
}
