/// A sum and difference of names and whole numbers: `a + b - 1`.
package struct LinearForm: Sendable {
  /// The names in order of their first use, with their factors, none of which is 0.
  package private(set) var terms: [(name: String, factor: Int)] = []
  /// The number of names in the text.
  package private(set) var uses = 0

  /// The left side minus the right side of a comparison, without its constant; nil if a side is anything else.
  package init?(_ comparison: ExpressionComparison) {
    guard !comparison.isMembership, add(comparison.left.text, sign: 1), add(comparison.right.text, sign: -1) else {
      return nil
    }
    terms.removeAll { $0.factor == 0 }
  }

  private mutating func add(_ text: [UInt8], sign: Int) -> Bool {
    var lexer = Lexer(text)
    var isOperand = true
    var factor = sign
    while let token = try? lexer.next() {
      switch token.kind {
      case .end: return !isOperand
      case .symbol(.minus):
        factor = isOperand ? -factor : -sign
        isOperand = true
      case .symbol(.plus):
        if isOperand { return false }
        factor = sign
        isOperand = true
      case .int:
        if !isOperand { return false }
        isOperand = false
      case .identifier(let name):
        if !isOperand { return false }
        isOperand = false
        uses += 1
        if let index = terms.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
          terms[index].factor += factor
        } else {
          terms.append((name, factor))
        }
      default: return false
      }
    }
    return false
  }

  /// The sum as bytes, equal for equal sums and for those with all signs reversed.
  package var identity: [UInt8] {
    let sorted = terms.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let sign = (sorted.first?.factor ?? 1).signum()
    return sorted.flatMap { Array("\($0.name) \($0.factor * sign) ".utf8) }
  }
}
