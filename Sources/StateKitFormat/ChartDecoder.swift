// Longer than others: the frames of states that are open are used in every function.

import StateKitCore

/// From JSON to a draft of a chart (Charts.md), in one pass over the bytes, reporting every error.
///
/// States are read key by key with an explicit stack; what a key of a state holds is read as one small tree.
struct ChartDecoder {
  var reader: JSONReader
  var draft = ChartDraft()
  let findings: Findings
  private(set) var hasRoot = false
  private var unknownTopKeys: [JSONReader.Key] = []
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
  var frames: [Frame] = []
  /// The keys of the objects that are open, the outermost first.
  private var keys: [JSONReader.Key] = []
  /// Where in the file the lists are given room again.
  private(set) var nextRoom = ReadingProgress.stride
  /// The names that mean nothing else as keys of a state, as far as they were looked up.
  var hasNoHint: [Bool] = []
  /// The event key of a state whose handler is looked at; nil for other handlers.
  var bindingKey: JSONReader.Key?

  /// An object that is open: a state, or a state's `subStates`.
  struct Frame {
    let state: Int
    let isSubStates: Bool
    /// Where its keys begin in `keys`.
    let firstKey: Int
    var facts = StateFacts()
    /// What the state's `meta` allows.
    var allowances = 0..<0
  }

  /// What stands under the key is a state, and no handler.
  var isState = false

  /// A number in place of a handler stands for the handler of the key before (`SourceOrigin.sharedHandlers`).
  let sharesHandlers: Bool
  init(_ reader: JSONReader, findings: Findings, sharesHandlers: Bool = false) {
    self.reader = reader
    self.sharesHandlers = sharesHandlers
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
      report(.wrongType, at: tree.nodes[0].span, message: "a chart must be an object, found \(found(0))")
      try reader.finish()
      isCut = true
      return
    }
    let start = reader.index
    try reader.openContainer()
    var topKeys: [JSONReader.Key] = []
    // Whether there is a root is known at the end, and not where the text is cut.
    var isWhole = false
    defer {
      let lacksRoot = isWhole && !topKeys.contains { ChartKey($0.name) == .root }
      reportUnknown(unknownTopKeys, lackRoot: lacksRoot, start: start)
    }
    while let key = try reader.nextKey(isFirst: topKeys.isEmpty) {
      topKeys.append(key)
      if ChartKey(key.name) == .root {
        try decodeRoot(key)
      } else if ChartKey(key.name) == .meta {
        _ = try decodeMeta(scope: SourceSpan(0, end: .max))
      } else {
        try reader.readValue(into: &tree)
        decodeTopLevel(key)
      }
    }
    isWhole = true
    reader.checkDuplicates(topKeys[...])
    try reader.finish()
  }

  private mutating func decodeTopLevel(_ key: JSONReader.Key) {
    switch ChartKey(key.name) {
    case .name: draft.title = expectString(0)
    case .description, .schema: _ = expect(.string, node: 0)
    case .context: decodeContext()
    case .events: decodeEvents()
    case .actions: decodeHostActions()
    case .bubbling: decodeBubbling()
    case .invariants: decodeInvariants()
    case .guards: decodeGuards()
    default:
      if KeyHint(for: Array(reader.names[key.name]))?.shape == .data { adoptContext() }
      unknownTopKeys.append(key)
    }
  }

  // MARK: States

  private mutating func decodeRoot(_ key: JSONReader.Key) throws(JSONReader.SyntaxError) {
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      report(.wrongType, at: tree.nodes[0].span, message: "root must be an object, found \(found(0))")
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
        let frame = frames.removeLast()
        if !frame.isSubStates { close(frame) }
        keys.removeLast(keys.count - firstKey)
        continue
      }
      keys.append(key)
      if frames[top].isSubStates {
        try decodeSubState(key, of: state)
      } else if ChartKey(key.name) == .subStates {
        try decodeSubStates(key, of: state)
      } else if ChartKey(key.name) == .meta {
        let start = Int(draft.stateSpans[state].start)
        frames[top].allowances = try decodeMeta(scope: SourceSpan(start, end: .max))
      } else {
        try decode(key, of: state)
      }
    }
  }

  mutating func makeRoom() throws(JSONReader.SyntaxError) {
    var progress = ReadingProgress(read: reader.index, of: reader.end, in: reader.memory)
    draft.makeRoom(&progress)
    reader.names.makeRoom(&progress)
    keys.makeRoom(&progress)
    hasNoHint.makeRoom(&progress)
    if progress.isStuck { throw JSONReader.SyntaxError(diagnostic: MemoryGauge.refusal(at: reader.index)) }
    nextRoom = reader.index + ReadingProgress.stride
  }

  mutating func openState(_ key: JSONReader.Key, parent: Int) throws(JSONReader.SyntaxError) {
    if draft.states.count == InputLimits.states {
      throw JSONReader.SyntaxError(
        diagnostic: Diagnostic(.tooMany, at: key.span, message: "more than \(InputLimits.states) states, the limit"))
    }
    draft.states.append(StateNode(name: key.name, parent: Int32(parent)))
    draft.stateSpans.append(key.span)
    try reader.openContainer()
    frames.append(Frame(state: draft.states.count - 1, isSubStates: false, firstKey: keys.count))
  }

  mutating func decodeSubStates(_ key: JSONReader.Key, of state: Int) throws(JSONReader.SyntaxError) {
    frames[frames.count - 1].facts.subStates = key.span
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      _ = expect(.object, node: 0, help: "\"subStates\": {\"NAME\": {…}, \"NAME\": {…}}")
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
    draft.lost.subStates.insert(frames[frames.count - 1].state)
    switch tree.nodes[0].kind {
    case .array, .object:
      let known = draft.lost.stateNames.count
      loseNames()
      // Without a name in it, any name may be that of a lost state.
      if draft.lost.stateNames.count == known { draft.lost.states = true }
    case .null, .bool, .int, .double, .string: draft.lost.states = true
    }
  }

  /// Every text in the value that was read may be the name of a state that is lost.
  private mutating func loseNames() {
    for node in tree.nodes.indices {
      if tree.nodes[node].key >= 0 { draft.lost.stateNames.insert(tree.nodes[node].keyName) }
      if tree.nodes[node].kind == .string { draft.lost.stateNames.insert(intern(node)) }
    }
  }

  private mutating func decodeSubState(_ key: JSONReader.Key, of parent: Int) throws(JSONReader.SyntaxError) {
    checkName(key, what: "a state")
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      report(.wrongType, at: tree.nodes[0].span, message: "a state must be an object, found \(found(0))")
      // It is there by its name, without all that may be in it.
      draft.lost.kinds.insert(draft.states.count)
      loseNames()
      draft.states.append(StateNode(name: key.name, parent: Int32(parent)))
      draft.states[draft.states.count - 1].end = Int32(draft.states.count)
      draft.stateSpans.append(key.span)
      return
    }
    try openState(key, parent: parent)
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
    if !facts.areUsual(for: kind) { check(facts, of: kind, hasSubStates: hasSubStates, frame: frame) }
  }

  /// `mutating`, like what it calls: what else would be copied is the whole decoder, for every state.
  @inline(never)
  private mutating func check(_ facts: StateFacts, of kind: StateKind, hasSubStates: Bool, frame: Frame) {
    let keys = self.keys[frame.firstKey...]
    // A final child of a region may have handlers: the chart is not done with it.
    let endsChart = draft.states[frame.state].parent <= 0 && frames.first?.facts.kind != .parallel
    let errors = facts.errors(
      of: kind, hasSubStates: hasSubStates, endsChart: endsChart, keys: keys,
      name: quoted(draft.states[frame.state].name))
    for error in errors { findings.add(error) }
    if facts.has(.invoke) { checkEndings(of: frame.state, kind: kind, keys: keys) }
    checkTwice(facts, plain: keys)
  }

  /// The same event both as a key of the state and in its `on`, where both have events (Semantics.md, rule 4).
  private mutating func checkTwice(_ facts: StateFacts, plain: ArraySlice<JSONReader.Key>) {
    guard !facts.inOn.isEmpty, facts.handlerKey != nil else { return }
    var spans: [NameID: SourceSpan] = [:]
    for key in plain { spans[key.name] = key.span }
    for key in facts.inOn {
      if let reserved = ChartKey(key.name), reserved.isReservedInState { continue }
      guard let span = spans[key.name] else { continue }
      let (first, second) = span.start < key.span.start ? (span, key.span) : (key.span, span)
      findings.add(
        .duplicateEvent, at: second, message: "the event \(quoted(key.name)) stands both in \"on\" and beside it",
        notes: [Diagnostic.Note(message: "it is here already", span: first)])
    }
  }
}
