/// What the active states make of an event: which handlers are taken, and why others are not (SPEC §2.5).
package struct HandlerSelection: Sendable {
  /// The handlers that are taken, in the order in which they were chosen; numbers in `Chart.handlers`.
  package var handlers: [Int32] = []
  /// States whose `null` stopped the event.
  package var forbidding: [StateID] = []

  package init() {}

  /// How the event ends.
  package var outcome: Outcome {
    handlers.isEmpty && forbidding.isEmpty ? .ignored : .handled
  }

  mutating func removeAll() {
    handlers.removeAll(keepingCapacity: true)
    forbidding.removeAll(keepingCapacity: true)
  }
}

/// Looks for enabled handlers. Decides and changes nothing; keeps only its notes between calls.
package struct HandlerSelector: Sendable {
  /// What handlers are looked for.
  package enum Occasion: Sendable {
    case event(EventID)
    case always
  }

  private let chart: Chart
  /// The round in which a state was last looked at: with several leaves, ancestors are looked at once.
  private var lookedAt: [Int32] = []
  private var round: Int32 = 0

  package init(_ chart: Chart) {
    self.chart = chart
  }

  /// The handlers that are taken, conflicts resolved.
  package mutating func select(
    _ occasion: Occasion, in configuration: borrowing Configuration, into selection: inout HandlerSelection
  ) {
    selection.removeAll()
    let several = configuration.leaves.count > 1
    if several { beginRound() }
    for leaf in configuration.leaves {
      var owner = self.owner(leaf.rawValue, occasion)
      while owner >= 0 {
        if several {
          if lookedAt[Int(owner)] == round { break }
          lookedAt[Int(owner)] = round
        }
        if take(occasion, Int(owner), &selection) { break }
        owner = self.owner(chart.states[Int(owner)].parent, occasion)
      }
    }
    if selection.handlers.count > 1 {
      selection.handlers = HandlerConflicts(chart).resolve(selection.handlers, in: configuration)
    }
  }

  /// The first enabled candidate of a timer (SPEC §1.2, `after`).
  package func select(timer: Int32, into selection: inout HandlerSelection) {
    selection.removeAll()
    _ = take(chart.timers[Int(timer)].candidates, &selection)
  }

  private func owner(_ state: Int32, _ occasion: Occasion) -> Int32 {
    guard state >= 0 else { return -1 }
    switch occasion {
    case .event: return chart.states[Int(state)].handlerOwner
    case .always: return chart.states[Int(state)].alwaysOwner
    }
  }

  /// Whether the state has an enabled candidate, which is then noted.
  private func take(_ occasion: Occasion, _ state: Int, _ selection: inout HandlerSelection) -> Bool {
    switch occasion {
    case .always:
      return take(chart.states[state].always, &selection)
    case .event(let event):
      for key in chart.eventKeys[event.index].indices {
        if take(chart.candidates(of: state, key: chart.keys[key]), &selection) { return true }
      }
      return false
    }
  }

  private func take(_ candidates: TableRange, _ selection: inout HandlerSelection) -> Bool {
    guard let first = candidates.indices.first else { return false }
    if chart.handlers[first].isForbidden {
      selection.forbidding.append(chart.handlers[first].state)
    } else {
      selection.handlers.append(Int32(first))
    }
    return true
  }

  private mutating func beginRound() {
    if lookedAt.isEmpty { lookedAt = [Int32](repeating: 0, count: chart.states.count) }
    round &+= 1
  }
}
