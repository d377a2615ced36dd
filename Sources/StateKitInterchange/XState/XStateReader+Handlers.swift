// Longer than others: the handlers of a state, from every key that holds transitions.
import CEL
import StateKitCore
import StateKitFormat

/// Handlers: `on`, `always`, `after`, `onDone`, and those of invocations.
extension XStateReader {
  /// The transitions of one event, in the order in which they are tried.
  struct Group {
    let key: Part
    var transitions: [Int] = []
  }

  /// Groups by event, in order of first occurrence.
  struct Groups {
    private(set) var all: [Group] = []
    private var indices = NameMap<Int>()

    mutating func add(_ key: Part, transitions: [Int], first: Bool = false) {
      if transitions.isEmpty { return }
      if let index = indices[key.text] {
        all[index].transitions.insert(contentsOf: transitions, at: first ? 0 : all[index].transitions.count)
      } else {
        indices[key.text] = all.count
        all.append(Group(key: key, transitions: transitions))
      }
    }

    /// Sets the transitions of an event. Returns the earlier ones.
    mutating func replace(_ key: Part, transitions: [Int]) -> Group? {
      guard let index = indices[key.text] else {
        add(key, transitions: transitions)
        return nil
      }
      defer { all[index] = Group(key: key, transitions: transitions) }
      return all[index]
    }

    func transitions(of event: String) -> [Int] { indices[event].map { all[$0].transitions } ?? [] }
  }

  mutating func writeHandlers(of state: Int, in object: Int) {
    let node = facts[state].node
    var groups = Groups()
    var always: [(key: Int, transitions: [Int])] = []
    if let on = source.member(.on, of: node) {
      for (key, transitions) in entries(on, named: .event) {
        if key.text.isEmpty {
          always.append((on, transitions))
        } else {
          let event = event(key)
          if !event.text.utf8.elementsEqual(key.text.utf8) {
            for one in transitions { draft.wording.add(only: SourceWording.event, as: key.text, at: source.span(one)) }
          }
          groups.add(event, transitions: transitions)
        }
      }
    }
    if facts[state].kind != .final {
      if !isFour, state != 0, let done = source.member(.onDone, of: node), source.kind(done) != .null {
        replace("done.state." + states.reference(to: state), by: done, transitions: [], in: &groups)
      }
      addInvocationHandlers(of: state, to: &groups)
    }
    if !isFour { addBareNames(to: &groups) }
    for timer in sentTimers(of: state) {
      let event = Part(timerEvent(timer.key.text, of: state), origin: timer.key.origin)
      groups.add(event, transitions: timer.transitions)
      // In version 4 the state's own `*` comes first.
      guard isFour else { continue }
      let others = groups.transitions(of: "*")
      for other in others { draft.wording.add(only: SourceWording.event, as: "*", at: source.span(other)) }
      groups.add(event, transitions: others, first: true)
    }
    if let eventless = source.member(.always, of: node) { always.append((eventless, transitions(eventless))) }
    if let first = always.first {
      write(
        Part("always", origin: source.keySpan(first.key)), transitions: always.flatMap(\.transitions),
        of: state, in: object)
    }
    if let after = source.member(.after, of: node) { writeAfter(after, of: state, in: object) }
    if state != 0, facts[state].kind != .final, let done = source.member(.onDone, of: node) {
      let part = source.key("onDone", node: done)
      if facts[state].kind == .atomic {
        noteGuards(below: done)
      } else {
        write(part, transitions: transitions(done), of: state, in: object)
      }
    }
    if groups.all.allSatisfy({ $0.transitions.isEmpty }) { return }
    let origin = source.member(.on, of: node) ?? source.member(.invoke, of: node) ?? node
    let handlers = draft.object("on", in: object, origin: source.span(origin))
    for group in groups.all {
      handled.insert(group.key.text)
      write(group.key, transitions: group.transitions, of: state, in: handlers)
    }
  }

  /// In XState 5, `onDone` and `onError` replace the transitions of the same event in `on`.
  mutating func replace(_ event: String, by node: Int, transitions: [Int], in groups: inout Groups) {
    let key = Part(event, origin: source.keySpan(node))
    guard let lost = groups.replace(key, transitions: transitions) else { return }
    for transition in lost.transitions { noteGuards(below: transition) }
    let name = DisplayText.quoted(source.keyText(node))
    findings.add(
      .unusedKey, at: lost.key.origin,
      message: "XState 5 never takes this handler: \(name) replaces it; it is left out")
  }

  /// The members of an object, or the elements of a list by one of their keys, as keys with transitions.
  func entries(_ node: Int, named key: XStateKey) -> [(key: Part, transitions: [Int])] {
    switch source.kind(node) {
    case .object: return source.members(of: node).map { (source.keyPart($0), transitions($0)) }
    case .array:
      return source.children(of: node).compactMap { element in
        guard let name = source.member(key, of: element) else {
          findings.add(
            .missingKey, at: source.span(element),
            message: "an element of the list \(DisplayText.quoted(source.keyText(node))) needs \"\(key.rawValue)\"")
          return nil
        }
        let text = source.string(name) ?? String(decoding: source.bytes(name), as: UTF8.self)
        return (source.part(text, node: name), [element])
      }
    case .null: return []
    default:
      findings.add(
        .wrongType, at: source.span(node), message: "\(DisplayText.quoted(source.keyText(node))) must be an object")
      return []
    }
  }

  /// One transition or a list of them, without nulls.
  func transitions(_ node: Int) -> [Int] { source.elements(node).filter { source.kind($0) != .null && !isPart($0) } }

  /// The name of an event in our chart.
  func event(_ key: Part) -> Part { Part(event(key.text), origin: key.origin) }

  /// True if a pattern matches only events that the machine itself creates.
  static func isOfPlatform(_ pattern: String) -> Bool {
    ["done.*", "done.state.*", "done.invoke.*", "error.*", "error.invoke.*"].contains(pattern)
  }

  func event(_ text: String) -> String {
    if text.utf8.starts(with: "xstate.".utf8), Self.isOfPlatform(String(text.dropFirst(7))) {
      return String(text.dropFirst(7))
    }
    for (theirs, ours) in [
      ("xstate.done.actor.", "done.invoke."), ("xstate.error.actor.", "error.invoke."),
      ("error.platform.", "error.invoke."),
    ] where text.utf8.starts(with: theirs.utf8) {
      return ours + String(text.dropFirst(theirs.count))
    }
    for prefix in ["xstate.done.state.", "done.state."] where text.utf8.starts(with: prefix.utf8) {
      guard let state = ids[String(text.dropFirst(prefix.count))] else { return text }
      return "done.state." + states.reference(to: state)
    }
    return text
  }

  /// `a.*` also matches `a`, after the transitions of `a` itself.
  private func addBareNames(to groups: inout Groups) {
    for group in groups.all where group.key.text.utf8.suffix(2).elementsEqual(".*".utf8) {
      let name = String(group.key.text.dropLast(2))
      if name.isEmpty || Self.isOfPlatform(group.key.text) { continue }
      let own = groups.transitions(of: name)
      if let last = own.last, !isConditional(last) { continue }
      // A document that was written from a chart has them already.
      let last = own.suffix(group.transitions.count)
      if last.elementsEqual(group.transitions, by: { source.bytes($0) == source.bytes($1) }) { continue }
      groups.add(Part(name, origin: group.key.origin), transitions: group.transitions)
    }
  }

  private func isConditional(_ transition: Int) -> Bool {
    guard source.kind(transition) == .object else { return false }
    return [XStateKey.guardKey, .cond, .inState].contains { source.present($0, of: transition) != nil }
  }

  // MARK: Timers

  private mutating func writeAfter(_ node: Int, of state: Int, in object: Int) {
    var groups = Groups()
    for (key, transitions) in entries(node, named: .delay) {
      warn(delay: key.text, at: key.origin)
      if sends(key.text, of: state) { continue }
      groups.add(key, transitions: transitions)
    }
    if groups.all.isEmpty { return }
    let timers = draft.object(source.key("after", node: node), in: object, origin: source.span(node))
    for group in groups.all { write(group.key, transitions: group.transitions, of: state, in: timers) }
  }

  // MARK: Transitions

  mutating func write(_ key: Part, transitions: [Int], of state: Int, in object: Int) {
    if transitions.count == 1 {
      write(key, transition: transitions[0], event: key.text, of: state, in: object)
    } else if transitions.count > 1 {
      let list = draft.array(key, in: object, origin: key.origin)
      for transition in transitions { write(nil, transition: transition, event: key.text, of: state, in: list) }
    }
  }

  /// The condition of a handler besides its guard, with its wording: the machine is not done; in version 4, where only
  /// `*` is a pattern, the event has this very name.
  private func requirement(of event: String, of state: Int, isName: Bool) -> (test: String, wording: String)? {
    let running = end.flatMap { $0.asks(event, of: state) ? $0.test : nil }
    if !isName { return running.map { ($0, "the machine is not done") } }
    let test = "event.name == \(ExpressionText.literal(event))"
    return ((running.map { $0 + " && " } ?? "") + test, "the event is \(DisplayText.quoted(event))")
  }

  private mutating func write(
    _ key: Part?, transition: Int, event: String, of state: Int, in container: Int
  ) {
    let parent = states.parent(of: state)
    let base = parent < 0 ? state : parent
    let isText = source.kind(transition) == .string
    guard isText || source.kind(transition) == .object else {
      findings.add(.wrongType, at: source.span(transition), message: "a transition must be a target or an object")
      return
    }
    if !isText { checkKeys(ofTransition: transition) }
    let isName = isFour && event.utf8.suffix(2).elementsEqual(".*".utf8)
    let required = requirement(of: event, of: state, isName: isName)
    let targetNode = isText ? transition : source.member(.target, of: transition)
    let again = isText ? nil : own("target", of: transition).flatMap { states.resolve(source.string($0) ?? "") }
    var found =
      again.map { [(state: $0, part: Part(states.reference(to: $0), origin: source.span(transition)))] }
      ?? targets(targetNode, from: base, of: state)
    let isReentry = !isText && source.isTrue(source.member(.reenter, of: transition))
    let isEmptyMove =
      !isFour && !found.isEmpty && facts[state].children.isEmpty && isInRegion(state)
      && found.allSatisfy { $0.state == state }
      && !isReentry
    let said = isText ? nil : own("reenter", of: transition)
    // It exits nothing and conflicts with nothing, like a transition without a target.
    if isEmptyMove, said == nil { found = [] }
    let isKept = said != nil && !source.isTrue(said)
    let reentry = isKept ? nil : reentry(of: state, targets: found.map(\.state), transition: transition)
    tellVersion4(transition, event: event, of: state, targets: found.map(\.state))
    noteEntries(of: found.map(\.state), from: state, reenters: isReentry)
    if state != 0, let root = found.first(where: { $0.state == 0 }) { warnOfRootExit(at: root.part.origin) }
    let origin = source.span(transition)
    if isText, !isEmptyMove {
      if found.isEmpty { return }
      if reentry == nil, required == nil {
        draft.strings(key, parts: found.map(\.part), in: container, origin: origin)
        return
      }
    }
    let condition = isText ? nil : source.present(.guardKey, of: transition) ?? source.present(.cond, of: transition)
    let inState = isText ? nil : source.member(.inState, of: transition)
    let actions =
      isText ? nil : source.member(.actions, of: transition).flatMap { source.elements($0).isEmpty ? nil : $0 }
    if found.isEmpty, condition == nil, inState == nil, actions == nil, !isKept, !isEmptyMove, !isName {
      draft.scalar(key, json: "null".utf8Bytes.span, in: container, origin: origin)
      return
    }
    let handler = draft.object(key, in: container, origin: origin)
    if !found.isEmpty, let targetNode {
      let origin = isText ? origin : source.keySpan(targetNode)
      draft.strings(
        Part("target", origin: origin), parts: found.map(\.part), in: handler,
        origin: source.span(targetNode))
    }
    writeGuard(condition, inState: inState, of: transition, required: required, in: handler)
    if let actions {
      writeActions(source.key("actions", node: actions), nodes: [actions], in: handler)
    }
    if let reentry {
      draft.note(reentry: reentry, as: isReentry ? "reenter" : "", at: source.span(transition))
      let span = isText ? nil : source.member(.reenter, of: transition) ?? source.member(.internalKey, of: transition)
      let origin = span.map { source.span($0) } ?? origin
      draft.scalar("reenter", json: reentry.utf8Bytes.span, in: handler, origin: origin)
    }
    if !isText, let description = source.member(.description, of: transition), source.string(description) != nil {
      draft.string(source.keyPart(description), value: source.part(description), in: handler)
    }
    // A transition that was only code leaves nothing.
    if draft.isEmpty(handler), !isKept, !isEmptyMove {
      draft.remove(handler)
      draft.scalar(key, json: "null".utf8Bytes.span, in: container, origin: origin)
    }
  }
}
