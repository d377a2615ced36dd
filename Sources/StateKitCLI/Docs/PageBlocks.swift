import StateKitCore

/// The blocks of a Markdown page: the lines between `<!-- statekit: COMMAND -->` and `<!-- /statekit -->`. Lines in code
/// fences are no markers.
struct PageBlocks {
  /// A block, with the command that writes it.
  struct Block {
    /// The number of its first line, from 1, and the column of the marker.
    let line: Int
    let column: Int
    /// The blanks before the marker; the lines of the block get them, too.
    let indent: [UInt8]
    /// The line end of the marker, with its carriage return.
    let lineEnd: [UInt8]
    let command: [UInt8]
    /// The bytes between the lines of the markers.
    fileprivate(set) var content: Range<Int>
  }

  /// An error in a page.
  struct Flaw: Error {
    let line: Int
    let column: Int
    let message: String
    /// The messages of the command of a block.
    var output: [String] = []
  }

  enum Marker {
    case begin(command: [UInt8])
    case end
    /// A marker whose comment does not end on its line.
    case open
  }

  private(set) var blocks: [Block] = []
  private(set) var flaws: [Flaw] = []

  init(_ bytes: [UInt8]) {
    var fence: ArraySlice<UInt8>?
    /// The block that has no end yet.
    var open: Block?
    var number = 0
    var start = SourceText(name: "", bytes: bytes).markLength
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      defer { start = end }
      number += 1
      let line = bytes[start..<end]
      let indent = line.prefix { Self.isBlank($0) }
      let text = line.trimmedLine
      // The content of a block is replaced, so its fences do not count.
      if open == nil, let ticks = Self.fence(text) {
        if fence == nil {
          fence = ticks
        } else if let opened = fence, ticks.first == opened.first, ticks.count >= opened.count,
          ticks.count == text.count
        {
          fence = nil
        }
        continue
      }
      guard fence == nil, let marker = Self.marker(text) else { continue }
      func flaw(_ message: String) { flaws.append(Flaw(line: number, column: indent.count + 1, message: message)) }
      switch (marker, open) {
      case (.begin(let command), _):
        if let outer = open {
          flaw("a block begins inside the block of line \(outer.line); end that one with <!-- /statekit --> first")
        }
        let lineEnd = line.reversed().prefix { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }.reversed()
        open = Block(
          line: number, column: indent.count + 1, indent: Array(indent), lineEnd: Array(lineEnd), command: command,
          content: end..<end)
      case (.end, var block?):
        block.content = block.content.lowerBound..<start
        blocks.append(block)
        open = nil
      case (.end, nil): flaw("no block begins before this end; begin it with <!-- statekit: COMMAND -->")
      case (.open, _): flaw("the comment does not end on its line; write it on one line, with --> at its end")
      }
    }
    if let open {
      flaws.append(
        Flaw(line: open.line, column: open.column, message: "the block has no end; write <!-- /statekit --> below it"))
    }
  }

  /// The marker in a line without the blanks around it; nil if it has none.
  static func marker(_ text: ArraySlice<UInt8>) -> Marker? {
    guard text.starts(with: "<!--".utf8) else { return nil }
    let rest = text.dropFirst(4).drop(while: isBlank)
    let (begin, end) = ("statekit:".utf8, "/statekit".utf8)
    let isEnd = rest.starts(with: end)
    guard isEnd || rest.starts(with: begin) else { return nil }
    let closing = "-->".utf8
    let word = rest.dropFirst(isEnd ? end.count : begin.count)
    guard word.count >= closing.count, word.suffix(closing.count).elementsEqual(closing) else {
      return isEnd && !word.isEmpty && !isBlank(word[word.startIndex]) ? nil : .open
    }
    let inner = word.dropLast(closing.count).trimmedLine
    if !isEnd { return .begin(command: Array(inner)) }
    return inner.isEmpty ? .end : nil
  }

  /// The fence with which a line begins; nil if there is none.
  private static func fence(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = text.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
    let ticks = text.prefix { $0 == first }
    // Three backticks with more of them behind are code in a line.
    if first == UInt8(ascii: "`"), text.dropFirst(ticks.count).contains(first) { return nil }
    return ticks.count >= 3 ? ticks : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
