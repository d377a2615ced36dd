/// Fields, methods and elements of values.
extension Compiler {
  mutating func member() throws(ExpressionError) -> StaticType {
    let start = token.range.lowerBound
    return try members(of: try primary(), from: start)
  }

  /// Parses fields, methods and indices behind a value that begins at an offset of the text.
  mutating func members(of first: StaticType, from start: Int) throws(ExpressionError) -> StaticType {
    var type = first
    while true {
      let span = token.range
      if consume(.dot) {
        type = try field(of: type, owner: start..<span.lowerBound)
      } else if consume(.openBracket) {
        let (first, index, owner) = (code.count, token.range.lowerBound, start..<span.lowerBound)
        if token.kind == .symbol(.colon) { throw slice(of: type, owner: owner, from: index) }
        let key = try expression()
        if token.kind == .symbol(.colon) { throw slice(of: type, owner: owner, from: index) }
        try expect(.closeBracket)
        if type == .list, code.count == first + 1 { checkIndex(index..<consumed - 1, of: owner) }
        emit(.index, at: span)
        type = element(of: type, owner: owner, key: Operand(type: key, range: index..<consumed - 1), at: span)
      } else {
        return type
      }
    }
  }

  /// Parses a field access. `owner`: the range of the value that has the field.
  private mutating func field(of type: StaticType, owner: Range<Int>) throws(ExpressionError) -> StaticType {
    let span = token.range
    let name: String
    switch token.kind {
    case .identifier(let found):
      name = found
      try advance()
      if token.kind == .symbol(.openParenthesis) {
        return try method(name, at: span, of: Operand(type: type, range: owner))
      }
    case .quotedIdentifier(let found):
      name = found
      try advance()
    default: throw unexpected("the name of a field")
    }
    emit(.select(constant(.string(name))), at: span)
    switch type {
    case .dyn, .map: return .dyn
    case .record(let record):
      if let type = record.type(of: name) { return type }
      note(
        .unknownName, in: span, message: "there is no field \"\(name)\" here", help: payloadField(name, owner: owner),
        known: record.fields.map(\.name))
      return .dyn
    default:
      let help =
        ForeignWord.isLength(name) && Function.size.accepted.contains(type)
        ? "write size(\(quote(owner)))" : ForeignWord.method(name, of: quote(owner), type: type, arguments: [])
      note(.type, in: span, message: "\(type.name) has no fields", help: help)
      return .dyn
    }
  }

  /// A fix: `event.data.cents` for `event.cents`.
  private func payloadField(_ name: String, owner: Range<Int>) -> String? {
    guard quote(owner) == "event", name.utf8.count <= 40 else { return nil }
    if ForeignWord.isPayload(name) { return "the payload is event.data" }
    return "the payload is event.data: event.data.\(name)"
  }

  /// A piece of the source text for a message; `…` if it is longer than 40 bytes.
  func quote(_ range: Range<Int>) -> String {
    let bytes = text[range.clamped(to: text.indices)]
    guard bytes.count <= 40, let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return "…" }
    return String(decoding: bytes[...last], as: UTF8.self)
  }

  /// The type of an element, which is not known. `owner`: the range of the value that has the element.
  private mutating func element(
    of type: StaticType, owner: Range<Int>, key: Operand, at span: Range<Int>
  ) -> StaticType {
    switch type {
    case .dyn: break
    case .map, .record:
      if ![.dyn, .bool, .int, .uint, .double, .string].contains(key.type) {
        let help = typeName(key.type, in: key.range).map { "put a text in single quotes: '\($0)'" }
        note(.type, in: span, message: "a map has no element at \(key.type.name)", help: help)
      }
    case .list:
      if key.type != .dyn, !key.type.isNumber {
        note(.type, in: span, message: "a list has no element at \(key.type.name)")
      }
    default:
      let isCharacter = type == .string && (key.type == .dyn || key.type.isNumber)
      let help = isCharacter ? "write \(ForeignWord.character(of: quote(owner), at: quote(key.range)))" : nil
      note(.type, in: span, message: "\(type.name) has no elements", help: help)
    }
    return .dyn
  }

  /// The error of `s[0:2]` at its colon. `start`: the offset behind the bracket.
  private func slice(of type: StaticType, owner: Range<Int>, from start: Int) -> ExpressionError {
    let colon = token.range
    let end = text[colon.upperBound...].firstIndex(of: UInt8(ascii: "]")) ?? text.count
    let bounds = [start..<colon.lowerBound, colon.upperBound..<end].map { range in
      text[range].allSatisfy { $0 == 0x20 } ? "" : quote(range)
    }
    let isText = type == .string || type == .dyn
    return unexpected(
      start == colon.lowerBound ? "a value" : "\"]\"",
      help: isText ? "write \(ForeignWord.part(of: quote(owner), from: bounds[0], to: bounds[1]))" : nil)
  }
}
