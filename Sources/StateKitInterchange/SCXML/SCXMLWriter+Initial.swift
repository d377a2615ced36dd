import StateKitCore
import StateKitFormat

/// Initial states, and the defaults of histories.
extension SCXMLWriter {
  /// The targets of an `initial` without actions.
  func initialIDs(of state: Int) -> String? {
    guard let initial = source.member("initial", of: source.facts[state].node) else { return nil }
    if source.kind(initial) == .object {
      if source.hasInitialActions(state) { return nil }
      return ids(source.targets(source.member("target", of: initial)))
    }
    return ids(source.targets(initial))
  }

  func ids(_ states: [Int]) -> String {
    states.map { id(of: $0) }.joined(separator: " ")
  }

  /// Writes an `initial` with actions, or the default of a history.
  mutating func writeDefault(of state: Int) {
    let fact = source.facts[state]
    let isHistory = fact.kind.isHistory
    guard let node = source.member(isHistory ? "target" : "initial", of: fact.node) else {
      if isHistory { writeUsualDefault(of: state) }
      return
    }
    let isObject = source.kind(node) == .object
    let actions = isObject ? source.elements(source.member("actions", of: node)) : []
    if !isHistory, actions.isEmpty { return }
    let target = ids(source.targets(isObject ? source.member("target", of: node) : node))
    if !isHistory { out.open("initial", attributes: []) }
    out.open("transition", attributes: [("target", target)])
    for action in actions { writeAction(action) }
    out.close("transition")
    if !isHistory { out.close("initial") }
  }
}
