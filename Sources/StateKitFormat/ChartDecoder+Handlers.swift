import CEL
import StateKitCore

/// Handlers and targets (Charts.md).
extension ChartDecoder {
  /// Decodes an event key of a state with its handler.
  mutating func decodeBinding(_ key: JSONReader.Key, of state: Int) throws(JSONReader.SyntaxError) {
    guard checkName(key, what: "an event") else {
      try reader.skipValue()
      return
    }
    if sharesHandlers, try reader.peekKind() == .int, let last = draft.bindings.last {
      try reader.skipValue()
      return bind(key, of: state) { _ in last.candidates }
    }
    try bind(key, of: state) { (decoder) throws(JSONReader.SyntaxError) in try decoder.decodeCandidates(of: state) }
  }

  /// Adds the handlers that `decode` finds under an event key.
  mutating func bind<E: Error>(
    _ key: JSONReader.Key, of state: Int, decode: (inout ChartDecoder) throws(E) -> TableRange
  ) throws(E) {
    let prefix = patternPrefix(key)
    event = prefix == nil ? key.name : nil
    bindingKey = key
    let candidates = try decode(&self)
    event = nil
    bindingKey = nil
    if candidates.isEmpty || isState { return }
    let trigger: ChartDraft.Trigger = if let prefix { .pattern(prefix) } else { .event(draft.event(named: key.name)) }
    draft.bindings.append(
      ChartDraft.Binding(state: Int32(state), trigger: trigger, candidates: candidates, span: key.span))
  }

  /// The prefix of a pattern: empty for `*`, `error.` for `error.*`; nil for a name.
  private mutating func patternPrefix(_ key: JSONReader.Key) -> NameID? {
    guard reader.names.lastByte(of: key.name) == UInt8(ascii: "*") else { return nil }
    // The bytes of the table must not be retained when a name is added, because then the table would be copied.
    guard let length = patternLength(key.name) else { return nil }
    // Most keys are written without escapes.
    let inQuotes = Int(key.span.start) + 1..<Int(key.span.end) - 1
    if length == inQuotes.count { return reader.name(inQuotes.dropLast()) }
    return reader.names.intern(Array(reader.names[key.name].dropLast()).span)
  }

  /// The length of a pattern, a name that ends in `*`; nil for another name.
  private mutating func patternLength(_ name: NameID) -> Int? {
    let text = reader.names[name]
    return text.count == 1 || text[text.endIndex - 2] == UInt8(ascii: ".") ? text.count : nil
  }

  /// Decodes the handlers of `on`, and returns its keys.
  mutating func decodeOn(of state: Int) throws(JSONReader.SyntaxError) -> [JSONReader.Key] {
    try forEachMember(help: "write each event with its handler: \"on\": {\"EVENT\": \"STATE\"}") {
      (decoder, key) throws(JSONReader.SyntaxError) in
      try decoder.decodeBinding(key, of: state)
    }
  }

  /// One handler, or an array of candidates.
  mutating func decodeCandidates(of state: Int) throws(JSONReader.SyntaxError) -> TableRange {
    let first = draft.handlers.count
    try forEachElement { $0.decodeHandler(0, of: state) }
    return TableRange(start: first, count: draft.handlers.count - first)
  }

  /// Decodes a value that has already been read: one handler, or an array of candidates.
  mutating func decodeCandidates(_ node: Int, of state: Int) -> TableRange {
    let first = draft.handlers.count
    if tree.nodes[node].kind == .array {
      for child in tree.children(of: node) { decodeHandler(child, of: state) }
    } else {
      decodeHandler(node, of: state)
    }
    return TableRange(start: first, count: draft.handlers.count - first)
  }

  private mutating func decodeHandler(_ node: Int, of state: Int) {
    if draft.handlers.count == InputLimits.handlers {
      report(.tooMany, at: tree.nodes[node].span, message: "more than \(InputLimits.handlers) handlers, the limit")
    }
    if draft.handlers.count >= InputLimits.handlers { return }
    var handler = EventHandler(state: StateID(state), span: tree.nodes[node].span)
    switch tree.nodes[node].kind {
    case .null: handler.isForbidden = true
    case .string: handler.targets = decodeTargets(node)
    case .object: decodeHandler(object: node, handler: &handler)
    default:
      report(
        .wrongType, at: tree.nodes[node].span,
        message: "a handler must be a target, an object, null or an array of these, found \(found(node))")
      return
    }
    draft.handlers.append(handler)
  }

  private mutating func decodeHandler(object node: Int, handler: inout EventHandler) {
    for child in tree.children(of: node) {
      switch ChartKey(tree.nodes[child].keyName) {
      case .target: handler.targets = decodeTargets(child)
      case .actions: handler.actions = decodeActions(child)
      case .guard: handler.condition = decodeGuard(child) ?? -1
      case .description:
        if let text = expectString(child) { draft.notes.handlers[handler.span] = text }
      case .reenter: handler.reentry = decodeReentry(child)
      default:
        // A value that is no handler at all gets one finding.
        if reportNoHandler(node) { return }
        if ["from", "source", "fromState", "fromStates", "transitioningFromStates"].contains(
          text(tree.nodes[child].keyName))
        {
          report(
            .unknownKey, at: tree.nodes[child].keySpan,
            message: "unknown key \(quoted(tree.nodes[child].keyName)) in a handler",
            help: "write the handler in the state that it starts from")
          continue
        }
        if reportForeign(child) { continue }
        unknownKey(
          child, what: "a handler", known: ObjectKind.handler.keys, instead: Self.foreignHandlerKeys,
          shape: "write \"STATE\" or {\"target\": \"STATE\"}")
      }
    }
  }

  /// Keys of handlers in other notations, with the keys here.
  static let foreignHandlerKeys: [(theirs: String, ours: ChartKey)] = [
    ("dest", .target), ("conditions", .guard), ("Next", .target), ("cond", .guard), ("condition", .guard),
    ("when", .guard), ("in", .guard), ("effects", .actions),
    ("execute", .actions), ("effect", .actions), ("do", .actions), ("before", .actions), ("after", .actions),
    ("if", .guard), ("unless", .guard), ("toState", .target), ("transitioningToState", .target), ("shouldFire", .guard),
    ("shouldFireEvent", .guard), ("willFire", .actions), ("didFire", .actions), ("next", .target),
    ("destination", .target), ("newState", .target), ("state", .target), ("transition", .target),
    ("transitionTo", .target), ("goTo", .target), ("toStateNamed", .target), ("targetState", .target),
    ("stateChange", .target),
    ("to", .target), ("goto", .target), ("nextState", .target), ("internal", .reenter), ("external", .reenter),
  ]

  private mutating func decodeReentry(_ node: Int) -> Reentry {
    switch tree.nodes[node].kind {
    case .bool: return bool(node) ? .external : .none
    case .string where string(node) == "children": return .children
    case .string where string(node) == "lca": return .ancestor
    default:
      report(
        .wrongType, at: tree.nodes[node].span,
        message: "reenter must be false, true, \"children\" or \"lca\", found \(found(node))",
        help: tree.nodes[node].kind == .string && ["true", "false"].contains(string(node))
          ? "write it without quotes: \"reenter\": \(string(node))" : nil)
      return .none
    }
  }

  /// A target, or a list of targets.
  mutating func decodeTargets(_ node: Int) -> TableRange {
    let first = draft.references.count
    switch tree.nodes[node].kind {
    case .string: addTarget(node)
    case .array:
      if tree.nodes[node].next == Int32(node + 1) {
        report(.wrongType, at: tree.nodes[node].span, message: "a list of targets must name at least one state")
      }
      for child in tree.children(of: node) {
        if expect(.string, node: child) { addTarget(child) }
      }
    default:
      report(
        .wrongType, at: tree.nodes[node].span,
        message: "a target must be a name or a list of names, found \(found(node))")
    }
    return TableRange(start: first, count: draft.references.count - first)
  }

  mutating func addTarget(_ node: Int) {
    _ = draft.add(reference: intern(node), at: tree.nodes[node].span)
  }

  /// `initial`, or the default target of a history state.
  mutating func decodeInitial(_ node: Int, of what: String) -> InitialTransition? {
    switch tree.nodes[node].kind {
    case .string, .array:
      return InitialTransition(targets: decodeTargets(node), actions: .empty)
    case .object:
      var initial = InitialTransition(targets: .empty, actions: .empty)
      var hasTarget = false
      var isNamed = false
      for child in tree.children(of: node) {
        switch ChartKey(tree.nodes[child].keyName) {
        case .target:
          initial.targets = decodeTargets(child)
          hasTarget = true
        case .actions: initial.actions = decodeActions(child)
        default:
          unknownKey(child, what: "\"\(what)\"", known: ObjectKind.initial.keys, instead: Self.foreignHandlerKeys)
          isNamed = true
        }
      }
      if !hasTarget, !isNamed {
        report(.missingKey, at: tree.nodes[node].span, message: "\"\(what)\" needs a \"target\"")
      }
      return initial
    default:
      report(
        .wrongType, at: tree.nodes[node].span,
        message: "\"\(what)\" must be a target or an object with \"target\" and \"actions\", found \(found(node))")
      return nil
    }
  }
}
