import StateKitCore
import StateKitFormat

/// Writes one of our charts as an XState 5 machine (XState.md). Parts that only our expressions can express
/// become guards and actions with names that begin with `statekit.`. Reading the machine gives the original chart.
struct XStateWriter {
  let source: ChartSource
  let draft: JSONDraft
  let losses: Losses
  /// The machine's id.
  let id: String
  private var containers: [Int?]
  /// Explicit ids of states whose default id another state has, because dots in keys make both equal.
  private let ownIDs: [Int: String]
  let guards: GuardTexts
  let invocationIDs: NameSet
  /// The end of the machine; nil if it never ends.
  let end: XStateEnd?
  let notes = Notes()

  static func write(_ source: ChartSource, findings: Findings, isLossy: Bool) -> JSONDraft {
    var writer = XStateWriter(source, losses: Losses(findings: findings, code: .noXStateForm, isLossy: isLossy))
    for state in source.facts.indices { writer.write(state) }
    writer.reportSelection()
    writer.notes.report(findings)
    return writer.draft
  }

  private init(_ source: ChartSource, losses: Losses) {
    self.source = source
    self.losses = losses
    draft = JSONDraft(origin: source.span(0))
    id = source.string("name", of: 0) ?? "machine"
    ownIDs = Self.ownIDs(source)
    containers = [Int?](repeating: nil, count: source.facts.count)
    (guards, invocationIDs, end) = (Self.guards(source), Self.invocationIDs(source), Self.end(source))
  }

  private mutating func write(_ state: Int) {
    let fact = source.facts[state]
    let object: Int
    let parent = source.states.parent(of: state)
    if parent < 0 {
      object = JSONDraft.top
      draft.string(key("id", node: 0), value: source.part(id, node: source.member("name", of: 0) ?? 0), in: object)
      if let context = source.member("context", of: 0) {
        copy(key("context", node: context), node: context, in: object)
      }
    } else if let container = containers[parent] {
      object = draft.object(
        Part(fact.name, origin: source.keySpan(fact.node)), in: container, origin: source.span(fact.node))
    } else {
      return
    }
    if ownIDs[state] != nil {
      draft.string(key("id", node: fact.node), value: source.part(idPath(of: state), node: fact.node), in: object)
    }
    draft.writeKind(fact.kind, in: object, origin: source.keySpan(fact.node))
    writeTexts(of: state, in: object)
    writeInitial(of: state, in: object)
    if let invoke = source.member("invoke", of: fact.node) { writeInvocations(invoke, in: object) }
    for (ours, theirs) in [("enterState", "entry"), ("exitState", "exit")] {
      if let actions = source.member(ours, of: fact.node) {
        writeActions(key(theirs, node: actions), node: actions, in: object)
      }
    }
    if !fact.kind.isHistory { writeHandlers(of: state, in: object) }
    if let output = source.member("output", of: fact.node) {
      reportCalculated(output, word: "output")
      writeData(key("output", node: output), node: output, in: object)
    }
    let tools: Set<String> = ["tags", "description", "meta"]
    if state == 0, source.children(of: fact.node).allSatisfy({ tools.contains(source.keyText($0)) }) {
      // An object without any key of machines would not be recognised as one.
      draft.object("states", in: object, origin: source.span(0))
    }
    if !fact.children.isEmpty, let below = source.member("subStates", of: fact.node) {
      let states = draft.object(key("states", node: below), in: object, origin: source.span(below))
      containers[state] = states
      if fact.kind == .compound, source.member("initial", of: fact.node) == nil { writeRest(of: state, in: states) }
    }
  }

  /// The key of the state that represents resting in a state, which XState does not support.
  func rest(of state: Int) -> String {
    var key = "_rest"
    while source.facts[state].children.contains(where: { source.facts[$0].name.utf8.elementsEqual(key.utf8) }) {
      key += "_"
    }
    return key
  }

  private func writeRest(of state: Int, in states: Int) {
    let origin = source.keySpan(source.facts[state].node)
    let made = draft.object(rest(of: state), in: states, origin: origin)
    draft.string("part", value: "rest", in: writeOwn(in: made, origin: origin), origin: origin)
  }

  /// A key with the position of one of ours.
  func key(_ text: String, node: Int) -> Part { source.key(text, node: node) }

  /// The notation of a target in a transition of `state`: a sibling by its key, a descendant by its path, others by
  /// an id.
  func reference(to target: Int, from state: Int, isInitial: Bool = false) -> String {
    func segments(below outer: Int) -> [String] {
      Self.keys(to: target, below: outer, in: source).map(XStatePath.segment)
    }
    if source.states.isDescendant(target, of: state) {
      return (isInitial ? "" : ".") + segments(below: state).joined(separator: ".")
    }
    if !isInitial, state > 0, source.states.parent(of: target) == source.states.parent(of: state), target > 0 {
      let key = XStatePath.segment(source.facts[target].name)
      if key.utf8.first != UInt8(ascii: "#"), key.utf8.first != UInt8(ascii: ".") { return key }
    }
    // A reference is an id up to its first dot, then keys.
    if ownIDs[target] != nil { return "#" + XStatePath.segment(idPath(of: target)) }
    return "#" + ([XStatePath.segment(id)] + segments(below: 0)).joined(separator: ".")
  }

  func idPath(of state: Int) -> String {
    state > 0 ? id + "." + (ownIDs[state] ?? Self.path(of: state, in: source)) : id
  }

  /// The keys down to a state, from another one around it.
  private static func keys(to state: Int, below outer: Int, in source: ChartSource) -> [String] {
    var keys: [String] = []
    var next = state
    while next > outer {
      keys.append(source.facts[next].name)
      next = source.states.parent(of: next)
    }
    return keys.reversed()
  }

  private static func path(of state: Int, in source: ChartSource) -> String {
    keys(to: state, below: 0, in: source).joined(separator: ".")
  }

  private static func ownIDs(_ source: ChartSource) -> [Int: String] {
    guard source.facts.contains(where: { $0.name.utf8.contains(UInt8(ascii: ".")) }) else { return [:] }
    var used = NameSet()
    var twice: [Int] = []
    for state in source.facts.indices.dropFirst() where !used.insert(path(of: state, in: source)) {
      twice.append(state)
    }
    var found: [Int: String] = [:]
    for state in twice {
      var own = path(of: state, in: source) + "_"
      while !used.insert(own) { own += "_" }
      found[state] = own
    }
    return found
  }
}
