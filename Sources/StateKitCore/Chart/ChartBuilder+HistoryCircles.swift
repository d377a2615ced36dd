/// Finds cycles of history defaults: without a recorded history, no state would define where to begin.
extension ChartBuilder {
  /// The replacement of a history state without a recorded history: another state, by its own default or else by the
  /// `initial` of its parent.
  private struct Edge {
    let history: Int
    /// The span in its own default.
    let span: SourceSpan?
  }

  /// A history state on the search path, with its possible successors.
  private struct Visit {
    let history: Int
    let edges: [Edge]
    var next = 0
  }

  /// Reports each cycle once, at the default that closes it.
  mutating func checkHistoryCircles() {
    // Histories that the search has reached; those on the current path are also in `path`.
    var seen: Set<Int> = []
    for start in draft.states.indices where draft.states[start].kind.isHistory && draft.states[start].initial >= 0 {
      if !seen.insert(start).inserted { continue }
      var path = [Visit(history: start, edges: edges(from: start))]
      var onPath: Set<Int> = [start]
      while let last = path.last {
        guard last.next < last.edges.count else {
          onPath.remove(last.history)
          path.removeLast()
          continue
        }
        let edge = last.edges[last.next]
        path[path.count - 1].next += 1
        if onPath.contains(edge.history) {
          reportCircle(path, back: edge)
        } else if seen.insert(edge.history).inserted {
          onPath.insert(edge.history)
          path.append(Visit(history: edge.history, edges: edges(from: edge.history)))
        }
      }
    }
  }

  /// Only history states of one parent can form a cycle: the target of a default is below the parent.
  private func edges(from history: Int) -> [Edge] {
    let state = draft.states[history]
    let hasDefault = state.initial >= 0
    guard state.parent >= 0 else { return [] }
    let initial = hasDefault ? state.initial : draft.states[Int(state.parent)].initial
    guard initial >= 0 else { return [] }
    return draft.initials[Int(initial)].targets.indices.compactMap { reference in
      guard isResolved[reference], draft.states[targets[reference].index].kind.isHistory,
        draft.states[targets[reference].index].parent == state.parent, targets[reference].index != history
      else { return nil }
      return Edge(history: targets[reference].index, span: hasDefault ? draft.referenceSpans[reference] : nil)
    }
  }

  private func reportCircle(_ path: [Visit], back: Edge) {
    guard let first = path.firstIndex(where: { $0.history == back.history }) else { return }
    let circle = path[first...]
    // In a cycle of `initial` alone the machine rests on the parent, so no default is wrong.
    let spans = circle.map { $0.edges[$0.next - 1].span }
    guard let span = (spans.last ?? nil) ?? spans.compactMap(\.self).first else { return }
    let names = (circle.map(\.history) + [back.history]).map { name($0) }
    let shown = names.count > 6 ? names.prefix(5) + ["…", names[0]] : names[...]
    report(
      .historyCircle, at: span,
      message: "these history defaults form a cycle: \(shown.joined(separator: " → "))",
      help: "let one of them name a state that is not a history")
  }
}
