/// Paragraphs as lines of a page.
enum TextLines {
  /// Breaks sentences before column 79. Each line begins with `indent` spaces, and the last one has no line end.
  static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var out = margin
    var width = indent
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if width > indent, width + 1 + word.count > 78 {
        out += "\n" + margin
        width = indent
      } else if width > indent {
        out += " "
        width += 1
      }
      out += word
      width += word.count
    }
    return out
  }
}
