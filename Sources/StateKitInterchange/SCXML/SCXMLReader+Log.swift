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
    let words = [label?.text, expression?.text].compactMap { $0 }.joined(separator: ": ")
    draft.wording.add(only: SourceWording.whole, as: "log " + words, at: self.origin(node))
    let origin = expression?.origin ?? label?.origin ?? origin(node)
    draft.string(Part("log", origin: self.origin(node)), value: Part(text, origin: origin), in: action)
  }

  /// The text of a log: concatenated parts in order, with values as JSON.
  private mutating func logged(_ expression: Part) -> String {
    if let known = knownLogs[expression.text] { return known }
    if case .ecmascript = model, let parsed = try? ScriptParser.expression(expression.text) {
      var out = ""
      let parts = Self.parts(of: parsed, in: expression.text)
      for (part, range) in parts {
        if case .text(let text) = part {
          out += ExpressionText.template(text)
        } else if case .call(.member(.name("JSON", _), "stringify", _), let arguments, _) = part,
          let first = arguments.first, let output = try? ScriptTranslator(scope: scope).value(first)
        {
          note(output.text, at: range, in: expression)
          out += "${\(output.text)}"
        } else if let output = try? ScriptTranslator(scope: scope).value(part) {
          note(output.text, at: range, in: expression)
          out += "${\(parts.count > 1 && !isOurs ? Self.shown(output) : output.text)}"
        } else {
          return "${\(value(expression).text)}"
        }
      }
      if !reportRemarks(in: expression) { knownLogs[expression.text] = out }
      return out
    }
    return "${\(value(expression).text)}"
  }

  /// The value of a part of a concatenation as text. A number has a fraction only where ECMAScript shows one: `2` for
  /// 10 / 5. Our own documents have none that is shown otherwise.
  private static func shown(_ output: ScriptTranslator.Output) -> String {
    output.type == .number ? "string(\(output.text))" : output.text
  }

  /// The parts of a concatenation, with their ranges if known; a sum without a text is one part.
  private static func parts(of node: ScriptNode, in text: String) -> [(node: ScriptNode, range: Range<Int>?)] {
    var parts: [(node: ScriptNode, range: Range<Int>?)] = []
    var next = node
    let bytes = Array(text.utf8)
    while case .binary("+", let left, let right, let whole) = next {
      // Behind what stands on the left, and the sign.
      let sign = left.range.flatMap { bytes[$0.upperBound..<whole.upperBound].firstIndex(of: UInt8(ascii: "+")) }
      parts.append((right, right.range ?? sign.map { $0 + 1..<whole.upperBound }))
      next = left
    }
    parts.append((next, next.range))
    // From the left, numbers are added until the first text.
    guard case .text = next else {
      if parts.count > 1, case .text = parts[parts.count - 2].node { return parts.reversed() }
      return [(node, 0..<bytes.count)]
    }
    return parts.reversed()
  }
}
