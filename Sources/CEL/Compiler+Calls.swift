/// Functions, methods and macros.
extension Compiler {
  mutating func function(_ name: String, at span: Range<Int>) throws(ExpressionError) -> StaticType {
    try advance()
    if name == "has" { return try has(span) }
    if environment.tests.contains(name) { return try test(name, at: span) }
    let known = errors.count
    let found = try arguments()
    // Types of Python, as `str`, are unknown names here; the help has the right name.
    if name == "isinstance", found.count == 2 { errors.removeLast(errors.count - known) }
    return call(name, of: nil, arguments: found, at: span)
  }

  mutating func method(
    _ name: String, at span: Range<Int>, of receiver: Operand
  ) throws(ExpressionError) -> StaticType {
    try advance()
    if let macro = Self.macros[name], case .identifier(let variable) = token.kind,
      following.kind == .symbol(.comma)
    {
      return try comprehension(macro, variable: variable, at: span, over: receiver.type)
    }
    if let error = notAMacro(name, at: span) { throw error }
    return call(name, of: receiver, arguments: try arguments(), at: span)
  }

  /// The error of a method whose first argument is a name that is not known: a macro in another spelling.
  private func notAMacro(_ name: String, at span: Range<Int>) -> ExpressionError? {
    guard case .identifier(let variable) = token.kind, environment.variable(variable) == nil,
      !locals.contains(variable)
    else { return nil }
    if Self.macros[name] != nil { return missingVariable(of: name, at: span) }
    guard following.kind == .symbol(.comma), let macro = ForeignWord.macro(name) else { return nil }
    return ExpressionError(
      .unknownFunction, in: span, message: "no method is named \"\(name)\"",
      help: "write \(macro)(\(variable), …)\(name == "find" ? "[0]" : "")")
  }

  private func missingVariable(of macro: String, at span: Range<Int>) -> ExpressionError {
    ExpressionError(
      .arity, in: span, message: "the first argument of \(macro) must be a name, which stands for each element",
      help: "\(macro)(x, …)")
  }

  /// `isIn 'a'`, `f'a'`: drops the error about the name of a function before an argument without parentheses, or about
  /// the prefix of a text. Returns the correct form; nil for other errors.
  mutating func replaceUnknownFunction() -> String? {
    guard let last = errors.last, last.kind == .unknownName, last.range.upperBound == source.consumed else {
      return nil
    }
    let name = quote(last.range)
    if case .string = token.kind, token.range.lowerBound == source.consumed {
      errors.removeLast()
      return "a text has no values in it: join texts with +"
    }
    guard Function(rawValue: name) != nil || environment.tests.contains(name) else { return nil }
    errors.removeLast()
    return "write \(name)(…)"
  }

  /// Parses the arguments and the closing parenthesis.
  private mutating func arguments() throws(ExpressionError) -> [Operand] {
    var found: [Operand] = []
    while token.kind != .symbol(.closeParenthesis) {
      let start = token.range.lowerBound
      found.append(Operand(type: try expression(), range: start..<consumed))
      guard token.kind == .symbol(.comma) else { break }
      try advance()
      if token.kind == .symbol(.closeParenthesis) { throw unexpected("an argument") }
    }
    try expect(.closeParenthesis)
    return found
  }

  /// Compiles a call behind its arguments. `receiver`: the value before the dot of a method; nil for a function.
  private mutating func call(
    _ name: String, of receiver: Operand?, arguments: [Operand], at span: Range<Int>
  ) -> StaticType {
    let operands = (receiver.map { [$0] } ?? []) + arguments
    guard let function = Function(rawValue: name), let arity = function.arity(isMethod: receiver != nil) else {
      noteUnknown(name, of: receiver, arguments: arguments, at: span)
      emitFailure("no such function: \(name)", dropping: operands.count, in: span)
      return .dyn
    }
    guard arity.contains(operands.count) else {
      let wanted = arity.lowerBound - (receiver == nil ? 0 : 1)
      let given = arguments.count
      note(.arity, in: span, message: "\(name) takes \(wanted) argument\(wanted == 1 ? "" : "s"), not \(given)")
      emitFailure("no such overload: \(name) with \(given) arguments", dropping: operands.count, in: span)
      return function.result
    }
    emit(.call(function, Int32(operands.count)), at: span)
    checkTypes(of: operands, in: function, isMethod: receiver != nil, at: span)
    return function.result
  }

  /// Reports the first operand whose known type no overload of the function takes: a receiver or a first argument at the
  /// name of the function, another argument at its own place.
  private mutating func checkTypes(of operands: [Operand], in function: Function, isMethod: Bool, at span: Range<Int>) {
    let first = operands.first?.type ?? .dyn
    for (position, operand) in operands.enumerated() {
      guard let accepted = function.accepted(at: position, of: first), operand.type != .dyn,
        !accepted.contains(operand.type.base)
      else { continue }
      var help: String?
      if accepted.isEmpty {
        help = "a duration has no time zone"
      } else if position > 0, operand.type.isNumber, accepted == [.string] || accepted == [.int] {
        help = "write \(accepted[0].name)(\(quote(operand.range)))"
      } else if position == 0, isMethod {
        help = ForeignWord.method(
          function.rawValue, of: quote(operand.range), type: first,
          arguments: operands.dropFirst().map { quote($0.range) })
      }
      note(
        .type, in: position == 0 ? span : operand.range,
        message: "\(function.rawValue) does not take \(operand.type.name)", help: help)
      return
    }
  }

  /// Reports a function or method that does not exist.
  private mutating func noteUnknown(_ name: String, of receiver: Operand?, arguments: [Operand], at span: Range<Int>) {
    let isMethod = receiver != nil
    // `Math.max(a, b)`: the unknown name before it is the one finding.
    if isMethod, errors.contains(where: { $0.kind == .unknownName && $0.range.upperBound == span.lowerBound - 1 }) {
      return
    }
    if isMethod, Self.macros[name] != nil {
      errors.append(missingVariable(of: name, at: span))
      return
    }
    let texts = arguments.map { quote($0.range) }
    let call =
      if let receiver {
        ForeignWord.method(name, of: quote(receiver.range), type: receiver.type, arguments: texts)
      } else {
        ForeignWord.call(name, arguments: texts)
      }
    let environment = environment
    // A name with a similar spelling is not what a known call of another language means.
    note(
      .unknownFunction, in: span, message: "no \(isMethod ? "method" : "function") is named \"\(name)\"",
      help: call ?? ForeignWord.function(name, isMethod: isMethod),
      known: call != nil
        ? []
        : Function.allCases.filter { $0.arity(isMethod: isMethod) != nil }.map(\.rawValue)
          + (isMethod
            ? Array(Self.macros.keys).sorted()
            : ["has"] + environment.tests + (environment.guards?.names.sorted() ?? [])))
  }

  /// `isIn("state")`: a question to the host about a literal text.
  private mutating func test(_ name: String, at span: Range<Int>) throws(ExpressionError) -> StaticType {
    guard case .string(let text) = token.kind, following.kind == .symbol(.closeParenthesis) else {
      var help: String?
      if case .identifier(let word) = token.kind, following.kind == .symbol(.closeParenthesis) {
        help = "\(name)('\(word)')"
      }
      throw ExpressionError(.syntax, in: span, message: "\(name) takes one text in quotes: \(name)(\"…\")", help: help)
    }
    addTest(text, in: token.range)
    try advance()
    try advance()
    return .bool
  }

  /// `has(e.f)`: true if the field exists.
  private mutating func has(_ span: Range<Int>) throws(ExpressionError) -> StaticType {
    let before = errors.count
    let start = token.range.lowerBound
    _ = try expression()
    guard case .select(let name)? = code.last, barrier < code.count, token.kind == .symbol(.closeParenthesis) else {
      throw ExpressionError(.syntax, in: span, message: "has takes a field of something: has(order.total)")
    }
    if dropFieldError(since: before) {
      let reason = "no declared payload has \(quote(start..<consumed))"
      sureResults.append(SureResult(range: start..<consumed, result: false, reason: reason))
    }
    replaceLast(.has(name))
    try advance()
    return .bool
  }

  /// Removes the error about an unknown field, because `has` asks exactly that. Returns true if there was one.
  mutating func dropFieldError(since count: Int) -> Bool {
    guard errors.count > count, let field = offsets.last, case .unknownName = errors[errors.count - 1].kind,
      errors[errors.count - 1].range.lowerBound == Int(field & 0xFFFF)
    else { return false }
    errors.removeLast()
    return true
  }

  // MARK: Macros

  static let macros: [String: Program.Comprehension] = [
    "all": .all, "exists": .exists, "exists_one": .existsOne, "existsOne": .existsOne, "map": .map, "filter": .filter,
  ]

  private mutating func comprehension(
    _ kind: Program.Comprehension, variable: String, at span: Range<Int>, over range: StaticType
  ) throws(ExpressionError) -> StaticType {
    if ![.dyn, .list, .map].contains(range.base) { note(.type, in: span, message: "\(range.name) has no elements") }
    try advance()
    try advance()
    let local = Int32(locals.count)
    locals.append(variable)
    defer { locals.removeLast() }
    let begin = emit(.begin(kind, end: 0), at: span)
    let next = emit(.next(local: local, end: 0), at: span)
    let bodyPlace = token.range
    var body = try expression()
    var keep: Int?
    if kind == .map, consume(.comma) {
      keep = emit(.keep(next: Int32(next), end: 0), at: bodyPlace)
      checkCondition(body, at: bodyPlace)
      body = try expression()
    } else if kind != .map {
      checkCondition(body, at: bodyPlace)
    }
    try expect(.closeParenthesis)
    let collect = emit(.collect(next: Int32(next), end: 0), at: bodyPlace)
    let end = Int32(collect + 1)
    patch(begin, operation: .begin(kind, end: end))
    patch(next, operation: .next(local: local, end: end))
    patch(collect, operation: .collect(next: Int32(next), end: end))
    if let keep { patch(keep, operation: .keep(next: Int32(next), end: end)) }
    return kind == .map || kind == .filter ? .list : .bool
  }

  private mutating func checkCondition(_ type: StaticType, at span: Range<Int>) {
    if type != .dyn, type != .bool { note(.type, in: span, message: "the condition is \(type.name), it must be bool") }
  }
}
