internal import CEL

extension SharedProgram {
  /// The value of a variable before a step set it.
  package struct Replaced: Sendable {
    /// The index of the access in the record.
    let access: Int
    let slot: Int
    let value: Value
  }

  /// The results of a run.
  package struct Effects: Sendable {
    /// The values that the trace shows, in order.
    package internal(set) var values = ShownValues.none
    /// The replaced values of variables, if the caller wants them.
    package internal(set) var replaced = FewElements<Replaced>.none
    let keepsReplaced: Bool

    package init(keepsReplaced: Bool = false) {
      self.keepsReplaced = keepsReplaced
    }
  }
}
