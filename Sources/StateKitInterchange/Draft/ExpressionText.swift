import CEL
import StateKitCore
import StateKitFormat

/// Texts as our templates write them, and reading literals.
extension ExpressionText {
  /// A text as a template, with each `${…}` escaped.
  static func template(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var out = ""
    var isAfterDollar = false
    for scalar in text.unicodeScalars {
      if isAfterDollar, scalar == "{" {
        out.unicodeScalars.removeLast()
        out += "${'${'}"
      } else {
        out.unicodeScalars.append(scalar)
      }
      isAfterDollar = scalar == "$"
    }
    return out
  }

  /// The text of an expression that is one literal; nil for others.
  static func text(ofLiteral expression: String) -> String? {
    let bytes = Array(expression.utf8)
    guard bytes.count >= 2, let quote = bytes.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
      bytes.last == quote, !bytes.starts(with: [quote, quote, quote])
    else { return nil }
    var out: [UInt8] = []
    var index = 1
    while index < bytes.count - 1 {
      if bytes[index] == quote || bytes[index] == 0x0A { return nil }
      guard bytes[index] == UInt8(ascii: "\\") else {
        out.append(bytes[index])
        index += 1
        continue
      }
      guard index + 1 < bytes.count - 1 else { return nil }
      switch bytes[index + 1] {
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): out.append(bytes[index + 1])
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      default: return nil
      }
      index += 2
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// An expression with other names for the states that it asks for; a nil result of `name` keeps the name.
  static func renamingStates(in expression: String, name: (String) -> String?) -> String {
    guard expression.utf8.includes("isIn".utf8) else { return expression }
    let bytes = Array(expression.utf8)
    var out: [UInt8] = []
    var index = 0
    for token in ExpressionToken.all(in: bytes) where token.function == "isIn" {
      guard let other = name(token.text), !other.utf8.elementsEqual(token.text.utf8) else { continue }
      out += bytes[index..<token.range.lowerBound] + Array(literal(other).utf8)
      index = token.range.upperBound
    }
    return String(decoding: out + bytes[index...], as: UTF8.self)
  }
}
