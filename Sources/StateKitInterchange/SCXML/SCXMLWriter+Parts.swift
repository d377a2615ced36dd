import StateKitCore
import StateKitFormat

/// What other tools need and we do not: defaults of histories, states that stand for resting on a state itself, timers as sends.
/// Each part is marked, and left out on the way back.
extension SCXMLWriter {
  /// Where a history without a target leads: where its parent leads.
  mutating func writeUsualDefault(of state: Int) {
    let parent = source.states.parent(of: state)
    let regions = source.facts[parent].children.filter { !source.facts[$0].kind.isHistory }
    let usual =
      source.facts[parent].kind == .parallel ? ids(regions) : initialIDs(of: parent) ?? rest(of: parent)
    guard let usual else {
      losses.add(source.keySpan(source.facts[state].node), "a history without \"target\" has no form in SCXML here")
      return
    }
    out.leaf("transition", [("target", usual), ("statekit:part", "default")])
  }

  // MARK: States that rest on themselves

  /// The id of the state that stands for resting on a compound state itself; nil where that is left at once.
  func rest(of state: Int) -> String? {
    let fact = source.facts[state]
    return fact.kind == .compound && source.member("initial", of: fact.node) == nil ? "_rest\(state)" : nil
  }

  mutating func writeRest(of state: Int) {
    guard let rest = rest(of: state) else { return }
    out.leaf("state", [("id", rest), ("statekit:part", "rest")])
  }

  // MARK: Timers

  /// The event that a timer of a state sends.
  func timerEvent(_ number: Int, of state: Int) -> String { "statekit.after.\(id(of: state)).\(number)" }

  /// The members of `after`.
  func timers(of state: Int) -> [Int] {
    source.member("after", of: source.facts[state].node).map { Array(source.children(of: $0)) } ?? []
  }

  /// Timers start before `enterState` and stop with the state.
  mutating func writeTimers(of state: Int) {
    let timers = timers(of: state)
    if timers.isEmpty { return }
    out.open("onentry", [("statekit:part", "after")])
    for (number, timer) in timers.enumerated() {
      let name = timerEvent(number, of: state)
      var attributes = [("event", name), ("id", name)]
      if let delay = try? Delay.parse(source.keyText(timer).utf8.span) {
        attributes.append(("delay", "\(delay)ms"))
      } else {
        losses.add(source.keySpan(timer), "a delay that the host gives has no form in SCXML")
      }
      out.leaf("send", attributes)
    }
    out.close("onentry")
    out.open("onexit", [("statekit:part", "after")])
    for number in timers.indices { out.leaf("cancel", [("sendid", timerEvent(number, of: state))]) }
    out.close("onexit")
  }
}
