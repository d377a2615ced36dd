/// Texts as expressions write them.
package enum ExpressionText {
  /// A text as a CEL literal.
  package static func literal(_ text: String) -> String {
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
}
