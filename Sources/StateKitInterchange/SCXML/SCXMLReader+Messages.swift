import StateKitCore
import StateKitFormat

/// `<send>` and `<invoke>`.
extension SCXMLReader {
  /// The names of the event processor of SCXML.
  private static let processors: Set<String> = [
    "", "scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "http://www.w3.org/TR/scxml/",
    "http://www.w3.org/TR/scxml",
  ]

  mutating func writeSend(_ node: Int, in list: Int) {
    let type = attribute("type", of: node) ?? attribute("typeexpr", of: node).flatMap { constantText($0) }
    if let type, !Self.processors.contains(type.text) {
      writeFailure("unknownType", in: list, type.origin)
      return
    }
    var event = template("event", "eventexpr", of: node)
    if event == nil {
      guard !children("content", of: node).isEmpty else {
        _ = required("event", of: node)
        return
      }
      event = JSONDraft.Part("message", origin(node))
    }
    guard let event else { return }
    var target = attribute("target", of: node).map { JSONDraft.Part(ExpressionText.template($0.text), $0.origin) }
    if let expression = attribute("targetexpr", of: node) {
      let output = value(expression)
      target = JSONDraft.Part("${\(output.text)}", expression.origin)
      if output.text == "'#_internal'" { target = JSONDraft.Part("#_internal", expression.origin) }
    }
    let isInternal = target.map { $0.text == "#_internal" } ?? false
    if target.map({ isOwnAddress($0.text) }) ?? false { target = nil }
    let action = draft.object(nil, in: list, origin(node))
    draft.string(JSONDraft.Part(isInternal ? "raise" : "send", origin(node)), event, in: action)
    writePayload(JSONDraft.Part("data", origin(node)), of: node, in: action)
    if isInternal { return }
    if let delay = delay(of: node) { draft.string(JSONDraft.Part("delay", delay.origin), delay, in: action) }
    if let location = attribute("idlocation", of: node), let path = path(location) {
      madeIDs += 1
      let id = "send.\(madeIDs)"
      draft.string(JSONDraft.Part("id", location.origin), JSONDraft.Part(id, location.origin), in: action)
      writeAssign(path, JSONDraft.Part(ExpressionText.literal(id), location.origin), in: list, location.origin)
    } else if let id = attribute("id", of: node) {
      draft.string(
        JSONDraft.Part("id", id.origin), JSONDraft.Part(ExpressionText.template(id.text), id.origin), in: action)
    }
    if let target, !isInternal {
      draft.string(JSONDraft.Part("to", target.origin), JSONDraft.Part(address(target.text), target.origin), in: action)
    }
  }

  private func isOwnAddress(_ text: String) -> Bool {
    text.isEmpty || text == "#_internal" || text == "#_scxml_statekit" || text == "${'#_scxml_statekit'}"
      || text == "${_sessionid}"
  }

  /// `#_parent` is the parent, `#_x` the child `x`.
  private func address(_ text: String) -> String {
    guard text.utf8.starts(with: "#_".utf8), !text.utf8.starts(with: "#_scxml_".utf8) else { return text }
    return String(text.dropFirst(2))
  }

  /// A delay of CSS: a number with a fraction, `s` or `ms`.
  private mutating func delay(of node: Int) -> JSONDraft.Part? {
    if let expression = attribute("delayexpr", of: node) {
      let output = value(expression)
      if case .ecmascript = model, case .text(let text)? = try? ScriptParser.expression(expression.text) {
        return JSONDraft.Part(duration(text) ?? text, expression.origin)
      }
      return JSONDraft.Part("${\(output.text)}", expression.origin)
    }
    guard let delay = attribute("delay", of: node) else { return nil }
    return JSONDraft.Part(duration(delay.text) ?? delay.text, delay.origin)
  }

  /// The duration as ours are written; nil where it is none.
  private func duration(_ text: String) -> String? {
    let text = normalised(text)
    let unit = text.hasSuffix("ms") ? "ms" : text.hasSuffix("s") ? "s" : ""
    let number = text.dropLast(unit.count)
    guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) else {
      return nil
    }
    guard number.utf8.contains(UInt8(ascii: ".")) else { return number.utf8.count <= 15 ? number + unit : nil }
    let dotted = number.utf8.first == UInt8(ascii: ".") ? "0" + number : String(number)
    guard let value = Double(dotted), value < 1e12 else { return nil }
    return "\(Int((value * (unit == "s" ? 1000 : 1)).rounded()))ms"
  }

  /// The text that an expression gives in every run: a literal, or data whose first value is one and is never changed.
  private func constantText(_ part: JSONDraft.Part) -> JSONDraft.Part? {
    guard let parsed = try? ScriptParser.expression(part.text) else { return nil }
    switch parsed {
    case .text(let text): return JSONDraft.Part(text, part.origin)
    case .name(let name, _):
      // What is assigned somewhere has no type that is known.
      guard names[name] == .text else { return nil }
      let data = elements.first { isElement($0, "data") && attribute("id", of: $0)?.text == name }
      guard let data, let expression = attribute("expr", of: data),
        case .text(let text)? = try? ScriptParser.expression(expression.text)
      else { return nil }
      return JSONDraft.Part(text, part.origin)
    default: return nil
    }
  }

  // MARK: Children

  mutating func writeInvocations(of state: Int, in object: Int) {
    let found = children("invoke", of: facts[state].node)
    guard let first = found.first else { return }
    let list = draft.array(JSONDraft.Part("invoke", origin(first)), in: object, origin(first))
    for (number, node) in found.enumerated() { writeInvocation(node, number, of: state, in: list) }
    if draft.isEmpty(list) { draft.remove(list) }
  }

  private mutating func writeInvocation(_ node: Int, _ number: Int, of state: Int, in list: Int) {
    for name in ["srcexpr", "typeexpr"] {
      guard let part = attribute(name, of: node), constantText(part) == nil else { continue }
      findings.add(
        .unsupportedAttribute, at: part.origin, "what is invoked must be known before the run: \"\(name)\" is not",
        help: "a text, or data with a first value that nothing changes, is known")
      return
    }
    if let finalize = children("finalize", of: node).first, !tree.elements(of: finalize).isEmpty {
      findings.add(.unsupportedElement, at: origin(finalize), "<finalize> is not read yet")
      return
    }
    let type = attribute("type", of: node) ?? attribute("typeexpr", of: node).flatMap { constantText($0) }
    let isChart = type.map { Self.processors.contains($0.text) } ?? true
    let source = attribute("src", of: node) ?? attribute("srcexpr", of: node).flatMap { constantText($0) }
    let content = children("content", of: node).first.flatMap { content in
      tree.elements(of: content).first { isElement($0, "scxml") }
    }
    if isChart, source == nil, content == nil {
      findings.add(
        .unsupportedElement, at: origin(node), "a chart inside another one is not read yet; only a file, by src")
      return
    }
    let object = draft.object(nil, in: list, origin(node))
    if isChart, let source {
      draft.string(
        JSONDraft.Part("chart", source.origin), JSONDraft.Part(filePath(source.text), source.origin), in: object)
    } else if isChart, let content {
      let chart = draft.object(JSONDraft.Part("chart", origin(content)), in: object, origin(content))
      inner.append((content, chart))
    } else if let what = source ?? type {
      draft.string(JSONDraft.Part("src", what.origin), what, in: object)
    }
    let id = id(ofInvocation: node, number, of: state)
    draft.string(JSONDraft.Part("id", id.origin), id, in: object)
    let known = content.map { dataNames(of: $0) }
    writePayload(JSONDraft.Part("input", origin(node)), of: node, in: object, only: known)
    if let forward = attribute("autoforward", of: node), forward.text == "true" {
      draft.scalar(JSONDraft.Part("forward", forward.origin), json: "true".utf8.span, in: object, forward.origin)
    }
  }

  private func id(ofInvocation node: Int, _ number: Int, of state: Int) -> JSONDraft.Part {
    let usual = "\(facts[state].id.text).invoke\(number == 0 ? "" : String(number))"
    return attribute("id", of: node) ?? JSONDraft.Part(usual, origin(node))
  }

  /// The ids of what a state invokes are known when it is entered.
  mutating func writeIDs(of state: Int, in hook: Int) {
    for (number, node) in children("invoke", of: facts[state].node).enumerated() {
      guard let location = attribute("idlocation", of: node), let path = path(location) else { continue }
      let id = id(ofInvocation: node, number, of: state)
      writeAssign(path, JSONDraft.Part(ExpressionText.literal(id.text), location.origin), in: hook, location.origin)
    }
  }

  /// The names of the data at the top of a chart that stands in this one: what is passed to it beside them means nothing.
  private func dataNames(of root: Int) -> Set<String> {
    let data = children("datamodel", of: root).flatMap { children("data", of: $0) }
    return Set(data.compactMap { attribute("id", of: $0)?.text })
  }
}
