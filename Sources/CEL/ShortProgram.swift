/// A comparison of a variable and a whole number, as plain numbers: most guards take only a few bytes this way.
struct ShortProgram: Sendable {
  /// The variable; negative for any other program.
  let slot: Int32
  /// The offset of the operator; expressions are shorter than 64 kB.
  let offset: UInt16
  let relation: Relation
  let number: Int64

  static let none = ShortProgram(slot: -1, offset: 0, relation: .equal, number: 0)

  /// The value, at a cost of one; nil if it needs the full program.
  func value(_ slots: borrowing [Value]) -> Bool? {
    guard slot >= 0, case .int(let value) = slots[Int(slot)] else { return nil }
    return relation.holds(value, number)
  }
}
