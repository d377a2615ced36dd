/// Expressions, by the precedence of their operators.
extension ScriptParser {
  private static let assignments: [StaticString] = ["=", "+=", "-=", "*=", "/=", "%="]

  /// An expression where ECMAScript allows several with commas.
  mutating func expression() throws(ScriptError) -> ScriptNode {
    let first = try assignment()
    while isSign(",") {
      refuseLater("expressions with commas")
      index += 1
      _ = try assignment()
    }
    return first
  }

  mutating func assignment() throws(ScriptError) -> ScriptNode {
    try deeper { (parser) throws(ScriptError) in
      let start = parser.token.range.lowerBound
      let left = try parser.choice()
      guard parser.token.kind == .sign, Self.assignments.contains(where: { parser.isSign($0) }) else { return left }
      let sign = parser.text
      parser.index += 1
      let right = try parser.assignment()
      return .assign(sign, left, right, start..<parser.tokens[parser.index - 1].range.upperBound)
    }
  }

  private mutating func choice() throws(ScriptError) -> ScriptNode {
    let condition = try binary(0)
    guard consume("?") else { return condition }
    let then = try assignment()
    try expect(":")
    return .choice(condition, then, try assignment())
  }

  /// The precedence of the next operator; nil if the next token is not one.
  private var level: Int? {
    switch token.kind {
    case .word: return isWord("in") || isWord("instanceof") ? 3 : nil
    case .number, .text, .end: return nil
    case .sign: break
    }
    let sign = script.bytes.span.extracting(token.range)
    let isTwice = sign.count == 2 && sign[0] == sign[1]
    switch sign[0] {
    case UInt8(ascii: "|"), UInt8(ascii: "?"): return isTwice ? 0 : nil
    case UInt8(ascii: "&"): return isTwice ? 1 : nil
    case UInt8(ascii: "="), UInt8(ascii: "!"):
      for index in 1..<sign.count where sign[index] != UInt8(ascii: "=") { return nil }
      return sign.count > 1 ? 2 : nil
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      return sign.count == 1 || sign.count == 2 && sign[1] == UInt8(ascii: "=") ? 3 : nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return sign.count == 1 ? 4 : nil
    case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"): return sign.count == 1 ? 5 : nil
    default: return nil
    }
  }

  /// Parses operators with at least this precedence.
  private mutating func binary(_ least: Int) throws(ScriptError) -> ScriptNode {
    let start = token.range.lowerBound
    var left = try unary()
    var count = 0
    while let level, level >= least {
      let sign = text
      index += 1
      let right = try binary(level + 1)
      left = .binary(sign, left, right, start..<tokens[index - 1].range.upperBound)
      // A long chain makes a deep tree.
      count += 1
      if count > 200 {
        throw ScriptError(kind: .script, message: "the expression has too many parts", range: token.range)
      }
    }
    return left
  }

  private mutating func unary() throws(ScriptError) -> ScriptNode {
    let start = token.range.lowerBound
    if isSign("!") || isSign("-") || isSign("+") {
      let sign = text
      index += 1
      return .unary(sign, try deeper { (parser) throws(ScriptError) in try parser.unary() })
    }
    if isSign("++") || isSign("--") {
      let sign = text
      index += 1
      let target = try deeper { (parser) throws(ScriptError) in try parser.unary() }
      return .update(sign, target, start..<tokens[index - 1].range.upperBound)
    }
    if isWord("typeof") {
      index += 1
      return .unary("typeof", try deeper { (parser) throws(ScriptError) in try parser.unary() })
    }
    let node = try postfix()
    if isSign("++") || isSign("--"), !token.isAfterLine {
      let sign = text
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
      if consume(".") {
        guard token.kind == .word else { throw unexpected("a name") }
        let name = text
        index += 1
        node = .member(node, name, start..<tokens[index - 1].range.upperBound)
      } else if consume("[") {
        let key = try expression()
        try expect("]")
        node = .index(node, key, start..<tokens[index - 1].range.upperBound)
      } else if consume("(") {
        var arguments: [ScriptNode] = []
        while !isSign(")") {
          arguments.append(try assignment())
          if !consume(",") { break }
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
      return .number(ScriptLexer.decimal(script.text(of: token)))
    case .text:
      index += 1
      return .text(script.texts[token.value])
    case .word:
      // A keyword of statements is not a value.
      if isWord("return") || isWord("break") || isWord("continue") { throw unexpected("a value") }
      if isOne(of: Self.refused) || isWord("instanceof") || isWord("in") || isWord("void") { throw refusal() }
      let text = self.text
      index += 1
      switch text {
      case "true": return .flag(true)
      case "false": return .flag(false)
      case "null": return .null
      case "undefined": return .undefined
      default: return .name(text, token.range)
      }
    case .sign:
      if consume("(") {
        if isSign(")"), isNext("=>") {
          index += 1
          throw refusal()
        }
        let node = try expression()
        try expect(")")
        return node
      }
      if consume("[") { return .array(try elements()) }
      if consume("{") { return .object(try members()) }
      throw unexpected("a value")
    case .end: throw unexpected("a value")
    }
  }

  private mutating func elements() throws(ScriptError) -> [ScriptNode] {
    var elements: [ScriptNode] = []
    while !isSign("]") {
      if isSign(",") {
        refuseLater("lists with holes")
      } else {
        elements.append(try assignment())
      }
      if !consume(",") { break }
    }
    try expect("]")
    return elements
  }

  private mutating func members() throws(ScriptError) -> [(key: String, value: ScriptNode)] {
    var members: [(key: String, value: ScriptNode)] = []
    while !isSign("}") {
      let token = self.token
      let key: String
      var isCalculated = false
      switch token.kind {
      case .word, .number: key = text
      case .text: key = script.texts[token.value]
      case .sign where isSign("["):
        refuseLater("calculated keys")
        index += 1
        _ = try assignment()
        if !isSign("]") { throw unexpected("\"]\"") }
        isCalculated = true
        key = ""
      case .sign where isSign("*"): throw refusal()
      case .sign, .end: throw unexpected("a key")
      }
      index += 1
      let isMethod = isSign("(") || self.token.kind == .word && ["get", "set", "async"].contains(key)
      if isMethod { throw refusal() }
      if consume(":") {
        members.append((key, try assignment()))
      } else if isCalculated {
        throw unexpected("\":\"")
      } else {
        members.append((key, .name(key, token.range)))
      }
      if !consume(",") { break }
    }
    try expect("}")
    return members
  }
}
