internal import CEL

extension SharedProgram {
  /// What a variable held before a step set it.
  package struct Replaced: Sendable {
    /// The index of the access in the record.
    let access: Int
    let slot: Int
    let value: Value
  }

  /// What a run gives.
  package struct Effects: Sendable {
    /// The values that the trace shows, in order.
    package internal(set) var values = ShownValues.none
    /// What variables held before, where a caller wants to know.
    package internal(set) var replaced = FewElements<Replaced>.none
    let keepsReplaced: Bool

    package init(keepsReplaced: Bool = false) {
      self.keepsReplaced = keepsReplaced
    }
  }
}
