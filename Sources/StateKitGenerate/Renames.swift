import StateKitCore

/// Reports names of a chart whose identifiers have a number, at the place where the chart has the name first.
struct Renames {
  enum Kind: String {
    case state, event, action, service, invocation, delay
    case guardName = "guard"
    case context = "context key"
    /// The name that the command gives to the type in Swift, and to the beginning of each name in C.
    case chart = "name"
  }

  let located: LocatedChart
  let findings: Findings
  private(set) var kind = Kind.chart

  init(_ located: LocatedChart, findings: Findings) {
    self.located = located
    self.findings = findings
  }

  /// The reports on names of a kind.
  func of(_ kind: Kind) -> Renames {
    var renames = self
    renames.kind = kind
    return renames
  }

  /// `wanted`: the identifier without the number; `owner`: the name that has it, nil for a word that is not of the chart.
  func report(_ name: String, as identifier: String, instead wanted: String, ownedBy owner: String?) {
    // Of very many renames most are only counted.
    let place = findings.countsOnly(.lookAlike) ? SourceSpan(0, end: 1) : span(of: name)
    let reason = owner.map { "\(DisplayText.quoted($0)) is \(wanted)" } ?? "\(wanted) has another use in the program"
    findings.add(
      .lookAlike, at: place,
      message: "the \(kind.rawValue) \(DisplayText.quoted(name)) is called \(identifier): \(reason)",
      notes: owner.map { [Diagnostic.Note(message: "the other name is here", span: span(of: $0))] } ?? [])
  }

  /// The place of a name; of one that only a child chart has, the place where a child is invoked.
  private func span(of name: String) -> SourceSpan {
    if let span = find(name) { return span }
    let child = kind == .chart ? nil : located.chart.invocations.first { $0.source == nil }
    return child?.spans.name ?? SourceSpan(0, end: 1)
  }

  private func find(_ name: String) -> SourceSpan? {
    let (chart, spans) = (located.chart, located.spans)
    func isName(_ text: String) -> Bool { text.utf8.elementsEqual(name.utf8) }
    func isCall(_ action: Action) -> Bool {
      if case .call(let id, _) = action { isName(chart.names.text(id)) } else { false }
    }
    switch kind {
    case .chart: return nil
    case .state: return chart.states.indices.first { isName(chart.reference(StateID($0))) }.map { spans.states[$0] }
    case .event: return event(named: name)
    case .action: return chart.actions.firstIndex(where: isCall).map { chart.actionSpans[$0] }
    case .service: return chart.invocations.first { $0.source.map(isName) ?? false }?.spans.name
    case .invocation: return chart.invocations.first { isName($0.id) }?.spans.id
    case .delay: return chart.delayNames.first { isName(chart.names.text($0.name)) }?.span
    case .guardName: return chart.guards.first { isName($0.name) }?.span
    case .context:
      // The fields of a map are named by their paths.
      return chart.contextNames.firstIndex { isName($0) || name.utf8.starts(with: ($0 + ".").utf8) }.map {
        spans.context[$0]
      }
    }
  }

  /// The declaration of an event or of a pattern (`a.*`), or else its first handler, or else the first action with it.
  private func event(named name: String) -> SourceSpan? {
    let (chart, spans) = (located.chart, located.spans)
    func isName(_ text: String) -> Bool { text.utf8.elementsEqual(name.utf8) }
    func isEvent(_ event: EventID) -> Bool { isName(chart.names.text(chart.eventNames[event.index])) }
    if let declared = spans.declared.first(where: { isName(chart.names.text($0.event)) }) { return declared.span }
    for binding in spans.bindings {
      switch binding.trigger {
      case .event(let event): if isEvent(event) { return binding.span }
      case .pattern(let prefix): if isName(chart.names.text(prefix) + "*") { return binding.span }
      case .done: continue
      }
    }
    return chart.actions.firstIndex { $0.namedEvent.map { isEvent($0.event) } ?? false }.map { chart.actionSpans[$0] }
  }
}
