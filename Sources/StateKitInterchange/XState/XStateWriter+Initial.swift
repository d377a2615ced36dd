import StateKitCore
import StateKitFormat

/// The default states.
extension XStateWriter {
  func writeInitial(of state: Int, in object: Int) {
    let fact = source.facts[state]
    let word = fact.kind.isHistory ? "target" : "initial"
    guard let initial = source.member(word, of: fact.node) else {
      if fact.kind == .compound {
        let origin = source.keySpan(fact.node)
        draft.string("initial", value: rest(of: state), in: object, origin: origin)
      } else if fact.kind.isHistory, source.beginsWithHistory(source.states.parent(of: state)) {
        losses.add(
          source.keySpan(fact.node), message: "a history without \"target\" has no form in XState here",
          written: "it is written, and leads to itself", help: "give it a \"target\"")
      }
      return
    }
    let object_ = source.kind(initial) == .object
    let target = object_ ? source.member("target", of: initial) : initial
    let base = fact.kind.isHistory ? max(0, source.states.parent(of: state)) : state
    let known =
      fact.kind.isHistory ? source.targets(target) : [child(of: state, at: source.targets(target), initial: initial)]
    let parts = known.map {
      Part(reference(to: $0, from: base, isInitial: !fact.kind.isHistory), origin: source.span(initial))
    }
    if parts.isEmpty { return }
    let actions = object_ ? source.member("actions", of: initial) : nil
    if fact.kind.isHistory, actions != nil {
      losses.add(
        source.span(initial), message: "the default of a history has actions, which XState cannot express",
        written: "they are left out")
    }
    guard let actions, !fact.kind.isHistory else {
      draft.strings(key(word, node: initial), parts: parts, in: object, origin: source.span(initial))
      return
    }
    if state > 0, source.facts[source.states.parent(of: state)].kind == .parallel {
      losses.add(
        source.span(initial),
        message: "XState runs the actions of \"initial\" of a region only if the region is a target",
        written: "they are written, but not always run", help: "put them in \"enterState\" of the child")
    }
    let whole = draft.object(key(word, node: initial), in: object, origin: source.span(initial))
    draft.strings(key("target", node: initial), parts: parts, in: whole, origin: source.span(initial))
    writeActions(key("actions", node: actions), node: actions, in: whole)
  }

  /// The child that an `initial` names: XState accepts no other state there. A deeper state is reached by completing
  /// the child.
  private func child(of state: Int, at targets: [Int], initial: Int) -> Int {
    guard let target = targets.first else { return state }
    let child = source.states.child(of: state, toward: target)
    var next = child
    while targets.count == 1, next != target {
      let below = source.states.child(of: next, toward: target)
      let said = source.member("initial", of: source.facts[next].node)
      let isUsual = said.map { source.string($0) != nil && source.targets($0) == [below] } ?? false
      if source.facts[next].kind != .parallel, !isUsual { break }
      next = below
    }
    if next != target || targets.count > 1 {
      losses.add(
        source.span(initial), message: "XState allows only a child of the state as \"initial\", not a deeper state",
        written: "the child is written, and entered by its own \"initial\"",
        help: "let \"initial\" name a child in each state on the way")
    }
    return child
  }
}
