import CEL
import StateKitCore
import StateKitFormat

/// Targets that may be active, and the states that are exited with them.
extension XStateWriter {
  /// The direct child of a compound state that is the target of a handler and stays active if it is active.
  func child(of state: Int, keptBy handler: Int) -> Int? {
    let (targets, reentry) = source.reach(handler, of: state)
    guard reentry == .none, targets.count == 1, source.states.parent(of: targets[0]) == state,
      source.facts[state].kind == .compound
    else { return nil }
    let kind = source.facts[targets[0]].kind
    return kind == .atomic || kind == .final ? targets[0] : nil
  }

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
    case .ancestor, .external: return isBelow
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
}
