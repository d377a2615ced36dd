extension StepPrograms {
  /// A step that is added: what it does from some entry on.
  struct Source {
    let record: MacrostepRecord
    let text: StepText
    let next: Int32
    let seen: SeenEvent
    let keepsEntries: Bool

    /// What the condition that is a step's moment with this index came to.
    func holds(_ moment: Int) -> Bool? {
      guard moment < record.accesses.count, case .question(_, _, _, let holds) = record.accesses[moment] else {
        return nil
      }
      return holds
    }

    /// How many elements the loop has that is a step's moment with this index.
    func loopCount(_ moment: Int) -> Int? {
      guard moment < record.accesses.count, case .loop(_, _, let count) = record.accesses[moment] else { return nil }
      return count
    }

    /// The next hole for a value, from one of the holes on.
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
