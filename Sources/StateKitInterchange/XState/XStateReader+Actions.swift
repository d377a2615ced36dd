import CEL
import StateKitCore
import StateKitFormat

/// Actions: host actions by their names, and the built-in ones that XState writes as objects.
extension XStateReader {
  enum Hook {
    case entry
    case exit
  }

  /// The actions of XState that a chart has, too.
  enum BuiltInAction: String {
    case assign = "xstate.assign"
    case raise = "xstate.raise"
    case send = "xstate.send"
    case sendTo = "xstate.sendTo"
    case cancel = "xstate.cancel"
    case log = "xstate.log"
  }

  /// Writes `entry` or `exit`, or their names in version 4.
  /// Timers that are written as events start before the entry actions, and stop after the exit actions.
  mutating func writeHook(_ hook: Hook, node: Int, of state: Int, timers: [Group], in object: Int) {
    let keys: [XStateKey] = hook == .entry ? [.onEntry, .entry] : [.exit, .onExit]
    let nodes = keys.compactMap { source.member($0, of: node) }.filter { !source.elements($0).isEmpty }
    let origin = nodes.first.map { source.keySpan($0) } ?? timers.first?.key.origin
    guard let origin else { return }
    let key = Part(hook == .entry ? "enterState" : "exitState", origin: origin)
    let list = draft.array(key, in: object, origin: nodes.first.map { source.span($0) } ?? origin)
    if hook == .entry { writeSends(of: timers, state: state, in: list) }
    for element in nodes.flatMap({ source.elements($0) }) where source.kind(element) != .null {
      writeAction(element, in: list)
    }
    if hook == .exit { writeCancels(of: timers, state: state, in: list) }
    if draft.isEmpty(list) { draft.remove(list) }
  }

  mutating func writeActions(_ key: Part, nodes: [Int], in object: Int) {
    let elements = nodes.flatMap { source.elements($0) }.filter { source.kind($0) != .null }
    if elements.isEmpty { return }
    let list = draft.array(key, in: object, origin: source.span(nodes[0]))
    for element in elements { writeAction(element, in: list) }
    if draft.isEmpty(list) { draft.remove(list) }
  }

  private mutating func writeAction(_ node: Int, in list: Int) {
    if source.string(node) != nil {
      draft.string(nil, value: source.part(node), in: list)
      return
    }
    guard let type = source.member(.type, of: node), let name = source.string(type) else {
      return reportNameless(node, what: "action")
    }
    checkKeys(ofAction: node, named: name)
    switch BuiltInAction(rawValue: name) {
    case .assign: writeAssign(node, in: list)
    case .raise: writeMessage("raise", node: node, in: list)
    case .send, .sendTo:
      // Without a receiver it would be the machine itself, which only `send` means.
      let receiver = argument(.to, of: node).flatMap { source.kind($0) == .null ? nil : $0 }
      guard receiver.map({ source.string($0) != nil }) ?? (name == BuiltInAction.send.rawValue) else {
        findings.add(
          .lostCode, at: source.span(node),
          message: "this action has no receiver, which JSON has lost: it is left out")
        return
      }
      writeMessage("send", node: node, in: list)
    case .cancel: writeCancel(node, in: list)
    case .log: writeLog(node, in: list)
    case nil where name == "statekit.action": writeOwnAction(node, in: list)
    case nil:
      if name.utf8.starts(with: "xstate.".utf8) {
        findings.add(
          .unusedKey, at: source.span(type), message: "\(DisplayText.quoted(name)) becomes a host action",
          help: "the embedding program must do what XState does")
      }
      writeCall(node, type: type, in: list)
    }
  }

  private func writeCall(_ node: Int, type: Int, in list: Int) {
    let hasData =
      source.member(.params, of: node) != nil
      || isFour && source.members(of: node).contains { source.key($0) != .type }
    guard hasData else {
      draft.string(nil, value: source.part(type), in: list)
      return
    }
    let action = draft.object(nil, in: list, origin: source.span(node))
    draft.string(source.key("call", node: type), value: source.part(type), in: action)
    writeParameters(of: node, in: action)
  }

  /// An argument of an action, which some tools write into `params`.
  func argument(_ key: XStateKey, of node: Int) -> Int? {
    source.member(key, of: node) ?? source.member(.params, of: node).flatMap { source.member(key, of: $0) }
  }

  private mutating func writeAssign(_ node: Int, in list: Int) {
    guard let values = argument(.assignment, of: node), source.kind(values) == .object, !source.isEmpty(values) else {
      lostAssigns.append(source.span(node))
      return
    }
    let action = draft.object(nil, in: list, origin: source.span(node))
    let assign = draft.object(source.key("assign", node: values), in: action, origin: source.span(values))
    for member in source.members(of: values) {
      let name = source.keyText(member)
      if contextKeys.insert(Array(name.utf8)).inserted, let contextObject {
        draft.scalar(
          source.keyPart(member), json: "null".utf8Bytes.span, in: contextObject, origin: source.keySpan(member))
      }
      if source.kind(member) == .object, source.isEmpty(member) {
        lostAssigns.append(source.span(member))
        draft.wording.add(only: "{}", as: ForeignCode.anonymous, at: source.span(node))
      }
      writeData(source.keyPart(member), node: member, in: assign)
    }
  }

  func reportLostAssigns() {
    guard let first = lostAssigns.first else { return }
    findings.add(
      .lostCode, at: first,
      message: "this machine was made of functions: \(lostAssigns.count) of its assigns are lost",
      help: "JSON cannot contain functions; write the value, or a host action")
  }

  private mutating func writeMessage(_ word: String, node: Int, in list: Int) {
    guard let event = argument(.event, of: node) else {
      findings.add(
        .lostCode, at: source.span(node),
        message: "this action has no event, which JSON has lost: it is left out")
      return
    }
    let type = source.kind(event) == .object ? source.member(.type, of: event) : event
    guard let type, let name = source.string(type) else {
      findings.add(.wrongType, at: source.span(event), message: "an event must be a name or an object with a \"type\"")
      return
    }
    let delay = argument(.delay, of: node).flatMap { source.kind($0) == .null ? nil : $0 }
    var word = delay == nil ? word : "send"
    var address = argument(.to, of: node).flatMap { source.string($0) == nil ? nil : $0 }
    if let to = address, source.string(to) == "#_internal" {
      // In version 5, `sendTo` means the machine itself by this name, not its internal queue.
      if delay == nil, source.string(.type, of: node) != BuiltInAction.sendTo.rawValue { word = "raise" }
      address = nil
    }
    made.insert(self.event(name))
    let action = draft.object(nil, in: list, origin: source.span(node))
    draft.string(source.part(word, node: node), value: source.template(self.event(name), node: type), in: action)
    if source.kind(event) == .object, source.members(of: event).contains(where: { source.key($0) != .type }) {
      writeData(source.part("data", node: event), node: event, in: action, without: [.type])
    }
    if let delay {
      let text = source.string(delay) ?? String(decoding: source.bytes(delay), as: UTF8.self)
      warn(delay: text, at: source.span(delay))
      draft.string(source.key("delay", node: delay), value: source.part(text, node: delay), in: action)
    }
    if word.utf8.elementsEqual("send".utf8), let id = argument(.id, of: node), let text = source.string(id) {
      draft.string(source.keyPart(id), value: source.template(text, node: id), in: action)
    }
    if let address, let text = source.string(address) {
      let name = ["#_parent": "parent"][text] ?? text
      draft.string(source.key("to", node: address), value: source.template(name, node: address), in: action)
    }
  }

  private mutating func writeCancel(_ node: Int, in list: Int) {
    guard let id = argument(.sendId, of: node), let text = source.string(id) else {
      findings.add(.lostCode, at: source.span(node), message: "this action has no id to cancel; it is left out")
      return
    }
    let action = draft.object(nil, in: list, origin: source.span(node))
    draft.string(source.key("cancel", node: id), value: source.template(text, node: id), in: action)
  }

  private func writeLog(_ node: Int, in list: Int) {
    let parts = [XStateKey.label, .expr, .value].compactMap { argument($0, of: node) }.filter {
      source.string($0) != nil
    }
    guard let first = parts.first else {
      findings.add(
        .lostCode, at: source.span(node), message: "this log was a function, which JSON has lost: it is left out")
      return
    }
    let text = parts.compactMap { source.string($0) }.joined(separator: ": ")
    let action = draft.object(nil, in: list, origin: source.span(node))
    draft.string(source.key("log", node: first), value: source.template(text, node: first), in: action)
  }

  // MARK: Values: a text in XState becomes an expression

  mutating func writeContext(_ node: Int) {
    guard source.kind(node) == .object else {
      findings.add(.unusedKey, at: source.keySpan(node), message: "a context that is not an object is left out")
      return
    }
    for member in source.members(of: node) {
      guard Environment.canName(source.keyText(member), tests: ["isIn"]) else {
        findings.add(
          .unusedKey, at: source.keySpan(member),
          message:
            "expressions cannot name \(DisplayText.quoted(source.keyText(member))); it is left out of the context",
          help: "use a letter or _, then letters, digits and _")
        continue
      }
      contextKeys.insert(Array(source.keyText(member).utf8))
      if let contextObject { copy(source.keyPart(member), node: member, in: contextObject) }
    }
  }

  /// Copies a constant value.
  func copy(_ key: Part?, node: Int, in container: Int) {
    source.copy(key, node: node, to: draft, in: container, members: source.members) { _ in nil }
  }

  /// Writes a value whose texts become expressions for them. Keys of the outer value can be left out.
  func writeData(_ key: Part?, node: Int, in container: Int, without: Set<XStateKey> = []) {
    func members(of next: Int) -> [Int] {
      source.members(of: next).filter { next != node || source.key($0).map { !without.contains($0) } ?? true }
    }
    source.copy(key, node: node, to: draft, in: container, members: members) { text in
      DisplayText.string(ExpressionText.literal(source.string(text) ?? ""))
    }
  }
}
