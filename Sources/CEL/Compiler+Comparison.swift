/// The fast path for `name < 5`, the shape of most guards.
extension Compiler {
  /// The program of a text that compares a variable with a whole number by `==`, `!=`, `<`, `<=`, `>` or `>=`. Nil for
  /// every other text, and for a text that could have an error.
  package static func comparison(_ text: Span<UInt8>, environment: Environment) -> Program? {
    if text.count > longest { return nil }
    var index = 0
    while index < text.count, ExpressionWords.isNameByte(text[index]) { index += 1 }
    guard index > 0, !text[0].isDigit else { return nil }
    let name = 0..<index
    skipSpaces(text, at: &index)
    let offset = index
    guard let relation = relation(text, at: &index) else { return nil }
    skipSpaces(text, at: &index)
    // Ten digits cannot overflow, so they need no check.
    let digits = index
    var number: Int64 = 0
    while index < text.count, index - digits < 10, text[index].isDigit {
      number = number * 10 + Int64(text[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > digits, index == text.count, index - digits == 1 || text[digits] != UInt8(ascii: "0"),
      let variable = environment.variable(text.extracting(name)), variable.type == .int || variable.type == .dyn
    else { return nil }
    return Program(
      ShortProgram(
        slot: Int32(variable.slot), offset: UInt16(clamping: offset), relation: relation, number: number))
  }

  private static func relation(_ text: Span<UInt8>, at index: inout Int) -> Relation? {
    guard index + 1 < text.count else { return nil }
    let isWithEqual = text[index + 1] == UInt8(ascii: "=")
    defer { index += isWithEqual ? 2 : 1 }
    switch text[index] {
    case UInt8(ascii: "<"): return isWithEqual ? .lessOrEqual : .less
    case UInt8(ascii: ">"): return isWithEqual ? .greaterOrEqual : .greater
    case UInt8(ascii: "="): return isWithEqual ? .equal : nil
    case UInt8(ascii: "!"): return isWithEqual ? .unequal : nil
    default: return nil
    }
  }

  private static func skipSpaces(_ text: Span<UInt8>, at index: inout Int) {
    while index < text.count, text[index] == UInt8(ascii: " ") { index += 1 }
  }
}
