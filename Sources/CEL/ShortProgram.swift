/// A comparison or a sum of a variable and a whole number, as plain numbers: to look at it counts no references, which takes
/// longer than either.
package struct ShortProgram: Sendable {
  /// The variable; below zero where the program is neither of the two.
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

  /// A sum; nil: neither of the two.
  init(_ sum: (slot: Int, number: Int64)?) {
    (offset, relation, isSum) = (0, .equal, true)
    slot = sum.map { Int32($0.slot) } ?? -1
    number = sum?.number ?? 0
  }

  package static let none = ShortProgram(nil)

  /// It is a sum of a variable and a whole number.
  package var isVariableSum: Bool { isSum && slot >= 0 }

  /// The sum, at the cost of one; nil where the program is none, or where it takes more to know it.
  @inline(__always)
  package func sum(_ slots: borrowing [Value]) -> Int64? {
    guard isVariableSum, case .int(let value) = slots[Int(slot)] else { return nil }
    let (sum, overflows) = value.addingReportingOverflow(number)
    return overflows ? nil : sum
  }

  /// The value, at the cost of one; nil where it takes more to know it.
  package func value(_ slots: borrowing [Value]) -> Value? {
    guard slot >= 0, case .int(let value) = slots[Int(slot)] else { return nil }
    if !isSum { return .bool(relation.holds(value, number)) }
    let (sum, overflows) = value.addingReportingOverflow(number)
    return overflows ? nil : .int(sum)
  }
}
