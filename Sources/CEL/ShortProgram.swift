/// A comparison of a variable and a whole number, as plain numbers: most guards take only a few bytes this way.
struct ShortProgram: Sendable {
  /// The variable; negative for any other program.
  let slot: Int32
  /// The offset of the operator; expressions are shorter than 64 kB.
  let offset: UInt16
  let relation: Relation
  let number: Int64

  init(comparing slot: Int32, relation: Relation, number: Int64, offset: Int32) {
    (self.slot, self.relation, self.number) = (slot, relation, number)
    self.offset = UInt16(clamping: offset)
  }

  static let none = ShortProgram(comparing: -1, relation: .equal, number: 0, offset: 0)

  /// The value, at a cost of one; nil if it needs the full program.
  func value(_ slots: borrowing [Value]) -> Bool? {
    guard slot >= 0, case .int(let value) = slots[Int(slot)] else { return nil }
    return relation.holds(value, number)
  }
}
