import StateKitCore
import StateKitFormat

/// Translates expressions of the document's data model to ours.
extension SCXMLReader {
  var scope: ScriptScope {
    if let knownScope { return knownScope }
    return makeScope()
  }

  /// Creates the scope of expressions, once. It captures only the values that it needs.
  func makeScope() -> ScriptScope {
    ScriptScope(
      names: names, state: { [ids, states] id in ids[id].map { states.reference(to: $0) } },
      machineName: attribute(.name, of: root)?.text ?? "", defined: definedNames, remarks: remarks,
      isOurs: isOurs)
  }

  /// Warns of the remarks about a translated expression. Returns true if there were any.
  @discardableResult
  mutating func reportRemarks(in part: Part, at place: SourceSpan? = nil) -> Bool {
    if remarks.isEmpty { return false }
    defer { remarks.removeAll() }
    // An expression may be written in several handlers.
    let isNew = reported.insert(place ?? part.origin).inserted
    for (range, left, right) in remarks.loose where isNew {
      if left.isReference || right.isReference {
        findings.add(
          .looseEquality, at: span(of: range, in: part),
          message:
            "== compares the identity of two lists or maps in ECMAScript, but their content in CEL",
          help: "compare their elements")
        continue
      }
      findings.add(
        .looseEquality, at: span(of: range, in: part),
        message:
          "== of a \(left.rawValue) and a \(right.rawValue) can be true in ECMAScript, but is always false in CEL",
        help: "compare values of the same type")
    }
    for (range, name) in remarks.eventFields where isNew {
      findings.add(
        .unknownName, at: span(of: range, in: part),
        message: "no event has the field \(DisplayText.quoted(name)): it is undefined",
        severity: .warning, help: "the payload is _event.data")
    }
    for (range, id) in remarks.states where isNew { reportUnknown(state: id, at: span(of: range, in: part)) }
    for absence in remarks.absences where isNew {
      let other = absence.isWithNull ? "undefined" : "null"
      findings.add(
        .looseEquality, at: span(of: absence.range, in: part),
        message: "this is \(absence.isEqual) here of \(other), too: null and undefined are one value",
        help: absence.isWithNull ? "give the data a first value: <data expr=\"null\">" : "compare with null")
    }
    for (range, name) in remarks.undeclared {
      note(failure: ScriptScope.contextName(name), as: "\(DisplayText.quoted(name)) is not defined", at: part.origin)
      if isNew { reportUndeclared(name, at: span(of: range, in: part)) }
    }
    return true
  }

  /// Records an expression that the data model `null` does not have.
  mutating func noteWithoutData(_ origin: SourceSpan) { if case .none = model { refusedExpressions.append(origin) } }

  /// True if a condition only asks which states are active.
  private func isOfStatesAlone(_ text: String) -> Bool {
    guard let condition = try? ScriptParser.expression(text) else { return false }
    var todo = [condition]
    while let next = todo.popLast() {
      switch next {
      case .flag, .call(.name("In", _), _, _): break
      case .unary("!", let operand): todo.append(operand)
      case .binary("&&", let left, let right, _), .binary("||", let left, let right, _): todo += [left, right]
      default: return false
      }
    }
    return true
  }

  /// Reports all expressions that the document's data model does not have, together.
  func reportRefusedExpressions() {
    guard let first = refusedExpressions.first else { return }
    // An expression may be written in several handlers.
    let count = Set(refusedExpressions).count
    switch model {
    case .other(let name):
      findings.add(
        options.isLenient ? .leftToHost : .unsupportedDatamodel, at: first,
        message: "the datamodel \(DisplayText.quoted(name)) is not supported: the states are read, but "
          + "\(count) expression\(count == 1 ? " is" : "s are") not",
        help: "ecmascript, cel and null are supported")
    case .none:
      let others = count == 1 ? "this is" : "this and \(count - 1) more are"
      findings.add(
        .unsupportedDatamodel, at: first,
        message: "datamodel \"null\" has no data and only the function In(): \(others) read as ECMAScript",
        severity: .warning, help: "write datamodel=\"ecmascript\"")
    case .ecmascript, .cel: break
    }
  }

  /// Warns of a name without a `<data>` element.
  private func reportUndeclared(_ name: String, at span: SourceSpan) {
    // The search takes long: messages that are not kept need none.
    let known = findings.countsOnly(.unknownName) ? [] : names.names
    let meant = Suggestion.nearest(to: name, among: known.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }).first
    if let meant { findings.readNames.append(contextName(meant)) }
    findings.add(
      .unknownName, at: span, message: "no <data> has the id \(DisplayText.quoted(name)): this fails when it runs",
      severity: .warning, help: meant.map { "did you mean \(DisplayText.quoted($0))?" })
  }

  /// Warns of an invalid name in a loop.
  mutating func reportNoName(_ name: Part) {
    if !reported.insert(name.origin).inserted { return }
    findings.add(
      .unknownName, at: name.origin, message: "\(DisplayText.quoted(name.text)) is not a name: this fails when it runs",
      severity: .warning)
  }

  /// Warns of a location that is not in the data.
  mutating func reportUnknown(location: Part) {
    if !reported.insert(location.origin).inserted { return }
    var node = try? ScriptParser.expression(location.text)
    while true {
      switch node {
      case .name(let name, let range)?:
        if ScriptScope.systemVariables.contains(name) {
          return findings.add(
            .unknownName, at: span(of: range, in: location),
            message: "the system variable \"\(name)\" cannot be assigned: this fails when it runs", severity: .warning)
        }
        if !isDeclared(name) { return reportUndeclared(name, at: span(of: range, in: location)) }
        node = nil
      case .member(let object, _, _)?, .index(let object, _, _)?: node = object
      default:
        findings.add(
          .unknownName, at: location.origin,
          message: "\(DisplayText.quoted(location.text)) is not a location in the data: this fails when it runs",
          severity: .warning)
        return
      }
    }
  }

  /// The span in the document of a range of an expression.
  private func span(of range: Range<Int>, in part: Part) -> SourceSpan {
    let quotes = part.origin.range.count - part.text.utf8.count
    // After the quote, if the text is written without escapes.
    guard quotes == 2 || quotes == 0 else { return part.origin }
    let start = Int(part.origin.start) + quotes / 2
    return SourceSpan(start + range.lowerBound, end: start + max(range.upperBound, range.lowerBound + 1))
  }

  /// The value of an expression. An expression that cannot be translated is reported, and replaced by one that fails.
  mutating func value(_ part: Part) -> ScriptTranslator.Output {
    do throws(ScriptError) {
      switch model {
      case .cel: return ScriptTranslator.Output(text: named(part.text), type: .unknown)
      case .ecmascript, .none:
        noteWithoutData(part.origin)
        if let known = knownValues[part.text] {
          note(known.text, in: part)
          return known
        }
        let output = try ScriptTranslator.value(part.text, scope: scope)
        if !reportRemarks(in: part) { knownValues[part.text] = output }
        note(output.text, in: part)
        return output
      case .other: refusedExpressions.append(part.origin)
      }
    } catch {
      report(error, in: part, lenient: "it becomes an expression that fails")
    }
    return ScriptTranslator.Output(text: failure("unknown", in: part), type: .unknown)
  }

  /// One of our expressions, with our names for the states that it asks for.
  private func named(_ expression: String) -> String {
    ExpressionText.renamingStates(in: expression) { id in ids[id].map { states.reference(to: $0) } }
  }

  func part(_ output: ScriptTranslator.Output, origin: SourceSpan) -> Part { Part(output.text, origin: origin) }

  /// The text of an expression with one value in every run: a literal, or constant data that are never assigned.
  func constantText(_ part: Part) -> Part? {
    guard let parsed = try? ScriptParser.expression(part.text) else { return nil }
    switch parsed {
    case .text(let text): return Part(text, origin: part.origin)
    case .name(let name, _):
      guard names[name] == .text, !assignedNames.contains(name), let data = dataElements[name],
        let expression = attribute(.expr, of: data),
        case .text(let text)? = try? ScriptParser.expression(expression.text)
      else { return nil }
      return Part(text, origin: part.origin)
    default: return nil
    }
  }

  /// A condition; nil if the host must answer it.
  mutating func condition(_ part: Part) -> Part? {
    do throws(ScriptError) {
      switch model {
      case .cel: return Part(named(part.text), origin: part.origin)
      case .ecmascript, .none:
        if case .none = model, !isOfStatesAlone(part.text) { noteWithoutData(part.origin) }
        if let known = knownConditions[part.text] {
          note(known, in: part)
          return Part(known, origin: part.origin)
        }
        let text = try ScriptTranslator.condition(part.text, scope: scope)
        if !reportRemarks(in: part) { knownConditions[part.text] = text }
        note(text, in: part)
        return Part(text, origin: part.origin)
      case .other: refusedExpressions.append(part.origin)
      }
    } catch {
      report(error, in: part, lenient: "it becomes a host guard")
      if error.kind == .syntax { return Part(failure("invalid", in: part), origin: part.origin) }
    }
    return nil
  }

  /// `lenient` describes the replacement in lenient mode.
  mutating func report(_ error: ScriptError, in part: Part, lenient: String) {
    let span = span(of: error.range, in: part)
    // An expression may be written in several handlers.
    if !reported.insert(span).inserted { return }
    let code: DiagnosticCode
    switch error.kind {
    case .syntax: code = .brokenExpression
    case .script: code = .unsupportedScript
    case .call: code = .unsupportedCall
    case .assignment: code = .assignmentInExpression
    case .length: code = .expressionLimit
    }
    if error.kind == .syntax {
      findings.add(code, at: span, message: "\(error.message): this is not ECMAScript and fails when it is evaluated")
    } else if options.isLenient {
      findings.add(.leftToHost, at: span, message: "\(error.message); \(lenient)")
    } else {
      findings.add(code, at: span, message: error.message, help: error.help ?? "--lenient leaves it to the host")
    }
  }

  func isDeclared(_ name: String) -> Bool { names[name] != nil }
}
