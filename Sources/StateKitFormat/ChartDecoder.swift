import StateKitCore

/// From JSON to a draft of a chart (Charts.md), in one pass over the bytes, reporting every error.
///
/// States are read key by key with an explicit stack; what a key of a state holds is read as one small tree.
struct ChartDecoder {
  var reader: JSONReader
  var draft = ChartDraft()
  let findings: Findings
  private(set) var hasRoot = false
  /// The text could not be read to its end.
  private(set) var isCut = false

  /// The names of the loops around the action that is looked at.
  var scope: [String] = []
  /// The paths that are assigned, by what is written.
  var paths: [NameID: ContextPath] = [:]
  var lastPath: (key: NameID, path: ContextPath)?
  /// The last path that was found to be in the context.
  var lastAssigned: ContextPath?
  /// The event whose handler is looked at; nil where any can have come.
  var event: NameID?
  /// What is left to lay out of an action, the next thing last: actions may be nested as deep as JSON.
  var todo: [Task] = []
  /// The value of the key that is looked at.
  var tree = JSONTree()
  private var frames: [Frame] = []
  /// The keys of the objects that are open, the outermost first.
  private var keys: [JSONReader.Key] = []
  /// Where in the file the lists are given room again.
  private var nextRoom = ReadingProgress.stride
  /// The names that mean nothing else as keys of a state, as far as they were looked up.
  var hasNoHint: [Bool] = []
  /// The event key of a state whose handler is looked at; nil for other handlers.
  var bindingKey: JSONReader.Key?

  /// An object that is open: a state, or a state's `subStates`.
  private struct Frame {
    let state: Int
    let isSubStates: Bool
    /// Where its keys begin in `keys`.
    let firstKey: Int
    var facts = StateFacts()
    /// What the state's `meta` allows.
    var allowances = 0..<0
  }

  init(_ reader: JSONReader, _ findings: Findings) {
    self.reader = reader
    self.findings = findings
  }

  mutating func decode() {
    do throws(JSONReader.SyntaxError) {
      try decodeTopLevel()
    } catch {
      isCut = true
      findings.add(error.diagnostic)
    }
  }

  // MARK: Top level

  private mutating func decodeTopLevel() throws(JSONReader.SyntaxError) {
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      report(.wrongType, at: tree.nodes[0].span, "a chart must be an object, found \(found(0))")
      try reader.finish()
      isCut = true
      return
    }
    let start = reader.index
    try reader.openContainer()
    var topKeys: [JSONReader.Key] = []
    while let key = try reader.nextKey(isFirst: topKeys.isEmpty) {
      topKeys.append(key)
      if ChartKey(key.name) == .root {
        try decodeRoot(key)
      } else if ChartKey(key.name) == .meta {
        _ = try decodeMeta(scope: SourceSpan(0, .max))
      } else {
        try reader.readValue(into: &tree)
        decodeTopLevel(key)
      }
    }
    reader.checkDuplicates(topKeys[...])
    try reader.finish()
    if !hasRoot, !topKeys.contains(where: { ChartKey($0.name) == .root }) {
      report(.missingRoot, at: SourceSpan(start, start + 1), "a chart needs \"root\", its root state")
    }
  }

  private mutating func decodeTopLevel(_ key: JSONReader.Key) {
    switch ChartKey(key.name) {
    case .name: draft.title = expectString(0)
    case .description, .schema: _ = expect(.string, 0)
    case .context: decodeContext()
    case .events: decodeEvents()
    case .actions: decodeHostActions()
    case .invariants: decodeInvariants()
    case .guards: decodeGuards()
    default:
      report(
        .unknownKey, at: key.span, "unknown key \(quoted(key.name)) at the top level",
        help: Suggestion.help(for: text(key.name), among: ObjectKind.topLevel.keys.map(\.text))
          ?? "known are " + ObjectKind.topLevel.keys.map(\.text).joined(separator: ", "))
    }
  }

  // MARK: States

  private mutating func decodeRoot(_ key: JSONReader.Key) throws(JSONReader.SyntaxError) {
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      report(.wrongType, at: tree.nodes[0].span, "root must be an object, found \(found(0))")
      return
    }
    if hasRoot {  // A second root is reported as a duplicate key; one tree is enough.
      try reader.readValue(into: &tree)
      return
    }
    hasRoot = true
    try openState(key, parent: -1)
    while let top = frames.indices.last {
      if reader.index >= nextRoom { try makeRoom() }
      // Field by field: a frame as a whole is copied with all that is known of the state.
      let (state, firstKey) = (frames[top].state, frames[top].firstKey)
      guard let key = try reader.nextKey(isFirst: keys.count == firstKey) else {
        reader.checkDuplicates(keys[firstKey...])
        if !frames[top].isSubStates { close(frames[top]) }
        keys.removeLast(keys.count - firstKey)
        frames.removeLast()
        continue
      }
      keys.append(key)
      if frames[top].isSubStates {
        try decodeSubState(key, of: state)
      } else if ChartKey(key.name) == .subStates {
        try decodeSubStates(key, of: state)
      } else if ChartKey(key.name) == .meta {
        let start = Int(draft.stateSpans[state].start)
        frames[top].allowances = try decodeMeta(scope: SourceSpan(start, .max))
      } else {
        try decode(key, of: state)
      }
    }
  }

  private mutating func makeRoom() throws(JSONReader.SyntaxError) {
    var progress = ReadingProgress(read: reader.index, of: reader.end, in: reader.memory)
    draft.makeRoom(&progress)
    reader.names.makeRoom(&progress)
    keys.makeRoom(&progress)
    hasNoHint.makeRoom(&progress)
    if progress.isStuck { throw JSONReader.SyntaxError(diagnostic: MemoryGauge.refusal(at: reader.index)) }
    nextRoom = reader.index + ReadingProgress.stride
  }

  // MARK: Lists

  /// One thing, or a list of them: each in turn is read into `tree`, because a list may be as long as the file.
  mutating func forEachItem(_ body: (inout ChartDecoder) -> Void) throws(JSONReader.SyntaxError) {
    guard try reader.peekKind() == .array else {
      try reader.readValue(into: &tree)
      body(&self)
      return
    }
    try reader.openContainer()
    var isFirst = true
    while try reader.nextItem(isFirst: isFirst) {
      isFirst = false
      if reader.index >= nextRoom { try makeRoom() }
      try reader.readValue(into: &tree)
      body(&self)
    }
  }

  /// The members of an object, whose values `body` reads; returns their keys, none where it is no object.
  mutating func forEachMember(
    _ body: (inout ChartDecoder, JSONReader.Key) throws(JSONReader.SyntaxError) -> Void
  ) throws(JSONReader.SyntaxError) -> [JSONReader.Key] {
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      _ = expect(.object, 0)
      return []
    }
    var keys: [JSONReader.Key] = []
    try reader.openContainer()
    while let key = try reader.nextKey(isFirst: keys.isEmpty) {
      keys.append(key)
      if reader.index >= nextRoom { try makeRoom() }
      try body(&self, key)
    }
    reader.checkDuplicates(keys[...])
    return keys
  }

  private mutating func openState(_ key: JSONReader.Key, parent: Int) throws(JSONReader.SyntaxError) {
    if draft.states.count == InputLimits.states {
      throw JSONReader.SyntaxError(
        diagnostic: Diagnostic(.tooMany, at: key.span, "more than \(InputLimits.states) states, the limit"))
    }
    draft.states.append(StateNode(name: key.name, parent: Int32(parent)))
    draft.stateSpans.append(key.span)
    try reader.openContainer()
    frames.append(Frame(state: draft.states.count - 1, isSubStates: false, firstKey: keys.count))
  }

  private mutating func decodeSubStates(_ key: JSONReader.Key, of state: Int) throws(JSONReader.SyntaxError) {
    frames[frames.count - 1].facts.subStates = key.span
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      _ = expect(.object, 0, help: "\"subStates\": {\"NAME\": {…}, \"NAME\": {…}}")
      loseSubStates(key)
      return
    }
    try reader.openContainer()
    frames.append(Frame(state: state, isSubStates: true, firstKey: keys.count))
  }

  /// The sub-states of the state that is open cannot be known: what names one of them is no further error.
  mutating func loseSubStates(_ key: JSONReader.Key) {
    frames[frames.count - 1].facts.subStates = key.span
    frames[frames.count - 1].facts.lostSubStates = true
    draft.lost.states = true
  }

  private mutating func decodeSubState(_ key: JSONReader.Key, of parent: Int) throws(JSONReader.SyntaxError) {
    checkName(key, "a state")
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      report(.wrongType, at: tree.nodes[0].span, "a state must be an object, found \(found(0))")
      // It is there by its name, without all that may be in it.
      draft.lost.states = true
      draft.lost.kinds = true
      draft.states.append(StateNode(name: key.name, parent: Int32(parent)))
      draft.states[draft.states.count - 1].end = Int32(draft.states.count)
      draft.stateSpans.append(key.span)
      return
    }
    try openState(key, parent: parent)
  }

  private mutating func decode(_ key: JSONReader.Key, of state: Int) throws(JSONReader.SyntaxError) {
    let top = frames.count - 1
    guard let reserved = ChartKey(key.name), reserved.isReservedInState else {
      frames[top].facts.handlerKey = frames[top].facts.handlerKey ?? key.span
      if let hint = hint(for: key) {
        try decodeBinding(key, hint, of: state)
      } else {
        try decodeBinding(key, of: state)
      }
      return
    }
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
    case .invoke: try forEachItem { $0.decodeInvoke(0, of: state) }
    case .tags: try checkTags()
    default:
      try reader.readValue(into: &tree)
      decodeValue(of: reserved, of: state)
    }
  }

  /// The value of a key that holds no list of much.
  private mutating func decodeValue(of key: ChartKey, of state: Int) {
    let top = frames.count - 1
    switch key {
    case .initial: frames[top].facts.initial = decodeInitial(0, of: "initial")
    case .target: frames[top].facts.initial = decodeInitial(0, of: "target")
    case .type: decodeType(of: state)
    case .history: decodeHistory()
    case .output: decodeOutput(0, of: state)
    case .description: _ = expect(.string, 0)
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
      report(
        .wrongType, at: tree.nodes[0].span, "no type is \(DisplayText.quoted(text))",
        help: ["compound", "atomic", "simple"].contains(text)
          ? "leave \"type\" out: a state is compound or atomic by having \"subStates\" or not"
          : Suggestion.help(for: text, among: ["parallel", "final", "history"])
            ?? "\"parallel\", \"final\" or \"history\"; without a type a state is compound or atomic by its sub-states")
    }
    draft.typeSpans[Int32(state)] = tree.nodes[0].span
  }

  private mutating func loseKind() {
    frames[frames.count - 1].facts.lostKind = true
    draft.lost.kinds = true
  }

  private mutating func decodeHistory() {
    let top = frames.count - 1
    guard let text = expectString(0) else { return }
    switch text {
    case "shallow": frames[top].facts.isDeep = false
    case "deep": frames[top].facts.isDeep = true
    default:
      report(
        .wrongType, at: tree.nodes[0].span, "history is \"shallow\" or \"deep\", not \(DisplayText.quoted(text))",
        help: Suggestion.help(for: text, among: ["shallow", "deep"]))
    }
  }

  private mutating func checkTags() throws(JSONReader.SyntaxError) {
    let isList = try reader.peekKind() == .array
    try forEachItem { _ = $0.expect(isList ? .string : .array, 0) }
  }

  /// All keys of a state are known: what kind it is, and whether they go together.
  private mutating func close(_ frame: Frame) {
    let index = frame.state
    for allowance in frame.allowances { draft.allowances[allowance].scope.end = Int32(clamping: reader.index) }
    draft.states[index].end = Int32(draft.states.count)
    let hasSubStates = draft.states.count > index + 1 || frame.facts.lostSubStates
    let facts = frame.facts
    let kind = facts.kind ?? (hasSubStates ? .compound : .atomic)
    draft.states[index].kind = kind == .shallowHistory && facts.isDeep == true ? .deepHistory : kind
    if let initial = facts.initial, kind == .compound || kind.isHistory {
      draft.initials.append(initial)
      draft.states[index].initial = Int32(draft.initials.count - 1)
    }
    let keys = self.keys[frame.firstKey...]
    let errors = facts.errors(
      of: kind, hasSubStates: hasSubStates, keys: keys, name: quoted(draft.states[index].name))
    for error in errors { findings.add(error) }
    checkTwice(facts, keys)
  }

  /// The same event both as a key of the state and in its `on` (Semantics.md, rule 4).
  private func checkTwice(_ facts: StateFacts, _ plain: ArraySlice<JSONReader.Key>) {
    guard !facts.inOn.isEmpty else { return }
    var spans: [NameID: SourceSpan] = [:]
    for key in plain { spans[key.name] = key.span }
    for key in facts.inOn {
      if let reserved = ChartKey(key.name), reserved.isReservedInState { continue }
      guard let span = spans[key.name] else { continue }
      let (first, second) = span.start < key.span.start ? (span, key.span) : (key.span, span)
      findings.add(
        .duplicateEvent, at: second, "the event \(quoted(key.name)) stands both in \"on\" and beside it",
        notes: [Diagnostic.Note(message: "it is here already", span: first)])
    }
  }

  // MARK: Names

  /// Whether a name may be one: not empty, not only white space, not too long.
  @discardableResult
  mutating func checkName(_ key: JSONReader.Key, _ what: String) -> Bool {
    checkName(reader.names[key.name], at: key.span, what)
  }

  @discardableResult
  mutating func checkName(_ bytes: ArraySlice<UInt8>, at span: SourceSpan, _ what: String) -> Bool {
    // Any ASCII character that shows is enough.
    let isGood = bytes.count <= InputLimits.nameBytes && bytes.contains { $0 > 0x20 && $0 < 0x7F }
    return isGood || checkUnusualName(bytes, at: span, what)
  }

  /// Apart from the usual case, and like it `mutating`: what else would be copied is the whole decoder, for every name.
  @inline(never)
  private mutating func checkUnusualName(_ bytes: ArraySlice<UInt8>, at span: SourceSpan, _ what: String) -> Bool {
    if bytes.count > InputLimits.nameBytes {
      report(
        .longName, at: span, "the name of \(what) has \(bytes.count) bytes, the limit is \(InputLimits.nameBytes)")
      return false
    }
    if String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      report(.emptyName, at: span, "the name of \(what) is empty")
      return false
    }
    return true
  }
}
