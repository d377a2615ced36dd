import StateKitCore

/// Names of states, of events or of the context that readers can confuse.
enum LookAlike {
  static let rule = Rule(explainedBy: [page], restsOn: [], check: check)

  static let page = Explanation(
    .lookAlike, title: "two names look alike",
    meaning: """
      Names are compared byte by byte. Two names may differ only in case, width, accents, invisible characters, or
      letters of another script that look the same. The machine has two names, the reader sees one: most likely one of them
      is a typing error. `generate` writes names as identifiers. If an identifier belongs to another name or has another use
      in the program, it gets a number, and this warning says so.
      """,
    wrong: """
      "closed": {"open": "open"},
      "open": {"Open": {"actions": "squeak"}, "close": "closed"}
      """,
    fixed: .replacing(#""Open""#, with: #""open""#))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    var states = Names(what: "states")
    for index in chart.states.indices {
      states.add(chart.states[index].name, at: subject.spans.states[index], names: chart.names, findings: findings)
    }
    var events = Names(what: "events")
    for (name, span) in eventNames(subject) { events.add(name, at: span, names: chart.names, findings: findings) }
    var keys = Names(what: "keys of the context")
    for (slot, name) in chart.contextNames.enumerated() {
      guard let id = chart.names.find(name) else { continue }
      keys.add(id, at: subject.spans.context[slot], names: chart.names, findings: findings)
    }
  }

  /// The first occurrence of every event of the file, in order of position.
  private static func eventNames(_ subject: Subject) -> [(name: NameID, span: SourceSpan)] {
    let chart = subject.chart
    var first = [SourceSpan?](repeating: nil, count: chart.names.count)
    func note(_ name: NameID, at span: SourceSpan) {
      if let known = first[name.index], known.start <= span.start { return }
      first[name.index] = span
    }
    for (name, span) in subject.spans.declared { note(name, at: span) }
    for binding in subject.spans.bindings {
      if case .event(let event) = binding.trigger { note(chart.eventNames[event.index], at: binding.span) }
    }
    for (index, action) in chart.actions.enumerated() {
      if let made = action.namedEvent { note(chart.eventNames[made.event.index], at: chart.actionSpans[index]) }
    }
    let found = first.enumerated().compactMap { entry in
      entry.element.map { (name: NameID(rawValue: Int32(entry.offset)), span: $0) }
    }
    return found.sorted { $0.span.start < $1.span.start }
  }

  /// The names of one kind of thing, by their skeletons.
  private struct Names {
    let what: String
    /// For each skeleton, the first name that has it.
    private var first: [String: (name: NameID, span: SourceSpan)] = [:]
    private var isTold: Set<NameID> = []

    init(what: String) {
      self.what = what
    }

    mutating func add(_ name: NameID, at span: SourceSpan, names: NameTable, findings: Findings) {
      let skeleton = Skeleton.ofASCII(names[name]) ?? Skeleton.of(names[name])
      let first = first[skeleton] ?? (name, span)
      self.first[skeleton] = first
      guard first.name != name, isTold.insert(name).inserted else { return }
      findings.add(
        .lookAlike, at: span,
        message:
          "the \(what) \(DisplayText.quoted(names.text(first.name))) and \(DisplayText.quoted(names.text(name))) look alike",
        help: "names are compared byte by byte, so these differ",
        notes: [Diagnostic.Note(message: "the other name is here", span: first.span)])
    }
  }
}
