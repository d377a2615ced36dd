import StateKitCore

/// The states by their ids.
struct SCXMLStateIDs {
  private var names = NameTable()
  private var states: [Int32] = []

  /// The state with an id; the one that was set last.
  subscript(id: String) -> Int? {
    get { names.find(id).map { Int(states[$0.index]) } }
    set {
      guard let newValue else { return }
      let name = names.intern(id)
      if name.index < states.count {
        states[name.index] = Int32(newValue)
      } else {
        states.append(Int32(newValue))
      }
    }
  }
}
