import CEL
import StateKitCore
import StateKitFormat

/// `<log>`.
extension SCXMLReader {
  mutating func writeLog(_ node: Int, in list: Int) {
    let label = attribute(.label, of: node)
    let expression = attribute(.expr, of: node)
    let action = draft.object(nil, in: list, origin: origin(node))
    var text = label.map { ExpressionText.template($0.text) } ?? ""
    if let expression {
      if !text.isEmpty { text += ": " }
      text += logged(expression)
    }
    let origin = expression?.origin ?? label?.origin ?? origin(node)
    draft.string(
      JSONDraft.Part("log", origin: self.origin(node)), value: JSONDraft.Part(text, origin: origin), in: action)
  }

  /// The text of a log: concatenated parts in order, with values as JSON.
  private mutating func logged(_ expression: JSONDraft.Part) -> String {
    if let known = knownLogs[expression.text] { return known }
    if case .ecmascript = model, let parsed = try? ScriptParser.expression(expression.text) {
      var out = ""
      for part in Self.parts(of: parsed) {
        if case .text(let text) = part {
          out += ExpressionText.template(text)
        } else if case .call(.member(.name("JSON", _), "stringify", _), let arguments, _) = part,
          let first = arguments.first, let output = try? ScriptTranslator(scope: scope).value(first)
        {
          out += "${\(output.text)}"
        } else if let output = try? ScriptTranslator(scope: scope).value(part) {
          out += "${\(output.text)}"
        } else {
          return "${\(value(expression).text)}"
        }
      }
      if !reportRemarks(in: expression) { knownLogs[expression.text] = out }
      return out
    }
    return "${\(value(expression).text)}"
  }

  /// The parts of a concatenation; a sum without a text is one part.
  private static func parts(of node: ScriptNode) -> [ScriptNode] {
    var parts: [ScriptNode] = []
    var next = node
    while case .binary("+", let left, let right, _) = next {
      parts.append(right)
      next = left
    }
    parts.append(next)
    // From the left, numbers are added until the first text.
    guard case .text = next else {
      if parts.count > 1, case .text = parts[parts.count - 2] { return parts.reversed() }
      return [node]
    }
    return parts.reversed()
  }
}
