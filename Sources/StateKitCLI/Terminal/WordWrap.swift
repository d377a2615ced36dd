/// Breaks lines between words.
package enum WordWrap {
  /// Breaks a line into lines of at most `width` cells. Following lines begin at the column `hanging`, or further
  /// left if there is little room. A word longer than a line stays whole.
  package static func text(_ line: String, width: Int, hanging: Int) -> String {
    if DisplayWidth.of(line) < width { return line }
    let margin = String(repeating: " ", count: min(hanging, width / 2))
    var (lines, current, used) = ([String](), String(), 0)
    // Repeated spaces are kept, except at a line break.
    for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let cells = DisplayWidth.of(String(word))
      if used > 0, used + 1 + cells >= width, !current.allSatisfy({ $0 == " " }) {
        while current.last == " " { current.removeLast() }
        lines.append(current)
        (current, used) = (margin + word, margin.utf8.count + cells)
      } else {
        current += index == 0 ? String(word) : " " + word
        used += cells + (index == 0 ? 0 : 1)
      }
    }
    return (lines + [current]).joined(separator: "\n")
  }
}
