/// The escapes of JSON.
extension DisplayText {
  package static func appendEscape(_ scalar: Unicode.Scalar, to out: inout ByteBuffer) {
    switch scalar {
    case "\"": out.append("\\\"")
    case "\\": out.append("\\\\")
    case "\u{8}": out.append("\\b")
    case "\u{C}": out.append("\\f")
    case "\n": out.append("\\n")
    case "\r": out.append("\\r")
    case "\t": out.append("\\t")
    default:
      if scalar.value < 0x1_0000 { return appendUnit(scalar.value, to: &out) }
      appendUnit(0xD7C0 + scalar.value >> 10, to: &out)
      appendUnit(0xDC00 + scalar.value & 0x3FF, to: &out)
    }
  }

  /// Appends the escape of a UTF-16 code unit.
  private static func appendUnit(_ unit: UInt32, to out: inout ByteBuffer) {
    func digit(_ shift: UInt32) -> UInt8 {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
    out.append("\\u")
    out.append(digit(12), digit(8))
    out.append(digit(4), digit(0))
  }
}
