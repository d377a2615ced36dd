/// Operators, from the loosest to the tightest.
extension Compiler {
  mutating func expression() throws(ExpressionError) -> StaticType {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest {
      throw ExpressionError(
        .limit, in: token.range, message: "nested deeper than \(Self.deepest), the limit of expressions")
    }
    let start = token.range
    let condition = try logical()
    guard consume(.question) else { return condition }
    check(condition, is: .bool, what: "the condition of ?:", at: start)
    let branch = emit(.branch(otherwise: 0, end: 0), at: start)
    let first = try logical()
    let jump = emit(.jump(0), at: start)
    try expect(.colon)
    let otherwise = code.count
    let second = try expression()
    code[branch] = .branch(otherwise: Int32(otherwise), end: Int32(code.count))
    code[jump] = .jump(Int32(code.count))
    barrier = code.count
    return first == second ? first : .dyn
  }

  /// Parses `a || b`, or `a && b`, which binds tighter.
  private mutating func logical(_ symbol: Symbol = .or) throws(ExpressionError) -> StaticType {
    let isOr = symbol == .or
    let start = token.range
    let left = isOr ? try logical(.and) : try chain(.relation)
    guard token.kind == .symbol(symbol) else { return left }
    check(left, is: .bool, what: "the left side of \(symbol.rawValue)", at: start)
    while token.kind == .symbol(symbol) {
      let span = token.range
      try advance()
      let jump = emit(isOr ? .orElse(0) : .andThen(0), at: span)
      let side = token.range
      let right = isOr ? try logical(.and) : try chain(.relation)
      if !isBeforeForeignOperator {
        check(right, is: .bool, what: "the right side of \(symbol.rawValue)", at: side)
      }
      emit(isOr ? .or : .and, at: span)
      code[jump] = isOr ? .orElse(Int32(code.count)) : .andThen(Int32(code.count))
    }
    return .bool
  }

  /// True if an operator of another language follows an operand, as in `b && s instanceof String`: it is the one error.
  private var isBeforeForeignOperator: Bool {
    if case .identifier(let word) = token.kind { ForeignWord.infix(word) != nil } else { false }
  }

  /// An operand of an operator or of a call: its type, and its range in the text.
  struct Operand {
    let type: StaticType
    let range: Range<Int>
  }

  /// Parses operators of one level from the left: `a + b - c`.
  private mutating func chain(_ level: BinaryOperator.Level) throws(ExpressionError) -> StaticType {
    let start = token.range.lowerBound
    var left = try side(of: level)
    while let found = BinaryOperator(token.kind), found.level == level {
      let span = token.range
      try advance()
      let second = token.range.lowerBound
      let right = Operand(type: try side(of: level), range: second..<consumed)
      left = binary(found, left: Operand(type: left, range: start..<span.lowerBound), right: right, at: span)
    }
    return left
  }

  private mutating func side(of level: BinaryOperator.Level) throws(ExpressionError) -> StaticType {
    switch level {
    case .relation: try chain(.sum)
    case .sum: try chain(.product)
    case .product: try unary()
    }
  }

  private mutating func binary(
    _ found: BinaryOperator, left: Operand, right: Operand, at span: Range<Int>
  ) -> StaticType {
    let range = left.range.lowerBound..<right.range.upperBound
    if let sure = sureResult(found, left: left, right: right, in: range) { sureResults.append(sure) }
    if code.count >= 2, case .slot(let slot) = code[code.count - 2],
      case .constant(let constant) = code[code.count - 1],
      found != .contained, barrier <= code.count - 2
    {
      code.removeLast(2)
      offsets.removeLast(2)
      emit(.compareSlot(found, slot: slot, constant: constant), at: span)
    } else {
      emit(.binary(found), at: span)
    }
    let (first, second) = (left.type, right.type)
    if let result = found.result(first, second) {
      let help = typeNameHelp(found, left: left, right: right)
      if let sure = SureResult(found, left: first, right: second, in: range, help: help) { sureResults.append(sure) }
      return result
    }
    let sides = found == .contained ? second.name : "\(first.name) and \(second.name)"
    var help: String?
    if found == .add, first == .string || second == .string, first.isNumber || second.isNumber {
      help = "write string(\(quote(first.isNumber ? left.range : right.range)))"
    }
    if found.isOrder, first == .bool { help = twoComparisons(found, first: left.range, second: right.range) }
    note(.type, in: span, message: "\"\(found.rawValue)\" does not fit \(sides)", help: help)
    return .dyn
  }

  /// A fix for the comparison of a value with the name of a type, as in `view == list`: a text or the type of the value
  /// may be intended.
  private func typeNameHelp(_ found: BinaryOperator, left: Operand, right: Operand) -> String? {
    guard found == .equal || found == .unequal else { return nil }
    for (value, other) in [(left, right), (right, left)] {
      guard let name = typeName(other.type, in: other.range) else { continue }
      return value.type == .string
        ? "put a text in single quotes: '\(name)'" : "write type(\(quote(value.range))) \(found.rawValue) \(name)"
    }
    return nil
  }

  /// The name of a type, if the text in a range has only this name.
  func typeName(_ type: StaticType, in range: Range<Int>) -> String? {
    guard type == .type else { return nil }
    let name = quote(range)
    return TypeName(rawValue: name) == nil ? nil : name
  }

  /// A fix: `1 < n && n < 3` for `1 < n < 3`; nil if the left side is no comparison.
  private func twoComparisons(_ found: BinaryOperator, first: Range<Int>, second: Range<Int>) -> String? {
    let signs: [UInt8] = [UInt8(ascii: "<"), UInt8(ascii: ">")]
    guard !text[first].contains(UInt8(ascii: "(")), let sign = text[first].lastIndex(where: signs.contains) else {
      return nil
    }
    let start = text[(sign + 1)..<first.upperBound].firstIndex { $0 != 0x20 && $0 != UInt8(ascii: "=") }
    guard let start else { return nil }
    return "write \(quote(first)) && \(quote(start..<first.upperBound)) \(found.rawValue) \(quote(second))"
  }

  /// The result of a comparison with texts of which the other side is none.
  private func sureResult(_ found: BinaryOperator, left: Operand, right: Operand, in range: Range<Int>) -> SureResult? {
    guard code.count > 1, barrier < code.count, found == .equal || found == .unequal || found == .contained else {
      return nil
    }
    if let texts = texts(endingAt: code.count - 1, isList: found == .contained),
      let sure = SureResult(found, value: quote(left.range), texts: texts, in: range)
    {
      return sure
    }
    // `'go' == event.type`: two instructions read the field.
    guard found != .contained, code.count > 2, let texts = texts(endingAt: code.count - 3, isList: false) else {
      return nil
    }
    return SureResult(found, value: quote(right.range), texts: texts, in: range)
  }

  /// The constant texts that an instruction ends: one, or those of a list.
  private func texts(endingAt last: Int, isList: Bool) -> [String]? {
    var range = last..<last + 1
    if isList {
      guard case .list(let count) = code[last] else { return nil }
      range = last - Int(count)..<last
    }
    guard range.lowerBound >= 0 else { return nil }
    var texts: [String] = []
    for operation in code[range] {
      guard case .constant(let index) = operation, case .string(let text) = constantValue(index) else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// Reports a constant index of a list that is negative or no whole number; `owner`: the range of the list.
  mutating func checkIndex(_ index: Range<Int>, of owner: Range<Int>) {
    guard case .constant(let constant)? = code.last else { return }
    let (list, number) = (quote(owner), quote(index))
    var help: String?
    switch constantValue(constant) {
    case .int(..<0): help = "count from the end: \(list)[size(\(list)) - \(number.dropFirst())]"
    case .double(let value) where Int64(exactly: value) == nil: break
    default: return
    }
    note(.type, in: index, message: "a list has no element at \(number)", help: help)
  }

  private mutating func unary() throws(ExpressionError) -> StaticType {
    guard token.kind == .symbol(.not) || token.kind == .symbol(.minus) else { return try member() }
    let isNot = token.kind == .symbol(.not)
    let span = token.range
    var count = 0
    while token.kind == .symbol(isNot ? .not : .minus) {
      if !isNot, let number = try negativeLiteral() {
        let type = try members(of: number, from: span.lowerBound)
        for _ in 0..<count { emit(.negate, at: span) }
        return type
      }
      count += 1
      try advance()
    }
    let type = try member()
    for _ in 0..<count { emit(isNot ? .not : .negate, at: span) }
    if isNot {
      if !isBeforeForeignOperator { check(type, is: .bool, what: "the operand of !", at: span) }
      return .bool
    }
    if ![.dyn, .int, .double, .duration].contains(type) {
      note(.type, in: span, message: "\"-\" does not fit \(type.name)")
    }
    return type
  }

  /// `-5`: a minus and the number after it are one literal, so that the least int can be written.
  private mutating func negativeLiteral() throws(ExpressionError) -> StaticType? {
    let span = token.range
    switch following.kind {
    case .int(let magnitude):
      try advance()
      guard let magnitude, magnitude <= UInt64(Int64.max) + 1 else { throw outOfRange() }
      emitConstant(.int(Int64(truncatingIfNeeded: 0 &- magnitude)), at: span)
      try advance()
      return .int
    case .double(let magnitude):
      try advance()
      emitConstant(.double(-magnitude), at: span)
      try advance()
      return .double
    default: return nil
    }
  }
}
