import StateKitCore

/// Draws the edited line on one line of the terminal: the part around the cursor.
package enum LineView {
  /// The bytes that draw a prompt and a line, and position the cursor.
  package static func drawing(prompt: String, editor: LineEditor, width: Int) -> String {
    let shownPrompt = editor.search.map { "(search \(DisplayText.quoted($0))) " } ?? prompt
    let promptWidth = DisplayWidth.of(shownPrompt)
    let room = max(8, width - promptWidth - 1)
    // The window moves no more than the cursor requires, and only its cells are looked at. Few of them have no width.
    let most = 4 * room
    var start = editor.cursor
    var before = 0
    while start > 0, editor.cursor - start < most {
      let width = DisplayWidth.of(cell(editor.text[start - 1]))
      if before + width > room { break }
      before += width
      start -= 1
    }
    var cells = ""
    var used = 0
    for character in editor.text[start...].prefix(2 * most) {
      let cell = cell(character)
      used += DisplayWidth.of(cell)
      if used > room { break }
      cells += cell
    }
    var out = "\r\(shownPrompt)\(cells)\u{1B}[K\r"
    let column = promptWidth + before
    if column > 0 { out += "\u{1B}[\(column)C" }
    return out
  }

  private static func cell(_ character: Character) -> String { DisplayText.raw(String(character)) }
}
