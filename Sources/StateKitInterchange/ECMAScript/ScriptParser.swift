/// Parses the part of ECMAScript that charts use: expressions, and statements that assign.
struct ScriptParser {
  /// Deeper nesting of expressions and statements is refused.
  static let depth = 60

  let script: ScriptTokens
  var index = 0 { didSet { token = script.all[min(index, script.all.count - 1)] } }
  private(set) var token: ScriptToken
  private var level = 0
  /// The first part that is not supported, if what follows can be parsed all the same.
  private var refused: ScriptError?

  static func expression(_ text: String) throws(ScriptError) -> ScriptNode {
    var parser = ScriptParser(script: try ScriptLexer.tokens(of: text))
    let node = try parser.expression()
    if parser.isSign(";") { parser.index += 1 }
    if !parser.isEnd { throw parser.unexpected("the end of the expression") }
    if let refused = parser.refused { throw refused }
    return node
  }

  static func script(_ text: String) throws(ScriptError) -> [ScriptStatement] {
    var parser = ScriptParser(script: try ScriptLexer.tokens(of: text))
    var statements: [ScriptStatement] = []
    while !parser.isEnd { try parser.statement(into: &statements) }
    if let refused = parser.refused { throw refused }
    return statements
  }

  private init(script: ScriptTokens) {
    self.script = script
    token = script.all[0]
  }

  // MARK: Tokens

  var tokens: [ScriptToken] { script.all }

  var text: String { script.text(of: token) }

  var isEnd: Bool { token.kind == .end }

  func isSign(_ text: StaticString) -> Bool { token.kind == .sign && script.isWritten(token, text: text) }

  func isWord(_ text: StaticString) -> Bool { token.kind == .word && script.isWritten(token, text: text) }

  /// True if a sign or a word is written behind the token.
  func isNext(_ text: StaticString) -> Bool {
    index + 1 < tokens.count && script.isWritten(tokens[index + 1], text: text)
  }

  mutating func consume(_ text: StaticString) -> Bool {
    guard isSign(text) else { return false }
    index += 1
    return true
  }

  mutating func expect(_ text: StaticString) throws(ScriptError) {
    if !consume(text) { throw unexpected("\"\(text)\"") }
  }

  /// Operators of ECMAScript that are not supported here.
  private static let unread: [StaticString] = [
    "=>", "...", "?.", "&", "|", "^", "~", "<<", ">>", "**", "**=", "<<=", ">>=", "&=", "|=", "^=", "&&=", "||=", "??=",
  ]

  func unexpected(_ what: String) -> ScriptError {
    if Self.unread.contains(where: { isSign($0) }) { return refusal() }
    return ScriptError(
      kind: .syntax, message: "expected \(what), found \(isEnd ? "the end" : "\"\(text)\"")", range: token.range)
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

  static let refused: [StaticString] = [
    "function", "while", "do", "switch", "try", "throw", "return", "class", "new", "with", "async", "await", "delete",
    "yield",
    "import", "export", "break", "continue",
  ]

  func isOne(of words: [StaticString]) -> Bool { words.contains { isWord($0) } }

  private mutating func statement(into out: inout [ScriptStatement]) throws(ScriptError) {
    if consume(";") { return }
    let start = token.range.lowerBound
    if isOne(of: Self.refused) || token.kind == .word && isNext(":") { throw refusal() }
    if isWord("var") || isWord("let") || isWord("const") {
      repeat {
        index += 1
        if isSign("{") || isSign("[") { throw refusal() }
        guard token.kind == .word else { throw unexpected("a name") }
        let name = text
        index += 1
        let value = consume("=") ? try assignment() : nil
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
    let node = try expression()
    out.append(.expression(node, start..<tokens[index - 1].range.upperBound))
    try endStatement()
  }

  private mutating func endStatement() throws(ScriptError) {
    if consume(";") || isEnd || isSign("}") || token.isAfterLine { return }
    throw unexpected("\";\"")
  }

  private mutating func block() throws(ScriptError) -> [ScriptStatement] {
    var statements: [ScriptStatement] = []
    if consume("{") {
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
    let condition = try expression()
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
    guard token.kind == .word, isNext("of") else {
      throw ScriptError(kind: .script, message: "statekit supports no loops except for (x of list)", range: start)
    }
    let name = text
    index += 2
    let list = try assignment()
    try expect(")")
    return .each(name, list, try deeper { (parser) throws(ScriptError) in try parser.block() })
  }

  /// Refuses what begins with the next token, unless the rest is not ECMAScript.
  mutating func refuseLater(_ what: String) {
    refused = refused ?? ScriptError(kind: .script, message: "\(what) are not supported", range: token.range)
  }

  func refusal() -> ScriptError {
    ScriptError(
      kind: .script, message: "statekit runs no JavaScript: \"\(text)\" cannot be said in CEL", range: token.range
    )
  }
}
