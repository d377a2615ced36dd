import CEL
import StateKitCore
import StateKitFormat

/// Actions: in XState's own form, or in a form that the implementation of `statekit.action` runs.
extension XStateWriter {
  func writeActions(_ key: Part, node: Int, in object: Int, without action: Int? = nil) {
    let elements = source.elements(node).filter { $0 != action }
    if elements.isEmpty { return }
    let list = draft.array(key, in: object, origin: source.span(node))
    for element in elements { writeAction(element, in: list) }
  }

  private func writeAction(_ node: Int, in list: Int) {
    if let name = source.string(node) {
      draft.string(nil, value: source.part(name, node: node), in: list)
      return
    }
    if source.member("goToState", of: node) != nil {
      return losses.add(goToState: source.span(node), in: "XState", written: Losses.leftOut)
    }
    if source.kind(node) == .array, !mayFail(node) {
      for element in source.children(of: node) { writeAction(element, in: list) }
      return
    }
    if unsayable(node) == nil, writeNative(node, in: list) { return }
    writeOwnAction(node, in: list)
  }

  /// Writes an action that XState also has.
  private func writeNative(_ node: Int, in list: Int) -> Bool {
    if let call = source.member("call", of: node), let name = source.string(call) {
      let made = draft.object(nil, in: list, origin: source.span(node))
      draft.string(key("type", node: call), value: source.part(name, node: call), in: made)
      if let data = source.member("data", of: node) { writeData(key("params", node: data), node: data, in: made) }
    } else if let cancel = source.member("cancel", of: node), let id = source.plain(cancel) {
      let made = builtIn("cancel", node: node, in: list)
      draft.string(key("sendId", node: cancel), value: source.part(id, node: cancel), in: made)
    } else if let log = source.member("log", of: node), let text = source.plain(log) {
      let made = builtIn("log", node: node, in: list)
      draft.string(key("value", node: log), value: source.part(text, node: log), in: made)
    } else if let values = source.member("assign", of: node), source.isConstant(values),
      source.children(of: values).allSatisfy({ !source.keyText($0).utf8.contains(UInt8(ascii: ".")) })
    {
      let made = builtIn("assign", node: node, in: list)
      writeData(key("assignment", node: values), node: values, in: made)
    } else if let event = source.member("raise", of: node) ?? source.member("send", of: node) {
      writeMessage(node, event: event, in: list)
    } else {
      return false
    }
    return true
  }

  private func writeMessage(_ node: Int, event: Int, in list: Int) {
    let to = source.member("to", of: node)
    // In XState 5, `raise` with a delay is a later event of the machine itself.
    let isRaised =
      source.member("raise", of: node) != nil || to == nil && source.member("delay", of: node) != nil
    let made = builtIn(isRaised ? "raise" : "sendTo", node: node, in: list)
    if let to, let address = source.plain(to) {
      let name = address.utf8.elementsEqual("parent".utf8) ? "#_parent" : address
      draft.string(key("to", node: to), value: source.part(name, node: to), in: made)
    } else if !isRaised {
      draft.string("to", value: "#_internal", in: made, origin: source.span(node))
    }
    let message = draft.object(key("event", node: event), in: made, origin: source.span(event))
    draft.string(
      key("type", node: event), value: source.part(eventName(source.plain(event) ?? ""), node: event), in: message)
    if let data = source.member("data", of: node) {
      for member in source.children(of: data) {
        writeData(source.keyPart(member), node: member, in: message)
      }
    }
    if let delay = source.member("delay", of: node), let text = source.plain(delay) {
      if let milliseconds = Self.milliseconds(text) {
        draft.scalar(
          key("delay", node: delay), json: String(milliseconds).utf8Bytes.span, in: made, origin: source.span(delay))
      } else {
        draft.string(key("delay", node: delay), value: source.part(text, node: delay), in: made)
      }
    }
    if let id = source.member("id", of: node), let text = source.plain(id) {
      draft.string(key("id", node: id), value: source.part(text, node: id), in: made)
    }
  }

  /// The milliseconds of a delay; nil for a name of the host.
  static func milliseconds(_ text: String) -> Int64? {
    guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return nil }
    return try? Delay.parse(text.utf8Bytes.span)
  }

  private func builtIn(_ word: String, node: Int, in list: Int) -> Int {
    let made = draft.object(nil, in: list, origin: source.span(node))
    draft.string("type", value: "xstate." + word, in: made, origin: source.span(node))
    notes.builtIns.append(source.span(node))
    return made
  }

  /// Writes an action that an implementation must run, or reports its loss. Named guards in it are inlined; `meta`
  /// stores the original.
  private func writeOwnAction(_ node: Int, in list: Int) {
    let origin = source.span(node)
    reportUnsayable(in: node)
    let made = draft.object(nil, in: list, origin: origin)
    draft.string("type", value: "statekit.action", in: made, origin: origin)
    let isBlock = source.kind(node) == .array
    func write(into object: Int, word: String, writesOut: Bool) {
      let holder = isBlock ? draft.object(word, in: object, origin: origin) : object
      let key = Part(isBlock ? "block" : word, origin: origin)
      if writesOut { copyWritingOut(key, node: node, in: holder) } else { copy(key, node: node, in: holder) }
    }
    write(into: made, word: "params", writesOut: true)
    if namesGuard(inAction: node) { write(into: writeOwn(in: made, origin: origin), word: "action", writesOut: false) }
    notes.actions.append(origin)
  }

  // MARK: Data

  /// Reports the expressions in data that XState does not evaluate.
  func reportCalculated(_ data: Int, word: String) {
    for node in data..<Int(source.tree.nodes[data].next) where source.isCalculated(node) {
      losses.add(
        source.span(node), message: "the \(word) is calculated, which JSON cannot express",
        written: "the expression is written as a text")
    }
  }

  /// Copies a value that XState takes literally.
  func copy(_ key: Part?, node: Int, in container: Int) { write(key, node: node, in: container) { _, _ in nil } }

  /// Writes a value whose texts are our expressions: a literal becomes its value.
  func writeData(_ key: Part?, node: Int, in container: Int) {
    write(key, node: node, in: container) { ScriptConstant.json(ofLiteral: $1) }
  }

  /// `json` returns the replacement of a text; nil for the text itself.
  func write(_ key: Part?, node: Int, in container: Int, json: (Int, String) -> String?) {
    source.copy(key, node: node, to: draft, in: container, members: { Array(source.children(of: $0)) }) { node in
      let text = source.string(node) ?? ""
      return json(node, text) ?? DisplayText.string(text)
    }
  }
}
