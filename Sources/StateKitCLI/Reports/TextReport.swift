import StateKitCore

/// Diagnostics for people: position, message, the line with a caret, and a suggestion (CommandLine.md). The error stream
/// has all messages without a position in a file.
struct TextReport: FindingsReport {
  private let hasColor: Bool
  /// The width of the terminal, at which messages are broken between words; nil for other outputs.
  private let columns: Int?
  /// Longer lines are cut around the caret.
  private let longestExcerpt: Int

  init(hasColor: Bool, columns: Int? = nil) {
    (self.hasColor, self.columns) = (hasColor, columns)
    longestExcerpt = columns.map { min(100, max(20, $0 - Self.margin)) } ?? 100
  }

  /// The cells of a line number, its border and two marks of cuts.
  private static let margin = 10

  func append(held count: Int, of code: DiagnosticCode, to out: inout ByteBuffer) {
    out.append("statekit: \(count) more of [\(code.rawValue)] not shown\n")
  }

  func append(_ diagnostic: Diagnostic, in lines: LineIndex, to out: inout ByteBuffer) {
    appendHead(
      diagnostic.severity.rawValue, at: diagnostic.span, message: diagnostic.message, code: diagnostic.code,
      lines: lines, to: &out)
    appendExcerpt(diagnostic.span, help: diagnostic.help, lines: lines, to: &out)
    for reason in diagnostic.reasons {
      appendLine("      " + DisplayText.raw(reason), to: &out)
    }
    for note in diagnostic.notes {
      appendHead("note", at: note.span, message: note.message, lines: lines, to: &out)
      appendExcerpt(note.span, help: nil, lines: lines, to: &out)
    }
  }

  private func appendHead(
    _ severity: String, at span: SourceSpan, message: String, code: DiagnosticCode? = nil, lines: LineIndex,
    to out: inout ByteBuffer
  ) {
    let position = lines.position(of: Int(span.start))
    let color = severity == "error" ? "31" : severity == "warning" ? "33" : "36"
    let place = "\(DisplayText.raw(lines.source.name)):\(position.line):\(position.column): "
    let head = hasColor ? "\u{1B}[1m\(place)\u{1B}[\(color)m\(severity)\u{1B}[0m" : place + severity
    appendLine("\(head): \(DisplayText.raw(message))" + (code.map { " [\($0.rawValue)]" } ?? ""), to: &out)
  }

  /// Appends a line of escaped text.
  private func appendLine(_ line: String, to out: inout ByteBuffer) {
    out.append(columns.map { WordWrap.text(line, width: $0, hanging: 8) } ?? line)
    out.append("\n")
  }

  private func appendExcerpt(_ span: SourceSpan, help: String?, lines: LineIndex, to out: inout ByteBuffer) {
    let span = lines.shown(span)
    let line = lines.lineRange(ofShown: Int(span.start))
    let start = min(max(Int(span.start), line.lowerBound), line.upperBound)
    let markEnd = wholeCharacter(
      min(max(start, Int(span.end)), line.upperBound), after: start, line: line, lines: lines)
    let window = self.window(line, start: start, end: markEnd, bytes: lines.source.bytes)
    let end = min(markEnd, window.upperBound)
    let (before, marked, after) = shown(
      window.lowerBound..<start, marked: start..<end, after: end..<window.upperBound, lines: lines)
    let cutBefore = window.lowerBound > line.lowerBound ? "…" : ""
    let cutAfter = window.upperBound < line.upperBound ? "…" : ""

    let number = String(lines.position(ofShown: Int(span.start)).line)
    let margin = String(repeating: " ", count: max(0, 5 - number.utf8.count))
    out.append(margin + number + " | " + cutBefore + before + marked + after + cutAfter)
    while out.last == UInt8(ascii: " ") { out.truncate(to: out.count - 1) }
    out.append("\n")
    var mark = String(repeating: " ", count: margin.utf8.count + number.utf8.count) + " | "
    mark += String(repeating: " ", count: DisplayWidth.of(cutBefore + before))
    let sign = "^" + String(repeating: "~", count: max(0, DisplayWidth.of(marked) - 1))
    mark += hasColor ? "\u{1B}[32m\(sign)\u{1B}[0m" : sign
    appendLine(help.map { mark + " " + DisplayText.raw($0) } ?? mark, to: &out)
  }

  /// The bytes as displayed, in three adjacent parts. A tab is one space, so that the caret below is at the right
  /// column.
  private func shown(
    _ before: Range<Int>, marked: Range<Int>, after: Range<Int>, lines: LineIndex
  ) -> (String, String, String) {
    var out = ByteBuffer()
    var ends: [Int] = []
    for range in [before, marked, after] {
      var bytes = Array(lines.source.bytes[range])
      for index in bytes.indices where bytes[index] == 0x09 { bytes[index] = 0x20 }
      // One buffer for all parts: an escaped sequence may cross a border.
      DisplayText.appendRaw(bytes.span, to: &out)
      ends.append(out.count)
    }
    return (
      String(decoding: out.bytes[..<ends[0]], as: UTF8.self),
      String(decoding: out.bytes[ends[0]..<ends[1]], as: UTF8.self),
      String(decoding: out.bytes[ends[1]...], as: UTF8.self)
    )
  }

  /// The end of a marked range; after the character that it would split.
  private func wholeCharacter(_ end: Int, after start: Int, line: Range<Int>, lines: LineIndex) -> Int {
    let bytes = lines.source.bytes
    guard let first = (max(start, end - 3)..<end).last(where: { bytes[$0] & 0xC0 != 0x80 }) else { return end }
    let length = bytes[first] < 0xC0 ? 1 : bytes[first] < 0xE0 ? 2 : bytes[first] < 0xF0 ? 3 : 4
    let whole = first + length
    guard whole > end, whole <= line.upperBound, String(validating: bytes[first..<whole], as: UTF8.self) != nil else {
      return end
    }
    return whole
  }

  /// The displayed part of a long line, around the marked range.
  private func window(_ line: Range<Int>, start: Int, end: Int, bytes: [UInt8]) -> Range<Int> {
    if line.count <= longestExcerpt { return line }
    var low = max(line.lowerBound, start - longestExcerpt / 3)
    var high = min(line.upperBound, low + longestExcerpt)
    while low > line.lowerBound, low < start, bytes[low] & 0xC0 == 0x80 { low += 1 }
    while high < line.upperBound, high > start, bytes[high] & 0xC0 == 0x80 { high -= 1 }
    return low..<max(low, high)
  }
}
