import CEL
import StateKitCore

/// A JSON value on one line, written while it is built, for programs. Adding to a container ends everything open inside
/// it, so each part must be complete before its next sibling begins.
struct JSONLine: ~Copyable {
  /// A container that accepts parts.
  private struct Open {
    let id: Int
    let kind: JSONDraft.Kind
    /// The beginning, including the comma and the key before it, and the number of links at that point.
    let start: Int
    let links: Int
    var isEmpty = true
    /// The beginning of the last added value, and the number of links at that point.
    var lastValue = 0
    var lastLinks = 0
  }

  private var out = ByteBuffer()
  private var links: [SourceOrigin.Link] = []
  private var sharedHandlers: [Int32] = []
  /// The innermost container, and the enclosing ones.
  private var inner: Open
  private var outer: [Open] = []
  /// The number of containers.
  private var count = 1

  /// Begins the outermost object.
  init(origin: SourceSpan) {
    inner = Open(id: JSONDraft.top, kind: .object, start: 0, links: 0)
    links.append(SourceOrigin.Link(start: 0, origin: origin))
    out.append(UInt8(ascii: "{"))
  }

  mutating func makeRoom(_ progress: inout ReadingProgress) {
    out.makeRoom(&progress)
    links.makeRoom(&progress)
  }

  /// Adds an empty container, and returns its number.
  mutating func add(_ kind: JSONDraft.Kind, key: JSONDraft.Part?, in container: Int, origin: SourceSpan) -> Int {
    close(to: container)
    let (start, links) = (out.count, self.links.count)
    beginMember(key)
    outer.append(inner)
    inner = Open(id: count, kind: kind, start: start, links: links)
    link(at: out.count, origin: origin)
    out.append(kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    count += 1
    return inner.id
  }

  mutating func addText(_ key: JSONDraft.Part?, value: JSONDraft.Part, in container: Int) {
    close(to: container)
    beginMember(key)
    addToken(value.origin) { DisplayText.appendQuoted(value.text.utf8Bytes.span, to: &$0) }
  }

  mutating func addScalar(_ key: JSONDraft.Part?, json: Span<UInt8>, in container: Int, origin: SourceSpan) {
    close(to: container)
    beginMember(key)
    addToken(origin) { $0.append(json) }
  }

  /// Adds a number in place of the previous handler, under its key with `.*` at its end.
  mutating func addShared(below key: JSONDraft.Part, in container: Int) {
    close(to: container)
    beginMember(key)
    // Between the quote and the colon.
    out.truncate(to: out.count - 2)
    out.append(".*\":")
    link(at: out.count, origin: key.origin)
    sharedHandlers.append(Int32(clamping: out.count))
    out.append(UInt8(ascii: "0"))
  }

  /// Adds a copy of the last added value under another key.
  mutating func addAgain(_ key: JSONDraft.Part, in container: Int) {
    close(to: container)
    let (value, links) = (inner.lastValue..<out.count, inner.lastLinks..<self.links.count)
    beginMember(key)
    let shift = out.count - value.lowerBound
    // Its first byte may share the origin of the key before it.
    if links.isEmpty || Int(self.links[links.lowerBound].start) > value.lowerBound {
      link(at: out.count, origin: self.links[links.lowerBound - 1].origin)
    }
    for index in links {
      let link = self.links[index]
      self.links.append(SourceOrigin.Link(start: Int(link.start) + shift, count: Int(link.count), origin: link.origin))
    }
    out.append(again: value)
  }

  /// True if an open container is empty.
  func isEmpty(_ container: Int) -> Bool {
    inner.id == container && inner.isEmpty
  }

  /// Removes the last added container, which is empty.
  mutating func remove(_ container: Int) {
    guard isEmpty(container), let around = outer.popLast() else { return }
    out.truncate(to: inner.start)
    links.removeLast(links.count - inner.links)
    inner = around
    // The bracket is the last byte again if the container is empty.
    inner.isEmpty = out.last == UInt8(ascii: "{") || out.last == UInt8(ascii: "[")
  }

  /// The text, whose parts know which parts of `file` they were made of.
  mutating func text(from file: SourceText, wording: SourceWording) -> SourceText {
    close(to: JSONDraft.top)
    end()
    out.append(UInt8(ascii: "\n"))
    return SourceText(
      bytes: out.bytes,
      from: SourceOrigin(file: file, links: links, sharedHandlers: sharedHandlers, wording: wording))
  }

  // MARK: Parts

  private mutating func end() {
    out.append(inner.kind == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
  }

  /// Ends everything open inside a container.
  @inline(__always)
  private mutating func close(to container: Int) {
    while inner.id != container {
      end()
      guard let around = outer.popLast() else { preconditionFailure("what is whole cannot be added to") }
      inner = around
    }
  }

  /// Writes the comma and the key before a value in the innermost container.
  private mutating func beginMember(_ key: JSONDraft.Part?) {
    if inner.isEmpty { inner.isEmpty = false } else { out.append(UInt8(ascii: ",")) }
    if let key {
      addToken(key.origin) { DisplayText.appendQuoted(key.text.utf8Bytes.span, to: &$0) }
      out.append(UInt8(ascii: ":"))
    }
    inner.lastValue = out.count
    inner.lastLinks = links.count
  }

  @inline(__always)
  private mutating func addToken(_ origin: SourceSpan, write: (inout ByteBuffer) -> Void) {
    let start = out.count
    write(&out)
    link(at: start, count: out.count - start, origin: origin)
  }

  /// Records the origin of a token. A token that differs from its origin needs no link of its own if the previous one
  /// has an equal origin.
  @inline(__always)
  private mutating func link(at start: Int, count: Int = 0, origin: SourceSpan) {
    if links.last?.origin == origin, count != origin.range.count { return }
    links.append(SourceOrigin.Link(start: start, count: count, origin: origin))
  }
}
