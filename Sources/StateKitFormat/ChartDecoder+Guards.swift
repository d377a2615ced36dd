import CEL
import StateKitCore

/// Named guards, and guards that the host answers (Charts.md, `guards` and `guard`).
extension ChartDecoder {
  mutating func decodeGuards() {
    guard expect(.object, node: 0, help: "\"guards\": {\"NAME\": \"EXPRESSION\"}; null means that the host answers")
    else {
      // The names in a list count as declared: their uses cause no further errors.
      for child in tree.children(of: 0) where tree.nodes[0].kind == .array && tree.nodes[child].kind == .string {
        draft.guards.append((intern(child), tree.nodes[child].span, -1))
      }
      return
    }
    for child in tree.children(of: 0) {
      let key = tree.nodes[child]
      guard checkName(key.keyName, at: key.keySpan, what: "a guard") else { continue }
      switch key.kind {
      case .null: draft.guards.append((key.keyName, key.keySpan, -1))
      case .string:
        guard let definition = expression(child, role: .definition) else { continue }
        draft.guards.append((key.keyName, key.keySpan, definition))
      case .bool, .int, .double, .array, .object:
        report(
          .wrongType, at: key.span,
          message: "a guard must be an expression, or null if the host answers it, found \(found(child))")
        draft.guards.append((key.keyName, key.keySpan, -1))
      }
    }
  }

  /// The `guard` of a handler: an expression, an object that names a host guard, or a list of these, which must all be
  /// true.
  mutating func decodeGuard(_ node: Int) -> Int32? {
    if tree.nodes[node].kind == .string { return expression(node, role: .condition) }
    var text: [UInt8] = []
    var parts: [ChartNotes.GuardPart] = []
    if tree.nodes[node].kind == .array {
      if tree.nodes[node].next == Int32(node + 1) {
        report(.wrongType, at: tree.nodes[node].span, message: "a list of guards must not be empty")
        return nil
      }
      for child in Array(tree.children(of: node)) {
        guard let part = conditionText(child, parts: &parts) else { return nil }
        text += Array((text.isEmpty ? "(" : " && (").utf8) + part + [UInt8(ascii: ")")]
      }
    } else {
      guard let part = conditionText(node, parts: &parts) else { return nil }
      text = part
    }
    draft.notes.guards[tree.nodes[node].span] = parts
    return draft.expressions.add(
      text.span, role: .composed, scope: scope, event: event,
      at: ExpressionSource(span: tree.nodes[node].span, start: Int(tree.nodes[node].span.start) + 1))
  }

  /// A condition as a part of a composed expression; an expression is checked at its own position.
  private mutating func conditionText(_ node: Int, parts: inout [ChartNotes.GuardPart]) -> [UInt8]? {
    switch tree.nodes[node].kind {
    case .string:
      guard let index = expression(node, role: .condition) else { return nil }
      parts.append(.expression(index))
      return ExpressionShape.part(Array(string(node).utf8))
    case .object: return hostGuardText(node, parts: &parts)
    case .null, .bool, .int, .double, .array:
      report(
        .wrongType, at: tree.nodes[node].span,
        message: "a guard must be an expression or an object with \"host\", found \(found(node))",
        help: tree.nodes[node].kind == .bool ? "write the expression as a text: \"\(found(node))\"" : nil)
      return nil
    }
  }

  /// Keys that join guards in other notations.
  private static let joiners = ["and", "or", "not", "all", "any"]

  private mutating func hostGuardText(_ node: Int, parts: inout [ChartNotes.GuardPart]) -> [UInt8]? {
    var name: Int?
    var data: Int?
    var isNamed = false
    for child in tree.children(of: node) {
      switch ChartKey(tree.nodes[child].keyName) {
      case .host: name = child
      case .data: data = child
      case _ where Self.joiners.contains(text(tree.nodes[child].keyName)):
        report(
          .unknownKey, at: tree.nodes[child].keySpan,
          message: "unknown key \(quoted(tree.nodes[child].keyName)) in a guard",
          help: "combine guards in one expression: \"a && (b || !c)\"")
        return nil
      default:
        unknownKey(
          child, what: "a guard", known: ObjectKind.hostGuard.keys,
          instead: [("type", .host), ("name", .host), ("params", .data)])
        isNamed = true
      }
    }
    guard let name else {
      if isNamed { return nil }
      report(
        .missingKey, at: tree.nodes[node].span,
        message: "a guard that is an object needs \"host\", the name of a host guard")
      return nil
    }
    guard expect(.string, node: name) else { return nil }
    let id = intern(name)
    guard checkName(id, at: tree.nodes[name].span, what: "a guard") else { return nil }
    draft.hostGuardUses.append((id, tree.nodes[name].span))
    var text = Array(NamedGuard.reference(to: id).utf8)
    var shown: String?
    if let data {
      guard expect(.object, node: data), let composed = composedExpression(data) else { return nil }
      text += [UInt8(ascii: "(")] + composed + [UInt8(ascii: ")")]
      shown = String(decoding: composed, as: UTF8.self)
    }
    parts.append(.host(self.text(id), data: shown))
    return text
  }

  /// A JSON value of expressions as one expression; each of them is checked at its own position. Nil if one of them
  /// cannot be a part of it.
  private mutating func composedExpression(_ node: Int) -> [UInt8]? {
    /// A part that has not been written yet.
    enum Part {
      case value(Int)
      case text(String)
    }
    var out: [UInt8] = []
    var todo = [Part.value(node)]
    while let part = todo.popLast() {
      switch part {
      case .text(let text): out += Array(text.utf8)
      case .value(let node):
        let value = tree.nodes[node]
        switch value.kind {
        case .string:
          guard expression(node, role: .argument) != nil else { return nil }
          out += Array("(\(ExpressionShape.part(string(node))))".utf8)
        case .array, .object:
          let isList = value.kind == .array
          var parts = [Part.text(isList ? "[" : "{")]
          for (count, child) in tree.children(of: node).enumerated() {
            let key = isList ? "" : ExpressionText.literal(text(tree.nodes[child].keyName)) + ": "
            parts += [.text((count > 0 ? ", " : "") + key), .value(child)]
          }
          parts.append(.text(isList ? "]" : "}"))
          todo += parts.reversed()
        case .null, .bool, .int, .double: out += reader.bytes[value.span.range]
        }
      }
    }
    return out
  }
}
