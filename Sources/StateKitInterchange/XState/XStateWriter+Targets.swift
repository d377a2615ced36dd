import CEL
import StateKitCore
import StateKitFormat

/// Targets that may be active, and the states that are exited with them.
extension XStateWriter {
  /// Writes a transition for an active target, which XState would otherwise enter again.
  func writeStay(_ handler: Int, child: Int, conditions: [Int], in list: Int) {
    let origin = source.span(handler)
    let object = draft.object(nil, in: list, origin: origin)
    let active = "isIn(\(ExpressionText.literal(source.states.reference(to: child))))"
    let whole = conditions.isEmpty ? active : "\(active) && (\(ExpressionShape.part(condition(conditions))))"
    write(Part("guard", origin: origin), expression: whole, at: origin, in: object)
    if source.kind(handler) == .object, let actions = source.member("actions", of: handler) {
      writeActions(key("actions", node: actions), node: actions, in: object, without: source.targetAction(of: handler))
    }
    let own = writeOwn(in: object, origin: origin)
    draft.string("part", value: "stay", in: own, origin: origin)
  }

  /// The initial state of a compound target that is the handler's state or an ancestor of it. The descendants are
  /// exited and that initial state is entered. Nil if XState would exit more or less.
  func completion(of targets: [Int], from state: Int) -> [Part]? {
    guard targets.count == 1, let target = targets.first, source.facts[target].kind == .compound,
      target == state || source.states.isDescendant(state, of: target)
    else { return nil }
    let fact = source.facts[target]
    let origin = source.span(fact.node)
    guard let initial = source.member("initial", of: fact.node) else {
      let path = (target == state ? "" : reference(to: target, from: state)) + "." + rest(of: target)
      return [Part(path, origin: origin)]
    }
    if source.kind(initial) == .object { return nil }
    let first = source.targets(initial)
    guard first.allSatisfy({ source.states.parent(of: $0) == target }) else { return nil }
    return first.map { Part(reference(to: $0, from: state), origin: origin) }
  }

  /// True if a transition needs `reenter`; an exit set that XState cannot express is a loss.
  func reenters(_ state: Int, targets: [Int], reentry: Reentry, handler: Int) -> Bool {
    if targets.isEmpty { return false }
    let isBelow = targets.allSatisfy { $0 == state || source.states.isDescendant($0, of: state) }
    switch reentry {
    case .children: return false
    case .ancestor, .external:
      return isBelow || source.states.mayReturn(to: state, targets: targets) { source.facts[$0].kind.isHistory }
    case .none:
      let isSame = targets.count == 1 && targets[0] == state
      if !isSame, !source.isPlain(state, targets: targets) {
        losses.add(
          source.span(handler),
          message: "XState enters an active target again; this transition does not",
          written: Losses.entersAgain,
          help: isBelow
            ? "write \"reenter\": \"children\", as XState does" : "write \"reenter\": \"lca\", as XState does")
      }
      return false
    }
  }

  /// True if a transition exits a state that XState would keep, because the least ancestor of source and targets is
  /// parallel.
  func leavesParallel(_ state: Int, targets: [Int]) -> Bool {
    if targets.isEmpty || targets.contains(0) { return false }
    guard let ancestor = source.states.properAncestor(of: state, and: targets) else { return state != 0 }
    return source.facts[ancestor].kind != .compound
  }

  // MARK: The default states

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
      // XState takes the default of a history with a dot before it for the parent.
      Part(reference(to: $0, from: base, isInitial: true), origin: source.span(initial))
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
