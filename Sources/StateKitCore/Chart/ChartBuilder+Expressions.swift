import CEL

/// Compiling a chart's expressions, and checking the names in expressions and actions (Expressions.md).
extension ChartBuilder {
  mutating func compileExpressions() {
    checkContext()
    checkAlphabet()
    checkHostActions()
    data.loopSlots = draft.loopSlots
    data.invariants = draft.invariants
    data.alphabet = draft.alphabet
    data.isClosed = draft.isClosed
    data.internalEvents = Set(draft.internalDeclared.map(\.event))
    data.environment.add(variable("event", at: data.contextNames.count, type: eventType(nil)))
    nameGuards()
    checkHostGuards()
    checkAssigned()
    draft.expressions.finish()
    for entry in data.guards.reversed() where entry.definition >= 0 {
      guardOfDefinition[draft.expressions.text(entry.definition)] = entry.name
    }
    var compiled = CompiledDrafts()
    compiled.results.reserveCapacity(draft.expressions.kinds.count)
    compileDrafts(into: &compiled)
    if let widened = widenContext(&compiled) { compileDrafts(reading: widened, into: &compiled) }
    let uses = draft.expressions.uses
    if let index = compiled.beyond, let use = uses.all.firstIndex(where: { $0.kind == index }) {
      report(
        .expressionLimit, at: uses.source(use).span,
        message: "up to this one, expressions with named guards have more than "
          + "\(DisplayText.grouped(Compiler.mostExpanded)) instructions, the limit of a chart")
    }
    if !compiled.faults.isEmpty {
      // Every guard of a cycle detects it; only the first one reports it.
      var inCircle: Set<String> = []
      for (index, use) in uses.all.enumerated() {
        guard let found = compiled.faults[use.kind] else { continue }
        // Parts of a composed expression are reported on their own, but may be too long only together.
        if found.role == .composed {
          if findings.has(.expressionLimit) { continue }
          for error in found.errors { report(.expressionLimit, at: uses.source(index).span, message: error.message) }
          continue
        }
        let circle = found.errors.first { $0.kind == .circle }?.known ?? []
        if !inCircle.isDisjoint(with: circle) { continue }
        inCircle.formUnion(circle)
        report(found, at: uses.source(index))
      }
    }
    checkPayloads(ofGuardsIn: compiled)
    // Frees the drafts, which may be large and are not needed any more.
    draft.expressions = ExpressionDrafts()
    data.expressions = ExpressionTable(uses: uses, distinct: compiled.results)
  }

  /// Compiles each distinct expression of the file. `slots`: compiles only expressions that read one of these context
  /// keys, again.
  private mutating func compileDrafts(reading slots: [Bool]? = nil, into compiled: inout CompiledDrafts) {
    // Most expressions see equal names, so one environment is reused until a loop or an event differs.
    var environment = data.environment
    var scope: Int32 = 0
    var event: NameID?
    compiled.expandedCount = 0
    for (index, draft) in draft.expressions.kinds.enumerated() {
      if let slots, !compiled.results[index].program.slots.contains(where: { $0 < slots.count && slots[$0] }) {
        continue
      }
      let itsEvent = declaredEvent(of: draft)
      if draft.scope != scope || itsEvent != event {
        (scope, event) = (draft.scope, itsEvent)
        environment = self.environment(of: draft)
      }
      if compiled.beyond != nil {
        let text = self.draft.expressions.text(of: draft)
        compiled.set(self.compiled(nil, text: text, role: draft.role), found: nil, at: index)
      } else if let comparison = comparison(draft, environment: environment) {
        compiled.set(comparison, found: nil, at: index)
      } else {
        let (result, faults) = compile(draft, environment: environment)
        compiled.set(result, found: faults, at: index)
      }
    }
  }

  /// The names that an expression sees.
  func environment(of draft: ExpressionDraft) -> Environment {
    var variables: [Environment.Variable] = []
    if let event = declaredEvent(of: draft) {
      variables.append(variable("event", at: data.contextNames.count, type: eventType(event)))
    }
    for (index, name) in self.draft.expressions.names(ofScope: draft.scope).enumerated() {
      variables.append(variable(name, at: data.contextNames.count + 1 + index, type: .dyn))
    }
    return data.environment.adding(variables)
  }

  /// The event of an expression's handler, if it is declared. Only then is more known about its payload.
  func declaredEvent(of draft: ExpressionDraft) -> NameID? {
    draft.event.flatMap { self.draft.alphabet?[$0] == nil ? nil : $0 }
  }

  func variable(_ name: String, at slot: Int, type: StaticType) -> Environment.Variable {
    Environment.Variable(name: name, slot: slot, type: type)
  }

  /// The type of `event` in the handler of one event, or of any event.
  func eventType(_ event: NameID?) -> StaticType {
    let data = event.flatMap { draft.alphabet?[$0]?.staticType } ?? .dyn
    let other: [(String, StaticType)] = [("type", .string), ("sendId", .dyn), ("invokeId", .dyn)]
    let fields = [("name", .string), ("data", data)] + other
    return .record(StaticType.Record(fields.map(StaticType.Field.init)))
  }

  /// The program of a condition that compares a variable with a whole number, which cannot have errors; nil for others.
  private func comparison(_ draft: ExpressionDraft, environment: Environment) -> Expression.Compiled? {
    guard draft.role == .condition else { return nil }
    let text = self.draft.expressions.texts.span.extracting(draft.text.indices)
    return Compiler.comparison(text, environment: environment).map {
      Expression.Compiled(program: $0, text: text.text, tests: [], eventSlot: data.contextNames.count)
    }
  }

  /// Compiles an expression. Returns the program, and the errors that are independent of its position.
  mutating func compile(
    _ draft: ExpressionDraft, environment: Environment
  ) -> (Expression.Compiled, ExpressionFaults?) {
    let text = self.draft.expressions.text(of: draft)
    let (program, errors) = draft.role == .definition ? definition(of: text) : Compiler.compile(text, in: environment)
    let isComposed = draft.role == .composed
    var faults = ExpressionFaults(
      text: text, role: draft.role, errors: isComposed ? errors.filter { $0.kind == .limit } : errors)
    var tests: [StateID] = []
    if let program {
      // An expression with errors inside has no further error as a whole.
      if errors.isEmpty { faults.misfit = misfit(program.type, of: text, role: draft.role) }
      for (text, range) in program.tests {
        let (state, message, help, fix) = self.state(text)
        tests.append(state)
        // The tests of a named guard are reported in its definition, those of a part at the part.
        guard let message, !range.isEmpty, !isComposed else { continue }
        faults.tests.append((range, message.code, message.text, help, fix))
      }
    }
    return (compiled(program, text: text, role: draft.role, tests: tests), faults.isEmpty ? nil : faults)
  }

  /// The result for an expression, also for one without a program: indices of expressions must not change, and a chart
  /// with an error never runs.
  private func compiled(
    _ program: Program?, text: [UInt8], role: ExpressionDraft.Role, tests: [StateID] = []
  ) -> Expression.Compiled {
    let (program, shown) = (program ?? Program.null, shown(text, role: role))
    return Expression.Compiled(program: program, text: shown, tests: tests, eventSlot: data.contextNames.count)
  }

  /// The text that is shown for an expression: the guard's name for a host guard, and the guards' names for a list of
  /// conditions.
  private func shown(_ text: [UInt8], role: ExpressionDraft.Role) -> String {
    guard role == .composed else { return String(decoding: text, as: UTF8.self) }
    if text.first == UInt8(ascii: "`"), let name = NamedGuard.name(in: text) {
      return DisplayText.quoted(draft.names.text(name))
    }
    var out: [UInt8] = []
    var rest = text[...]
    while let quote = rest.firstIndex(of: UInt8(ascii: "`")) {
      out += rest[..<quote]
      let end = rest[(quote + 1)...].firstIndex(of: UInt8(ascii: "`")) ?? rest.endIndex - 1
      if let name = NamedGuard.name(in: Array(rest[quote...])), name.index < draft.names.count {
        out += Array(DisplayText.quoted(draft.names.text(name)).utf8)
      }
      rest = rest[(end + 1)...]
    }
    return String(decoding: out + rest, as: UTF8.self)
  }

  /// Compiles a definition for its guard, or for one of several guards with that definition.
  private func definition(of text: [UInt8]) -> (program: Program?, errors: [ExpressionError]) {
    guard let guards = data.environment.guards else { return Compiler.compile(text, in: data.environment) }
    return Compiler.compile(definition: guardOfDefinition[text] ?? "", text: text, in: guards)
  }

  /// The reason why the type of an expression does not fit its role, and the probable fix. `isOfRun`: it is an error of the
  /// run, and a warning before.
  private func misfit(
    _ type: StaticType, of text: [UInt8], role: ExpressionDraft.Role
  ) -> (message: String, help: String?, isOfRun: Bool)? {
    switch (role, type) {
    case (.argument, _), (.composed, _), (_, .dyn), (.list, .list): return nil
    case (.value, _), (.part, _): return type.whyNotKept(from: text, isInJSON: role == .value)
    case (.condition, .bool), (.definition, .bool): return nil
    case (.condition, let type), (.definition, let type):
      let help: String? =
        switch type {
        case .int, .double: "compare the number: \"… != 0\""
        case .string: "compare the text: \"… != ''\""
        case .list, .map, .record: "compare the size: \"size(…) > 0\""
        case .dyn, .null, .bool, .uint, .bytes, .timestamp, .duration, .type: nil
        }
      return ("a condition must be a bool, this is \(type.name)", help, isOfRun: false)
    case (.list, let type): return ("forEach needs a list, this is \(type.name)", nil, isOfRun: false)
    }
  }

  /// The state that `isIn` tests; if it cannot be resolved, the error and a suggestion.
  private mutating func state(
    _ text: String
  ) -> (state: StateID, message: (code: DiagnosticCode, text: String)?, help: String?, fix: Fix?) {
    switch directory.resolve(text.utf8Bytes.span, names: draft.names, states: draft.states, visits: &visits) {
    case nil: return (.root, (.unknownTarget, Self.message(tooManyFor: DisplayText.quoted(text))), nil, nil)
    case .state(let state): return (state, nil, nil, nil)
    case .unknown:
      if isLost(text) { return (.root, nil, nil, nil) }
      return (.root, (.unknownTarget, "no state is named \(DisplayText.quoted(text))"), nil, suggestion(for: text))
    case .ambiguous(let states):
      if let state = onlyOne(of: states) { return (state, nil, nil, nil) }
      let message = "\(states.count) states are named \(DisplayText.quoted(text))"
      return (.root, (.ambiguousTarget, message), references(to: states), nil)
    }
  }
}
