/// The origins of the parts of a translated text.
///
/// A class, because a text contains its origin, and the origin contains a text.
@usableFromInline
package final class SourceOrigin: Sendable {
  /// A token of the translation, up to the next one.
  @usableFromInline
  package struct Link: Sendable {
    /// The token's first byte in the translation.
    @usableFromInline package let start: Int32
    /// Its length in bytes; zero for a token that only begins a container.
    @usableFromInline package let count: Int32
    /// The span from which it was translated.
    @usableFromInline package let origin: SourceSpan

    @inlinable
    package init(start: Int, count: Int = 0, origin: SourceSpan) {
      self.start = Int32(clamping: start)
      self.count = Int32(clamping: count)
      self.origin = origin
    }
  }

  /// The file that was translated.
  package let file: SourceText
  /// In the order of the translation.
  private let links: [Link]
  /// The offsets of numbers that stand for shared handlers, ascending: each refers to the handler of the previous key.
  package let sharedHandlers: [Int32]
  /// The words that differ between the translation and the file.
  let wording: SourceWording
  package let notation: ChartNotation

  package init(
    file: SourceText, links: [Link], sharedHandlers: [Int32] = [], wording: SourceWording = SourceWording(),
    notation: ChartNotation = .file
  ) {
    self.notation = notation
    self.file = file
    self.links = links
    self.sharedHandlers = sharedHandlers
    self.wording = wording
  }

  /// The span of `file` for a span of the translation. A span behind the end of the translation is a span of the file
  /// itself.
  func span(of span: SourceSpan, in translation: [UInt8]) -> SourceSpan {
    let count = translation.count
    if Int(span.start) >= count, count > 0 || links.isEmpty {
      return SourceSpan(Int(span.start) - count, end: Int(span.end) - count)
    }
    let low = links.partitionPoint { $0.start <= span.start }
    guard low > 0 else { return SourceSpan(0, end: 0) }
    let link = links[low - 1]
    let offset = Int(span.start - link.start)
    guard isVerbatim(link, in: translation), offset + span.range.count <= link.origin.range.count else {
      return link.origin
    }
    let start = Int(link.origin.start) + offset
    return SourceSpan(start, end: start + span.range.count)
  }

  /// True if a token equals its origin except for quotes: then a span inside it maps to a span inside the origin.
  private func isVerbatim(_ link: Link, in translation: [UInt8]) -> Bool {
    let (start, end) = (Int(link.origin.start), Int(link.origin.end))
    let count = Int(link.count)
    let original = file.bytes
    guard count == end - start, end <= original.count, count >= 2 else { return false }
    let inside = Int(link.start) + 1..<Int(link.start) + count - 1
    return translation.span.extracting(inside).equals(original.span.extracting(start + 1..<end - 1))
  }
}
