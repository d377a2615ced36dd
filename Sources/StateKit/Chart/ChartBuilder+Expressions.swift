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
    var scope: [String] = []
    var event: NameID?
    // Generated charts say the same in many places: what was compiled in one environment is shared.
    var known: [[UInt8]: Program] = [:]
    data.expressions.reserveCapacity(draft.expressions.count)
    for expression in draft.expressions {
      // Only a declared event tells more of its payload than any other.
      let itsEvent = expression.event.flatMap { draft.alphabet?[$0] == nil ? nil : $0 }
      if expression.scope != scope || itsEvent != event {
        (scope, event) = (expression.scope, itsEvent)
        known.removeAll()
        environment = data.environment
        if event != nil { environment.add(variable("event", at: data.contextNames.count, eventType(event))) }
        for (place, name) in scope.enumerated() {
          environment.add(variable(name, at: data.contextNames.count + 1 + place, .dyn))
        }
      }
      compile(expression, environment, &known)
    }
    // A chart may have very many, and nobody reads the drafts again.
    draft.expressions = []
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

  private mutating func compile(
    _ draft: ExpressionDraft, _ environment: Environment, _ known: inout [[UInt8]: Program]
  ) {
    let shared = known[draft.text]
    let (program, mistakes) = shared.map { ($0, []) } ?? Compiler.compile(draft.text, in: environment)
    if shared == nil, mistakes.isEmpty { known[draft.text] = program }
    for mistake in mistakes {
      if mistake.kind == .unknownName, self.draft.lost.context { continue }
      findings.add(mistake.diagnostic(of: draft.text, in: draft.source))
    }
    guard let program else {
      // Numbers of expressions stay what they are; with the mistake found, nothing is ever run.
      if let nothing = Compiler.compile(Array("null".utf8), in: Environment()).program {
        data.expressions.append(
          Expression(program: nothing, text: "", source: draft.source, tests: [], eventSlot: data.contextNames.count))
      }
      return
    }
    let whole = draft.source.span(of: 0..<draft.text.count)
    // An expression that is mistaken inside is no further mistake as a whole.
    switch (draft.role, mistakes.isEmpty ? program.type : .dyn) {
    case (.value, _), (_, .dyn), (.condition, .bool), (.list, .list): break
    case (.condition, let type): report(.typeMismatch, at: whole, "a condition must be a bool, this is \(type.name)")
    case (.list, let type): report(.typeMismatch, at: whole, "forEach needs a list, this is \(type.name)")
    }
    var tests: [StateID] = []
    for (text, range) in program.tests { tests.append(state(text, at: draft.source.span(of: range))) }
    data.expressions.append(
      Expression(
        program: program, text: String(decoding: draft.text, as: UTF8.self), source: draft.source, tests: tests,
        eventSlot: data.contextNames.count))
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

  private func checkAssigned() {
    if draft.lost.context { return }
    let known = Set(data.contextNames.map { Array($0.utf8) })
    for (path, span, scope) in draft.assigned {
      if scope.contains(where: { $0.utf8.elementsEqual(path[0].utf8) }) {
        report(.unknownName, at: span, "\(DisplayText.quoted(path[0])) belongs to a forEach and cannot be assigned")
      } else if !known.contains(Array(path[0].utf8)) {
        report(
          .unknownName, at: span, "the context has no \(DisplayText.quoted(path[0]))",
          help: Suggestion.help(for: path[0], among: data.contextNames))
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
