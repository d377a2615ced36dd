// Longer than others: every function uses the frames of open states.

import StateKitCore

/// Decodes JSON into a draft of a chart (Charts.md), in one pass over the bytes, and reports every error.
///
/// States are read key by key with an explicit stack; the value of each other key is read as one small tree.
struct ChartDecoder {
  var reader: JSONReader
  var draft = ChartDraft()
  let findings: Findings
  private(set) var hasRoot = false
  private var unknownTopKeys: [JSONReader.Key] = []
  /// The first key of the top level whose value is a chart or a root state, and the correct form.
  private(set) var wrapper: (span: SourceSpan, help: String)?
  /// The value of `initial` at the top level.
  private(set) var flatInitial: String?
  /// True if the text could not be read to its end.
  private(set) var isCut = false

  /// The names of the loops around the current action.
  var scope: [String] = []
  /// The assigned paths by their spellings.
  var paths: [NameID: ContextPath] = [:]
  var lastPath: (key: NameID, path: ContextPath)?
  /// The last path that was found in the context.
  var lastAssigned: ContextPath?
  /// The event of the current handler; nil if it can be any event.
  var event: NameID?
  /// The parts of an action that have not been laid out yet, the next one last. A stack, because actions may be nested
  /// as deep as JSON.
  var todo: [Task] = []
  /// The value of the current key.
  var tree = JSONTree()
  var frames: [Frame] = []
  /// The keys of the open objects, the outermost first.
  private var keys: [JSONReader.Key] = []
  /// The offset in the file of the next reservation for the lists.
  private(set) var nextRoom = ReadingProgress.stride
  /// True for names that are known to have no hint as keys of a state.
  var hasNoHint: [Bool] = []
  /// The event key of the current handler in a state; nil for other handlers.
  var bindingKey: JSONReader.Key?

  /// An open object: a state, or a state's `subStates`.
  struct Frame {
    let state: Int
    let isSubStates: Bool
    let firstKey: Int
    var facts = StateFacts()
    /// The suppressions of the state's `meta`.
    var allowances = 0..<0
  }

  /// True if the value of the key is a state and no handler.
  var isState = false

  /// True if a number in place of a handler refers to the handler of the previous key (`SourceOrigin.sharedHandlers`).
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
      // What follows an object that is not closed was read as a part of it.
      if let open = error.diagnostic.notes.first { findings.drop(behind: open.span.start) }
      findings.add(error.diagnostic)
    }
  }

  // MARK: Top level

  private mutating func decodeTopLevel() throws(JSONReader.SyntaxError) {
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      try reader.finish()
      report(
        .wrongType, at: tree.nodes[0].span, message: "a chart must be an object, found \(found(0))",
        help: "write {\"root\": {…}}, one chart in a file")
      isCut = true
      return
    }
    let start = reader.index
    try reader.openContainer()
    var topKeys: [JSONReader.Key] = []
    // A missing root is reported only at the end of a complete text.
    var isWhole = false
    defer {
      let lacksRoot = isWhole && !topKeys.contains { ChartKey($0.name) == .root }
      reportUnknown(unknownTopKeys, lackRoot: lacksRoot, start: start)
    }
    while let key = try reader.nextKey(isFirst: topKeys.isEmpty) {
      topKeys.append(key)
      if ChartKey(key.name) == .root {
        try decodeRoot(key)
      } else if try isRootMisspelt(key) {
        unknownTopKeys.append(key)
        try decodeRoot(JSONReader.Key(name: reader.names.intern(ChartKey.root.text), span: key.span))
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

  /// True for a key that is nearly `root`, if no other key is: what is in it is read, too.
  private mutating func isRootMisspelt(_ key: JSONReader.Key) throws(JSONReader.SyntaxError) -> Bool {
    let name = text(key.name)
    guard !hasRoot, ChartKey(key.name) == nil, KeyHint(for: Array(name.utf8)) == nil,
      Suggestion.nearest(to: name, among: ObjectKind.topLevel.keys.map(\.text)).first == ChartKey.root.text,
      try reader.peekKind() == .object
    else { return false }
    return !TopLevel.hasKey(ChartKey.root.text, bytes: reader.bytes)
  }

  private mutating func decodeTopLevel(_ key: JSONReader.Key) {
    switch ChartKey(key.name) {
    case .name: draft.title = expectString(0)
    case .description: draft.notes.description = expectString(0)
    case .schema: _ = expect(.string, node: 0)
    case .context: decodeContext()
    case .events: decodeEvents()
    case .internalEvents: decodeInternalEvents()
    case .actions: decodeHostActions()
    case .bubbling: decodeBubbling()
    case .invariants: decodeInvariants()
    case .guards: decodeGuards()
    default:
      let name = Array(reader.names[key.name])
      let meant = KeyHint.declaring(name)
      if meant == .context || KeyHint(for: name)?.shape == .data { adoptContext() }
      if meant == .guards { decodeGuards() }
      if ChartKey(key.name) == .initial {
        let target = tree.children(of: 0).first { ChartKey(tree.nodes[$0].keyName) == .target } ?? 0
        if tree.nodes[target].kind == .string { flatInitial = string(target) }
      }
      if wrapper == nil, let help = helpForWrapper(key) { wrapper = (key.span, help) }
      unknownTopKeys.append(key)
    }
  }

  // MARK: States

  private mutating func decodeRoot(_ key: JSONReader.Key) throws(JSONReader.SyntaxError) {
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      report(
        .wrongType, at: tree.nodes[0].span, message: "root must be an object, found \(found(0))",
        help: "\"root\": {\"initial\": \"NAME\", \"subStates\": {\"NAME\": {…}}}")
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
      // Reads single fields, because copying a frame copies all facts about the state.
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

  /// Notes that the sub-states of the open state are unknown, so that references to them cause no further errors.
  mutating func loseSubStates(_ key: JSONReader.Key) {
    frames[frames.count - 1].facts.subStates = key.span
    frames[frames.count - 1].facts.lostSubStates = true
    frames[frames.count - 1].facts.lacksNames = false
    draft.lost.subStates.insert(frames[frames.count - 1].state)
    switch tree.nodes[0].kind {
    case .array, .object:
      let known = draft.lost.stateNames.count
      loseNames()
      // Without a name in the value, any name in this state may be a lost state.
      if draft.lost.stateNames.count == known { frames[frames.count - 1].facts.lacksNames = true }
    case .null, .bool, .int, .double, .string: frames[frames.count - 1].facts.lacksNames = true
    }
  }

  /// Notes every text in the value as a possible name of a lost state.
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
      report(
        .wrongType, at: tree.nodes[0].span, message: "a state must be an object, found \(found(0))",
        help: helpForState(key))
      // The state exists by its name, without its contents.
      draft.lost.kinds.insert(draft.states.count)
      loseNames()
      draft.states.append(StateNode(name: key.name, parent: Int32(parent)))
      draft.states[draft.states.count - 1].end = Int32(draft.states.count)
      draft.stateSpans.append(key.span)
      return
    }
    try openState(key, parent: parent)
  }

  /// Finishes a state when all its keys are known: determines its kind, and checks its keys.
  private mutating func close(_ frame: Frame) {
    let index = frame.state
    for allowance in frame.allowances { draft.allowances[allowance].scope.end = Int32(clamping: reader.index) }
    draft.states[index].end = Int32(draft.states.count)
    if frame.facts.lacksNames {
      draft.lost.states.add(SourceSpan(Int(draft.stateSpans[index].start), end: reader.index))
    }
    // Beside a state that is read as an event, any event may be one.
    if frame.facts.hasStateAsEvent { draft.lost.stateNames.formUnion(keys[frame.firstKey...].map(\.name)) }
    var facts = frame.facts
    if index == 0, draft.states.count == 1, !facts.lostSubStates, hasStatesBesideRoot {
      facts.lostSubStates = true
      draft.lost.subStates.insert(0)
      draft.lost.states.add(SourceSpan(0, end: .max))
    }
    let hasSubStates = draft.states.count > index + 1 || facts.lostSubStates
    let kind = facts.kind ?? (hasSubStates ? .compound : .atomic)
    draft.states[index].kind = kind == .shallowHistory && facts.isDeep == true ? .deepHistory : kind
    if let initial = facts.initial, kind == .compound || kind.isHistory {
      draft.initials.append(initial)
      draft.states[index].initial = Int32(draft.initials.count - 1)
    }
    if !facts.areUsual(for: kind) { check(facts, of: kind, hasSubStates: hasSubStates, frame: frame) }
  }

  /// True if the states are written at the top level: that is one error.
  private var hasStatesBesideRoot: Bool {
    ["subStates", "states"].contains { TopLevel.hasKey($0, bytes: reader.bytes) }
  }

  /// Mutating, as are the functions that it calls, because otherwise the whole decoder would be copied for every state.
  @inline(never)
  private mutating func check(_ facts: StateFacts, of kind: StateKind, hasSubStates: Bool, frame: Frame) {
    let keys = self.keys[frame.firstKey...]
    // A final child of a region may have handlers, because it does not end the chart.
    let endsChart = draft.states[frame.state].parent <= 0 && frames.first?.facts.kind != .parallel
    let wordsForTarget = kind.isHistory ? wordsForTarget(keys) : []
    let errors = facts.errors(
      of: kind, hasSubStates: hasSubStates, endsChart: endsChart, keys: keys, wordsForTarget: wordsForTarget,
      name: quoted(draft.states[frame.state].name))
    for error in errors { findings.add(error) }
    if facts.has(.invoke) || facts.has(.onDone), !facts.lostKind {
      checkEndings(of: frame.state, kind: kind, hasWork: facts.has(.invoke), keys: keys)
    }
    checkTwice(facts, plain: keys)
  }

  /// Reports an event that is both a key of the state and in its `on` (Semantics.md, rule 4).
  private mutating func checkTwice(_ facts: StateFacts, plain: ArraySlice<JSONReader.Key>) {
    guard !facts.inOn.isEmpty, facts.handlerKey != nil else { return }
    var spans: [NameID: SourceSpan] = [:]
    for key in plain { spans[key.name] = key.span }
    for key in facts.inOn {
      if let reserved = ChartKey(key.name), reserved.isReservedInState { continue }
      guard let span = spans[key.name] else { continue }
      let (first, second) = span.start < key.span.start ? (span, key.span) : (key.span, span)
      findings.add(
        .duplicateEvent, at: second, message: "the event \(quoted(key.name)) is both in \"on\" and beside it",
        notes: [Diagnostic.Note(message: "the first one is here", span: first)])
    }
  }
}
