/// Texts as expressions and templates of ours write them.
enum ExpressionText {
  /// A text as a literal of CEL.
  static func literal(_ text: String) -> String {
    var out = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": out += "\\" + String(scalar)
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "'"
  }

  /// A text where `${…}` would be an expression.
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
}
