/// What handlers are looked for.
package enum HandlerOccasion: Sendable {
  case event(EventID)
  case always
}

/// Which states are asked for a handler of an event (Semantics.md, rule 3). `always` is looked for by leaf.
package enum Bubbling: String, CaseIterable, Sendable {
  /// Each active leaf, then its ancestors.
  case leaf
  /// The same, but a state with several active leaves below it only where none of the states below it has answered.
  case subtree
}

extension Chart {
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
