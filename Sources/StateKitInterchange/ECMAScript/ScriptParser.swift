/// Reads the part of ECMAScript that charts use: expressions, and statements that assign.
struct ScriptParser {
  /// Expressions and statements nested deeper are refused.
  static let depth = 60

  private let tokens: [ScriptToken]
  private var index = 0
  private var level = 0

  /// One expression.
  static func expression(_ text: String) throws(ScriptError) -> ScriptNode {
    var parser = ScriptParser(tokens: try ScriptLexer.tokens(of: text))
    let node = try parser.assignment()
    if parser.isSign(";") { parser.index += 1 }
    try parser.expectEnd()
    return node
  }

  /// A script: statements one after the other.
  static func script(_ text: String) throws(ScriptError) -> [ScriptStatement] {
    var parser = ScriptParser(tokens: try ScriptLexer.tokens(of: text))
    var statements: [ScriptStatement] = []
    while !parser.isEnd { try parser.statement(into: &statements) }
    return statements
  }

  private init(tokens: [ScriptToken]) {
    self.tokens = tokens
  }

  // MARK: Tokens

  private var token: ScriptToken { tokens[min(index, tokens.count - 1)] }

  private var isEnd: Bool {
    if case .end = token.kind { return true }
    return false
  }

  private func isSign(_ text: String) -> Bool {
    if case .sign = token.kind { return token.text == text }
    return false
  }

  private func isWord(_ text: String) -> Bool {
    if case .word = token.kind { return token.text == text }
    return false
  }

  private mutating func take(_ text: String) -> Bool {
    guard isSign(text) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ text: String) throws(ScriptError) {
    if !take(text) { throw unexpected("\"\(text)\"") }
  }

  private func unexpected(_ what: String) -> ScriptError {
    ScriptError(
      kind: .syntax, message: "expected \(what), found \(isEnd ? "the end" : "\"\(token.text)\"")", range: token.range)
  }

  private func expectEnd() throws(ScriptError) {
    if !isEnd { throw unexpected("the end of the expression") }
  }

  private mutating func deeper<T>(_ body: (inout ScriptParser) throws(ScriptError) -> T) throws(ScriptError) -> T {
    level += 1
    defer { level -= 1 }
    if level > Self.depth {
      throw ScriptError(kind: .script, message: "nested deeper than \(Self.depth), the limit", range: token.range)
    }
    return try body(&self)
  }

  // MARK: Statements

  private static let refused: Set<String> = [
    "function", "while", "do", "switch", "try", "throw", "return", "class", "new", "with", "async", "await", "delete",
    "yield",
    "import", "export", "break", "continue",
  ]

  private mutating func statement(into out: inout [ScriptStatement]) throws(ScriptError) {
    if take(";") { return }
    let start = token.range.lowerBound
    if case .word = token.kind, Self.refused.contains(token.text) { throw refusal() }
    if isWord("var") || isWord("let") || isWord("const") {
      repeat {
        index += 1
        guard case .word = token.kind else { throw unexpected("a name") }
        let name = token.text
        index += 1
        let value = take("=") ? try assignment() : nil
        out.append(.declare(name, value, start..<token.range.lowerBound))
      } while isSign(",")
      return try endStatement()
    }
    if isWord("if") { return out.append(try deeper { (parser) throws(ScriptError) in try parser.conditional() }) }
    if isWord("for") { return out.append(try deeper { (parser) throws(ScriptError) in try parser.loop() }) }
    if isSign("{") {
      out += try deeper { (parser) throws(ScriptError) in try parser.block() }
      return
    }
    let node = try assignment()
    out.append(.expression(node, start..<tokens[index - 1].range.upperBound))
    try endStatement()
  }

  private mutating func endStatement() throws(ScriptError) {
    if take(";") || isEnd || isSign("}") || token.isAfterLine { return }
    throw unexpected("\";\"")
  }

  private mutating func block() throws(ScriptError) -> [ScriptStatement] {
    var statements: [ScriptStatement] = []
    if take("{") {
      while !isSign("}") {
        if isEnd { throw unexpected("\"}\"") }
        try statement(into: &statements)
      }
      index += 1
    } else {
      try statement(into: &statements)
    }
    return statements
  }

  private mutating func conditional() throws(ScriptError) -> ScriptStatement {
    index += 1
    try expect("(")
    let condition = try assignment()
    try expect(")")
    let then = try deeper { (parser) throws(ScriptError) in try parser.block() }
    guard isWord("else") else { return .choice(condition, then, []) }
    index += 1
    return .choice(condition, then, try deeper { (parser) throws(ScriptError) in try parser.block() })
  }

  private mutating func loop() throws(ScriptError) -> ScriptStatement {
    let start = token.range
    index += 1
    try expect("(")
    if isWord("var") || isWord("let") || isWord("const") { index += 1 }
    guard case .word = token.kind, index + 1 < tokens.count, tokens[index + 1].text == "of" else {
      throw ScriptError(kind: .script, message: "statekit runs no loops but for (x of list)", range: start)
    }
    let name = token.text
    index += 2
    let list = try assignment()
    try expect(")")
    return .each(name, list, try deeper { (parser) throws(ScriptError) in try parser.block() })
  }

  private func refusal() -> ScriptError {
    ScriptError(
      kind: .script, message: "statekit runs no JavaScript: \"\(token.text)\" cannot be said in CEL", range: token.range
    )
  }

  // MARK: Expressions

  private static let assignments: Set<String> = ["=", "+=", "-=", "*=", "/=", "%="]

  private mutating func assignment() throws(ScriptError) -> ScriptNode {
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

  private static let levels: [[String]] = [
    ["||", "??"], ["&&"], ["===", "!==", "==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
  ]

  private mutating func binary(_ level: Int) throws(ScriptError) -> ScriptNode {
    if level == Self.levels.count { return try unary() }
    let start = token.range.lowerBound
    var left = try binary(level + 1)
    var count = 0
    while case .sign = token.kind, Self.levels[level].contains(token.text) {
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
      if take("[") { return .array(try items()) }
      if take("{") { return .object(try members()) }
      throw unexpected("a value")
    case .end: throw unexpected("a value")
    }
  }

  private mutating func items() throws(ScriptError) -> [ScriptNode] {
    var items: [ScriptNode] = []
    while !isSign("]") {
      items.append(try assignment())
      if !take(",") { break }
    }
    try expect("]")
    return items
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
