import CEL
import StateKitCore

/// Writes a name in the syntax of an occurrence.
enum NameText {
  /// The replacement for an occurrence, and the span that it replaces: the name alone, or the whole word if the new
  /// name needs quotes. Nil if the name cannot be written there.
  static func replacement(
    of occurrence: NameOccurrence, with name: String, in file: [UInt8]
  ) -> (span: SourceSpan, bytes: [UInt8])? {
    switch occurrence.spelling {
    case .json: return (occurrence.span, escaped(name))
    case .word: return (occurrence.span, Array(name.utf8))
    case .text(let quote, let inJSON):
      let text = inExpression(name, quote: quote)
      return (occurrence.span, inJSON ? escaped(text) : Array(text.utf8))
    case .bare:
      if DisplayText.isBareWord(name.utf8Bytes.span) { return (occurrence.span, Array(name.utf8)) }
      let before = file[Int(occurrence.token.start)..<Int(occurrence.span.start)]
      let after = file[Int(occurrence.span.end)..<Int(occurrence.token.end)]
      return (occurrence.token, quoted(before + Array(name.utf8) + after))
    case .escaped: return nil
    }
  }

  /// A JSON string.
  static func quoted(_ text: some Sequence<UInt8>) -> [UInt8] {
    [UInt8(ascii: "\"")] + escaped(String(decoding: Array(text), as: UTF8.self)) + [UInt8(ascii: "\"")]
  }

  /// The text between the quotes of a JSON string; invisible characters are escaped.
  package static func escaped(_ text: String) -> [UInt8] {
    var out: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += Array("\\\"".utf8)
      case "\\": out += Array("\\\\".utf8)
      case "\n": out += Array("\\n".utf8)
      case "\r": out += Array("\\r".utf8)
      case "\t": out += Array("\\t".utf8)
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            out += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
          }
        default: out += Array(String(scalar).utf8)
        }
      }
    }
    return out
  }

  /// The text between the quotes of a text literal in an expression.
  private static func inExpression(_ text: String, quote: UInt8) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case Unicode.Scalar(quote): out += "\\" + String(scalar)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
