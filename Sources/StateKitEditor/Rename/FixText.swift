import CEL
package import StateKitCore
import StateKitFormat

/// The edit of a fix in a file.
package enum FixText {
  /// The edit that applies the fix of a finding; nil if there is no fix, or the name is not at the span of the finding.
  /// `source`: the text of the finding's spans; a text translated from another file has no edits.
  package static func edit(for finding: Diagnostic, in source: SourceText) -> TextEdit? {
    guard let fix = finding.fix, source.origin == nil else { return nil }
    let range = finding.span.range.clamped(to: source.bytes.indices)
    guard let first = range.first else { return nil }
    switch source.bytes[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return inside(range, fix: fix, in: source)
    case UInt8(ascii: "\""): return string(SourceSpan(range), fix: fix, in: source)
    case UInt8(ascii: "'"): return text(range, fix: fix, opening: 1)
    case UInt8(ascii: "\\"): return text(range, fix: fix, opening: 2, in: source)
    default:
      guard source.bytes[range].elementsEqual(fix.old.utf8) else { return nil }
      // A command, or a part of a line: a name without quotes has no space.
      let isLine = fix.new.utf8.first == UInt8(ascii: ":") || fix.old.utf8.contains(UInt8(ascii: " "))
      let isBare = isLine || DisplayText.isBareWord(fix.new.utf8Bytes.span)
      return TextEdit(SourceSpan(range), bytes: isBare ? Array(fix.new.utf8) : NameText.quoted(fix.new.utf8))
    }
  }

  /// Replaces a JSON string as a whole.
  private static func string(_ span: SourceSpan, fix: Fix, in source: SourceText) -> TextEdit? {
    guard StringText(source.bytes, at: span).bytes.elementsEqual(fix.old.utf8) else { return nil }
    return TextEdit(span, bytes: NameText.quoted(fix.new.utf8))
  }

  /// Replaces a text literal of an expression, between its quotes.
  private static func text(_ range: Range<Int>, fix: Fix, opening: Int, in source: SourceText? = nil) -> TextEdit? {
    let inner = range.lowerBound + opening..<range.upperBound - opening
    // Names with special characters have to be changed by hand.
    let isPlain = !fix.new.utf8.contains {
      $0 < 0x20 || [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\")].contains($0)
    }
    guard inner.count == fix.old.utf8.count, isPlain else { return nil }
    return TextEdit(SourceSpan(inner), bytes: Array(fix.new.utf8))
  }

  /// Replaces the only string in a value that contains the old name.
  private static func inside(_ range: Range<Int>, fix: Fix, in source: SourceText) -> TextEdit? {
    let tree = SyntaxReader.read(source.bytes, in: range)
    let found = tree.nodes.filter { node in
      node.kind == .string && StringText(source.bytes, at: node.span).bytes.elementsEqual(fix.old.utf8)
    }
    return found.count == 1 ? string(found[0].span, fix: fix, in: source) : nil
  }
}
