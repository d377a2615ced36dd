import StateKitCore

/// The keys of a state (Charts.md).
extension ChartDecoder {
  mutating func decode(_ key: JSONReader.Key, of state: Int) throws(JSONReader.SyntaxError) {
    let top = frames.count - 1
    guard let reserved = ChartKey(key.name), reserved.isReservedInState else {
      let earlier = frames[top].facts.handlerKey
      frames[top].facts.handlerKey = earlier ?? key.span
      if let hint = hint(for: key) {
        // A key that is reported as no handler has its finding.
        if try !decodeBinding(key, hint: hint, of: state) { frames[top].facts.handlerKey = earlier }
      } else {
        try decodeBindingOrState(key, of: state)
      }
      return
    }
    // A repeated `invoke` key is already an error, so its value is skipped.
    if reserved == .invoke, frames[top].facts.has(.invoke) { return try reader.skipValue() }
    frames[top].facts.note(reserved)
    switch reserved {
    case .enterState: draft.states[state].enterActions = try decodeHook()
    case .exitState: draft.states[state].exitActions = try decodeHook()
    case .always: draft.states[state].always = try decodeCandidates(of: state)
    case .after: try decodeAfter(of: state)
    case .onDone:
      let candidates = try decodeCandidates(of: state)
      if !candidates.isEmpty {
        draft.bindings.append(
          ChartDraft.Binding(state: Int32(state), trigger: .done, candidates: candidates, span: key.span))
      }
    case .on: frames[top].facts.inOn += try decodeOn(of: state)
    case .invoke: try forEachElement { $0.decodeInvoke(0, of: state) }
    case .tags: try decodeTags(of: state)
    default:
      try reader.readValue(into: &tree)
      decodeValue(of: reserved, of: state)
    }
  }

  /// Decodes the value of a key that has no long list.
  private mutating func decodeValue(of key: ChartKey, of state: Int) {
    let top = frames.count - 1
    switch key {
    case .initial where tree.nodes[0].kind == .bool:
      frames[top].facts.forget(.initial)
      report(
        .wrongType, at: tree.nodes[0].span, message: "\"initial\" must name a state, found \(found(0))",
        help: state == 0
          ? "write the name of one of its states"
          : "write it in the parent state: \"initial\": \(quoted(draft.states[state].name))")
    case .initial: frames[top].facts.initial = decodeInitial(0, of: "initial")
    case .target: frames[top].facts.initial = decodeInitial(0, of: "target")
    case .type: decodeType(of: state)
    case .history: decodeHistory()
    case .output: decodeOutput(0, of: state)
    case .description:
      if let text = expectString(0) { draft.notes.states[Int32(state), default: .init()].description = text }
    default: break
    }
  }

  private mutating func decodeType(of state: Int) {
    let top = frames.count - 1
    guard let text = expectString(0) else {
      loseKind()
      return
    }
    switch text {
    case "parallel": frames[top].facts.kind = .parallel
    case "final": frames[top].facts.kind = .final
    case "history": frames[top].facts.kind = .shallowHistory
    default:
      loseKind()
      let foreign = ForeignKind.help(for: text)
      report(
        .wrongType, at: tree.nodes[0].span, message: "no type is named \(DisplayText.quoted(text))",
        help: foreign
          ?? "use \"parallel\", \"final\" or \"history\", or omit \"type\" for other states",
        fix: foreign == nil
          ? Suggestion.fix(for: text, among: ["parallel", "final", "history"]) : nil)
    }
    draft.typeSpans[Int32(state)] = tree.nodes[0].span
  }

  /// Reports `onDone` of an atomic state, and keys that handle the end of an invocation in other notations.
  mutating func checkEndings(of state: Int, kind: StateKind, hasWork: Bool, keys: ArraySlice<JSONReader.Key>) {
    let id = draft.invocations.last.flatMap { $0.state.index == state ? $0.id : nil } ?? "ID"
    for key in keys {
      if hasWork, text(key.name) == "onError" {
        report(
          .unknownKey, at: key.span, message: "\"onError\" is not a key of a state",
          help: "handle the event of the failure: \(DisplayText.string("error.invoke." + id)): …")
      } else if ChartKey(key.name) == .onDone, kind == .atomic {
        report(
          .misplacedKey, at: key.span,
          message: "\"onDone\" needs sub-states, but \(quoted(draft.states[state].name)) has none",
          help: hasWork
            ? "handle the event of the end: \(findings.notation.handler(of: "done.invoke." + id))"
            : "it is taken when \(findings.notation.final) is entered")
      }
    }
  }

  private mutating func loseKind() {
    frames[frames.count - 1].facts.lostKind = true
    draft.lost.kinds.insert(frames[frames.count - 1].state)
  }

  private mutating func decodeHistory() {
    let top = frames.count - 1
    guard tree.nodes[0].kind != .bool else {
      frames[top].facts.forget(.history)
      report(
        .wrongType, at: tree.nodes[0].span, message: "history must be \"shallow\" or \"deep\", found \(found(0))",
        help: "write a history state as {\"type\": \"history\"}")
      return
    }
    guard let text = expectString(0) else { return }
    switch text {
    case "shallow": frames[top].facts.isDeep = false
    case "deep": frames[top].facts.isDeep = true
    default:
      report(
        .wrongType, at: tree.nodes[0].span,
        message: "history must be \"shallow\" or \"deep\", not \(DisplayText.quoted(text))",
        fix: Suggestion.fix(for: text, among: ["shallow", "deep"]))
    }
  }

  private mutating func decodeTags(of state: Int) throws(JSONReader.SyntaxError) {
    let isList = try reader.peekKind() == .array
    try forEachElement {
      if $0.expect(isList ? .string : .array, node: 0, help: isList ? nil : "\"tags\": [\"NAME\"]"), isList {
        $0.draft.notes.states[Int32(state), default: .init()].tags.append($0.string(0))
      }
    }
  }
}
