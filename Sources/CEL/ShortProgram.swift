/// A comparison or a sum of a variable and a whole number, as plain numbers. Access counts no references; counting
/// would take longer than the comparison or the sum.
package struct ShortProgram: Sendable {
  /// The variable; negative if the program is neither of the two.
  let slot: Int32
  /// The offset of a comparison's operator; expressions are shorter than 64 kB.
  let offset: UInt16
  let relation: Relation
  let isSum: Bool
  let number: Int64

  /// A comparison.
  init(comparing slot: Int32, relation: Relation, number: Int64, offset: Int32) {
    (self.slot, self.relation, self.number, isSum) = (slot, relation, number, false)
    self.offset = UInt16(clamping: offset)
  }

  /// Creates a sum; nil for a program that is neither of the two.
  init(_ sum: (slot: Int, number: Int64)?) {
    (offset, relation, isSum) = (0, .equal, true)
    slot = sum.map { Int32($0.slot) } ?? -1
    number = sum?.number ?? 0
  }

  package static let none = ShortProgram(nil)

  /// True if it is a sum of a variable and a whole number.
  package var isVariableSum: Bool { isSum && slot >= 0 }

  /// The value of the sum, at a cost of one; nil if the program is no sum, or its value needs the full program.
  @inline(__always)
  package func sum(_ slots: borrowing [Value]) -> Int64? {
    guard isVariableSum, case .int(let value) = slots[Int(slot)] else { return nil }
    let (sum, overflows) = value.addingReportingOverflow(number)
    return overflows ? nil : sum
  }

  /// The value, at a cost of one; nil if it needs the full program.
  package func value(_ slots: borrowing [Value]) -> Value? {
    guard slot >= 0, case .int(let value) = slots[Int(slot)] else { return nil }
    if !isSum { return .bool(relation.holds(value, number)) }
    let (sum, overflows) = value.addingReportingOverflow(number)
    return overflows ? nil : .int(sum)
  }
}
