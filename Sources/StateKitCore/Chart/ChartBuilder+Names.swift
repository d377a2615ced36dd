import CEL

/// Checks of the names in expressions, handlers and actions (Charts.md).
extension ChartBuilder {
  mutating func checkContext() {
    for (name, value, span) in draft.context {
      if !isName(name) {
        report(
          .badContextName, at: span, message: "expressions cannot name \(DisplayText.quoted(name))",
          help: "use a letter or _, then letters, digits and _, but not a reserved word")
        draft.lost.contextNames.formUnion(name.utf8.split { !ExpressionWords.isNameByte($0) }.map { Array($0) })
      }
      data.environment.add(variable(name, at: data.contextNames.count, type: StaticType(of: value)))
      data.contextNames.append(name)
      _ = data.contextSlots.intern(name)
      data.contextValues.append(value)
    }
    for path in draft.paths { path.resolve(to: data.contextSlots.find(path.names[0])?.index) }
  }

  private func isName(_ name: String) -> Bool {
    name != "event" && Environment.canName(name, tests: ["isIn"])
  }

  /// If events are declared, handlers, raises and sends may only name declared ones (Charts.md).
  mutating func checkAlphabet() {
    // The uses are not needed any more.
    defer { draft.eventUses = [] }
    let declared = Set(draft.declared.map(\.event))
    for (event, span) in draft.internalDeclared where declared.contains(event) {
      report(
        .duplicateEvent, at: span,
        message: "the event \(DisplayText.quoted(draft.names.text(event))) is also in \"events\"",
        help: "\"internalEvents\" has the events that only the chart raises or sends")
    }
    guard draft.isClosed, let alphabet = draft.alphabet else { return }
    lazy var known = alphabet.keys.map { draft.names.text($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    func reportUndeclared(_ event: NameID, at span: SourceSpan) {
      let name = draft.names.text(event)
      if EventType.comesByItself(name) { return }
      report(
        .undeclaredEvent, at: span, message: "the event \(DisplayText.quoted(name)) is not declared in \"events\"",
        help: SpokenName.help(forEvent: name), fix: Suggestion.fix(for: name, among: known))
    }
    for (event, span) in draft.eventUses where alphabet[event] == nil {
      reportUndeclared(event, at: span)
    }
    let nearly = Dictionary(draft.nearlyReserved.map { ($0.span, $0) }) { first, _ in first }
    for binding in draft.bindings {
      guard case .event(let event) = binding.trigger, alphabet[draft.eventNames[event.index]] == nil else { continue }
      if let key = nearly[binding.span] {
        report(
          .unknownKey, at: key.span,
          message:
            "\(DisplayText.quoted(draft.names.text(key.event))) is not a key of a state, and \"events\" does not declare it",
          help: key.fix, fix: key.synonym)
        continue
      }
      reportUndeclared(draft.eventNames[event.index], at: binding.span)
    }
  }

  /// The intended key for the first name of a path, followed by the rest of the path.
  private func assignmentFix(_ names: [String]) -> Fix? {
    if ForeignWord.isContext(names[0]), names.count > 1, data.contextSlots.find(names[1].utf8Bytes.span) != nil {
      let key = names.dropFirst().joined(separator: ".")
      return Fix(names.joined(separator: "."), to: key, help: "write the key of the context alone: \(key)")
    }
    guard let fix = Suggestion.fix(for: names[0], among: data.contextNames) else { return nil }
    let rest = names.dropFirst().map { "." + $0 }.joined()
    return Fix(fix.old + rest, to: fix.new + rest, isCertain: fix.isCertain, help: fix.help)
  }

  /// The correct form of an assignment to an element of a list, `items[0]`; nil for another name.
  private func helpForElement(_ name: String) -> String? {
    guard let open = name.utf8.firstIndex(of: UInt8(ascii: "[")), name.utf8.last == UInt8(ascii: "]") else {
      return nil
    }
    let list = String(name[..<open])
    guard draft.context.contains(where: { $0.name.utf8.elementsEqual(list.utf8) }) else { return nil }
    return Self.help(forElement: String(Substring(name.utf8.dropFirst(list.utf8.count + 1).dropLast())), of: list)
  }

  /// The correct form of an assignment to an element of a list.
  static func help(forElement index: String, of list: String) -> String {
    "write \(DisplayText.string(list)): \(DisplayText.string("put(\(list), \(index), VALUE)"))"
  }

  mutating func checkAssigned() {
    // The assignments are not needed any more.
    defer { draft.assigned = [] }
    if draft.lost.context { return }
    // Assignments with equal names share a path, so most paths have just been looked up.
    var good: ContextPath?
    for (path, span, scope) in draft.assigned {
      if scope == 0, path === good { continue }
      let (name, names) = (path.names[0], draft.expressions.names(ofScope: scope))
      if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
        report(
          .unknownName, at: span, message: "\(DisplayText.quoted(name)) is a name of a forEach and cannot be assigned")
      } else if path.slot != nil {
        good = path
      } else {
        let help = helpForElement(name)
        report(
          .unknownName, at: span, message: "the context has no \(DisplayText.quoted(name))",
          help: help ?? "declare the data of the chart: \(findings.notation.context(name))",
          fix: help == nil ? assignmentFix(path.names) : nil)
      }
    }
  }
}
