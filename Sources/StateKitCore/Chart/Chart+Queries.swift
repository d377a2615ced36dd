extension Chart {
  /// Whether the host is asked for something that a machine needs: guards or delays, here or in a child.
  package var asksHost: Bool {
    if !delayNames.isEmpty || guards.contains(where: { $0.hostIndex != nil }) { return true }
    return family?.members.contains { !$0.chart.delayNames.isEmpty || $0.chart.guards.contains { $0.hostIndex != nil } }
      ?? false
  }

  /// The full path of a state, as text.
  package func path(_ state: StateID) -> String {
    var out = ByteBuffer()
    appendPath(state, to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
