/// A comparison whose result is known without a run: the types of its sides are never equal, or the field never exists.
package struct SureComparison: Sendable {
  /// The byte range in the expression.
  package let range: Range<Int>
  package let result: Bool
  /// The reason: `bool and string are never equal`.
  package let reason: String
  package let help: String?

  init(range: Range<Int>, result: Bool, reason: String, help: String? = nil) {
    self.range = range
    self.result = result
    self.reason = reason
    self.help = help
  }

  /// Returns nil if the values decide. A comparison with null is intended, whatever the type.
  init?(_ found: BinaryOperator, left: StaticType, right: StaticType, in range: Range<Int>) {
    guard found == .equal || found == .unequal else { return nil }
    let (a, b) = (left.base, right.base)
    if a == .dyn || b == .dyn || a == .null || b == .null || a == b || a.isNumber && b.isNumber { return nil }
    // The field names of `event` are known; those of a map of data are not.
    let isEvent = [left, right].contains {
      if case .record(let fields) = $0 { fields.first?.name == "name" } else { false }
    }
    let help = isEvent && (a == .string || b == .string) ? "write event.name for the name of the event" : nil
    self.init(
      range: range, result: found == .unequal, reason: "\(left.name) and \(right.name) are never equal", help: help)
  }
}
