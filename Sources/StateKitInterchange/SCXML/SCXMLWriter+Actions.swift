import StateKitCore
import StateKitFormat

/// Executable content and data.
extension SCXMLWriter {
  /// What is still to be written.
  private enum Task {
    case action(Int)
    case text(String)
    case close(String)
  }

  /// An action and all in it. Own stack: it may be as deep as JSON.
  mutating func writeAction(_ node: Int) {
    var todo = [Task.action(node)]
    while let task = todo.popLast() {
      switch task {
      case .action(let node):
        write(node, &todo)
        tellControl(in: source.span(node))
      case .text(let element): out.leaf(element, [])
      case .close(let element): out.close(element)
      }
    }
  }

  private mutating func write(_ node: Int, _ todo: inout [Task]) {
    if let condition = source.member("if", of: node), let text = source.string(condition),
      let then = source.member("then", of: node)
    {
      out.open("if", [("cond", said(text))])
      todo.append(.close("if"))
      let otherwise = source.elements(source.member("else", of: node))
      if !otherwise.isEmpty {
        todo += otherwise.reversed().map { .action($0) }
        todo.append(.text("else"))
      }
      todo += source.elements(then).reversed().map { .action($0) }
      return
    }
    if let assign = source.member("assign", of: node), source.kind(assign) == .object {
      for member in source.children(of: assign) {
        out.leaf("assign", [("location", source.keyText(member)), ("expr", expression(member))])
      }
      return
    }
    if let event = source.member("raise", of: node), let name = source.plain(event),
      source.member("data", of: node) == nil
    {
      return out.leaf("raise", names.attributes(ofEvent: name))
    }
    if let cancel = source.member("cancel", of: node), let id = source.plain(cancel) {
      return out.leaf("cancel", [("sendid", id)])
    }
    if let log = source.member("log", of: node), let attributes = attributes(ofLog: log) {
      return out.leaf("log", attributes)
    }
    if writeSend(node) { return }
    if source.member("goToState", of: node) != nil {
      return losses.add(goToState: source.span(node), in: "SCXML", written: Losses.leftOut)
    }
    if source.goesElsewhere(node) { losses.add(keptGoToState: source.span(node), in: "SCXML") }
    out.leaf("statekit:action", [], text: String(decoding: source.bytes(node), as: UTF8.self))
  }

  /// `send` to what is known.
  private mutating func writeSend(_ node: Int) -> Bool {
    guard let event = source.member("send", of: node) else { return false }
    var attributes: [(String, String)]
    if let name = source.plain(event) {
      attributes = names.attributes(ofEvent: name)
    } else if let expression = calculated(event) {
      attributes = [("eventexpr", expression)]
    } else {
      return false
    }
    for (ours, theirs) in [("id", "id"), ("delay", "delay"), ("to", "target")] {
      guard let member = source.member(ours, of: node) else { continue }
      if ours == "delay", let expression = calculated(member) {
        attributes.append(("delayexpr", expression))
        continue
      }
      guard var text = source.plain(member) else { return false }
      if ours == "to" { text = "#_" + text }
      if ours == "delay" {
        guard let parsed = try? Delay.parse(text.utf8.span) else { return false }
        let isAlike = text.hasSuffix("s") && SCXMLReader.isWholeDuration(text.utf8.span)
        if !isAlike { text = "\(parsed)ms" }
      }
      attributes.append((theirs, text))
    }
    let data = source.member("data", of: node)
    if let data, source.kind(data) == .object, source.children(of: data).contains(where: { source.keyText($0).isEmpty })
    {
      return false
    }
    out.open("send", attributes)
    if let data { writePayload(data) }
    out.close("send")
    return true
  }

  // MARK: Data

  mutating func writePayload(_ node: Int) {
    let isMap = source.kind(node) == .object && source.children(of: node).contains { _ in true }
    guard isMap else { return out.leaf("content", [("expr", expression(node))]) }
    for member in source.children(of: node) {
      out.leaf("param", [("name", source.keyText(member)), ("expr", expression(member))])
    }
  }

  /// A value whose texts are expressions, as one expression.
  func expression(_ node: Int) -> String { said(composed(node) { $0 }) }

  /// An expression in the words of the document.
  func said(_ expression: String) -> String {
    guard words.isScript else { return expression }
    return ScriptText.of(expression) { reference in source.states.resolve(reference).map { id(of: $0) } }
  }

  /// A value that stands for itself, as an expression.
  func expression(ofConstant node: Int) -> String { composed(node) { ExpressionText.literal($0) } }

  private func composed(_ node: Int, text: (String) -> String) -> String {
    enum Part {
      case value(Int)
      case text(String)
    }
    if let own = source.string(node) { return text(own) }
    var out = ""
    var todo = [Part.value(node)]
    while let part = todo.popLast() {
      switch part {
      case .text(let text): out += text
      case .value(let node):
        switch source.kind(node) {
        case .string:
          let own = text(source.string(node) ?? "")
          out += ExpressionText.text(ofLiteral: own) == nil ? "(\(own))" : own
        case .array, .object:
          let isList = source.kind(node) == .array
          var parts = [Part.text(isList ? "[" : "{")]
          for (count, child) in source.children(of: node).enumerated() {
            let key = isList ? "" : ExpressionText.literal(source.keyText(child)) + ": "
            parts += [.text((count > 0 ? ", " : "") + key), .value(child)]
          }
          parts.append(.text(isList ? "]" : "}"))
          todo += parts.reversed()
        case .null, .bool, .int, .double: out += String(decoding: source.bytes(node), as: UTF8.self)
        }
      }
    }
    return out
  }

  // MARK: Invocations

  mutating func writeInvocation(_ node: Int) {
    var attributes: [(String, String)] = []
    if let src = source.string("src", of: node) {
      attributes += [("type", "urn:statekit:host"), ("src", src)]
      if source.member("id", of: node) == nil { attributes.append(("id", src)) }
    } else if let file = source.string("chart", of: node) {
      attributes.append(("src", file))
      if source.member("id", of: node) == nil { attributes.append(("id", Invocation.usualID(ofFile: file))) }
    }
    if let id = source.string("id", of: node) { attributes.append(("id", id)) }
    if source.isTrue(source.member("forward", of: node)) { attributes.append(("autoforward", "true")) }
    out.open("invoke", attributes)
    if let input = source.member("input", of: node) { writePayload(input) }
    if let chart = source.member("chart", of: node), source.kind(chart) == .object { writeChart(chart) }
    if let finalize = source.member("finalize", of: node) {
      out.open("finalize", [])
      for action in source.elements(finalize) { writeAction(action) }
      out.close("finalize")
    }
    out.close("invoke")
  }

  /// A chart that stands in this one, as a document of its own in it.
  private mutating func writeChart(_ node: Int) {
    let span = source.span(node)
    let bytes = Array(source.bytes(node))
    guard depth < Limits().invokeDepth,
      let chart = ChartSource(SourceText(name: source.text.name, bytes: bytes), isLossy: source.isLossy)
    else {
      losses.add(span, "charts in charts are nested too deep", written: "this one is left out")
      return
    }
    let findings = Findings()
    let losses = Losses(findings: findings, code: losses.code, isLossy: losses.isLossy)
    var writer = SCXMLWriter(chart, losses, words)
    writer.depth = depth + 1
    out.open("content", [])
    swap(&writer.out, &out)
    writer.write()
    swap(&writer.out, &out)
    out.close("content")
    self.losses.findings.add(findings) { SourceSpan(Int(span.start + $0.start), Int(span.start + $0.end)) }
  }
}
