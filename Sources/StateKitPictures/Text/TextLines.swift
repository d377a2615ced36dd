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

/// A writer of nested states, line by line.
protocol StateLines {
  /// The depth of the outermost lines.
  static var margin: Int { get }
  var picture: Picture { get }
  var out: String { get set }
}

extension StateLines {
  static var margin: Int { 1 }

  /// Closes the states that end before another one.
  mutating func closeStates(before index: Int) {
    for state in picture.openStates(endingBefore: index) { line(picture.states[state].depth, text: "}") }
  }

  mutating func line(_ depth: Int, text: String) {
    out += String(repeating: "  ", count: min(depth, 40) + Self.margin) + text + "\n"
  }
}
