/// Expressions, by the precedence of their operators.
extension ScriptParser {
  private static let assignments: Set<String> = ["=", "+=", "-=", "*=", "/=", "%="]

  mutating func assignment() throws(ScriptError) -> ScriptNode {
    try deeper { (parser) throws(ScriptError) in
      let start = parser.token.range.lowerBound
      let left = try parser.choice()
      guard case .sign = parser.token.kind, Self.assignments.contains(parser.token.text) else { return left }
      let sign = parser.token.text
      parser.index += 1
      let right = try parser.assignment()
      return .assign(sign, left, right, start..<parser.tokens[parser.index - 1].range.upperBound)
    }
  }

  private mutating func choice() throws(ScriptError) -> ScriptNode {
    let condition = try binary(0)
    guard take("?") else { return condition }
    let then = try assignment()
    try expect(":")
    return .choice(condition, then, try assignment())
  }

  /// How tightly the operator that comes next binds; nil where none does.
  private var level: Int? {
    switch token.kind {
    case .word: return isWord("in") || isWord("instanceof") ? 3 : nil
    case .number, .text, .end: return nil
    case .sign: break
    }
    let sign = token.text.utf8
    let isTwice = sign.count == 2 && sign.first == sign.last
    switch sign.first {
    case UInt8(ascii: "|"), UInt8(ascii: "?"): return isTwice ? 0 : nil
    case UInt8(ascii: "&"): return isTwice ? 1 : nil
    case UInt8(ascii: "="), UInt8(ascii: "!"):
      return sign.count > 1 && sign.dropFirst().allSatisfy { $0 == UInt8(ascii: "=") } ? 2 : nil
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      return sign.count == 1 || sign.count == 2 && sign.last == UInt8(ascii: "=") ? 3 : nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return sign.count == 1 ? 4 : nil
    case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"): return sign.count == 1 ? 5 : nil
    default: return nil
    }
  }

  /// Operators that bind at least so tightly.
  private mutating func binary(_ least: Int) throws(ScriptError) -> ScriptNode {
    let start = token.range.lowerBound
    var left = try unary()
    var count = 0
    while let level, level >= least {
      let sign = token.text
      index += 1
      let right = try binary(level + 1)
      left = .binary(sign, left, right, start..<tokens[index - 1].range.upperBound)
      // A long chain is a deep tree.
      count += 1
      if count > 200 {
        throw ScriptError(kind: .script, message: "the expression has too many parts", range: token.range)
      }
    }
    return left
  }

  private mutating func unary() throws(ScriptError) -> ScriptNode {
    let start = token.range.lowerBound
    for sign in ["!", "-", "+"] where isSign(sign) {
      index += 1
      return .unary(sign, try deeper { (parser) throws(ScriptError) in try parser.unary() })
    }
    for sign in ["++", "--"] where isSign(sign) {
      index += 1
      let target = try deeper { (parser) throws(ScriptError) in try parser.unary() }
      return .update(sign, target, start..<tokens[index - 1].range.upperBound)
    }
    if isWord("typeof") {
      index += 1
      return .unary("typeof", try deeper { (parser) throws(ScriptError) in try parser.unary() })
    }
    let node = try postfix()
    for sign in ["++", "--"] where isSign(sign) && !token.isAfterLine {
      index += 1
      return .update(sign, node, start..<tokens[index - 1].range.upperBound)
    }
    return node
  }

  private mutating func postfix() throws(ScriptError) -> ScriptNode {
    let start = token.range.lowerBound
    var node = try primary()
    var count = 0
    while true {
      count += 1
      if count > Self.depth {
        throw ScriptError(kind: .script, message: "the expression has too many parts", range: token.range)
      }
      if take(".") {
        guard case .word = token.kind else { throw unexpected("a name") }
        let name = token.text
        index += 1
        node = .member(node, name, start..<tokens[index - 1].range.upperBound)
      } else if take("[") {
        let key = try assignment()
        try expect("]")
        node = .index(node, key, start..<tokens[index - 1].range.upperBound)
      } else if take("(") {
        var arguments: [ScriptNode] = []
        while !isSign(")") {
          arguments.append(try assignment())
          if !take(",") { break }
        }
        try expect(")")
        node = .call(node, arguments, start..<tokens[index - 1].range.upperBound)
      } else {
        return node
      }
    }
  }

  private mutating func primary() throws(ScriptError) -> ScriptNode {
    let token = self.token
    switch token.kind {
    case .number:
      index += 1
      return .number(token.text)
    case .text(let text):
      index += 1
      return .text(text)
    case .word:
      // A word of statements is no value at all.
      if ["return", "break", "continue"].contains(token.text) { throw unexpected("a value") }
      if Self.refused.contains(token.text) || ["instanceof", "in", "void"].contains(token.text) { throw refusal() }
      index += 1
      switch token.text {
      case "true": return .flag(true)
      case "false": return .flag(false)
      case "null": return .null
      case "undefined": return .undefined
      default: return .name(token.text, token.range)
      }
    case .sign:
      if take("(") {
        let node = try assignment()
        try expect(")")
        return node
      }
      if take("[") { return .array(try elements()) }
      if take("{") { return .object(try members()) }
      throw unexpected("a value")
    case .end: throw unexpected("a value")
    }
  }

  private mutating func elements() throws(ScriptError) -> [ScriptNode] {
    var elements: [ScriptNode] = []
    while !isSign("]") {
      elements.append(try assignment())
      if !take(",") { break }
    }
    try expect("]")
    return elements
  }

  private mutating func members() throws(ScriptError) -> [(key: String, value: ScriptNode)] {
    var members: [(key: String, value: ScriptNode)] = []
    while !isSign("}") {
      let token = self.token
      let key: String
      switch token.kind {
      case .word, .number: key = token.text
      case .text(let text): key = text
      case .sign, .end: throw unexpected("a key")
      }
      index += 1
      if take(":") {
        members.append((key, try assignment()))
      } else {
        members.append((key, .name(key, token.range)))
      }
      if !take(",") { break }
    }
    try expect("}")
    return members
  }
}
