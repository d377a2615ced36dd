/// Named conditions that expressions use like variables, or like functions of one map.
package final class NamedGuards: Sendable {
  /// The meaning of a name.
  package enum Definition: Sendable {
    /// An expression that sees the variables of `environment` and `params`.
    case expression([UInt8])
    /// The embedding program answers; the index counts its guards.
    case host(Int32)
  }

  /// By the bytes of the names.
  let definitions: [[UInt8]: Definition]
  /// The variables that the definitions see, except loop variables and declared payloads.
  let environment: Environment

  package init(_ guards: [(name: String, definition: Definition)], in environment: Environment) {
    definitions = Dictionary(guards.map { (Array($0.name.utf8), $0.definition) }) { first, _ in first }
    self.environment = environment
  }

  private init(_ definitions: [[UInt8]: Definition], in environment: Environment) {
    self.definitions = definitions
    self.environment = environment
  }

  /// Returns these guards with definitions that see the variables of another environment.
  package func seeing(_ environment: Environment) -> NamedGuards {
    var variables = environment
    variables.guards = nil
    return NamedGuards(definitions, in: variables)
  }

  /// The name of the map of parameters in a definition.
  package static let parameters = "params"

  /// True if expressions can name a guard by this text: it is no keyword or function and has no operator in it.
  /// `tests`: see `Environment`.
  package static func canName(_ name: String, tests: [String]) -> Bool {
    if Function(rawValue: name) != nil || TypeName(rawValue: name) != nil || name == "has" || tests.contains(name) {
      return false
    }
    return Environment.canName(name, tests: tests)
  }

  /// The names that expressions can use.
  var names: [String] {
    definitions.keys.map { String(decoding: $0, as: UTF8.self) }.filter { Self.canName($0, tests: []) }
  }

  func definition(of name: String) -> Definition? {
    definitions[Array(name.utf8)]
  }
}

/// Named guards are expanded where they are used: a use costs no call, and the expression reads everything that the
/// guard reads.
extension Compiler {
  /// The highest number of instructions of an expression with all its named guards expanded.
  package static let longestProgram = 16_384
  /// The highest number of instructions of all expressions of a chart that use named guards.
  package static let mostExpanded = 2_097_152

  /// Compiles a definition without parameters. Returns its program and its errors.
  package static func compile(
    definition name: String, text: [UInt8], in guards: NamedGuards
  ) -> (program: Program?, errors: [ExpressionError]) {
    var environment = guards.environment
    environment.guards = guards
    if text.count > longest { return compile(text, in: environment) }
    var compiler = Compiler(text, environment: environment)
    compiler.source.guardsAround = [name]
    do throws(ExpressionError) {
      compiler.emit(.parameters, at: 0..<0)
      compiler.emit(.bind(local: 0, end: 0), at: 0..<0)
      compiler.barrier = compiler.code.count
      compiler.locals = [NamedGuards.parameters]
      let type = try compiler.whole()
      compiler.patch(1, operation: .bind(local: 0, end: Int32(compiler.code.count)))
      return (compiler.program(type), compiler.errors)
    } catch {
      return (nil, compiler.failures(error, of: text))
    }
  }

  /// The errors of a text that cannot be parsed: a function is one error.
  func failures(_ error: ExpressionError, of text: [UInt8]) -> [ExpressionError] {
    if let function = ForeignWord.function(text) { return [function] }
    return errors + [withKey(error)]
  }

  /// Compiles a part of a definition, with the parameters of one use; nil if it cannot be compiled.
  ///
  /// `arguments`: the maps behind the names of the enclosing guards, the outermost first, empty if there is no map.
  /// Each map may read the `params` of the guard before it.
  package static func compile(part text: [UInt8], askedWith arguments: [[UInt8]], in guards: NamedGuards) -> Program? {
    var environment = guards.environment
    environment.guards = guards
    if text.count > longest { return nil }
    var compiler = Compiler(text, environment: environment)
    var binds: [Int] = []
    do throws(ExpressionError) {
      for argument in arguments {
        if argument.isEmpty {
          compiler.emit(.map(0), at: 0..<0)
        } else {
          try compiler.read(argument, environment: environment)
        }
        let local = Int32(compiler.locals.count)
        binds.append(compiler.emit(.bind(local: local, end: 0), at: 0..<0))
        compiler.barrier = compiler.code.count
        compiler.locals.append(NamedGuards.parameters)
      }
      let type = try compiler.read(text, environment: environment)
      for (local, bind) in binds.enumerated() {
        compiler.patch(bind, operation: .bind(local: Int32(local), end: Int32(compiler.code.count)))
      }
      return compiler.errors.isEmpty ? compiler.program(type) : nil
    } catch {
      return nil
    }
  }

  /// Compiles another text, which sees the innermost `params`.
  @discardableResult
  private mutating func read(_ text: [UInt8], environment: Environment) throws(ExpressionError) -> StaticType {
    source = Source(text, environment: environment)
    source.firstLocal = max(0, locals.count - 1)
    return try whole()
  }

  /// Compiles the use of a guard, with or without a map; nil if no guard has the name.
  mutating func namedGuard(_ name: String, at span: Range<Int>) throws(ExpressionError) -> StaticType? {
    guard let guards = source.environment.guards, let definition = guards.definition(of: name) else { return nil }
    let hasParameters = try guardParameters(name, at: span)
    if !guardsAsked.contains(where: { isSame($0, name) }) { guardsAsked.append(name) }
    switch definition {
    case .host(let number):
      if !hasParameters { emit(.map(0), at: span) }
      emit(.host(number), at: span)
    case .expression(let text):
      try writeOut(name, text: text, guards: guards, hasParameters: hasParameters, at: span)
    }
    return .bool
  }

  /// Compiles the map in parentheses behind a guard's name; false if there is no map.
  private mutating func guardParameters(_ name: String, at span: Range<Int>) throws(ExpressionError) -> Bool {
    guard consume(.openParenthesis) else { return false }
    if consume(.closeParenthesis) { return false }
    let start = token.range
    let type = try expression()
    if type != .dyn, type.base != .map {
      note(
        .type, in: start, message: "the guard \(name) takes one map, this is \(type.name)",
        help: "\(name)({'key': value})")
    }
    try expect(.closeParenthesis)
    return true
  }

  private mutating func writeOut(
    _ name: String, text: [UInt8], guards: NamedGuards, hasParameters: Bool, at span: Range<Int>
  ) throws(ExpressionError) {
    if let first = source.guardsAround.firstIndex(where: { isSame($0, name) }) {
      if first == 0 { circle = source.guardsAround + [name] }
      emitFailure("the guard \(name) asks itself", dropping: hasParameters ? 1 : 0, in: span)
      noteCircle(span)
      return
    }
    if invalidGuards.contains(where: { isSame($0, name) }) {
      emitFailure("the guard \(name) is not valid", dropping: hasParameters ? 1 : 0, in: span)
      return
    }
    if code.count > Self.longestProgram {
      throw ExpressionError(
        .limit, in: span,
        message: "with its named guards the expression has more than \(Self.longestProgram) instructions, the limit")
    }
    let local = Int32(locals.count)
    let start = code.count
    if !hasParameters { emit(.map(0), at: span) }
    let bind = emit(.bind(local: local, end: 0), at: span)
    barrier = code.count
    // Errors in the definition are reported in the definition.
    let found = (errors: errors.count, comparisons: sureResults.count)
    let outside = source
    source = outside.definition(text, of: name, usedAt: span, guards: guards)
    source.firstLocal = locals.count
    source.guardNumber = 1 + (guardsAsked.firstIndex { isSame($0, name) } ?? 0)
    locals.append(NamedGuards.parameters)
    var failure: ExpressionError?
    do throws(ExpressionError) {
      _ = try whole()
    } catch {
      failure = error
    }
    source = outside
    locals.removeLast(locals.count - Int(local))
    errors.removeLast(errors.count - found.errors)
    sureResults.removeLast(sureResults.count - found.comparisons)
    if let failure {
      if case .limit = failure.kind { throw ExpressionError(.limit, in: span, message: failure.message) }
      // Another use would read it again, and all that it uses.
      invalidGuards.append(name)
      code.removeLast(code.count - start)
      offsets.removeLast(offsets.count - start)
      emitFailure("the guard \(name) is not valid", dropping: hasParameters ? 1 : 0, in: span)
    } else {
      patch(bind, operation: .bind(local: local, end: Int32(code.count)))
      if notesGuards, let index = guardsAsked.firstIndex(where: { isSame($0, name) }) {
        emit(.note(Int32(index)), at: span)
      }
    }
    barrier = code.count
    noteCircle(span)
  }

  /// Notes the error in the definition that closes the cycle.
  private mutating func noteCircle(_ span: Range<Int>) {
    guard let circle, source.guardsAround.count == 1 else { return }
    note(
      .circle, in: span, message: "the guard \(circle[0]) asks itself: \(circle.joined(separator: " → "))",
      help: "let one of them not use the others",
      known: circle)
    self.circle = nil
  }
}
