import CEL

/// Compiling a chart's expressions, and checking what they and the actions name (SPEC §1.5).
extension ChartBuilder {
  mutating func compileExpressions() {
    checkContext()
    checkAlphabet()
    data.loopSlots = draft.loopSlots
    data.invariants = draft.invariants
    data.alphabet = draft.alphabet
    data.environment.add(variable("event", at: data.contextNames.count, eventType(nil)))
    checkAssigned()
    // Most expressions of a chart see the same names: one environment serves until a loop or an event differs.
    var environment = data.environment
    var scope: Int32 = 0
    var event: NameID?
    var known = [Expression.Compiled?](repeating: nil, count: draft.texts.count)
    // The texts that are known in the present environment.
    var used: [NameID] = []
    data.expressions.reserveCapacity(draft.expressions.count)
    for expression in draft.expressions {
      // Only a declared event tells more of its payload than any other.
      let itsEvent = draft.alphabet == nil ? nil : expression.event.flatMap { draft.alphabet?[$0] == nil ? nil : $0 }
      if expression.scope != scope || itsEvent != event {
        (scope, event) = (expression.scope, itsEvent)
        for text in used { known[text.index] = nil }
        used.removeAll()
        environment = data.environment
        if event != nil { environment.add(variable("event", at: data.contextNames.count, eventType(event))) }
        for (place, name) in draft.scopes[Int(scope)].enumerated() {
          environment.add(variable(name, at: data.contextNames.count + 1 + place, .dyn))
        }
      }
      if let compiled = known[expression.text.index] {
        checkRole(expression, compiled.program.type)
        data.expressions.append(Expression(compiled, at: expression.source))
      } else if let compiled = compile(expression, environment) {
        known[expression.text.index] = compiled
        used.append(expression.text)
      }
    }
    // A chart may have very many, and nobody reads the drafts again.
    draft.expressions = []
    draft.texts = NameTable()
  }

  private func variable(_ name: String, at slot: Int, _ type: StaticType) -> Environment.Variable {
    Environment.Variable(name: name, slot: slot, type: type)
  }

  /// What is known of `event` in the handler of one event, or of any.
  private func eventType(_ event: NameID?) -> StaticType {
    let data = event.flatMap { draft.alphabet?[$0]?.staticType } ?? .dyn
    return .record([
      StaticType.Field("name", .string), StaticType.Field("data", data), StaticType.Field("type", .string),
      StaticType.Field("sendId", .dyn), StaticType.Field("invokeId", .dyn),
    ])
  }

  /// Adds an expression; what it was compiled to, where others may share it.
  private mutating func compile(_ draft: ExpressionDraft, _ environment: Environment) -> Expression.Compiled? {
    let text = Array(self.draft.texts[draft.text])
    let (program, mistakes) = Compiler.compile(text, in: environment)
    for mistake in mistakes {
      if mistake.kind == .unknownName, self.draft.lost.context { continue }
      findings.add(mistake.diagnostic(of: text, in: draft.source))
    }
    let eventSlot = data.contextNames.count
    guard let program else {
      // Numbers of expressions stay what they are; with the mistake found, nothing is ever run.
      if let nothing = Compiler.compile(Array("null".utf8), in: Environment()).program {
        let compiled = Expression.Compiled(program: nothing, text: "", tests: [], eventSlot: eventSlot)
        data.expressions.append(Expression(compiled, at: draft.source))
      }
      return nil
    }
    // An expression that is mistaken inside is no further mistake as a whole.
    if mistakes.isEmpty { checkRole(draft, program.type) }
    var tests: [StateID] = []
    for (text, range) in program.tests { tests.append(state(text, at: draft.source.span(of: range))) }
    let compiled = Expression.Compiled(
      program: program, text: String(decoding: text, as: UTF8.self), tests: tests, eventSlot: eventSlot)
    data.expressions.append(Expression(compiled, at: draft.source))
    // A question that names no state is told at each place.
    return mistakes.isEmpty && tests.isEmpty ? compiled : nil
  }

  private func checkRole(_ draft: ExpressionDraft, _ type: StaticType) {
    switch (draft.role, type) {
    case (.value, _), (_, .dyn), (.condition, .bool), (.list, .list): return
    case (.condition, let type):
      report(.typeMismatch, at: whole(draft), "a condition must be a bool, this is \(type.name)")
    case (.list, let type): report(.typeMismatch, at: whole(draft), "forEach needs a list, this is \(type.name)")
    }
  }

  private func whole(_ draft: ExpressionDraft) -> SourceSpan {
    draft.source.span(of: 0..<self.draft.texts[draft.text].count)
  }

  /// The state that `isIn` asks for.
  private func state(_ text: String, at span: SourceSpan) -> StateID {
    switch directory.resolve(text.utf8.span, names: draft.names, states: draft.states) {
    case .state(let state): return state
    case .unknown:
      if draft.lost.states { break }
      report(
        .unknownTarget, at: span, "no state is named \(DisplayText.quoted(text))",
        help: Suggestion.help(for: text, among: draft.states.lazy.map { draft.names.text($0.name) }))
    case .ambiguous(let states):
      if let state = onlyOne(of: states) { return state }
      report(.ambiguousTarget, at: span, "\(states.count) states are named \(DisplayText.quoted(text))")
    }
    return .root
  }

  // MARK: Names

  private mutating func checkContext() {
    for (name, value, span) in draft.context {
      if !isName(name) {
        report(
          .badContextName, at: span, "expressions cannot name \(DisplayText.quoted(name))",
          help: "a letter or _, then letters, digits and _, and no reserved word")
      }
      data.environment.add(variable(name, at: data.contextNames.count, StaticType(of: value)))
      data.contextNames.append(name)
      data.contextValues.append(value)
    }
  }

  private func isName(_ name: String) -> Bool {
    if name == "event" { return false }
    var environment = Environment(tests: ["isIn"])
    environment.add(variable(name, at: 0, .dyn))
    let (program, mistakes) = Compiler.compile(Array(name.utf8), in: environment)
    return mistakes.isEmpty && program?.slots == [0] && program?.isPlainVariable == true
  }

  /// Handlers, raises and sends name declared events only, where there are any (SPEC §1.1).
  private func checkAlphabet() {
    guard let alphabet = draft.alphabet else { return }
    for (event, span) in draft.eventUses where alphabet[event] == nil {
      let name = draft.names.text(event)
      if name.utf8.starts(with: "done.".utf8) || name.utf8.starts(with: "error.".utf8) { continue }
      let known = alphabet.keys.map { draft.names.text($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      report(
        .undeclaredEvent, at: span, "the event \(DisplayText.quoted(name)) is not declared in \"events\"",
        help: Suggestion.help(for: name, among: known))
    }
  }

  private mutating func checkAssigned() {
    // Nobody reads them again.
    defer { draft.assigned = [] }
    if draft.lost.context { return }
    let known = Set(data.contextNames.map { Array($0.utf8) })
    // Paths are shared by those who name the same: most have been looked up just before.
    var good: ContextPath?
    for (path, span, number) in draft.assigned {
      if number == 0, path === good { continue }
      let (name, scope) = (path.names[0], draft.scopes[Int(number)])
      if scope.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
        report(.unknownName, at: span, "\(DisplayText.quoted(name)) belongs to a forEach and cannot be assigned")
      } else if known.contains(Array(name.utf8)) {
        good = path
      } else {
        report(
          .unknownName, at: span, "the context has no \(DisplayText.quoted(name))",
          help: Suggestion.help(for: name, among: data.contextNames))
      }
    }
  }
}

extension ExpressionMistake {
  /// The mistake at its place in the file, with the known name that is nearest to an unknown one.
  package func diagnostic(of text: [UInt8], in source: ExpressionSource) -> Diagnostic {
    let word = String(decoding: text[range.clamped(to: text.indices)], as: UTF8.self)
    let list = known.isEmpty || known.count > 8 ? nil : "known are " + known.joined(separator: ", ")
    let nearest = known.isEmpty ? nil : Suggestion.help(for: word, among: known) ?? list
    return Diagnostic(kind.code, at: source.span(of: range), message, help: help ?? nearest)
  }
}

extension ExpressionMistake.Kind {
  /// The code under which a mistake of an expression is reported.
  var code: DiagnosticCode {
    switch self {
    case .syntax: .expressionSyntax
    case .unknownName: .unknownName
    case .unknownFunction: .unknownFunction
    case .arity: .wrongArguments
    case .type: .typeMismatch
    case .limit: .expressionLimit
    }
  }
}
