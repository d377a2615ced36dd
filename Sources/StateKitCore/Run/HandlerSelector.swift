import CEL

/// Looks for enabled handlers. Decides and changes nothing; keeps only its notes between calls.
package struct HandlerSelector {
  let chart: Chart
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
    _ occasion: HandlerOccasion, in configuration: borrowing Configuration, history: borrowing HistoryStore,
    data: inout DataModel, into selection: inout HandlerSelection
  ) {
    if configuration.leaves.count == 1 {
      let leaf = configuration.leaves[0]
      switch occasion {
      case .event(let event): select(event, fromOnly: leaf, in: configuration, data: &data, into: &selection)
      case .always:
        selection.removeAll()
        bubble(.always, fromOnly: leaf, configuration: configuration, data: &data, selection: &selection)
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
          occasion, from: configuration.leaves[index], configuration: configuration, data: &data, selection: &selection)
      }
    }
    if selection.handlers.count > 1, !HandlerConflicts.areApart(selection.handlers, chart: chart, in: configuration) {
      let choice = HandlerConflicts(chart, history: copy history).resolve(selection.handlers, in: configuration)
      selection.handlers = choice.kept
      for (handler, winner) in choice.displaced { selection.refuse(Int(handler), refusal: .displaced(by: winner)) }
    }
  }

  /// Asks a leaf and its ancestors, up to one that has an enabled candidate, or that another leaf has asked.
  private mutating func bubble(
    _ occasion: HandlerOccasion, from leaf: StateID, configuration: borrowing Configuration, data: inout DataModel,
    selection: inout HandlerSelection
  ) {
    var asked = leaf.rawValue
    while asked >= 0 {
      let owner = owner(of: occasion, from: asked)
      if owner < 0 || wasLookedAt(owner) { return }
      if take(occasion, state: owner, configuration: configuration, data: &data, selection: &selection) { return }
      asked = chart.states[owner].parent
    }
  }

  /// Asks a leaf and those of its ancestors that no later leaf is below: the last leaf below a state asks it, unless a state below it
  /// has answered.
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
      if take(occasion, state: owner, configuration: configuration, data: &data, selection: &selection) {
        while asked >= 0 {
          lookedAt[Int(asked)] = round
          asked = chart.states[Int(asked)].parent
        }
      }
    }
  }

  /// The handler that is taken where a single leaf is active. The usual one is the first that there is on the way up, and has no
  /// guard.
  @inline(__always)
  mutating func select(
    _ event: EventID, fromOnly leaf: StateID, in configuration: borrowing Configuration, data: inout DataModel,
    into selection: inout HandlerSelection
  ) {
    let (owner, candidates) = chart.nearestCandidates(of: event, from: leaf)
    if owner < 0 { return selection.removeAll() }
    let first = Int(candidates.start)
    if coverage == nil, chart.handlers[first].condition < 0, !chart.handlers[first].isForbidden {
      return selection.take(only: Int32(first))
    }
    selection.removeAll()
    bubble(
      .event(event), fromOnly: StateID(rawValue: owner), configuration: configuration, data: &data,
      selection: &selection)
  }

  /// Asks a leaf and its ancestors where no other leaf can have asked them.
  private mutating func bubble(
    _ occasion: HandlerOccasion, fromOnly leaf: StateID, configuration: borrowing Configuration,
    data: inout DataModel, selection: inout HandlerSelection
  ) {
    var asked = leaf.rawValue
    while asked >= 0 {
      let owner = owner(of: occasion, from: asked)
      if owner < 0 || take(occasion, state: owner, configuration: configuration, data: &data, selection: &selection) {
        return
      }
      asked = chart.states[owner].parent
    }
  }

  /// The first enabled candidate of a timer (Charts.md, `after`).
  package func select(
    timer: Int32, in configuration: borrowing Configuration, data: inout DataModel,
    into selection: inout HandlerSelection
  ) {
    selection.removeAll()
    _ = take(chart.timers[Int(timer)].candidates, configuration: configuration, data: &data, selection: &selection)
  }

  /// The nearest state from here up that may have candidates (`Chart.bubbling`); below zero where there is none.
  @inline(__always)
  private func owner(of occasion: HandlerOccasion, from state: Int32) -> Int {
    switch occasion {
    case .always: Int(chart.states[Int(state)].alwaysOwner)
    case .event: Int(chart.states[Int(state)].handlerOwner)
    }
  }

  /// Whether the state has an enabled candidate, which is then noted.
  @inline(__always)
  private func take(
    _ occasion: HandlerOccasion, state: Int, configuration: borrowing Configuration, data: inout DataModel,
    selection: inout HandlerSelection
  ) -> Bool {
    switch occasion {
    case .always:
      return take(chart.states[state].always, configuration: configuration, data: &data, selection: &selection)
    case .event(let event):
      for key in chart.eventKeys[event.index].indices {
        if take(
          chart.candidates(of: state, key: chart.keys[key]), configuration: configuration, data: &data,
          selection: &selection)
        {
          return true
        }
      }
      return false
    }
  }

  /// The first candidate whose guard holds. The usual one has none.
  @inline(__always)
  private func take(
    _ candidates: TableRange, configuration: borrowing Configuration, data: inout DataModel,
    selection: inout HandlerSelection
  ) -> Bool {
    if candidates.isEmpty { return false }
    let first = Int(candidates.start)
    if coverage != nil || chart.handlers[first].condition >= 0 || chart.handlers[first].isForbidden {
      return takeAsking(candidates, configuration: configuration, data: &data, selection: &selection)
    }
    selection.handlers.append(Int32(first))
    return true
  }

  private func takeAsking(
    _ candidates: TableRange, configuration: borrowing Configuration, data: inout DataModel,
    selection: inout HandlerSelection
  ) -> Bool {
    for index in candidates.indices {
      let condition = chart.handlers[index].condition
      if condition >= 0 {
        let verdict = data.verdict(condition, in: configuration)
        if let coverage {
          if case .holds = verdict {
            coverage.see(condition, holds: true)
          } else {
            coverage.see(condition, holds: false)
          }
          see(guardsIn: condition, configuration: configuration, data: data, coverage: coverage)
        }
        switch verdict {
        case .holds: break
        case .fails:
          selection.refuse(index, refusal: .declined)
          continue
        case .error(let failure):
          selection.refuse(index, refusal: .failed(failure))
          // The line is over: nobody else is asked.
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

  /// Whether a state was looked at in this round; now it is. Apart: a chart without regions has no notes to keep.
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
