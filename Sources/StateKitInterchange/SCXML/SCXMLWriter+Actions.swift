import CEL
import StateKitCore
import StateKitFormat

/// Executable content and data.
extension SCXMLWriter {
  /// A part that is still to be written.
  private enum Task {
    case action(Int)
    case text(String)
    case close(String)
    /// The end of a loop, with the kinds of the data before it.
    case leave(NameMap<ScriptText.Kind>, count: Int)
  }

  /// Writes an action and all nested ones. Uses its own stack, because nesting is as deep as the JSON.
  mutating func writeAction(_ node: Int) {
    var todo = [Task.action(node)]
    while let task = todo.popLast() {
      switch task {
      case .action(let node):
        write(node, todo: &todo)
        reportControl(in: source.span(node))
      case .text(let element): out.leaf(element, attributes: [])
      case .close(let element): out.close(element)
      case .leave(let names, let count):
        script.names = names
        loops.removeLast(count)
        out.close("foreach")
      }
    }
  }

  private mutating func write(_ node: Int, todo: inout [Task]) {
    if source.kind(node) == .string || source.member("call", of: node) != nil { return writeCall(node) }
    if let condition = source.member("if", of: node), let text = source.string(condition),
      let then = source.member("then", of: node)
    {
      let test = said(text)
      out.open("if", attributes: [("cond", test.text)] + own(node, unless: test.isSame))
      todo.append(.close("if"))
      let otherwise = source.elements(source.member("else", of: node))
      if !otherwise.isEmpty {
        todo += otherwise.reversed().map { .action($0) }
        todo.append(.text("else"))
      }
      todo += source.elements(then).reversed().map { .action($0) }
      return
    }
    if let list = source.member("forEach", of: node), let text = source.string(list) {
      return writeForEach(node, list: text, todo: &todo)
    }
    if let assign = source.member("assign", of: node), source.kind(assign) == .object {
      let values = source.children(of: assign).map { (location(source.keyText($0)), value($0)) }
      // Values that are set together are read back together.
      let isSame = values.count == 1 && values[0].1.isSame
      for (index, (place, value)) in values.enumerated() {
        let mark = index == 0 ? own(node, unless: isSame) : [("statekit:part", "assign")]
        out.leaf("assign", attributes: [("location", place), ("expr", value.text)] + mark)
      }
      return
    }
    if let event = source.member("raise", of: node) { return writeRaise(node, event: event) }
    if let cancel = source.member("cancel", of: node),
      let (id, isSame) = said(cancel, as: "sendid", calculated: "sendidexpr")
    {
      return out.leaf("cancel", attributes: [id] + own(node, unless: isSame))
    }
    if let log = source.member("log", of: node), let (attributes, isSame) = attributes(ofLog: log) {
      return out.leaf("log", attributes: attributes + own(node, unless: isSame))
    }
    if writeSend(node) { return }
    if source.member("goToState", of: node) != nil {
      return losses.add(goToState: source.span(node), in: "SCXML", written: Losses.leftOut)
    }
    if source.goesElsewhere(node) { losses.add(keptGoToState: source.span(node), in: "SCXML") }
    losses.add(
      source.span(node), message: "this action has no form in SCXML",
      written: "it is kept in an action that only statekit runs")
    out.leaf("statekit:action", attributes: [], text: String(decoding: source.bytes(node), as: UTF8.self))
  }

  /// The mark by which an action is read back unchanged.
  private func own(_ node: Int, unless isSame: Bool = false) -> [(String, String)] {
    isSame ? [] : [("statekit:action", kept(node))]
  }

  /// Writes a host action: its name and its data are logged, which every processor supports.
  private mutating func writeCall(_ node: Int) {
    let name = source.string(node) ?? source.string("call", of: node) ?? ""
    let data = source.kind(node) == .string ? nil : source.member("data", of: node)
    let value = data.map { [("expr", self.value($0).text)] } ?? []
    out.leaf("log", attributes: [("label", "do \(name)")] + value + own(node))
  }

  /// The variables of a loop are data in SCXML.
  private mutating func writeForEach(_ node: Int, list: String, todo: inout [Task]) {
    let names = ["as", "index"].compactMap { source.string($0, of: node) }
    let context = source.member("context", of: 0)
    for name in names
    where loops.contains(name) || context.map({ source.member(name, of: $0) != nil }) ?? false
      || !ScriptText.isName(name)
    {
      losses.add(
        source.span(node),
        message: "the loop's \(DisplayText.quoted(name)) hides another value, which SCXML would change",
        written: "other tools change it", help: "give the loop a different name")
    }
    var attributes = [("array", said(list).text)]
    for (ours, theirs) in [("as", "item"), ("index", "index")] {
      if let name = source.string(ours, of: node) { attributes.append((theirs, name)) }
    }
    if source.member("as", of: node) == nil { attributes.append(("item", stateIDs.item)) }
    let kind = elementKind(list)
    out.open("foreach", attributes: attributes + own(node))
    todo.append(.leave(script.names, count: names.count))
    if let name = source.string("as", of: node) { script.names[name] = kind }
    if let name = source.string("index", of: node) { script.names[name] = .int }
    loops += names
    todo += source.elements(source.member("do", of: node)).reversed().map { .action($0) }
  }

  private func elementKind(_ list: String) -> ScriptText.Kind {
    guard case .array(let elements)? = try? ScriptParser.expression(list) else { return .any }
    let isWhole = elements.allSatisfy { if case .number(let text) = $0 { Int64(text) != nil } else { false } }
    let isText = elements.allSatisfy { if case .text = $0 { true } else { false } }
    return isWhole ? .int : isText ? .string : .any
  }

  private mutating func writeRaise(_ node: Int, event: Int) {
    let data = source.member("data", of: node)
    checkPayload(of: event, node: node)
    if let name = source.plain(event), data == nil {
      return out.leaf("raise", attributes: names.attributes(ofEvent: name, at: source.span(event)))
    }
    guard let (attributes, isSame) = eventAttributes(event) else { return lose(event) }
    out.open("send", attributes: attributes + [("target", "#_internal")] + own(node, unless: isSame))
    if let data { writePayload(data) }
    out.close("send")
  }

  private func eventAttributes(_ event: Int) -> ([(String, String)], isSame: Bool)? {
    if let name = source.plain(event) { return (names.attributes(ofEvent: name, at: source.span(event)), true) }
    return said(event, as: "event", calculated: "eventexpr").map { ([$0.attribute], $0.isSame) }
  }

  private mutating func lose(_ node: Int) {
    losses.add(
      source.span(node), message: "this text has no form in SCXML", written: "the action is left out in other tools")
  }

  private mutating func writeSend(_ node: Int) -> Bool {
    guard let event = source.member("send", of: node), var (attributes, isSame) = eventAttributes(event) else {
      return false
    }
    checkPayload(of: event, node: node)
    if let id = source.member("id", of: node) {
      guard let text = source.plain(id) else { return false }
      attributes.append(("id", text))
    }
    if let delay = source.member("delay", of: node) {
      guard let (attribute, isAlike) = delayAttribute(delay) else { return false }
      attributes.append(attribute)
      isSame = isSame && isAlike
    }
    if let to = source.member("to", of: node) {
      if let text = source.plain(to) {
        attributes.append(("target", "#_" + text))
      } else if let parts = parts(of: to), let sum = sum(of: parts, before: "#_") {
        attributes.append(("targetexpr", sum))
        isSame = false
      } else {
        return false
      }
    }
    out.open("send", attributes: attributes + own(node, unless: isSame))
    if let data = source.member("data", of: node) { writePayload(data) }
    out.close("send")
    return true
  }

  private func delayAttribute(_ delay: Int) -> (attribute: (String, String), isSame: Bool)? {
    if let text = source.plain(delay) {
      guard let parsed = try? Delay.parse(text.utf8Bytes.span) else {
        return hostDelays[text].map { (("delayexpr", $0), false) }
      }
      let isAlike = text.hasSuffix("s") && SCXMLReader.isWholeDuration(text.utf8Bytes.span)
      return (("delay", isAlike ? text : "\(parsed)ms"), true)
    }
    guard let parts = parts(of: delay) else { return nil }
    if parts.count == 1 {
      let value = said(parts[0].text)
      // A number means milliseconds in our charts.
      if value.kind == .int { return (("delayexpr", "\(Self.operand(value.text)) + 'ms'"), false) }
      return (("delayexpr", value.text), value.isSame)
    }
    return sum(of: parts).map { (("delayexpr", $0), false) }
  }

}
