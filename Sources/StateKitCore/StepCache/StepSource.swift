extension StepPrograms {
  /// A step to add, from one of its entries on.
  struct Source {
    let record: MacrostepRecord
    let text: StepText
    let next: Int32
    let seen: SeenEvent
    let keepsEntries: Bool

    /// The result of the condition at the moment with this index in a step.
    func holds(_ moment: Int) -> Bool? {
      guard moment < record.accesses.count, case .question(_, _, _, _, let holds) = record.accesses[moment] else {
        return nil
      }
      return holds
    }

    /// The number of elements of the loop at the moment with this index in a step.
    func loopCount(_ moment: Int) -> Int? {
      guard moment < record.accesses.count, case .loop(_, _, let count) = record.accesses[moment] else { return nil }
      return count
    }

    /// The next hole for a value, from a given hole on.
    func nextValue(_ hole: Int) -> Int? {
      text.holes.indices.dropFirst(hole).first {
        switch text.holes[$0].hole {
        case .value, .text: true
        case .stepHead, .prefix: false
        }
      }
    }
  }
}
