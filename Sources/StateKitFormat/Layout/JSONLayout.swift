package import StateKitCore

/// Writes a JSON value for people: members keep their order, two spaces for each level, one line where the content
/// fits. Or on a single line, for programs.
package struct JSONLayout: ~Copyable {
  private static let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 16)
  /// The maximum number of columns of a line, if its value can be divided.
  private static let columns = 100

  private let nodes: [JSONDraft.Node]
  /// The number of columns of each value on one line, including its key.
  private let widths: [Int]
  private let isDividing: Bool
  private var out: ByteBuffer
  private var links: [SourceOrigin.Link] = []
  private var sharedHandlers: [Int32] = []
  private let file: SourceText

  /// The text; its parts have their origins in `file`. Ends early if it has more than `most` bytes: the indents of deep
  /// values can be far longer than the values.
  package static func text(
    of draft: JSONDraft, from file: SourceText, onOneLine: Bool = false, upTo most: Int = .max
  ) -> SourceText {
    draft.withTokens { tokens in
      var layout = JSONLayout(draft.nodes, tokens: tokens, file: file, isDividing: !onOneLine)
      layout.write(tokens, upTo: onOneLine ? .max : most)
      return SourceText(
        bytes: layout.out.bytes,
        from: SourceOrigin(
          file: file, links: layout.links, sharedHandlers: layout.sharedHandlers, wording: draft.wording,
          notation: draft.notation))
    }
  }

  /// The most bytes of the layout of a text: deep values have indents that are far longer than the text.
  package static func mostBytes(of text: [UInt8]) -> Int { max(64 << 20, 16 * text.count) }

  /// The error for a layout with more bytes than `mostBytes`.
  package static func tooLong(_ file: SourceText) -> Diagnostic {
    Diagnostic(
      .tooLarge, at: SourceSpan(0, end: 0),
      message:
        "the layout would have more than \(mostBytes(of: file.bytes) >> 20) MiB: its values are nested too deeply")
  }

  private init(_ nodes: [JSONDraft.Node], tokens: Span<UInt8>, file: SourceText, isDividing: Bool) {
    self.nodes = nodes
    self.file = file
    self.isDividing = isDividing
    // Includes the characters between and before the tokens.
    out = ByteBuffer(capacity: tokens.count * 2)
    links.reserveCapacity(nodes.count * 2)
    widths = isDividing ? Self.widths(of: nodes, tokens: tokens) : []
  }

  private static func widths(of nodes: [JSONDraft.Node], tokens: Span<UInt8>) -> [Int] {
    var widths = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices.reversed() {
      let node = nodes[index]
      switch node.kind {
      case .scalar: widths[index] += columns(of: node.value.range, tokens: tokens)
      // Each part includes its comma and space; those of the last part count for the brackets.
      case .array, .object: widths[index] += node.firstChild < 0 ? 2 : 0
      }
      if !node.key.isEmpty { widths[index] += columns(of: node.key.range, tokens: tokens) + 2 }
      if node.parent >= 0 { widths[Int(node.parent)] += widths[index] + 2 }
    }
    return widths
  }

  private static func columns(of token: Range<Int32>, tokens: Span<UInt8>) -> Int {
    var count = 0
    for index in Int(token.lowerBound)..<Int(token.upperBound) where tokens[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  private struct Open {
    let node: Int
    let isDivided: Bool
  }

  private mutating func write(_ tokens: Span<UInt8>, upTo most: Int) {
    var open: [Open] = []
    var next = JSONDraft.top
    while out.count <= most {
      if open.last?.isDivided == true { newLine(depth: open.count) }
      write(nodes[next], tokens: tokens)
      if nodes[next].kind != .scalar {
        let comma = nodes[next].next < 0 ? 0 : 1
        let isDivided =
          isDividing && nodes[next].firstChild >= 0
          && (open.last?.isDivided ?? true) && 2 * open.count + widths[next] + comma > Self.columns
        if nodes[next].firstChild >= 0 {
          open.append(Open(node: next, isDivided: isDivided))
          next = Int(nodes[next].firstChild)
          continue
        }
        end(next)
      }
      while nodes[next].next < 0, let container = open.popLast() {
        if container.isDivided { newLine(depth: open.count) }
        end(container.node)
        next = container.node
      }
      guard let container = open.last else { break }
      if container.isDivided { out.append(UInt8(ascii: ",")) } else { out.append(UInt8(ascii: ","), UInt8(ascii: " ")) }
      next = Int(nodes[next].next)
    }
    out.append(UInt8(ascii: "\n"))
  }

  /// Writes a key, and a scalar or an opening bracket.
  private mutating func write(_ node: JSONDraft.Node, tokens: Span<UInt8>) {
    if !node.key.isEmpty {
      append(node.key, tokens: tokens)
      out.append(UInt8(ascii: ":"), UInt8(ascii: " "))
    }
    switch node.kind {
    case .scalar where node.value.isEmpty:
      sharedHandlers.append(Int32(clamping: out.count))
      link(node.value.origin)
      out.append(UInt8(ascii: "0"))
    case .scalar: append(node.value, tokens: tokens)
    case .array, .object:
      link(node.value.origin)
      out.append(node.kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    }
  }

  private mutating func end(_ index: Int) {
    out.append(nodes[index].kind == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
  }

  private mutating func newLine(depth: Int) {
    out.append(UInt8(ascii: "\n"))
    for _ in 0..<depth / 8 { out.append("                ") }
    out.append(Self.spaces.span.extracting(0..<depth % 8 * 2))
  }

  @inline(__always)
  private mutating func append(_ token: JSONDraft.Token, tokens: Span<UInt8>) {
    let bytes = tokens.extracting(Int(token.range.lowerBound)..<Int(token.range.upperBound))
    link(token.origin, count: bytes.count)
    out.append(bytes)
  }

  /// Records the origin of the next token. A token that differs from its origin needs no link of its own if the
  /// previous one has an equal origin.
  @inline(__always)
  private mutating func link(_ origin: SourceSpan, count: Int = 0) {
    if links.last?.origin == origin, count != origin.range.count { return }
    links.append(SourceOrigin.Link(start: out.count, count: count, origin: origin))
  }
}
