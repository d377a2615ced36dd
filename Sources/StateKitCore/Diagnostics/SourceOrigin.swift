/// Where the parts of a text come from that was translated from another file.
///
/// A class: a text has it for a part, and it a text.
@usableFromInline
package final class SourceOrigin: Sendable {
  /// A token of the translation, up to the next one.
  @usableFromInline
  package struct Link: Sendable {
    /// The token's first byte in the translation.
    @usableFromInline package let start: Int32
    /// What it was made of.
    @usableFromInline package let origin: SourceSpan
    /// The token says the same, byte for byte: a span inside it is a span inside its origin.
    @usableFromInline package let isVerbatim: Bool

    @inlinable
    package init(start: Int, origin: SourceSpan, isVerbatim: Bool) {
      self.start = Int32(clamping: start)
      self.origin = origin
      self.isVerbatim = isVerbatim
    }
  }

  /// The file that was translated.
  package let file: SourceText
  /// In the order of the translation.
  private let links: [Link]
  /// The first bytes of numbers that stand in place of handlers, ascending: each for the handler of the key before its own.
  package let sharedHandlers: [Int32]

  package init(file: SourceText, links: [Link], sharedHandlers: [Int32] = []) {
    self.file = file
    self.links = links
    self.sharedHandlers = sharedHandlers
  }

  /// The span of `file` that a span of the translation, which has `count` bytes, was made of. What lies behind the
  /// translation is a span of the file itself.
  func span(of span: SourceSpan, translated count: Int) -> SourceSpan {
    if Int(span.start) >= count, count > 0 || links.isEmpty {
      return SourceSpan(Int(span.start) - count, Int(span.end) - count)
    }
    var low = 0
    var high = links.count
    while low < high {
      let middle = (low + high) / 2
      if links[middle].start <= span.start { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return SourceSpan(0, 0) }
    let link = links[low - 1]
    let offset = Int(span.start - link.start)
    guard link.isVerbatim, offset + span.range.count <= link.origin.range.count else { return link.origin }
    let start = Int(link.origin.start) + offset
    return SourceSpan(start, start + span.range.count)
  }
}
