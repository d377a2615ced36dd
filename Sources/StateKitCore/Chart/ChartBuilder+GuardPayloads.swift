import CEL

/// What named guards read of payloads, compared with what the events have that they are asked for.
extension ChartBuilder {
  /// Reads each definition once more as the handlers of declared events do that ask the guard. What is an error for every one
  /// of those events is one of the definition; what some event has is none.
  mutating func checkPayloads(ofGuardsIn compiled: CompiledDrafts) {
    guard draft.alphabet != nil, let guards = data.environment.guards else { return }
    let events = eventsAsking(compiled)
    for entry in data.guards where entry.definition >= 0 {
      guard let events = events[Array(entry.name.utf8)], !events.isEmpty else { continue }
      let index = draft.expressions.uses.all[Int(entry.definition)].kind
      // What is wrong with it for any event is reported.
      if compiled.faults[index] != nil { continue }
      let text = draft.expressions.text(entry.definition)
      guard let errors = commonErrors(of: text, name: entry.name, guards: guards, events: events), !errors.isEmpty
      else { continue }
      report(
        ExpressionFaults(text: text, role: .definition, errors: errors),
        at: draft.expressions.uses.source(Int(entry.definition)))
    }
  }

  /// The declared events for whose handlers alone guards are asked, by the guards' names; guards that are asked elsewhere, too,
  /// are left out.
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

  /// The errors that a definition has for each of some events.
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
