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
    let (owner, candidates) = nearestCandidates(of: event, from: state)
    return owner < 0 ? nil : candidates.indices.lowerBound
  }
  /// The nearest state from one up, itself among them, that has candidates for an event, as an index, and the first of its lists of
  /// them; -1 for none. Through borrowed tables: of the states on the way up most have handlers of other events.
  func nearestCandidates(of event: EventID, from state: StateID) -> (owner: Int32, candidates: TableRange) {
    let range = eventKeys[event.index].indices
    return unsafe states.withUnsafeBufferPointer { states in
      unsafe handlerSlots.withUnsafeBufferPointer { slots in
        unsafe keys.withUnsafeBufferPointer { keys in
          var asked = state.rawValue
          while asked >= 0 {
            let owner = unsafe states[Int(asked)].handlerOwner
            if owner < 0 { break }
            let (base, mask) = unsafe (Int(states[Int(owner)].slotBase), Int(states[Int(owner)].slotMask))
            for position in range {
              let key = unsafe keys[position]
              if mask >= 0 {
                let found = candidates(of: Int(owner), key: key)
                if !found.isEmpty { return (owner, found) }
                continue
              }
              // A list of few keys, and that many.
              var slot = base
              while slot < base - mask {
                if unsafe slots[slot].key == key, unsafe !slots[slot].candidates.isEmpty {
                  return unsafe (owner, slots[slot].candidates)
                }
                slot += 1
              }
            }
            asked = unsafe states[Int(owner)].parent
          }
          return (-1, .empty)
        }
      }
    }
  }
}
