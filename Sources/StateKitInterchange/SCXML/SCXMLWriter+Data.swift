import CEL
import StateKitCore
import StateKitFormat

/// Payloads and values.
extension SCXMLWriter {
  mutating func writePayload(_ node: Int) {
    let members = source.kind(node) == .object ? Array(source.children(of: node)) : []
    if members.isEmpty || members.contains(where: { source.keyText($0).isEmpty }) {
      return out.leaf("content", attributes: [("expr", value(node).text)])
    }
    for member in members {
      out.leaf("param", attributes: [("name", source.keyText(member)), ("expr", value(member).text)])
    }
  }

  /// A value whose texts are expressions, as one expression.
  func value(_ node: Int) -> Said { said(composed(node) { $0 }) }

  func expression(ofConstant node: Int) -> String { said(composed(node) { ExpressionText.literal($0) }).text }

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
}
