import CEL

/// Searches for enabled handlers. It changes nothing; between calls it keeps only its notes.
package struct HandlerSelector {
  let chart: Chart
  /// The round in which a state was last visited: with several leaves, each ancestor is visited once.
  private var lookedAt: [Int32] = []
  private var round: Int32 = 0
  /// Counts the results of guards.
  private let coverage: Coverage?

  package init(_ chart: Chart, coverage: Coverage? = nil) {
    self.chart = chart
    self.coverage = coverage
  }

  /// Selects handlers, and resolves conflicts.
  package mutating func select(
    _ occasion: HandlerOccasion, in configuration: borrowing Configuration, history: borrowing HistoryStore,
    data: inout DataModel, into selection: inout HandlerSelection
  ) {
    if configuration.leaves.count == 1 {
      let leaf = configuration.leaves[0]
      switch occasion {
      case .event(let event): select(event, fromOnly: leaf, in: configuration, data: &data, into: &selection)
      case .always:
        selection.removeAll()
        bubble(.always, from: leaf, isOnly: true, configuration: configuration, data: &data, selection: &selection)
      }
      return
    }
    selection.removeAll()
    beginRound()
    var bySubtree = chart.bubbling == .subtree
    if case .always = occasion { bySubtree = false }
    for index in configuration.leaves.indices {
      if bySubtree {
        bubbleBySubtree(occasion, fromLeafAt: index, configuration: configuration, data: &data, selection: &selection)
      } else {
        bubble(
          occasion, from: configuration.leaves[index], isOnly: false, configuration: configuration, data: &data,
          selection: &selection)
      }
    }
    if selection.handlers.count > 1, !HandlerConflicts.areApart(selection.handlers, chart: chart, in: configuration) {
      let choice = HandlerConflicts(chart, history: copy history).resolve(selection.handlers, in: configuration)
      selection.handlers = choice.kept
      for (handler, winner) in choice.displaced { selection.refuse(Int(handler), refusal: .displaced(by: winner)) }
    }
  }

  /// Searches a leaf and its ancestors, up to one with an enabled candidate, or one that another leaf has already
  /// searched. `isOnly`: true if no other leaf can have searched them.
  private mutating func bubble(
    _ occasion: HandlerOccasion, from leaf: StateID, isOnly: Bool, configuration: borrowing Configuration,
    data: inout DataModel, selection: inout HandlerSelection
  ) {
    var asked = leaf.rawValue
    while asked >= 0 {
      let owner = owner(of: occasion, from: asked)
      if owner < 0 || !isOnly && wasLookedAt(owner) { return }
      if choose(occasion, state: owner, configuration: configuration, data: &data, selection: &selection) { return }
      asked = chart.states[owner].parent
    }
  }

  /// Searches a leaf and those of its ancestors that have no later leaf below them: the last leaf below a state
  /// searches it, unless a state below it has a handler.
  private mutating func bubbleBySubtree(
    _ occasion: HandlerOccasion, fromLeafAt index: Int, configuration: borrowing Configuration,
    data: inout DataModel, selection: inout HandlerSelection
  ) {
    let next = index + 1 < configuration.leaves.count ? configuration.leaves[index + 1] : nil
    var asked = configuration.leaves[index].rawValue
    while asked >= 0 {
      let owner = owner(of: occasion, from: asked)
      if owner < 0 || next.map({ chart.isWithin($0, ancestor: StateID(owner)) }) == true || wasLookedAt(owner) {
        return
      }
      asked = chart.states[owner].parent
      if choose(occasion, state: owner, configuration: configuration, data: &data, selection: &selection) {
        while asked >= 0 {
          lookedAt[Int(asked)] = round
          asked = chart.states[Int(asked)].parent
        }
      }
    }
  }

  /// The chosen handler with a single active leaf. Usually it is the first handler on the way up, without a guard.
  @inline(__always)
  mutating func select(
    _ event: EventID, fromOnly leaf: StateID, in configuration: borrowing Configuration, data: inout DataModel,
    into selection: inout HandlerSelection
  ) {
    let (owner, candidates) = chart.nearestCandidates(of: event, from: leaf)
    if owner < 0 { return selection.removeAll() }
    let first = Int(candidates.start)
    if coverage == nil, chart.handlers[first].condition < 0, !chart.handlers[first].isForbidden {
      return selection.select(only: Int32(first))
    }
    selection.removeAll()
    bubble(
      .event(event), from: StateID(rawValue: owner), isOnly: true, configuration: configuration, data: &data,
      selection: &selection)
  }

  /// The first enabled candidate of a timer (Charts.md, `after`).
  package func select(
    timer: Int32, in configuration: borrowing Configuration, data: inout DataModel,
    into selection: inout HandlerSelection
  ) {
    selection.removeAll()
    _ = choose(chart.timers[Int(timer)].candidates, configuration: configuration, data: &data, selection: &selection)
  }

  /// The nearest state upwards, this one included, that may have candidates (`Chart.bubbling`); negative if there is
  /// none.
  @inline(__always)
  private func owner(of occasion: HandlerOccasion, from state: Int32) -> Int {
    switch occasion {
    case .always: Int(chart.states[Int(state)].alwaysOwner)
    case .event: Int(chart.states[Int(state)].handlerOwner)
    }
  }

  /// True if the state has an enabled candidate, which is then recorded.
  @inline(__always)
  private func choose(
    _ occasion: HandlerOccasion, state: Int, configuration: borrowing Configuration, data: inout DataModel,
    selection: inout HandlerSelection
  ) -> Bool {
    switch occasion {
    case .always:
      return choose(chart.states[state].always, configuration: configuration, data: &data, selection: &selection)
    case .event(let event):
      for key in chart.eventKeys[event.index].indices {
        if choose(
          chart.candidates(of: state, key: chart.keys[key]), configuration: configuration, data: &data,
          selection: &selection)
        {
          return true
        }
      }
      return false
    }
  }

  /// The first candidate whose guard is true. Usually there is no guard.
  @inline(__always)
  private func choose(
    _ candidates: TableRange, configuration: borrowing Configuration, data: inout DataModel,
    selection: inout HandlerSelection
  ) -> Bool {
    if candidates.isEmpty { return false }
    let first = Int(candidates.start)
    if coverage != nil || chart.handlers[first].condition >= 0 || chart.handlers[first].isForbidden {
      return chooseAsking(candidates, configuration: configuration, data: &data, selection: &selection)
    }
    selection.handlers.append(Int32(first))
    return true
  }

  private func chooseAsking(
    _ candidates: TableRange, configuration: borrowing Configuration, data: inout DataModel,
    selection: inout HandlerSelection
  ) -> Bool {
    for index in candidates.indices {
      let condition = chart.handlers[index].condition
      if condition >= 0 {
        let verdict = data.verdict(condition, in: configuration)
        if let coverage {
          if case .holds = verdict {
            coverage.count(condition, holds: true)
          } else {
            coverage.count(condition, holds: false)
          }
          countGuards(in: condition, configuration: configuration, data: data, coverage: coverage)
        }
        switch verdict {
        case .holds: break
        case .fails:
          selection.refuse(index, refusal: .declined)
          continue
        case .error(let failure):
          selection.refuse(index, refusal: .failed(failure))
          // The line is over: no further state is searched.
          if data.meter.end != nil { return true }
          continue
        }
      }
      if let coverage, coverage.notesHidden {
        noteHidden(
          behind: index, end: Int(candidates.indices.upperBound), configuration: configuration, data: data,
          coverage: coverage)
      }
      if chart.handlers[index].isForbidden {
        selection.refuse(index, refusal: .forbids)
      } else {
        selection.handlers.append(Int32(index))
      }
      return true
    }
    return false
  }

  /// Marks a state as visited in this round, and returns true if it already was. A separate function, because a chart
  /// without regions needs no marks.
  @inline(never)
  private mutating func wasLookedAt(_ state: Int) -> Bool {
    if lookedAt[state] == round { return true }
    lookedAt[state] = round
    return false
  }

  private mutating func beginRound() {
    if lookedAt.isEmpty { lookedAt = [Int32](repeating: 0, count: chart.states.count) }
    round &+= 1
  }
}
