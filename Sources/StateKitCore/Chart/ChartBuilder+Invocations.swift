/// Checks of the invocations, in the order of the states (Children.md).
extension ChartBuilder {
  /// Reports equal ids of children that can run at one time.
  mutating func checkInvocations() {
    draft.invocations.sort { $0.state < $1.state }
    var last: [[UInt8]: Int] = [:]
    for (index, invocation) in draft.invocations.enumerated() {
      draft.states[invocation.state.index].hasInvoke = true
      // In document order, checking neighbours is sufficient: if two states can be active together, so can two
      // neighbours.
      guard let before = last.updateValue(index, forKey: Array(invocation.id.utf8)),
        case let other = draft.invocations[before].state,
        draft.states.canBeActiveTogether(other, invocation.state)
      else { continue }
      let common = draft.states.leastCommonAncestor(of: other, and: invocation.state)
      if other != invocation.state, draft.lost.kinds.contains(common.index) { continue }
      findings.add(
        .duplicateChild, at: invocation.spans.id,
        message: "two invocations that can run together are named \(DisplayText.quoted(invocation.id))",
        help: "give each invocation its own \"id\"",
        notes: [Diagnostic.Note(message: "the other invocation is here", span: draft.invocations[before].spans.id)])
    }
  }
}
