/// Breaks a text into lines for the drawing.
enum LabelLines {
  /// The widest line, in thousandths of the font's size.
  static let widest = 32_000
  private static let most = 3

  /// At most three lines; longer text is cut in the middle.
  static func wrapped(_ text: String) -> [String] {
    if TextWidth.of(text) <= widest { return text.isEmpty ? [] : [text] }
    let lines = broken(text)
    if lines.count <= most { return lines }
    return broken(cut(text, to: widest * most * 8 / 10))
  }

  /// One line; longer text is cut in the middle.
  static func single(_ text: String) -> String {
    TextWidth.of(text) <= widest ? text : cut(text, to: widest)
  }

  /// Cuts the middle of a text, so that it is at most as wide as `width`.
  private static func cut(_ text: String, to width: Int) -> String {
    let half = (width - TextWidth.of(" … ")) / 2
    return prefix(text[...], width: half) + " … "
      + String(prefix(String(text.suffix(4_000).reversed())[...], width: half).reversed())
  }

  private static func prefix(_ text: Substring, width: Int) -> Substring {
    var sum = 0
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      sum += TextWidth.of(text[end..<next])
      if sum > width { break }
      end = next
    }
    return text[..<end]
  }

  /// Breaks a text into lines, at spaces if possible; returns few more lines than are shown.
  private static func broken(_ text: String) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while !rest.isEmpty, lines.count <= most {
      var line = prefix(rest, width: widest)
      // A single character forms a line, however wide it is.
      if line.isEmpty { line = rest.prefix(1) }
      if line.endIndex < rest.endIndex, rest[line.endIndex] != " ", let space = line.lastIndex(of: " "),
        space > line.startIndex
      {
        line = line[..<space]
      }
      lines.append(String(line))
      rest = rest[line.endIndex...].drop { $0 == " " }
    }
    return lines
  }
}
