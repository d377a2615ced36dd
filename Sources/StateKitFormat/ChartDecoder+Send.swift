import CEL
import StateKitCore

/// The action `send` (Charts.md).
extension ChartDecoder {
  mutating func decodeSend(_ value: Int, in node: Int) {
    // Each part is read, so that all errors are found.
    let delay = member(.delay, of: node).map { sendDelay($0) } ?? .milliseconds(0)
    let (idNode, toNode) = (member(.id, of: node), member(.to, of: node))
    let (id, to) = (idNode.flatMap { sendID($0) }, toNode.flatMap { recipient($0) })
    let data = data(of: node)
    let event = event(value, isOwn: toNode == nil)
    guard let event, let delay, idNode == nil || id != nil, toNode == nil || to != nil else { return }
    add(.send(event, data: data, delay: delay, id: id, to: to), node: node)
  }

  private mutating func sendDelay(_ node: Int) -> DelayText? {
    if tree.nodes[node].kind != .string {
      let shown = shownDelay(node)
      _ = expect(.string, node: node, help: "\"delay\": \(shown)")
      return nil
    }
    let text = template(node)
    let span = tree.nodes[node].span
    guard let literal = text?.literal else { return text.map { .text($0, span) } }
    guard Delay.isName(literal.utf8Bytes.span) else { return delay(literal, at: span).map { .milliseconds($0) } }
    let name = reader.names.intern(literal)
    checkName(name, at: span, what: "a delay")
    draft.delayNames.append((name, span))
    return .named(name, span)
  }

  private mutating func sendID(_ node: Int) -> TextTemplate? {
    guard let id = template(node), checkID(id, at: node) else { return nil }
    return id
  }

  private mutating func recipient(_ node: Int) -> TextTemplate? {
    guard let to = template(node) else { return nil }
    if let name = to.literal, !checkName(Array(name.utf8)[...], at: tree.nodes[node].span, what: "a child") {
      return nil
    }
    return to
  }

  /// Checks the id of a delayed event, unless it is an expression.
  mutating func checkID(_ id: TextTemplate, at node: Int) -> Bool {
    guard let name = id.literal else { return true }
    return checkName(Array(name.utf8)[...], at: tree.nodes[node].span, what: "a send")
  }
}
