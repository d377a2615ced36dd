// Longer than others: all that is known of a machine, and its two passes.
import StateKitCore
import StateKitFormat

/// Translates an XState machine to one of our charts (XState.md): first collects all states with their ids, then
/// translates each one in document order.
struct XStateReader {
  /// The data of a state before its keys are translated.
  struct State {
    /// Its object in the file.
    let node: Int
    let key: Part
    var kind = StateKind.atomic
    var children: [Int] = []
    /// The object for its sub-states; nil until it exists.
    var subStates: Int?
    /// True if it has a state that represents resting in it.
    var rests = false
    /// True if its timers are events, as in XState: a `*` may handle them.
    var sendsTimers = false
  }

  let source: XStateSource
  let isFour: Bool
  /// The findings, at positions in the file.
  let findings: Findings
  let draft: JSONDraft
  var states = ForeignStates()
  var facts: [State] = []
  /// The children of large states by name.
  var childrenByName: [Int: [[UInt8]: Int]] = [:]
  var firstByKey = NameMap<Int>()
  var ids = NameMap<Int>()
  /// True if it matters that XState selects event handlers by subtree.
  var asksBySubtree = false
  /// True if it also matters for `always`, in version 4.
  var asksAlwaysBySubtree = false
  var places = XStateEventPlaces()
  var initialEntries = XStateEntries()
  /// The end of the machine; nil if it never ends.
  var end: XStateEnd?
  /// The ids of the states: an explicit one, else the machine's id and the keys down to the state.
  var idOfState: [String] = []
  var hostGuards: Set<[UInt8]> = []
  var contextKeys: Set<[UInt8]> = []
  var contextObject: Int?, guardsObject: Int?
  /// The number of activities (version 4) with each name.
  var activities = NameMap<Int>()
  var lostAssigns: [SourceSpan] = []
  /// The events that handlers name, and those that actions and timers make.
  var handled = NameSet(), made = NameSet()

  /// Reads a machine. Returns nil if it cannot be translated. `version` is 4 or 5 if it is known.
  static func read(_ file: SourceText, version: Int?, findings: Findings, memory: MemoryGauge) -> JSONDraft? {
    guard let source = XStateSource(file, findings: findings, memory: memory) else { return nil }
    guard source.kind(0) == .object else {
      findings.add(.wrongType, at: source.span(0), message: "a machine must be an object")
      return nil
    }
    let said = XStateVersion(source)
    var reader = XStateReader(source, isFour: version.map { $0 == 4 } ?? said.isFour, findings: findings)
    if !reader.isFour {
      for (word, span) in said.onlyFour {
        findings.add(
          .otherVersion, at: span,
          message: "\(DisplayText.quoted(word)) is a key of XState 4, but this machine is read as XState 5",
          help: "--from xstate4 reads it as XState 4")
      }
    }
    guard reader.readStates() else { return nil }
    if !memory.admits(reader.states.count * 1000) {
      findings.add(MemoryGauge.refusal(at: 0))
      return nil
    }
    reader.write()
    return reader.draft
  }

  private init(_ source: XStateSource, isFour: Bool, findings: Findings) {
    self.source = source
    self.isFour = isFour
    self.findings = findings
    draft = JSONDraft(origin: source.span(0), notation: isFour ? .xstate4 : .xstate5)
  }

  // MARK: First pass

  /// Finds all states, their kinds and their ids. Returns false if the ids are too long together.
  private mutating func readStates() -> Bool {
    let machine = source.string(.id, of: 0) ?? source.string(.key, of: 0) ?? "(machine)"
    var paths: [String] = []
    var pathBytes = 0
    var todo: [(node: Int, key: Part, parent: Int)] = [
      (0, Part("root", origin: SourceSpan(Int(source.span(0).start), end: Int(source.span(0).start) + 1)), -1)
    ]
    while let (node, key, parent) = todo.popLast() {
      let index = states.add(key.text, parent: parent)
      facts.append(State(node: node, key: key))
      if parent >= 0 { facts[parent].children.append(index) }
      // Without an id: the machine's id and the keys down to the state, regardless of ids in between.
      paths.append(parent < 0 ? machine : "\(paths[parent]).\(key.text)")
      pathBytes += paths[index].utf8.count
      if pathBytes > InputLimits.pathBytes {
        findings.add(
          .tooLarge, at: key.origin,
          message: "the ids of the states have more than \(InputLimits.pathBytes >> 20) MiB together: "
            + "nested states have their path as id", help: "nest fewer states, or shorten their names")
        return false
      }
      let id = source.string(.id, of: node) ?? paths[index]
      note(id, of: index, at: source.member(.id, of: node).map { source.span($0) } ?? key.origin)
      facts[index].kind = kind(of: node)
      guard let below = source.member(.states, of: node) else { continue }
      if source.kind(below) == .null { continue }
      guard source.kind(below) == .object else {
        findings.add(
          .wrongType, at: source.span(below), message: "\"states\" must be an object",
          help: "write each state under its name: \"states\": {\"NAME\": {…}}")
        continue
      }
      for child in source.members(of: below).reversed() {
        guard source.kind(child) == .object else {
          if source.kind(child) != .null {
            findings.add(.wrongType, at: source.span(child), message: "a state must be an object")
          }
          continue
        }
        if isPart(child) {
          facts[index].rests = true
          continue
        }
        todo.append((child, source.keyPart(child), index))
      }
    }
    states.close()
    indexChildren()
    findEvents()
    findEnd()
    for state in facts {
      for item in source.elements(source.member(.activities, of: state.node)) {
        let type = source.kind(item) == .object ? source.member(.type, of: item) : item
        if let name = type.flatMap({ source.string($0) }) { activities[name, default: 0] += 1 }
      }
    }
    return true
  }

  private mutating func note(_ id: String, of state: Int, at span: SourceSpan) {
    idOfState.append(id)
    if let other = ids[id] {
      // Equal keys were already reported.
      if states.parent(of: other) == states.parent(of: state), facts[other].key.text.isSame(as: facts[state].key.text) {
        return
      }
      // If both have explicit ids, one is an error; else the last one wins, as in XState.
      if source.string(.id, of: facts[state].node) != nil, source.string(.id, of: facts[other].node) != nil {
        findings.add(
          .duplicateID, at: span, message: "two states have the id \(DisplayText.quoted(id))",
          notes: [Diagnostic.Note(message: "the other state with this id is here", span: facts[other].key.origin)])
        return
      }
    }
    ids[id] = state
  }

  // MARK: Second pass

  private mutating func write() {
    let top = JSONDraft.top
    if let name = source.member(.id, of: 0) ?? source.member(.key, of: 0), source.string(name) != nil {
      draft.string(source.key("name", node: name), value: source.part(name), in: top)
    }
    if asksBySubtree, ownTopLevel("bubbling") == nil {
      draft.string("bubbling", value: "subtree", in: top, origin: source.span(0))
    }
    let context = source.member(.context, of: 0)
    let contextSpan = context.map { source.keySpan($0) } ?? source.span(0)
    let contextObject = draft.object("context", in: top, origin: contextSpan)
    self.contextObject = contextObject
    if let context { writeContext(context) }
    writeOwnTopLevel()
    let guards = draft.object("guards", in: top, origin: source.span(0))
    guardsObject = guards
    writeOwnGuards()
    let declared = openEvents()
    for state in facts.indices { write(state) }
    declareEvents(in: declared)
    for empty in [contextObject, guards] + declared where draft.isEmpty(empty) { draft.remove(empty) }
    reportLostAssigns()
    warnOfInitialActions()
  }

  private mutating func write(_ state: Int) {
    let (node, key, kind) = (facts[state].node, facts[state].key, facts[state].kind)
    let parent = states.parent(of: state)
    guard let container = parent < 0 ? JSONDraft.top : facts[parent].subStates else { return }
    let object = draft.object(key, in: container, origin: source.span(node))
    let type = source.member(.type, of: node) ?? source.member(.history, of: node)
    draft.writeKind(kind, in: object, origin: source.span(type ?? node))
    writeTexts(node, in: object)
    writeInitial(of: state, in: object)
    if !kind.isHistory {
      let timers = kind == .final && endsMachine(state) ? [] : sentTimers(of: state)
      writeHook(.entry, node: node, of: state, timers: timers, in: object)
      writeHook(.exit, node: node, of: state, timers: timers, in: object)
    }
    if kind == .final {
      checkHandlers(ofFinal: state)
      if !endsMachine(state) { writeHandlers(of: state, in: object) }
    } else if !kind.isHistory {
      writeInvocations(of: state, in: object)
      writeHandlers(of: state, in: object)
    }
    if kind == .final, let output = source.member(.output, of: node) ?? source.member(.data, of: node) {
      writeData(source.key("output", node: output), node: output, in: object)
    }
    for child in source.children(of: node) { checkKey(child, of: state) }
    if !facts[state].children.isEmpty, let below = source.member(.states, of: node) {
      facts[state].subStates = draft.object(
        source.key("subStates", node: below), in: object, origin: source.span(below))
    }
  }

  /// Writes the parts for people.
  private func writeTexts(_ node: Int, in object: Int) {
    if let tags = source.member(.tags, of: node) {
      let list = draft.array(source.keyPart(tags), in: object, origin: source.span(tags))
      for tag in source.elements(tags) where source.string(tag) != nil {
        draft.string(nil, value: source.part(tag), in: list)
      }
    }
    if let description = source.member(.description, of: node), source.string(description) != nil {
      draft.string(source.keyPart(description), value: source.part(description), in: object)
    }
    if let meta = source.member(.meta, of: node) { writeMeta(meta, in: object) }
  }
}
