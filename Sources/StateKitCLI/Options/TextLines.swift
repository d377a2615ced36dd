import StateKitCore

/// Paragraphs as lines of a page.
enum TextLines {
  /// Breaks a text between words, never within a word. Each line begins with `indent` spaces, and the last one has no
  /// line end. `columns` is the width of the terminal; nil stands for 80.
  static func wrapped(_ text: String, indent: Int, columns: Int? = nil) -> String {
    let margin = String(repeating: " ", count: indent)
    let most = max(40, columns ?? 80) - 2
    var out = margin
    var width = indent
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if width > indent, width + 1 + word.count > most {
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

/// A list in two columns: a name, and a text that is wrapped in its column.
struct TextRows {
  /// The width of the terminal; nil stands for 80.
  let columns: Int?
  /// The column at which the text begins.
  let width: Int

  /// Returns a row. A name that is too long for its column has its own line.
  func row(_ name: String, _ text: String) -> String {
    let lines = TextLines.wrapped(text, indent: width, columns: columns)
    let head = "  " + name
    if head.utf8.count > width - 1 { return head + "\n" + lines + "\n" }
    return head + lines.dropFirst(head.utf8.count) + "\n"
  }
}

extension DisplayText {
  /// Appends a text with only the required escapes, and a line end.
  static func appendLine(_ text: String, to out: inout ByteBuffer) {
    appendRaw(text, to: &out)
    out.append("\n")
  }
}
