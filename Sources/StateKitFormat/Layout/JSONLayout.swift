package import StateKitCore

/// Writes a JSON value as people lay it out: order kept, two spaces a level, on one line what fits there.
package struct JSONLayout: ~Copyable {
  /// How many columns a line has at most, if its value can be divided.
  private static let columns = 100

  private let draft: JSONDraft
  /// How many columns each value takes on one line, with its key.
  private let widths: [Int]
  private var out = ByteBuffer()
  private var links: [SourceOrigin.Link] = []
  private let file: SourceText

  /// The text, whose parts know which parts of `file` they were made of.
  package static func text(of draft: JSONDraft, from file: SourceText) -> SourceText {
    var layout = JSONLayout(draft, file)
    layout.write()
    return SourceText(bytes: layout.out.bytes, from: SourceOrigin(file: file, links: layout.links))
  }

  private init(_ draft: JSONDraft, _ file: SourceText) {
    self.draft = draft
    self.file = file
    var widths = [Int](repeating: 0, count: draft.nodes.count)
    for index in draft.nodes.indices.reversed() {
      let node = draft.nodes[index]
      switch node.kind {
      case .scalar: widths[index] += Self.columns(of: node.token, draft)
      // Of each of its parts the comma and the space are counted, but for the last one's, in place of the brackets.
      case .array, .object: widths[index] += node.firstChild < 0 ? 2 : 0
      }
      if !node.key.isEmpty { widths[index] += Self.columns(of: node.key, draft) + 2 }
      if node.parent >= 0 { widths[Int(node.parent)] += widths[index] + 2 }
    }
    self.widths = widths
  }

  private static func columns(of token: Range<Int32>, _ draft: JSONDraft) -> Int {
    draft.bytes(of: token) { bytes in
      var count = 0
      for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }

  /// A container that is open.
  private struct Open {
    let node: Int
    let isDivided: Bool
  }

  private mutating func write() {
    var open: [Open] = []
    var next = JSONDraft.top
    while true {
      begin(next, depth: open.count, isDivided: open.last?.isDivided ?? false)
      if draft.nodes[next].kind != .scalar {
        let comma = draft.nodes[next].next < 0 ? 0 : 1
        let isDivided =
          draft.nodes[next].firstChild >= 0
          && (open.last?.isDivided ?? true) && 2 * open.count + widths[next] + comma > Self.columns
        if draft.nodes[next].firstChild >= 0 {
          open.append(Open(node: next, isDivided: isDivided))
          next = Int(draft.nodes[next].firstChild)
          continue
        }
        end(next)
      }
      while draft.nodes[next].next < 0, let container = open.popLast() {
        if container.isDivided { newLine(depth: open.count) }
        end(container.node)
        next = container.node
      }
      guard let container = open.last else { break }
      out.append(UInt8(ascii: ","))
      if !container.isDivided { out.append(UInt8(ascii: " ")) }
      next = Int(draft.nodes[next].next)
    }
    out.append(UInt8(ascii: "\n"))
  }

  /// Writes a value up to its first part.
  private mutating func begin(_ index: Int, depth: Int, isDivided: Bool) {
    if isDivided { newLine(depth: depth) }
    let node = draft.nodes[index]
    if !node.key.isEmpty {
      append(node.key, from: node.keyOrigin)
      out.append(": ")
    }
    switch node.kind {
    case .scalar: append(node.token, from: node.origin)
    case .array, .object:
      links.append(SourceOrigin.Link(start: out.count, origin: node.origin, isVerbatim: false))
      out.append(node.kind == .array ? "[" : "{")
    }
  }

  private mutating func end(_ index: Int) {
    out.append(draft.nodes[index].kind == .array ? "]" : "}")
  }

  private mutating func newLine(depth: Int) {
    out.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { out.append("  ") }
  }

  private mutating func append(_ token: Range<Int32>, from origin: SourceSpan) {
    links.append(SourceOrigin.Link(start: out.count, origin: origin, isVerbatim: isSame(token, origin)))
    draft.bytes(of: token) { out.append($0) }
  }

  /// Whether a token says the same as its origin, whatever the quotes are.
  private func isSame(_ token: Range<Int32>, _ origin: SourceSpan) -> Bool {
    guard token.count == origin.range.count, origin.range.upperBound <= file.bytes.count, token.count >= 2 else {
      return false
    }
    return draft.bytes(of: token) { bytes in
      for offset in 1..<bytes.count - 1 where bytes[offset] != file.bytes[Int(origin.start) + offset] { return false }
      return true
    }
  }
}
