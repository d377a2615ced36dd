import StateKitCore
import StateKitFormat

/// Transitions that can behave differently in version 4, which plans the active states, not the exit set.
extension XStateReader {
  /// The position of a target relative to the source of the transition.
  private enum Position {
    /// Below another child of a compound state: it is never active together with the source.
    case apart
    /// In another region of a parallel state.
    case beside
    /// The source or an ancestor of it.
    case around
    case below
  }

  func tellVersion4(_ transition: Int, event: String, of state: Int, targets: [Int]) {
    guard isFour, let difference = difference(transition, event: event, of: state, targets: targets) else { return }
    findings.add(
      .xstate4Differs, at: source.span(transition),
      message:
        "this transition of \(DisplayText.quoted(idOfState[state])) can differ from XState 4: \(difference)",
      help: "--from xstate5 reads the machine by the rules of XState 5")
  }

  private func difference(_ transition: Int, event: String, of state: Int, targets: [Int]) -> String? {
    if event.utf8.elementsEqual("always".utf8), asksAlwaysBySubtree {
      return "XState 4 asks a parallel state for its always only if no region has one"
    }
    if targets.isEmpty { return nil }
    let isKeeping = isInternal(transition)
    if meetsRegions(event, of: state, targets: targets, isInternal: isKeeping) {
      return "XState 4 takes it together with the handler of another region for the same event"
    }
    if targets.count > 1, !targets.allSatisfy({ position(of: $0, to: state) == .apart && !facts[$0].kind.isHistory }),
      !(isKeeping && targets.allSatisfy { position(of: $0, to: state) == .below && isAtomic($0) })
    {
      return "XState 4 exits the states that are not active afterwards, and keeps regions that are not a target"
    }
    return targets.lazy.compactMap { difference(of: $0, from: state, isInternal: isKeeping) }.first
  }

  /// The difference that one target makes; nil if there is none.
  private func difference(of target: Int, from state: Int, isInternal: Bool) -> String? {
    if facts[target].kind.isHistory {
      let parent = states.parent(of: target)
      return parent >= 0 && position(of: parent, to: state) == .apart
        ? nil : "in XState 4 a history whose parent is active restores what is active now"
    }
    switch position(of: target, to: state) {
    case .apart: return nil
    case .beside where !isInternal && target > state: return "XState 4 also exits and enters its own state"
    case .around where !isInternal:
      return canExit(target, of: state)
        ? nil : "XState 4 exits and enters only the target, and keeps the regions beside it"
    case .below where !isInternal:
      if !canExit(state, of: state) { return "XState 4 also exits and enters its own state" }
      return keepsNothing(beside: target, below: state) ? nil : "XState 4 keeps the regions that are not a target"
    case .beside, .around, .below:
      return isAtomic(target) ? nil : "XState 4 keeps the initial states of the target that are active"
    }
  }

  private func isAtomic(_ state: Int) -> Bool { facts[state].children.isEmpty }

  /// True if `reenter`, on a handler at or below a state, exits that state and its descendants only.
  private func canExit(_ top: Int, of state: Int) -> Bool {
    let parent = states.parent(of: top)
    return parent < 0 ? top == state : facts[parent].kind == .compound
  }

  /// True if all other regions on the way from a state down to a target are atomic, so that they have no state to keep.
  private func keepsNothing(beside target: Int, below state: Int) -> Bool {
    var child = target
    while child > state {
      let parent = states.parent(of: child)
      if facts[parent].kind == .parallel, facts[parent].children.contains(where: { $0 != child && !isAtomic($0) }) {
        return false
      }
      child = parent
    }
    return true
  }

  private func position(of target: Int, to state: Int) -> Position {
    if target == state || states.isDescendant(state, of: target) { return .around }
    if states.isDescendant(target, of: state) { return .below }
    guard let ancestor = states.properAncestor(of: state, and: [target]) else { return .around }
    return facts[ancestor].kind == .parallel ? .beside : .apart
  }

  /// True if a transition exits a region and another region has a handler for the same event.
  private func meetsRegions(_ event: String, of state: Int, targets: [Int], isInternal: Bool) -> Bool {
    var region = state
    while region > 0 {
      let isWithin = targets.allSatisfy { states.isDescendant($0, of: region) || $0 == region && isInternal }
      // A transition inside a region is also inside all regions around it.
      if isWithin { return false }
      let parent = states.parent(of: region)
      if facts[parent].kind == .parallel, places.has(event, below: parent, beside: region) { return true }
      region = parent
    }
    return false
  }

  /// The `reenter` value for a transition of version 4; nil where it would exit regions that version 4 keeps.
  func reentryOfVersion4(_ transition: Int, of state: Int, targets: [Int]) -> String? {
    if isInternal(transition) { return nil }
    let canSay = targets.allSatisfy { target in
      switch position(of: target, to: state) {
      case .apart: true
      case .beside: false
      case .around: canExit(target, of: state)
      case .below: canExit(state, of: state) && keepsNothing(beside: target, below: state)
      }
    }
    return canSay && !isPlain(state, targets: targets) ? "true" : nil
  }

  // MARK: A strict machine

  /// The objects for the events of a strict machine, which rejects those that it does not name; else none.
  func openEvents() -> [Int] {
    guard isFour, ownTopLevel("events") == nil, let strict = source.member(.strict, of: 0), source.isTrue(strict) else {
      return []
    }
    let span = source.keySpan(strict)
    return ["events", "internalEvents"].map {
      draft.object($0, in: JSONDraft.top, origin: span)
    }
  }

  func declareEvents(in objects: [Int]) {
    guard objects.count == 2, let strict = source.member(.strict, of: 0) else { return }
    let span = source.keySpan(strict)
    for name in NameSet(handled.names + made.names).names {
      if name.utf8.last == UInt8(ascii: "*") || EventType.comesByItself(name) { continue }
      let isOwn = !handled.contains(name) || name.utf8.starts(with: Self.timerPrefix.utf8)
      draft.string(name, value: "any?", in: objects[isOwn ? 1 : 0], origin: span)
    }
  }
}
