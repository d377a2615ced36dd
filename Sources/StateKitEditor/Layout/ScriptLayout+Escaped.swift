import CEL
import StateKitCore

extension ScriptLayout {
  /// A script that is laid out, for a terminal or a log: hidden characters are escaped, and every line means the same. In a
  /// remark a `#` after a `#` is none, unless a CI runner would take the line for a command.
  package static func escaped(_ script: [UInt8]) -> [UInt8] {
    var out = ByteBuffer()
    for line in ScriptDocument(SourceText(name: "", bytes: script)).lines {
      if line.kind == .comment {
        DisplayText.appendKept(script[line.span.range].span, to: &out)
      } else {
        var end = line.span.range.lowerBound
        for part in line.parts where part.kind == .expression {
          let range = part.span.range
          append(script[end..<range.lowerBound], to: &out)
          appendExpression(Array(script[range]), to: &out)
          end = range.upperBound
        }
        append(script[end..<line.span.range.upperBound], to: &out)
      }
      out.append("\n")
    }
    return out.bytes
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to out: inout ByteBuffer) {
    DisplayText.appendRaw(bytes.span, to: &out)
  }

  private static func appendExpression(_ text: [UInt8], to out: inout ByteBuffer) {
    var end = 0
    for token in ExpressionToken.all(in: text) where token.kind == .string {
      appendCode(text[end..<token.range.lowerBound], to: &out)
      appendLiteral(String(decoding: text[token.range], as: UTF8.self), to: &out)
      end = token.range.upperBound
    }
    appendCode(text[end...], to: &out)
  }

  /// Appends the code between the texts of an expression. Other white space becomes a space.
  private static func appendCode(_ code: ArraySlice<UInt8>, to out: inout ByteBuffer) {
    append(code.map { $0 < 0x20 ? 0x20 : $0 }[...], to: &out)
  }

  /// A text of an expression with its quotes. A raw one has no escapes, and is made another where it needs some.
  private static func appendLiteral(_ text: String, to out: inout ByteBuffer) {
    let isPlain = !text.unicodeScalars.contains { DisplayText.isHidden($0) } && !text.utf8.includes("##".utf8)
    if isPlain {
      out.append(text)
      return
    }
    let prefix = text.unicodeScalars.prefix { $0 != "\"" && $0 != "'" }
    let (isRaw, isBytes) = (prefix.contains { $0 == "r" || $0 == "R" }, prefix.contains { $0 == "b" || $0 == "B" })
    if isBytes { out.append("b") }
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars.dropFirst(prefix.count) {
      if DisplayText.isHidden(scalar) || scalar == "#" && last == "#" {
        appendEscape(scalar, inBytes: isBytes, to: &out)
      } else {
        if scalar == "\\", isRaw { out.append("\\") }
        out.append(String(scalar))
      }
      last = scalar
    }
  }

  /// An escape of CEL: in bytes one for each of them.
  private static func appendEscape(_ scalar: Unicode.Scalar, inBytes: Bool, to out: inout ByteBuffer) {
    if inBytes {
      for byte in String(scalar).utf8 { out.append("\\x" + hexadecimal(UInt32(byte), digits: 2)) }
    } else if scalar.value <= 0xFFFF {
      out.append("\\u" + hexadecimal(scalar.value, digits: 4))
    } else {
      out.append("\\U" + hexadecimal(scalar.value, digits: 8))
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}
