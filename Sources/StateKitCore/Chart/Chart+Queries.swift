extension Chart {
  /// The full path of a state, as text.
  package func path(_ state: StateID) -> String {
    var out = ByteBuffer()
    appendPath(state, to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
