import CEL

/// Checks of the payload fields that named guards read against the events for which they are asked.
extension ChartBuilder {
  /// Compiles each definition again for the declared events whose handlers ask the guard. An error with every one of
  /// these events is an error of the definition; a field of at least one event is no error.
  mutating func checkPayloads(ofGuardsIn compiled: CompiledDrafts) {
    guard draft.alphabet != nil, let guards = data.environment.guards else { return }
    let events = eventsAsking(compiled)
    for entry in data.guards where entry.definition >= 0 {
      guard let events = events[Array(entry.name.utf8)], !events.isEmpty else { continue }
      let index = draft.expressions.uses.all[Int(entry.definition)].kind
      // Errors with any event are already reported.
      if compiled.faults[index] != nil { continue }
      let text = draft.expressions.text(entry.definition)
      guard let errors = commonErrors(of: text, name: entry.name, guards: guards, events: events), !errors.isEmpty
      else { continue }
      report(
        ExpressionFaults(text: text, role: .definition, errors: errors),
        at: draft.expressions.uses.source(Int(entry.definition)))
    }
  }

  /// The declared events whose handlers ask each guard, by the guard's name. Guards that are also asked elsewhere are
  /// left out.
  private func eventsAsking(_ compiled: CompiledDrafts) -> [[UInt8]: [NameID]] {
    var found: [[UInt8]: [NameID]] = [:]
    var isOpen: Set<[UInt8]> = []
    for (index, kind) in draft.expressions.kinds.enumerated() where kind.role != .definition {
      for name in compiled.results[index].program.guards {
        let name = Array(name.utf8)
        guard let event = declaredEvent(of: kind) else {
          isOpen.insert(name)
          continue
        }
        if found[name]?.last != event { found[name, default: []].append(event) }
      }
    }
    return found.filter { !isOpen.contains($0.key) }
  }

  /// The errors that a definition has with each of some events.
  private func commonErrors(
    of text: [UInt8], name: String, guards: NamedGuards, events: [NameID]
  ) -> [ExpressionError]? {
    var common: [ExpressionError]?
    for event in events {
      let environment = data.environment.adding([
        variable("event", at: data.contextNames.count, type: eventType(event))
      ])
      let errors = Compiler.compile(definition: name, text: text, in: guards.seeing(environment)).errors
      common = common.map { known in
        known.filter { error in errors.contains { $0.range == error.range && $0.kind == error.kind } }
      }
      if common == nil { common = errors }
      if common?.isEmpty == true { return nil }
    }
    return common
  }
}
