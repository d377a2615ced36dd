import CEL
import StateKitCore
import StateKitFormat

/// Checks of the new name, and of the meaning of the charts after the rename.
extension Renaming {
  func checkName(_ kind: NameKind, thing: Int) throws(RenameRefusal) {
    let new = request.new
    let shown = DisplayText.quoted(new)
    let what = Self.words(kind)
    if ScriptParser.isBlank(new) { throw RenameRefusal("the new name is empty") }
    if let why = InputLimits.longName("the new name", bytes: new.utf8.count) { throw RenameRefusal(why) }
    if new.utf8.elementsEqual(names.names.text(names.things[thing].name).utf8) {
      throw RenameRefusal("the \(what) already has this name: \(shown)")
    }
    switch kind {
    case .state: try checkState(thing)
    case .event: try checkEvent(thing)
    case .context, .guard: try checkExpressionName(kind, thing: thing)
    case .action: break
    }
    guard kind != .state else { return }
    if let other = names.thing(kind, named: new), let first = names.occurrences(of: other).first {
      throw taken(kind, at: first)
    }
  }

  private func taken(_ kind: NameKind, at first: NameOccurrence) -> RenameRefusal {
    RenameRefusal(
      "there is \(Self.article(Self.words(kind))) named \(DisplayText.quoted(request.new)) already",
      at: (files.charts[units[home].file].document.source, first.token))
  }

  private func checkState(_ thing: Int) throws(RenameRefusal) {
    let state = Int(names.things[thing].state)
    if state == 0 { throw RenameRefusal("the root state is always named \"root\"") }
    if request.new.utf8.contains(UInt8(ascii: ".")) {
      throw RenameRefusal("a state name with a dot can be confused with a path")
    }
    let parent = names.states[state].parent
    for other in names.states.indices where names.states[other].parent == parent && other != state {
      if names.names[names.states[other].name].elementsEqual(request.new.utf8),
        let first = names.definitions(of: Int(names.states[other].thing)).first
      {
        throw taken(.state, at: first)
      }
    }
  }

  private func checkEvent(_ thing: Int) throws(RenameRefusal) {
    for (name, role) in [(request.old, "the event"), (request.new, "the new name")] {
      for prefix in ["done.", "error."] where name.utf8.starts(with: prefix.utf8) {
        throw RenameRefusal(
          "\(role) begins with \(DisplayText.quoted(prefix)): such events get their name from a state or a child",
          help: prefix == "done." ? "rename the state or the child" : nil)
      }
    }
    if request.new.utf8.last == UInt8(ascii: "*") {
      let rest = request.new.utf8.dropLast()
      if rest.isEmpty || rest.last == UInt8(ascii: ".") {
        throw RenameRefusal("\(DisplayText.quoted(request.new)) is a pattern of event names")
      }
    }
    for unit in units {
      for pattern in unit.names.patterns {
        let prefix = unit.names.names[pattern].dropLast()
        if prefix.isEmpty { continue }
        if request.old.utf8.starts(with: prefix) != request.new.utf8.starts(with: prefix) {
          throw RenameRefusal(
            "the handlers of \(DisplayText.quoted(unit.names.names.text(pattern))) would then match other events"
          )
        }
      }
    }
    if let key = ChartKey.inState(request.new) {
      throw RenameRefusal("\"\(key.text)\" is a key of a state", help: "write the event in \"on\"")
    }
    try checkEventTexts()
  }

  /// Refuses an expression that asks for the name of an event otherwise than by comparing it with texts.
  private func checkEventTexts() throws(RenameRefusal) {
    for unit in units {
      for site in unit.names.expressions {
        let tokens = ExpressionToken.all(in: Array(site.text.bytes))
        let asksForName =
          tokens.contains { $0.kind == .name && $0.text == "event" }
          && tokens.contains { $0.text == "name" && ($0.kind == .field || $0.kind == .string) }
        let isText = tokens.contains { $0.isPlainText && $0.text.utf8.elementsEqual(request.old.utf8) }
        guard asksForName, isText else { continue }
        throw RenameRefusal(
          "an expression compares the name of the event in another way", help: "change it by hand",
          at: (files.charts[unit.file].document.source, site.token))
      }
    }
  }

  private func checkExpressionName(_ kind: NameKind, thing: Int) throws(RenameRefusal) {
    let isSpoken = kind == .context || names.occurrences(of: thing).contains { $0.spelling == .word(inJSON: true) }
    let canSay =
      kind == .context
      ? Environment.canName(request.new, tests: ["isIn"]) && request.new != "event"
      : NamedGuards.canName(request.new, tests: ["isIn"])
    if isSpoken, !canSay {
      throw RenameRefusal(
        "expressions cannot name \(DisplayText.quoted(request.new))",
        help: "use a letter or _, then letters, digits and _, but not a reserved word")
    }
    let other: NameKind = kind == .context ? .guard : .context
    if let thing = names.thing(other, named: request.new), let first = names.occurrences(of: thing).first {
      throw taken(other, at: first)
    }
  }

  // MARK: The same meaning

  /// Parses the changed files and compares: every name has its old meaning, and there is no new error.
  func verify(_ result: RenameResult) throws(RenameRefusal) {
    var changed: [ChartDocument] = []
    for (file, edits) in zip(files.charts, result.charts) {
      let source = Self.source(file.document.source, edits: edits)
      changed.append(edits.isEmpty ? file.document : ChartDocument(source))
      if !edits.isEmpty { try compareFindings(file.document.source, new: source) }
    }
    for unit in units {
      let after = changed[unit.file].charts
      guard unit.chart < after.count else { throw RenameRefusal("the chart would change its meaning") }
      try compare(
        unit.names.occurrences, after: after[unit.chart].occurrences, in: files.charts[unit.file].document.source)
      try compareDoneEvents(unit, after: after[unit.chart])
    }
    for (script, edits) in zip(files.scripts, result.scripts) {
      let document = edits.isEmpty ? script.document : ScriptDocument(Self.source(script.document.source, edits: edits))
      for (index, unit) in units.enumerated() where index == home || unit.file == script.chart && unit.chart == 0 {
        let places = shared.places(of: index, in: script)
        try compare(
          script.document.occurrences(of: unit.names, at: places),
          after: document.occurrences(of: changed[unit.file].charts[unit.chart], at: places),
          in: script.document.source)
      }
    }
  }

  private static func source(_ old: SourceText, edits: [TextEdit]) -> SourceText {
    SourceText(name: old.name, path: old.path, bytes: TextEdit.apply(edits, to: old.bytes))
  }

  private func compare(
    _ before: [NameOccurrence], after: [NameOccurrence], in source: SourceText
  ) throws(RenameRefusal) {
    for (old, new) in zip(before, after) where old.kind != new.kind || old.thing != new.thing || old.role != new.role {
      let text = String(decoding: source.bytes[old.token.range], as: UTF8.self)
      throw RenameRefusal(
        "with the new name \(DisplayText.quoted(request.new)), \(DisplayText.cut(text)) would change its meaning",
        at: (source, old.token))
    }
    if before.count != after.count {
      let first = min(before.count, after.count)
      throw RenameRefusal(
        "with the new name \(DisplayText.quoted(request.new)) references would find other names",
        at: before.indices.contains(first) ? (source, before[first].token) : nil)
    }
  }

  /// A done event is named by the shortest reference to the state, which depends on all names.
  private func compareDoneEvents(_ unit: SharedNames.Unit, after: NameIndex) throws(RenameRefusal) {
    let prefix = "done.state."
    for (index, occurrence) in unit.names.occurrences.enumerated() where occurrence.kind == .event {
      let name = unit.names.names.text(occurrence.name)
      guard name.utf8.starts(with: prefix.utf8), index < after.occurrences.count else { continue }
      let reference = String(Substring(name.utf8.dropFirst(prefix.utf8.count)))
      guard case .state(let state) = unit.names.resolve(reference),
        unit.names.reference(toState: state.index).utf8.elementsEqual(reference.utf8)
      else { continue }
      let now = after.names.text(after.occurrences[index].name)
      let expected = prefix + after.reference(toState: state.index)
      if !now.utf8.elementsEqual(expected.utf8) {
        throw RenameRefusal(
          "the event \(DisplayText.quoted(name)) would then be named \(DisplayText.quoted(expected))",
          at: (files.charts[unit.file].document.source, occurrence.token))
      }
    }
  }

  /// Throws if the changed chart has a finding that the old one did not have.
  private func compareFindings(_ old: SourceText, new: SourceText) throws(RenameRefusal) {
    var counts = CodeCounts()
    let before = Findings()
    ChartReader.check(old, findings: before)
    for found in before.all { counts.add(found.code, severity: found.severity, number: -1) }
    let after = Findings()
    ChartReader.check(new, findings: after)
    for found in after.sortedByPosition {
      if counts.add(found.code, severity: found.severity, number: 1) > 0 {
        throw RenameRefusal("with the new name: \(found.message)", help: found.help)
      }
    }
  }
}
