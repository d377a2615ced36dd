extension Chart {
  /// The states that have a handler for an event, whether active or not, in document order.
  package func statesHandling(_ event: Event) -> [StateID] {
    guard let id = event.id else { return [] }
    let keys = keys[eventKeys[id.index].indices]
    return states.indices.filter { state in
      keys.contains { !candidates(of: state, key: $0).isEmpty }
    }.map { StateID($0) }
  }

  /// The full path of a state, as text.
  package func path(_ state: StateID) -> String {
    var out = ByteBuffer()
    appendPath(state, to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
