import StateKitCore
import StateKitFormat

/// Transitions that can behave differently in version 4, which plans the active states, not the exit set.
extension XStateReader {
  func tellVersion4(_ transition: Int, of state: Int, targets: [Int], isAlways: Bool) {
    guard isFour, let difference = difference(transition, of: state, targets: targets, isAlways: isAlways) else {
      return
    }
    findings.add(
      .xstate4Differs, at: source.span(transition),
      message:
        "this transition of \(DisplayText.quoted(idOfState[state])) can do otherwise than in XState 4: \(difference)",
      help: "--from xstate5 reads the machine by the rules of XState 5")
  }

  private func difference(_ transition: Int, of state: Int, targets: [Int], isAlways: Bool) -> String? {
    if isAlways, asksAlwaysBySubtree {
      return "that asks a parallel state for its always only where no region has one"
    }
    if targets.isEmpty { return nil }
    if targets.contains(where: { facts[$0].kind.isHistory }) {
      return "there a history whose parent is active stands for what is active now"
    }
    if reachesRegions(transition, of: state, targets: targets) {
      return
        "that takes the transitions of several regions together, exits less or more, and keeps regions that are no target"
    }
    if isInternal(transition), targets.contains(where: { !facts[$0].children.isEmpty }) {
      return "an internal one keeps what is active in its target"
    }
    return nil
  }

  /// True if a transition from a state exits a region of a parallel state, or changes only some of its regions.
  func reachesRegions(_ transition: Int, of state: Int, targets: [Int]) -> Bool {
    let isWithin = isInternal(transition) && targets.allSatisfy { states.isDescendant($0, of: state) }
    let top = isWithin ? state : states.properAncestor(of: state, and: targets) ?? -1
    if top >= 0, facts[top].kind == .parallel { return true }
    var next = state
    while next > top {
      if facts[next].kind == .parallel,
        next != state || targets.contains(where: { $0 == next || states.isDescendant($0, of: next) })
      {
        return true
      }
      next = states.parent(of: next)
    }
    return false
  }
}
