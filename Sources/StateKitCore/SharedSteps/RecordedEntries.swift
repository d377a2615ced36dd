package import CEL

/// The entries of a step, with the positions of values that may vary.
package struct RecordedEntries: Sendable {
  package let entries: [TraceEntry]
  private let open: [TraceStep.OpenEntry]

  /// Entries with constant values.
  package init(_ entries: [TraceEntry]) {
    self.entries = entries
    open = []
  }

  /// `record`: the record of the macrostep that made exactly these entries.
  package init(_ entries: [TraceEntry], record: MacrostepRecord) {
    self.entries = entries
    open = record.trace.openEntries
  }

  /// The entries with these values in place of the recorded ones.
  package func entries(showing values: [Value]) -> [TraceEntry] {
    var values = values[...]
    if values.isEmpty { return entries }
    var entries = entries
    for open in open {
      guard case .effect(let effect, let inHook) = entries[open.index] else { continue }
      if case .assign(let path, _) = effect {
        guard let value = values.popFirst() else { continue }
        entries[open.index] = .effect(.assign(path: path, value), inHook: inHook)
      } else {
        var text = ""
        for part in open.parts {
          if let part {
            text += part
          } else if let value = values.popFirst() {
            if case .string(let string) = value { text += string } else { text += value.json }
          }
        }
        entries[open.index] = .effect(.log(text), inHook: inHook)
      }
    }
    return entries
  }
}
