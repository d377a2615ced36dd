/// Breaks long texts between words, for formats whose programs do not break them.
enum TextLines {
  /// The most characters of a line, unless it is a single word.
  private static let longest = 60

  /// The escaped lines of a text. `indent` is before each line but the first.
  static func of(_ text: String, indent: String, escaped: (String) -> String) -> [String] {
    var lines: [String] = []
    var line = ""
    var length = 0
    for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let count = word.unicodeScalars.count
      if length > 0, length + 1 + count > longest {
        lines.append(line)
        (line, length) = ("", 0)
      } else if index > 0 {
        line += " "
        length += 1
      }
      line += word
      length += count
    }
    lines.append(line)
    return lines.enumerated().map { ($0.offset == 0 ? "" : indent) + escaped($0.element) }
  }
}
