/// Reads the part of ECMAScript that charts use: expressions, and statements that assign.
struct ScriptParser {
  /// Expressions and statements nested deeper are refused.
  static let depth = 60

  let tokens: [ScriptToken]
  var index = 0
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

  var token: ScriptToken { tokens[min(index, tokens.count - 1)] }

  var isEnd: Bool {
    if case .end = token.kind { return true }
    return false
  }

  func isSign(_ text: String) -> Bool {
    if case .sign = token.kind { return token.text == text }
    return false
  }

  func isWord(_ text: String) -> Bool {
    if case .word = token.kind { return token.text == text }
    return false
  }

  mutating func take(_ text: String) -> Bool {
    guard isSign(text) else { return false }
    index += 1
    return true
  }

  mutating func expect(_ text: String) throws(ScriptError) {
    if !take(text) { throw unexpected("\"\(text)\"") }
  }

  func unexpected(_ what: String) -> ScriptError {
    ScriptError(
      kind: .syntax, message: "expected \(what), found \(isEnd ? "the end" : "\"\(token.text)\"")", range: token.range)
  }

  private func expectEnd() throws(ScriptError) {
    if !isEnd { throw unexpected("the end of the expression") }
  }

  mutating func deeper<T>(_ body: (inout ScriptParser) throws(ScriptError) -> T) throws(ScriptError) -> T {
    level += 1
    defer { level -= 1 }
    if level > Self.depth {
      throw ScriptError(kind: .script, message: "nested deeper than \(Self.depth), the limit", range: token.range)
    }
    return try body(&self)
  }

  // MARK: Statements

  static let refused: Set<String> = [
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

  func refusal() -> ScriptError {
    ScriptError(
      kind: .script, message: "statekit runs no JavaScript: \"\(token.text)\" cannot be said in CEL", range: token.range
    )
  }
}
