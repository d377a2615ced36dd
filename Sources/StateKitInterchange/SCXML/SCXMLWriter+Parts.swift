import CEL
import StateKitCore
import StateKitFormat

/// Parts that only other tools need: defaults of histories, states that represent resting in a state, and timers as
/// sends. Each part is marked, and removed when the document is read back.
extension SCXMLWriter {
  /// Writes the default of a history without a target: the initial state of its parent.
  mutating func writeUsualDefault(of state: Int) {
    let parent = source.states.parent(of: state)
    let usual: String?
    if let known = usualDefaults[parent] {
      usual = known
    } else {
      usual =
        if source.facts[parent].kind == .parallel {
          ids(source.facts[parent].children.filter { !source.facts[$0].kind.isHistory })
        } else {
          source.beginsWithHistory(parent) ? nil : initialIDs(of: parent) ?? rest(of: parent)
        }
      usualDefaults[parent] = usual
    }
    guard let usual else {
      losses.add(
        source.keySpan(source.facts[state].node), message: "a history without \"target\" has no form in SCXML here",
        written: "it is written without a transition, which other tools may refuse", help: "give it a \"target\"")
      return
    }
    out.leaf("transition", attributes: [("target", usual), ("statekit:part", "default")])
  }

  // MARK: States that rest on themselves

  /// The id of the state that represents resting in a compound state; nil if the compound state is left at once.
  func rest(of state: Int) -> String? { stateIDs.rests[state] }

  mutating func writeRest(of state: Int) {
    guard let rest = rest(of: state) else { return }
    out.leaf("state", attributes: [("id", rest), ("statekit:part", "rest")])
  }

  // MARK: Hooks

  /// Writes the actions of a hook: each list is an element of its own, and so are the actions between two lists.
  mutating func writeHook(_ element: String, actions: [Int]) {
    var parts: [(actions: [Int], isList: Bool)] = []
    for action in actions {
      if source.kind(action) == .array {
        parts.append((source.elements(action), true))
      } else if let last = parts.indices.last, !parts[last].isList {
        parts[last].actions.append(action)
      } else {
        parts.append(([action], false))
      }
    }
    for (index, part) in parts.enumerated() {
      // An error outside all lists ends the whole hook.
      if !part.isList, index + 1 < parts.count, let action = part.actions.first(where: { !source.isSafe($0) }) {
        losses.add(
          source.span(action),
          message: "an error of this action also skips the lists after it, but SCXML runs them",
          written: "as written, they run", help: "put the action into a list, too: an error then ends only that list")
      }
      out.open(element, attributes: [])
      for action in part.actions { writeAction(action) }
      out.close(element)
    }
  }

  // MARK: Timers

  func timerEvent(_ number: Int, of state: Int) -> String { "\(Self.timerPrefix)\(id(of: state)).\(number)" }

  static let timerPrefix = "statekit.after."

  /// The delays that the host gives, each with its data in the document. The document's user sets these data.
  static func hostDelays(_ source: ChartSource) -> NameMap<String> {
    var used = NameSet(source.members(of: "context", in: 0).map(source.keyText))
    var found = NameMap<String>()
    func add(_ text: String) {
      guard (try? Delay.parse(text.utf8Bytes.span)) == nil, found[text] == nil else { return }
      let isName = if case .name? = try? ScriptParser.expression(text) { true } else { false }
      var name = isName ? text : "delay\(found.values.count + 1)"
      while !used.insert(name) { name += "_" }
      found[text] = name
    }
    for timer in source.facts.indices.flatMap({ source.timers(of: $0) }) { add(source.keyText(timer)) }
    for node in source.tree.nodes.indices where source.member("send", of: node) != nil {
      if let text = source.member("delay", of: node).flatMap({ source.plain($0) }) { add(text) }
    }
    return found
  }

  /// Writes timers, which start before `enterState` and stop with the state.
  mutating func writeTimers(of state: Int) {
    let timers = source.timers(of: state)
    if timers.isEmpty { return }
    out.open("onentry", attributes: [("statekit:part", "after")])
    for (number, timer) in timers.enumerated() {
      let name = timerEvent(number, of: state)
      var attributes = [("event", name), ("id", name)]
      let text = source.keyText(timer)
      if let delay = try? Delay.parse(text.utf8Bytes.span) {
        attributes.append(("delay", "\(delay)ms"))
      } else {
        attributes.append(("delayexpr", hostDelays[text] ?? text))
      }
      out.leaf("send", attributes: attributes)
    }
    out.close("onentry")
    out.open("onexit", attributes: [("statekit:part", "after")])
    for number in timers.indices { out.leaf("cancel", attributes: [("sendid", timerEvent(number, of: state))]) }
    out.close("onexit")
  }

  // MARK: Initial states, and the defaults of histories

  /// The targets of an `initial` without actions.
  func initialIDs(of state: Int) -> String? {
    guard let initial = source.member("initial", of: source.facts[state].node) else { return nil }
    if source.kind(initial) == .object {
      if source.hasInitialActions(state) { return nil }
      return ids(source.targets(source.member("target", of: initial)))
    }
    return ids(source.targets(initial))
  }

  func ids(_ states: [Int]) -> String { states.map { id(of: $0) }.joined(separator: " ") }

  /// Writes an `initial` with actions, or the default of a history.
  mutating func writeDefault(of state: Int) {
    let fact = source.facts[state]
    let isHistory = fact.kind.isHistory
    guard let node = source.member(isHistory ? "target" : "initial", of: fact.node) else {
      if isHistory { writeUsualDefault(of: state) }
      return
    }
    let isObject = source.kind(node) == .object
    let actions = isObject ? source.elements(source.member("actions", of: node)) : []
    if !isHistory, actions.isEmpty { return }
    let target = ids(source.targets(isObject ? source.member("target", of: node) : node))
    if !isHistory { out.open("initial", attributes: []) }
    out.open("transition", attributes: [("target", target)])
    for action in actions { writeAction(action) }
    out.close("transition")
    if !isHistory { out.close("initial") }
  }
}
