import StateKitCore

/// What an expectation asks for beside what is, for people who look at a failed one.
package struct ExpectationDetails: Sendable {
  /// Lines of what is expected and of what is there; both empty where a comparison says nothing.
  package var expected: [String] = []
  package var found: [String] = []
  /// The parts of an expression and what each comes to.
  package var parts: [(text: String, value: String)] = []

  /// Nothing to say.
  package init() {}

  init(expected: [String], found: [String]) {
    self.expected = expected
    self.found = found
  }

  init(parts: [(text: String, value: String)]) {
    self.parts = parts
  }
}

extension Expectation {
  /// The details of this expectation, now.
  func details(in machine: inout Machine, after item: ItemRecord) -> ExpectationDetails {
    let chart = machine.chart
    func names(_ states: some Sequence<StateID>) -> [String] {
      states.sorted().map { chart.shownReference($0) }
    }
    func words(_ names: some Sequence<[UInt8]>) -> [String] {
      names.sorted { $0.lexicographicallyPrecedes($1) }.map { DisplayText.name(String(decoding: $0, as: UTF8.self)) }
    }
    func words(_ names: [String]) -> [String] { names.map { DisplayText.name($0) } }
    let active = machine.configuration.leaves
    switch self {
    case .isIn(let places):
      return ExpectationDetails(expected: places.map { chart.shown($0) }, found: machine.activePlaces)
    case .isNotIn(let places):
      return ExpectationDetails(expected: places.map { "not " + chart.shown($0) }, found: machine.activePlaces)
    case .only(let states): return ExpectationDetails(expected: names(Set(states)), found: names(active))
    case .outcome(let outcome):
      return ExpectationDetails(expected: [outcome.rawValue], found: [machine.lastOutcome?.rawValue ?? "no event yet"])
    case .error: return ExpectationDetails(expected: ["an error"], found: ["none"])
    case .entered(let states): return ExpectationDetails(expected: names(states), found: names(item.entered))
    case .exited(let states): return ExpectationDetails(expected: names(states), found: names(item.exited))
    case .did(let names): return ExpectationDetails(expected: words(names), found: words(item.called))
    case .raised(let names): return ExpectationDetails(expected: words(names), found: words(item.raised))
    case .sent(let names): return ExpectationDetails(expected: words(names), found: words(item.sent))
    case .logged(let text):
      return ExpectationDetails(
        expected: [DisplayText.quoted(text)],
        found: item.logged.sorted { $0.lexicographicallyPrecedes($1) }.map {
          DisplayText.quoted(String(decoding: $0, as: UTF8.self))
        })
    case .done: return ExpectationDetails(expected: ["done"], found: names(active))
    case .noTimers: return ExpectationDetails(expected: ["no timer"], found: due(machine))
    case .timer(let delay): return ExpectationDetails(expected: ["in " + Delay.text(delay)], found: due(machine))
    case .can(_, let isWanted):
      return ExpectationDetails(expected: [isWanted ? "handled" : "not handled"], found: names(active))
    case .holds(let expression): return ExpectationDetails(parts: ExpressionValues.of(expression, in: &machine))
    }
  }

  private func due(_ machine: Machine) -> [String] {
    let times = machine.dueTimes
    return times.isEmpty ? ["no timer"] : times.prefix(10).map { "in " + Delay.text($0 - machine.time) }
  }
}
