/// Why an event does what it does: every handler that is looked at, from the deepest active states up, and what becomes of it.
package struct Inquiry: Sendable {
  /// What becomes of a candidate.
  package enum Fate: Sendable {
    /// It is taken.
    case taken
    /// It is `null`: the event stops here.
    case forbids
    /// Its guard is false, or gave no bool.
    case declined(error: String?)
    /// A candidate before it is taken.
    case shadowed
    /// A deeper state has answered already, and this one is not asked.
    case notAsked
    /// It would be taken, but conflicts with this handler.
    case displaced(by: Int)
  }

  /// A handler that answers the event.
  package struct Candidate: Sendable {
    /// In `Chart.handlers`.
    package let handler: Int
    package internal(set) var fate: Fate
  }

  /// A state that is asked.
  package struct Asked: Sendable {
    package let state: StateID
    /// Empty where it has no handler for the event.
    package internal(set) var candidates: [Candidate]
  }

  /// For each active leaf, in document order, the states asked on the way up, as long as none was asked before.
  package private(set) var lines: [[Asked]] = []
  package private(set) var outcome: Outcome

  /// Asks a machine without changing it. `event` must be one that the machine lets in.
  package init(_ event: Event, of machine: Machine) {
    let chart = machine.chart
    var data = machine.data
    data.see(event)
    var selection = HandlerSelection()
    var selector = HandlerSelector(chart)
    guard let id = event.id, !machine.isFinished else {
      outcome = .ignored
      return
    }
    selector.select(.event(id), in: machine.configuration, machine.history, &data, into: &selection)
    outcome = selection.outcome
    var asked: Set<StateID> = []
    for leaf in machine.configuration.leaves {
      var line: [Asked] = []
      var next = leaf.rawValue
      while next >= 0 {
        let state = StateID(rawValue: next)
        if !asked.insert(state).inserted { break }
        let (candidates, isFound) = Self.candidates(of: state, id, machine, &data)
        line.append(Asked(state: state, candidates: candidates))
        next = chart.states[state.index].parent
        if isFound {
          line += Self.notAsked(from: next, id, chart)
          break
        }
      }
      lines.append(line)
    }
    markDisplaced(selection, machine)
  }

  /// The states from here up that have handlers for the event, which lose to one below.
  private static func notAsked(from first: Int32, _ event: EventID, _ chart: Chart) -> [Asked] {
    var found: [Asked] = []
    var next = first
    while next >= 0 {
      let state = StateID(rawValue: next)
      let handlers = chart.candidateLists(of: state.index, for: event).flatMap(\.indices)
      if !handlers.isEmpty {
        found.append(Asked(state: state, candidates: handlers.map { Candidate(handler: $0, fate: .notAsked) }))
      }
      next = chart.states[state.index].parent
    }
    return found
  }

  /// The candidates of a state, and whether one of them is taken or stops the event.
  private static func candidates(
    of state: StateID, _ event: EventID, _ machine: Machine, _ data: inout DataModel
  ) -> ([Candidate], Bool) {
    let chart = machine.chart
    var found: [Candidate] = []
    var isFound = false
    for candidates in chart.candidateLists(of: state.index, for: event) {
      for handler in candidates.indices {
        if isFound {
          found.append(Candidate(handler: handler, fate: .shadowed))
          continue
        }
        let condition = chart.handlers[handler].condition
        if condition >= 0 {
          switch data.verdict(condition, in: machine.configuration) {
          case .holds: break
          case .fails:
            found.append(Candidate(handler: handler, fate: .declined(error: nil)))
            continue
          case .error(let failure):
            found.append(Candidate(handler: handler, fate: .declined(error: failure.message)))
            continue
          }
        }
        found.append(Candidate(handler: handler, fate: chart.handlers[handler].isForbidden ? .forbids : .taken))
        isFound = true
      }
    }
    return (found, isFound)
  }

  /// Of handlers that conflict some are dropped after all.
  private mutating func markDisplaced(_ selection: HandlerSelection, _ machine: Machine) {
    let conflicts = HandlerConflicts(machine.chart, machine.history)
    let kept = Set(selection.handlers.map { Int($0) })
    for line in lines.indices {
      for place in lines[line].indices {
        for number in lines[line][place].candidates.indices {
          let candidate = lines[line][place].candidates[number]
          guard case .taken = candidate.fate, !kept.contains(candidate.handler) else { continue }
          let winner = selection.handlers.first { winner in
            let one = Int32(candidate.handler)
            return !conflicts.resolve([winner, one], in: machine.configuration).contains(one)
              || !conflicts.resolve([one, winner], in: machine.configuration).contains(one)
          }
          lines[line][place].candidates[number].fate = .displaced(by: winner.map { Int($0) } ?? candidate.handler)
        }
      }
    }
  }
}
