/// The purpose of a search for handlers.
package enum HandlerOccasion: Sendable {
  case event(EventID)
  case always
}

/// The order in which states are searched for a handler of an event (Semantics.md, rule 3). `always` handlers are
/// searched by leaf.
package enum Bubbling: String, CaseIterable, Sendable {
  /// Each active leaf, then its ancestors.
  case leaf
  /// Like `leaf`, but a state with several active leaves below it is searched only if no state below it has a handler.
  case subtree
}

extension Chart {
  /// The first candidate for an event from a state upwards, regardless of guards; nil if there is none.
  package func firstCandidate(of event: EventID, from state: StateID) -> Int? {
    let (owner, candidates) = nearestCandidates(of: event, from: state)
    return owner < 0 ? nil : candidates.indices.lowerBound
  }
  /// The nearest state, from a state upwards, that has candidates for an event; -1 for none. Also returns the first of
  /// its lists of candidates. Reads borrowed tables, because most states on the way have handlers of other events only.
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
              // A list of a few keys, with its length.
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
