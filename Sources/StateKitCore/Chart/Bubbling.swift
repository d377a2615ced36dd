/// What handlers are looked for.
package enum HandlerOccasion: Sendable {
  case event(EventID)
  case always
}

/// The states that are asked for a handler, from a leaf up to `root` (Semantics.md, rule 3): those that have handlers of events
/// at all, or of `always`.
package struct Bubbling: Sequence, IteratorProtocol {
  fileprivate let chart: Chart
  fileprivate let isAlways: Bool
  fileprivate var upcoming: Int32

  package mutating func next() -> StateID? {
    guard upcoming >= 0 else { return nil }
    let node = chart.states[Int(upcoming)]
    let owner = isAlways ? node.alwaysOwner : node.handlerOwner
    guard owner >= 0 else { return nil }
    upcoming = chart.states[Int(owner)].parent
    return StateID(rawValue: owner)
  }
}

extension Chart {
  /// The states that are asked for a handler, from one up.
  package func bubbling(from state: StateID, for occasion: HandlerOccasion) -> Bubbling {
    switch occasion {
    case .event: Bubbling(chart: self, isAlways: false, upcoming: state.rawValue)
    case .always: Bubbling(chart: self, isAlways: true, upcoming: state.rawValue)
    }
  }

  /// The candidate that an event comes to first from a state up, whatever its guard says; nil where there is none.
  package func firstCandidate(of event: EventID, from state: StateID) -> Int? {
    for owner in bubbling(from: state, for: .event(event)) {
      for candidates in candidateLists(of: owner.index, for: event) where !candidates.isEmpty {
        return candidates.indices.lowerBound
      }
    }
    return nil
  }
}
