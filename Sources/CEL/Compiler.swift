// Longer than others: a method for each level of one grammar, in reading order.

/// Parses an expression and writes its program in one pass; reports errors that are known before a run.
///
/// The depth limit bounds the recursion. An error that may not matter, for example an unknown name behind `true ||`,
/// becomes an instruction that fails when it is reached. The error is also noted for callers that check before they
/// run.
package struct Compiler {
  /// The maximum length of an expression in bytes.
  package static let longest = 16 << 10
  /// The maximum nesting depth of an expression.
  package static let deepest = 100

  /// The text that is being read; while a named guard is expanded, the text of its definition.
  var source: Source
  var depth = 0
  var errors: [ExpressionError] = []
  /// Parts whose result is known without a run.
  var sureResults: [SureResult] = []

  var code: [Program.Operation] = []
  var offsets: [Int32] = []
  private var constants: [Value] = []
  private var messages: [String] = []
  private var tests: [(text: String, range: Range<Int>)] = []
  private var slots: Set<Int> = []
  /// The last instruction that is a jump target. Instructions before and after it are never merged.
  var barrier = 0
  /// The variables of the enclosing comprehensions.
  var locals: [String] = []
  /// True if the program notes the result of each named guard.
  private(set) var notesGuards = false
  /// The named guards that the expression asks, each once.
  var guardsAsked: [String] = []
  /// The guards whose definitions have an error in syntax.
  var invalidGuards: [String] = []
  /// The cycle of guards, if a named guard asks itself.
  var circle: [String]?

  /// Compiles an expression. Returns its program, nil if it cannot be parsed, and its errors.
  package static func compile(
    _ text: [UInt8], in environment: Environment
  ) -> (program: Program?, errors: [ExpressionError]) {
    if text.count > longest {
      let message = "the expression has \(text.count) bytes, the limit is \(longest)"
      return (nil, [ExpressionError(.limit, in: 0..<1, message: message)])
    }
    if let program = comparison(text.span, environment: environment) { return (program, []) }
    var compiler = Compiler(text, environment: environment)
    do throws(ExpressionError) {
      let type = try compiler.whole()
      return (compiler.program(type), compiler.errors)
    } catch {
      return (nil, compiler.failures(error, of: text))
    }
  }

  /// The error with the correct form if `$` is before a name that is known: other languages write variables so.
  func withKey(_ error: ExpressionError) -> ExpressionError {
    let start = error.range.lowerBound
    guard error.kind == .syntax, start < text.count, text[start] == UInt8(ascii: "$") else { return error }
    let name = text[(start + 1)...].prefix { $0.isLetter || $0.isDigit }
    let known = String(decoding: name, as: UTF8.self)
    guard !name.isEmpty, environment.variable(known) != nil else { return error }
    return ExpressionError(
      .syntax, in: start..<name.endIndex, message: "unexpected character", help: "write the name alone: \(known)")
  }

  /// Compiles an expression into a program that notes the result of each named guard. Returns nil if it cannot be
  /// compiled.
  package static func compile(notingGuardsIn text: [UInt8], environment: Environment) -> Program? {
    if text.count > longest { return nil }
    var compiler = Compiler(text, environment: environment)
    compiler.notesGuards = true
    guard let type = try? compiler.whole() else { return nil }
    return compiler.program(type)
  }

  init(_ text: [UInt8], environment: Environment) {
    source = Source(text, environment: environment)
  }

  /// Parses the text from its first token to its end.
  mutating func whole() throws(ExpressionError) -> StaticType {
    try advance()
    try advance()
    if token.kind == .end { throw ExpressionError(.syntax, in: 0..<text.count, message: "an expression is missing") }
    let type = try expression()
    guard token.kind == .end else {
      throw unexpected("an operator or the end", help: replaceUnknownFunction())
    }
    return type
  }

  func program(_ type: StaticType) -> Program {
    if type == .bool, code.count == 1, sureResults.isEmpty,
      case .compareSlot(let found, let slot, let constant) = code[0],
      case .int(let number) = constants[Int(constant)], let relation = Relation(rawValue: found.rawValue)
    {
      let offset = UInt16(clamping: offsets[0])
      return Program(ShortProgram(slot: slot, offset: offset, relation: relation, number: number))
    }
    return Program(
      ProgramCode(
        operations: code, offsets: offsets, constants: constants, messages: messages, tests: tests,
        slots: slots.sorted(), type: type, sureResults: sureResults, guards: guardsAsked))
  }

  // MARK: Primaries

  mutating func primary() throws(ExpressionError) -> StaticType {
    let span = token.range
    switch token.kind {
    case .int(let number):
      guard let number, let value = Int64(exactly: number) else { throw outOfRange() }
      return try literal(.int(value), type: .int)
    case .uint(let number):
      guard let number else { throw outOfRange() }
      return try literal(.uint(number), type: .uint)
    case .double(let number): return try literal(.double(number), type: .double)
    case .string(let text): return try literal(.string(text), type: .string)
    case .bytes(let bytes): return try literal(.bytes(bytes), type: .bytes)
    case .identifier(let name): return try identifier(name)
    case .quotedIdentifier(let name):
      // A name in backquotes, which no identifier can have; only generated expressions use it.
      guard environment.guards?.definition(of: "`\(name)`") != nil else {
        throw unexpected("a value", help: "write a text in single quotes, and join texts with +: 'a' + string(b)")
      }
      try advance()
      return try namedGuard("`\(name)`", at: span) ?? .dyn
    case .symbol(.dot):
      try advance()
      guard case .identifier(let name) = token.kind else { throw unexpected("a name") }
      return try identifier(name, isAbsolute: true)
    case .symbol(.openParenthesis):
      try advance()
      let type = try expression()
      if token.kind == .symbol(.comma) { throw unexpected("\")\"", help: "a list is written with brackets: [a, b]") }
      try expect(.closeParenthesis)
      return type
    case .symbol(.openBracket):
      try advance()
      let count = try list()
      emit(.list(Int32(count)), at: span)
      return .list
    case .symbol(.openBrace):
      try advance()
      return try map(span)
    default: throw unexpected("a value")
    }
  }

  private mutating func literal(_ value: Value, type: StaticType) throws(ExpressionError) -> StaticType {
    emitConstant(value, at: token.range)
    try advance()
    return type
  }

  /// Parses the elements of a list and the closing bracket; a comma may be before it. Returns the number of elements.
  private mutating func list() throws(ExpressionError) -> Int {
    var count = 0
    while token.kind != .symbol(.closeBracket) {
      _ = try expression()
      count += 1
      if !consume(.comma) { break }
    }
    try expect(.closeBracket)
    return count
  }

  private mutating func map(_ span: Range<Int>) throws(ExpressionError) -> StaticType {
    var count = 0
    while token.kind != .symbol(.closeBrace) {
      let (key, known) = (token.range, errors.count)
      let type = try expression()
      // `{k: 2}`: the keys of JavaScript are no names.
      if token.kind == .symbol(.colon), errors.count == known + 1, errors[known].kind == .unknownName,
        errors[known].range == key
      {
        errors[known] = ExpressionError(
          .unknownName, in: key, message: errors[known].message,
          help: "write a text as a key in quotes: '\(quote(key))'")
      }
      if count == 0, token.kind == .symbol(.closeBrace) {
        throw ExpressionError(
          .syntax, in: span.lowerBound..<token.range.upperBound, message: "a map needs a value behind each key",
          help: "a name has no braces: \(quote(key.lowerBound..<token.range.lowerBound))")
      }
      try expect(.colon)
      if ![.dyn, .bool, .int, .uint, .string].contains(type) {
        note(
          .type, in: key, message: "\(type.name) cannot be a key",
          help: typeName(type, in: key).map { "write a text as a key in quotes: '\($0)'" })
      }
      _ = try expression()
      count += 1
      if !consume(.comma) { break }
    }
    try expect(.closeBrace)
    emit(.map(Int32(count)), at: span)
    return .map
  }

  // MARK: Names

  /// Not a set: creating the first set of its type takes longer than compiling a short expression.
  private static func isReserved(_ word: String) -> Bool {
    switch word {
    case "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
      "namespace", "return", "var", "void", "while", "in":
      true
    default: false
    }
  }

  private mutating func identifier(_ first: String, isAbsolute: Bool = false) throws(ExpressionError) -> StaticType {
    let span = token.range
    switch first {
    case "true": return try literal(.bool(true), type: .bool)
    case "false": return try literal(.bool(false), type: .bool)
    case "null": return try literal(.null, type: .null)
    default: break
    }
    if Self.isReserved(first) {
      let asksForState = first == "in" && following.kind == .symbol(.openParenthesis)
      throw ExpressionError(
        .syntax, in: span, message: "\"\(first)\" is a reserved word of expressions",
        help: asksForState
          ? environment.tests.first.map { "\($0)('state') tells whether a state is active" }
          : ForeignWord.prefix(first))
    }
    try advance()
    if token.kind == .symbol(.openParenthesis) {
      if let type = try namedGuard(first, at: span) { return type }
      return try function(first, at: span)
    }
    if !isAbsolute, let local = locals[source.firstLocal...].lastIndex(where: { isSame($0, first) }) {
      emit(.local(Int32(local)), at: span)
      return .dyn
    }
    if let variable = try longestVariable(first) {
      emit(.slot(Int32(variable.slot)), at: span)
      slots.insert(variable.slot)
      return variable.type
    }
    if let type = try namedGuard(first, at: span) { return type }
    if let type = TypeName.allCases.first(where: { isSame($0.rawValue, first) }) {
      emitConstant(.type(type), at: span)
      return .type
    }
    if var help = ForeignWord.prefix(first), token.beginsValue {
      // `new Date()`
      if first == "new", case .identifier(let name) = token.kind {
        help = ForeignWord.function(name, isMethod: false) ?? help
      }
      throw ExpressionError(.syntax, in: span, message: "\"\(first)\" is not an operator", help: help)
    }
    let (environment, inner) = (environment, Array(locals[source.firstLocal...]))
    note(
      .unknownName, in: span, message: "the name \"\(first)\" is not known here", help: unknownNameHelp(first),
      known: environment.names + inner)
    emitFailure("no such name: \(first)", in: span)
    return .dyn
  }

  /// A hint for an unknown name, other than names with a similar spelling.
  private func unknownNameHelp(_ name: String) -> String? {
    if ForeignWord.isContext(name), token.kind == .symbol(.dot), case .identifier(let key) = following.kind {
      if environment.variable(key) != nil { return "write the key of the context alone: \(key)" }
      if name == "context" { return "write the key of the context alone" }
    }
    var member: String?
    if token.kind == .symbol(.dot), case .identifier(let found) = following.kind { member = found }
    if environment.tests.contains("isIn"), ForeignWord.isStateQuestion(name, member: member) {
      return "isIn('NAME') tells whether a state is active"
    }
    if name == "Math", let help = member.flatMap(ForeignWord.math) { return help }
    if ["evt", "ev", "e", "_event"].contains(name), let member, environment.variable("event") != nil {
      return "the event is called event: event.\(member)"
    }
    if ForeignWord.isPayload(name), environment.variable("event") != nil {
      guard token.kind == .symbol(.dot), case .identifier(let field) = following.kind else {
        return "the payload of an event is event.data"
      }
      return "the payload of an event is event.data: event.data.\(field)"
    }
    return ForeignWord.value(name)
  }

  /// Parses the variable with the longest name that the dotted names from here on spell.
  private mutating func longestVariable(_ first: String) throws(ExpressionError) -> Environment.Variable? {
    guard environment.hasDottedNames else { return environment.variable(first) }
    var names = [first]
    var best = environment.variable(first).map { ($0, 1) }
    // Looks ahead on a copy; tokens that are not part of the name are read again.
    var ahead = self
    while ahead.consume(.dot), case .identifier(let name) = ahead.token.kind {
      names.append(name)
      try ahead.advance()
      if let found = environment.variable(names.joined(separator: ".")) { best = (found, names.count) }
    }
    guard let (variable, count) = best else { return nil }
    for _ in 1..<max(1, count) {
      try advance()
      try advance()
    }
    return variable
  }

  // MARK: Emitting

  @discardableResult
  mutating func emit(_ operation: Program.Operation, at span: Range<Int>) -> Int {
    code.append(operation)
    offsets.append(Int32(truncatingIfNeeded: source.guardNumber << 16 | span.lowerBound))
    return code.count - 1
  }

  mutating func emitConstant(_ value: Value, at span: Range<Int>) {
    emit(.constant(constant(value)), at: span)
  }

  func constantValue(_ index: Int32) -> Value {
    constants[Int(index)]
  }

  mutating func constant(_ value: Value) -> Int32 {
    constants.append(value)
    return Int32(constants.count - 1)
  }

  mutating func replaceLast(_ operation: Program.Operation) {
    code[code.count - 1] = operation
  }

  mutating func patch(_ index: Int, operation: Program.Operation) {
    code[index] = operation
  }

  mutating func addTest(_ text: String, in range: Range<Int>) {
    // An error in a question of a named guard is reported in the definition of the guard.
    tests.append((text, source.usedAt == nil ? range : 0..<0))
    emit(.test(Int32(tests.count - 1)), at: range)
  }

  mutating func note(
    _ kind: ExpressionError.Kind, in range: Range<Int>, message: String, help: String? = nil,
    known: @autoclosure @escaping @Sendable () -> [String] = []
  ) {
    errors.append(ExpressionError(kind, in: range, message: message, help: help, known: known()))
  }

  /// Emits an error in place of a value, which fails when it is reached, and drops the operands on the stack.
  mutating func emitFailure(_ message: String, dropping: Int = 0, in range: Range<Int>) {
    messages.append(message)
    emit(.fail(Int32(messages.count - 1), dropping: Int32(dropping)), at: range)
  }

  mutating func check(_ type: StaticType, is expected: StaticType, what: String, at span: Range<Int>) {
    if type != .dyn, type != expected {
      note(.type, in: span, message: "\(what) is \(type.name), it must be \(expected.name)")
    }
  }

  // MARK: Tokens

  mutating func advance() throws(ExpressionError) {
    source.consumed = token.range.upperBound
    source.token = following
    source.following = try source.lexer.next()
  }

  /// Consumes the next token if it is the symbol. A lexer error behind the symbol is reported when the parser reaches
  /// it.
  mutating func consume(_ symbol: Symbol) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    source.consumed = token.range.upperBound
    source.token = following
    do throws(ExpressionError) {
      source.following = try source.lexer.next()
    } catch {
      source.following = Token(kind: .end, range: error.range)
      source.lateError = source.lateError ?? error
    }
    return true
  }

  mutating func expect(_ symbol: Symbol) throws(ExpressionError) {
    guard token.kind == .symbol(symbol) else { throw unexpected("\"\(symbol.rawValue)\"") }
    try advance()
  }

  func unexpected(_ expected: String, help: String? = nil) -> ExpressionError {
    if let late = source.lateError { return late }
    if token.kind == .end {
      if text.suffix(2).elementsEqual("--".utf8) {
        let name = quote(0..<text.count - 2)
        return ExpressionError(
          .syntax, in: text.count - 2..<text.count, message: "-- is not an operator after a value",
          help: "an expression cannot assign: write \(name) - 1")
      }
      return ExpressionError(.syntax, in: token.range, message: "expected \(expected), found the end of the expression")
    }
    if case .identifier(let word) = token.kind, var help = ForeignWord.infix(word) {
      if case .identifier(let type) = following.kind,
        word == "instanceof" || word == "is" && TypeName(rawValue: type) != nil
      {
        help = "write \(ForeignWord.typeTest(path(before: token.range.lowerBound), type: type))"
      }
      if word == "not", case .identifier("in") = following.kind { help = "write !(element in list)" }
      if word == "is", case .identifier("not") = following.kind {
        let range = token.range.lowerBound..<following.range.upperBound
        return ExpressionError(.syntax, in: range, message: "\"is not\" is not an operator", help: "write !=")
      }
      return ExpressionError(.syntax, in: token.range, message: "\"\(word)\" is not an operator", help: help)
    }
    let isSpread = text.dropFirst(token.range.lowerBound).starts(with: "..".utf8)
    return ExpressionError(
      .syntax, in: token.range, message: "expected \(expected)",
      help: isSpread ? "join lists with +: list + [value]" : help)
  }

  /// The name, or names with dots between, that ends before an offset; "value" if something else ends there.
  private func path(before offset: Int) -> String {
    let path = text[..<offset].reversed().drop { $0 == 0x20 }
      .prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: ".") }
    return path.isEmpty ? "value" : String(decoding: path.reversed(), as: UTF8.self)
  }

  func outOfRange() -> ExpressionError {
    ExpressionError(.syntax, in: token.range, message: "number out of range", help: "an int has at most 64 bits")
  }
}
