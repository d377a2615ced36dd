package import CEL

/// The values shown by a step that may vary.
package typealias ShownValues = FewElements<Value>

extension FewElements<Value> {
  /// The entries of a step with these values in place of the recorded ones.
  package func entries(of step: RecordedEntries) -> [TraceEntry] {
    var values = all[...]
    if values.isEmpty { return step.entries }
    var entries = step.entries
    for open in step.open {
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

/// The entries of a step, with the positions of values that may vary.
package struct RecordedEntries: Sendable {
  package let entries: [TraceEntry]
  fileprivate let open: [TraceStep.OpenEntry]

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
}
