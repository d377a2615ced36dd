import StateKitCore

/// Draws the edited line on one line of the terminal: the part around the cursor.
package enum LineView {
  /// The bytes that draw a prompt and a line, and position the cursor.
  package static func drawing(prompt: String, editor: LineEditor, width: Int) -> String {
    let shownPrompt = editor.search.map { "(search \(DisplayText.quoted($0))) " } ?? prompt
    let promptWidth = DisplayWidth.of(shownPrompt)
    let room = max(8, width - promptWidth - 1)
    let cells = editor.text.map { DisplayText.raw(String($0)) }
    let widths = cells.map { DisplayWidth.of($0) }
    // The window moves no more than the cursor requires.
    var start = 0
    var before = widths[..<editor.cursor].reduce(0, +)
    while before > room {
      before -= widths[start]
      start += 1
    }
    var end = start
    var used = 0
    while end < cells.count, used + widths[end] <= room {
      used += widths[end]
      end += 1
    }
    var out = "\r\(shownPrompt)\(cells[start..<max(start, end)].joined())\u{1B}[K\r"
    let column = promptWidth + before
    if column > 0 { out += "\u{1B}[\(column)C" }
    return out
  }
}
