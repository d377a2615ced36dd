import StateKitCore
import StateKitFormat

/// The end of the machine if the root is a state of its own in the document: a final state at the top ends it.
extension SCXMLWriter {
  var canBeDone: Bool { canBeDone(0) }

  private func canBeDone(_ state: Int) -> Bool {
    let children = source.facts[state].children
    switch source.facts[state].kind {
    case .compound: return children.contains { source.facts[$0].kind == .final }
    case .parallel:
      let regions = children.filter { !source.facts[$0].kind.isHistory }
      return !regions.isEmpty && regions.allSatisfy { canBeDone($0) }
    case .atomic, .final, .shallowHistory, .deepHistory: return false
    }
  }

  /// The transition that ends the document.
  mutating func writeEnd() {
    let done = "done.state.\(doneID(of: 0))"
    out.leaf("transition", attributes: [("event", done), ("target", stateIDs.end), ("statekit:part", "end")])
    let isParallel = source.facts[0].kind == .parallel
    for state in isParallel ? Array(source.facts.indices) : [0] {
      let ofDone = state == 0 ? source.member("onDone", of: source.facts[0].node).map { [$0] } ?? [] : []
      let events = source.events(of: state).filter {
        ["*", "done.*", "done.state.*", "done.state.root"].contains(source.keyText($0))
      }
      for key in ofDone + events
      where !source.elements(key).allSatisfy({ leavesTheEnd($0, of: state) }) {
        losses.add(
          source.keySpan(key),
          message: "this handler handles the event of the end of the machine, but SCXML then does not end",
          written: "other tools continue")
      }
    }
  }

  /// True if the root is not done after this handler of its done event. A final state that stays active ends it.
  private func leavesTheEnd(_ handler: Int, of state: Int) -> Bool {
    let (targets, reentry) = source.reach(handler, of: state)
    return !targets.isEmpty && (reentry != .none || targets.allSatisfy { source.facts[$0].kind != .final })
  }

  /// Reports nested parallel states, which SCXML marks as done one level at a time and our charts all at once.
  mutating func checkDone(of state: Int) {
    let fact = source.facts[state]
    guard fact.kind == .parallel, canBeDone(state),
      fact.children.contains(where: { source.facts[$0].kind == .parallel })
    else { return }
    losses.add(
      source.keySpan(fact.node),
      message: "SCXML raises no done event for a parallel state whose region is a parallel state",
      written: "other tools never raise it", help: "put a state between the two states")
  }

  // MARK: Guards

  /// The definitions of the named guards, and for host guards, the data with the answer in the document. The
  /// document's user sets these data.
  static func guards(
    _ source: ChartSource, used delays: NameMap<String>
  ) -> (definitions: NameMap<String>, host: NameMap<String>) {
    var used = NameSet(source.members(of: "context", in: 0).map(source.keyText) + delays.values)
    var (definitions, host) = (NameMap<String>(), NameMap<String>())
    func addHost(_ name: String) {
      if host[name] != nil || definitions[name] != nil { return }
      var data = ScriptText.isName(name) ? name : "guard\(host.values.count + 1)"
      while !used.insert(data) { data += "_" }
      host[name] = data
    }
    let named = source.members(of: "guards", in: 0)
    for entry in named {
      if let text = source.string(entry) { definitions[source.keyText(entry)] = text }
    }
    for entry in named where source.string(entry) == nil { addHost(source.keyText(entry)) }
    for node in source.tree.nodes.indices where source.kind(node) == .object {
      if let name = source.string("host", of: node), source.tree.nodes[node].key < 0 || source.keyText(node) == "guard"
      {
        addHost(name)
      }
    }
    return (definitions, host)
  }

  /// The guard conditions of a handler as expressions; empty without a guard.
  mutating func conditions(of handler: Int) -> [String] {
    guard let condition = source.member("guard", of: handler) else { return [] }
    return source.elements(condition).compactMap { part in
      if let text = source.string(part) { return text }
      if source.member("data", of: part) != nil { notes.askedWithData = notes.askedWithData ?? source.span(part) }
      return source.string("host", of: part)
    }
  }
}

extension ChartSource {
  var asksForRoot: Bool {
    let texts = ["isIn('root')", "isIn(\"root\")", "isIn(\\\"root\\\")"].map { Array($0.utf8) }
    return text.bytes.indices.contains { index in
      text.bytes[index] == UInt8(ascii: "i") && texts.contains { text.bytes[index...].starts(with: $0) }
    }
  }
}

/// The event names that a chart knows. Other events can come; only a handler of any event needs them.
struct KnownEvents {
  private var names = NameSet()
  /// The prefixes of the names, up to each dot.
  private var beginnings = NameSet()
  /// True if a name is computed at run time.
  private var areAny = false
  /// True if a handler of any event can get events of other names.
  private var areOthersHandled = false

  init(_ source: ChartSource) {
    for state in source.facts.indices {
      for event in source.events(of: state) {
        let name = source.keyText(event)
        add(name)
        if name == "*", source.member("events", of: 0) == nil { areOthersHandled = true }
      }
    }
    for list in ["events", "internalEvents"] {
      for event in source.members(of: list, in: 0) {
        add(source.keyText(event))
      }
    }
    for node in source.tree.nodes.indices where source.tree.nodes[node].key >= 0 {
      let key = source.keyText(node)
      guard key == "raise" || key == "send", let text = source.string(node) else { continue }
      if text.utf8.includes("${".utf8) { areAny = true } else { add(text) }
    }
  }

  private mutating func add(_ name: String) {
    names.insert(name)
    for dot in name.utf8.indices where name.utf8[dot] == UInt8(ascii: ".") { beginnings.insert(String(name[..<dot])) }
  }

  func has(_ name: String) -> Bool { areAny || names.contains(name) }

  /// True if names can exist that continue this one after a dot.
  func haveLonger(than name: String) -> Bool { areAny || areOthersHandled || beginnings.contains(name) }
}

extension SCXMLWriter {
  /// Reports handlers whose target is a history with actions in a state that is not entered: SCXML runs the actions
  /// with the entry of that state.
  private func reportHistoryActions() {
    for state in source.facts.indices {
      for handler in source.handlers(of: state) {
        let (targets, reentry) = source.reach(handler, of: state)
        for target in targets where source.facts[target].kind.isHistory {
          let parent = source.states.parent(of: target)
          let isWithin = source.states.isDescendant(state, of: parent) || state == parent && reentry != .external
          guard isWithin, let usual = source.member("target", of: source.facts[target].node),
            !source.elements(source.member("actions", of: usual)).isEmpty
          else { continue }
          losses.add(
            source.span(handler),
            message: "SCXML runs the actions of the history only with the entry of the state around it",
            written: "other tools do not run them here", help: "put the actions into \"enterState\" of the target")
        }
      }
    }
  }

  /// Reports histories with actions that lead on to other histories: of these, SCXML runs only the last one's actions.
  private func reportHistoryChains() {
    for fact in source.facts where fact.kind.isHistory {
      guard let usual = source.member("target", of: fact.node), source.kind(usual) == .object,
        let target = source.member("target", of: usual),
        !source.elements(source.member("actions", of: usual)).isEmpty,
        source.targets(target).contains(where: { source.facts[$0].kind.isHistory })
      else { continue }
      losses.add(
        source.keySpan(fact.node), message: "SCXML runs the actions of one of the histories that lead on to each other",
        written: "other tools run those of the last one", help: "put the actions into the last one of them")
    }
  }

  /// Reports handlers that SCXML selects by another rule.
  func reportSelection() {
    source.reportImmediateTimers(losses, in: "SCXML")
    source.reportInternalEvents(losses, in: "SCXML")
    reportHistoryActions()
    reportHistoryChains()
    if let said = source.string("bubbling", of: 0), said == Bubbling.subtree.rawValue,
      let (event, name, above) = source.eventOfRegionAndAbove
    {
      losses.add(
        source.keySpan(event),
        message:
          "SCXML also asks \(DisplayText.quoted(source.facts[above].name)) for \(DisplayText.quoted(name)) if a region has a handler for it",
        written: "it is written, but chosen by SCXML's rule",
        help: source.text.origin == nil ? "delete \"bubbling\": \"\(said)\" from the top level for SCXML's rule" : nil)
    }
    for fact in source.facts.indices where source.facts[fact].kind == .final {
      let node = source.facts[fact].node
      let handler =
        source.events(of: fact).first ?? ["always", "after"].compactMap { source.member($0, of: node) }.first
      guard let handler else { continue }
      losses.add(
        source.keySpan(handler), message: "a final state has no handlers in SCXML",
        written: "it is written, but other tools refuse it")
    }
  }
}
