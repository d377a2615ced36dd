/// What the active states make of an event: which handlers are taken, and why others are not (Semantics.md, rules 3 to 6).
package struct HandlerSelection: Sendable {
  /// The handlers that are taken, in the order in which they were chosen; numbers in `Chart.handlers`.
  package var handlers: [Int32] = []
  /// States whose `null` stopped the event.
  package var forbidding: [StateID] = []
  /// The `null` handlers themselves.
  var forbiddingHandlers: [Int32] = []

  package init() {}

  /// Guards that were false, with the states of their handlers, in order.
  package var declined: [(state: StateID, guardNumber: Int32)] = []
  /// Guards that gave no bool; they count as false.
  package var failures: [(guardNumber: Int32, failure: DataModel.Failure)] = []

  /// How the event ends.
  package var outcome: Outcome {
    if !handlers.isEmpty || !forbidding.isEmpty { return .handled }
    return declined.isEmpty ? .ignored : .declined
  }

  mutating func removeAll() {
    handlers.removeAll(keepingCapacity: true)
    forbidding.removeAll(keepingCapacity: true)
    forbiddingHandlers.removeAll(keepingCapacity: true)
    declined.removeAll(keepingCapacity: true)
    failures.removeAll(keepingCapacity: true)
  }
}

/// Looks for enabled handlers. Decides and changes nothing; keeps only its notes between calls.
package struct HandlerSelector {
  /// What handlers are looked for.
  package enum Occasion: Sendable {
    case event(EventID)
    case always
  }

  private let chart: Chart
  /// The round in which a state was last looked at: with several leaves, ancestors are looked at once.
  private var lookedAt: [Int32] = []
  private var round: Int32 = 0
  /// Counts what guards say.
  private let coverage: Coverage?

  package init(_ chart: Chart, coverage: Coverage? = nil) {
    self.chart = chart
    self.coverage = coverage
  }

  /// The handlers that are taken, conflicts resolved.
  package mutating func select(
    _ occasion: Occasion, in configuration: borrowing Configuration, _ history: borrowing HistoryStore,
    _ data: inout DataModel, into selection: inout HandlerSelection
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
        if take(occasion, Int(owner), configuration, &data, &selection) { break }
        owner = self.owner(chart.states[Int(owner)].parent, occasion)
      }
    }
    if selection.handlers.count > 1 {
      selection.handlers = HandlerConflicts(chart, copy history).resolve(selection.handlers, in: configuration)
    }
  }

  /// The first enabled candidate of a timer (Charts.md, `after`).
  package func select(
    timer: Int32, in configuration: borrowing Configuration, _ data: inout DataModel,
    into selection: inout HandlerSelection
  ) {
    selection.removeAll()
    _ = take(chart.timers[Int(timer)].candidates, configuration, &data, &selection)
  }

  private func owner(_ state: Int32, _ occasion: Occasion) -> Int32 {
    guard state >= 0 else { return -1 }
    switch occasion {
    case .event: return chart.states[Int(state)].handlerOwner
    case .always: return chart.states[Int(state)].alwaysOwner
    }
  }

  /// Whether the state has an enabled candidate, which is then noted.
  private func take(
    _ occasion: Occasion, _ state: Int, _ configuration: borrowing Configuration, _ data: inout DataModel,
    _ selection: inout HandlerSelection
  ) -> Bool {
    switch occasion {
    case .always:
      return take(chart.states[state].always, configuration, &data, &selection)
    case .event(let event):
      for candidates in chart.candidateLists(of: state, for: event) {
        if take(candidates, configuration, &data, &selection) { return true }
      }
      return false
    }
  }

  /// The first candidate whose guard holds.
  private func take(
    _ candidates: TableRange, _ configuration: borrowing Configuration, _ data: inout DataModel,
    _ selection: inout HandlerSelection
  ) -> Bool {
    for number in candidates.indices {
      let condition = chart.handlers[number].condition
      if condition >= 0 {
        let verdict = data.verdict(condition, in: configuration)
        if let coverage, case .holds = verdict {
          coverage.see(condition, holds: true)
        } else if let coverage {
          coverage.see(condition, holds: false)
        }
        switch verdict {
        case .holds: break
        case .fails:
          selection.declined.append((chart.handlers[number].state, condition))
          continue
        case .error(let failure):
          selection.declined.append((chart.handlers[number].state, condition))
          selection.failures.append((condition, failure))
          continue
        }
      }
      if chart.handlers[number].isForbidden {
        selection.forbidding.append(chart.handlers[number].state)
        selection.forbiddingHandlers.append(Int32(number))
      } else {
        selection.handlers.append(Int32(number))
      }
      return true
    }
    return false
  }

  private mutating func beginRound() {
    if lookedAt.isEmpty { lookedAt = [Int32](repeating: 0, count: chart.states.count) }
    round &+= 1
  }
}
