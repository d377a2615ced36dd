import CEL
import StateKitCore
import StateKitFormat

/// Actions and data.
extension XStateWriter {
  func writeActions(_ key: JSONDraft.Part, _ node: Int, in object: Int, without action: Int? = nil) {
    let elements = source.elements(node).filter { $0 != action }
    if elements.isEmpty { return }
    let list = draft.array(key, in: object, source.span(node))
    for element in elements { writeAction(element, in: list) }
  }

  private func writeAction(_ node: Int, in list: Int) {
    if let name = source.string(node) {
      draft.string(nil, source.part(name, node), in: list)
      return
    }
    if source.member("goToState", of: node) != nil {
      return losses.add(goToState: source.span(node), in: "XState", written: Losses.leftOut)
    }
    if source.goesElsewhere(node) { losses.add(keptGoToState: source.span(node), in: "XState") }
    if let call = source.member("call", of: node), let name = source.string(call) {
      let data = source.member("data", of: node)
      if data.map({ isConstant($0) }) ?? true {
        let made = draft.object(nil, in: list, source.span(node))
        draft.string(key("type", call), source.part(name, call), in: made)
        if let data { writeData(key("params", data), data, in: made) }
        return
      }
    }
    if let cancel = source.member("cancel", of: node), let id = source.plain(cancel) {
      let made = builtIn("cancel", node, in: list)
      draft.string(key("sendId", cancel), source.part(id, cancel), in: made)
      return
    }
    if let log = source.member("log", of: node), let text = source.plain(log) {
      let made = builtIn("log", node, in: list)
      draft.string(key("value", log), source.part(text, log), in: made)
      return
    }
    if writeMessage(node, in: list) { return }
    let made = draft.object(nil, in: list, source.span(node))
    draft.string(
      JSONDraft.Part("type", source.span(node)), JSONDraft.Part("statekit.action", source.span(node)), in: made)
    if source.kind(node) == .array {
      let params = draft.object(JSONDraft.Part("params", source.span(node)), in: made, source.span(node))
      copy(JSONDraft.Part("block", source.span(node)), node, in: params)
    } else {
      copy(JSONDraft.Part("params", source.span(node)), node, in: made)
    }
  }

  /// `raise` and `send` whose texts and data are known.
  private func writeMessage(_ node: Int, in list: Int) -> Bool {
    guard let event = source.member("raise", of: node) ?? source.member("send", of: node),
      let name = source.plain(event),
      source.member("to", of: node) == nil
    else { return false }
    let data = source.member("data", of: node)
    if let data {
      guard source.kind(data) == .object, isConstant(data), source.member("type", of: data) == nil else { return false }
    }
    let delay = source.member("delay", of: node)
    var milliseconds: Int64?
    if let delay {
      guard let text = source.plain(delay), let first = text.utf8.first, (0x30...0x39).contains(first),
        let parsed = try? Delay.parse(text.utf8Bytes.span)
      else { return false }
      milliseconds = parsed
    }
    let id = source.member("id", of: node)
    if let id, source.plain(id) == nil { return false }
    let isRaise = source.member("raise", of: node) != nil
    let made = builtIn(isRaise ? "raise" : "send", node, in: list)
    let message = draft.object(key("event", event), in: made, source.span(event))
    draft.string(key("type", event), source.part(eventName(name), event), in: message)
    if let data {
      for member in source.children(of: data) { writeData(key(source.keyText(member), member), member, in: message) }
    }
    if let delay, let milliseconds {
      draft.scalar(key("delay", delay), json: String(milliseconds).utf8Bytes.span, in: made, source.span(delay))
    }
    if let id, let text = source.plain(id) { draft.string(key("id", id), source.part(text, id), in: made) }
    return true
  }

  private func builtIn(_ word: String, _ node: Int, in list: Int) -> Int {
    let made = draft.object(nil, in: list, source.span(node))
    draft.string(
      JSONDraft.Part("type", source.span(node)), JSONDraft.Part("xstate." + word, source.span(node)), in: made)
    return made
  }

  // MARK: Invocations

  func writeInvocations(_ node: Int, in object: Int) {
    let list = draft.array(key("invoke", node), in: object, source.span(node))
    for element in source.elements(node) {
      let id = source.member("id", of: element)
      let chart = source.member("chart", of: element)
      guard let src = source.member("src", of: element) ?? chart,
        let name = source.string(src) ?? id.flatMap({ source.string($0) })
      else { continue }
      let made = draft.object(nil, in: list, source.span(element))
      draft.string(key("src", src), source.part(name, src), in: made)
      let usual = chart == nil ? name : Invocation.usualID(ofFile: name)
      draft.string(key("id", id ?? src), source.part(id.flatMap { source.string($0) } ?? usual, id ?? src), in: made)
      writeOwnInvocation(element, in: made)
      if let input = source.member("input", of: element) {
        tellCalculated(input, "input")
        writeData(key("input", input), input, in: made)
      }
    }
    if draft.isEmpty(list) { draft.remove(list) }
  }

  /// What `meta` of an invocation keeps for us: which chart it is, and what XState has no keys for.
  private func writeOwnInvocation(_ element: Int, in made: Int) {
    let kept = ["chart", "forward", "finalize"].compactMap { word in
      source.member(word, of: element).map { (word, $0) }
    }
    if kept.isEmpty { return }
    if let finalize = source.member("finalize", of: element) {
      losses.add(
        source.keySpan(finalize), "\"finalize\" has no form in XState",
        written: "it is kept in \"meta\", and only statekit does it")
    }
    let own = writeOwn(in: made, source.span(element))
    for (word, member) in kept { copy(key(word, member), member, in: own) }
  }

  // MARK: Data

  /// Whether all texts in a value are literals.
  func isConstant(_ node: Int) -> Bool {
    (node..<Int(source.tree.nodes[node].next)).allSatisfy { !isCalculated($0) }
  }

  private func isCalculated(_ node: Int) -> Bool {
    source.string(node).map { ScriptConstant.json(ofLiteral: $0) == nil } ?? false
  }

  /// Tells the expressions in data that are not calculated there.
  func tellCalculated(_ data: Int, _ word: String) {
    for node in data..<Int(source.tree.nodes[data].next) where isCalculated(node) {
      losses.add(
        source.span(node), "the \(word) is calculated, and JSON cannot say that",
        written: "the expression is written as a text")
    }
  }

  /// A value that stands for itself there.
  func copy(_ key: JSONDraft.Part?, _ node: Int, in container: Int) {
    write(key, node, in: container) { _ in nil }
  }

  /// A value whose texts are expressions here: what is a literal becomes its value.
  func writeData(_ key: JSONDraft.Part?, _ node: Int, in container: Int) {
    write(key, node, in: container) { ScriptConstant.json(ofLiteral: $0) }
  }

  /// `json` says what stands for a text; nil for the text itself.
  private func write(_ key: JSONDraft.Part?, _ node: Int, in container: Int, json: (String) -> String?) {
    var todo: [(key: JSONDraft.Part?, node: Int, container: Int)] = [(key, node, container)]
    while let (key, next, container) = todo.popLast() {
      switch source.kind(next) {
      case .object:
        let object = draft.object(key, in: container, source.span(next))
        for member in Array(source.children(of: next)).reversed() {
          todo.append((self.key(source.keyText(member), member), member, object))
        }
      case .array:
        let array = draft.array(key, in: container, source.span(next))
        for child in Array(source.children(of: next)).reversed() { todo.append((nil, child, array)) }
      case .string:
        let text = source.string(next) ?? ""
        if let json = json(text) {
          draft.scalar(key, json: json.utf8Bytes.span, in: container, source.span(next))
        } else {
          draft.string(key, source.part(text, next), in: container)
        }
      case .null, .bool, .int, .double:
        draft.scalar(key, json: source.bytes(next).span, in: container, source.span(next))
      }
    }
  }
}
