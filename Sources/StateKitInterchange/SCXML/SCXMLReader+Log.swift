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
        } else if let output = try? ScriptTranslator(scope: scope).value(part),
          parts.count == 1 || !output.type.isReference
        {
          note(output.text, at: range, in: expression)
          out += "${\(isOurs ? output.text : shown(output, isAlone: parts.count == 1))}"
        } else {
          // A list or a map has another text in a concatenation.
          return "${\(value(expression).text)}"
        }
      }
      if !reportRemarks(in: expression) { knownLogs[expression.text] = out }
      return out
    }
    return "${\(value(expression).text)}"
  }

  /// The value of a log, or of a part of its concatenation, as text. A number is written as in ECMAScript: `2` for 10 / 5.
  /// Other values are shown as JSON.
  private mutating func shown(_ output: ScriptTranslator.Output, isAlone: Bool) -> String {
    let text = ScriptTranslator(scope: scope).string(output).text
    switch output.type {
    case .number: return isAlone && (Int64(output.text) != nil || !mayHaveFractions()) ? output.text : text
    case .unknown where mayHaveFractions(): return "type(\(output.text)) == double ? \(text) : \(output.text)"
    case .unknown, .text, .flag, .null, .list, .map: return output.text
    }
  }

  /// True if data of the document may be numbers that are written otherwise than whole ones: by the signs in its values
  /// and scripts.
  private mutating func mayHaveFractions() -> Bool {
    if let hasFractions { return hasFractions }
    let found = elements.contains { node in
      if let expression = attribute(.expr, of: node) { return Self.hasFraction(expression.text) }
      switch elementWords[node] {
      case .data, .script: return attribute(.src, of: node) != nil || Self.hasFraction(tree.content(of: node))
      default: return false
      }
    }
    hasFractions = found
    return found
  }

  /// True if a script has a division, a conversion to a number, or digits before a point or an exponent.
  private static func hasFraction(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { index in
      switch bytes[index] {
      case UInt8(ascii: "/"): true
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        index > 0 && (0x30...0x39).contains(bytes[index - 1])
          || index + 1 < bytes.count && bytes[index] == UInt8(ascii: ".") && (0x30...0x39).contains(bytes[index + 1])
      case UInt8(ascii: "N"): bytes[index...].starts(with: "Number(".utf8)
      case UInt8(ascii: "p"): bytes[index...].starts(with: "parseFloat(".utf8)
      default: false
      }
    }
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
