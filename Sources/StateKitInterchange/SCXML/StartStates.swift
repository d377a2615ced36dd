import StateKitCore
import StateKitFormat

/// The states that a run can be in before its first event: those that it begins in, and those that `always` reaches
/// from them. Until then `_event` is undefined in ECMAScript.
struct StartStates {
  private var states: Set<Int> = []

  init(_ source: ChartSource) {
    var todo = [0]
    while let state = todo.popLast() {
      guard states.insert(state).inserted else { continue }
      let fact = source.facts[state]
      let parent = source.states.parent(of: state)
      if parent >= 0 { todo.append(parent) }
      switch fact.kind {
      case .parallel: todo += fact.children.filter { !source.facts[$0].kind.isHistory }
      case .compound: todo += Self.first(source.member("initial", of: fact.node), in: source)
      case .shallowHistory, .deepHistory:
        todo += Self.first(source.member("target", of: fact.node), in: source)
        if parent >= 0 { todo += Self.first(source.member("initial", of: source.facts[parent].node), in: source) }
      case .atomic, .final: break
      }
      for handler in source.elements(source.member("always", of: fact.node)) {
        todo += source.reach(handler, of: state).targets
      }
    }
  }

  func contains(_ state: Int) -> Bool { states.contains(state) }

  private static func first(_ initial: Int?, in source: ChartSource) -> [Int] {
    guard let initial else { return [] }
    return source.targets(source.kind(initial) == .object ? source.member("target", of: initial) : initial)
  }
}
