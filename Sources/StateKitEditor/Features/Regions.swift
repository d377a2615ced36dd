package import StateKitCore

/// The foldable regions of a file, and the steps of an expanding selection.
package enum Regions {
  /// Spans that can be folded to their first line.
  package static func folding(_ document: ChartDocument) -> [SourceSpan] {
    document.tree.nodes.filter { $0.isContainer && $0.span.range.count > 2 }.map(\.span)
  }

  /// The tests of a script, without the blank lines after them.
  package static func folding(_ document: ScriptDocument) -> [SourceSpan] {
    Outline.symbols(of: document).map { symbol in
      var end = Int(symbol.span.end)
      while end > Int(symbol.span.start), document.source.bytes[end - 1] <= 0x20 { end -= 1 }
      return SourceSpan(Int(symbol.span.start), end: end)
    }
  }

  /// The spans around an offset, the innermost first, each larger than the one before.
  package static func selection(at offset: Int, in document: ChartDocument) -> [SourceSpan] {
    var spans: [SourceSpan] = []
    if let (found, _) = document.occurrence(at: offset) { spans = [found.span, found.token] }
    if let node = document.tree.node(at: offset) {
      for index in document.tree.line(to: node).reversed() {
        let node = document.tree.nodes[index]
        let isInKey = node.hasKey && offset <= Int(node.keySpan.end)
        spans.append(isInKey ? node.keySpan : node.span)
        if node.isContainer, !isInKey { spans.append(inside(node.span)) }
        if node.hasKey { spans.append(SourceSpan(Int(node.keySpan.start), end: Int(node.span.end))) }
      }
    }
    return nested(spans, around: offset, in: document.source)
  }

  /// `tests`: the spans of its symbols.
  package static func selection(at offset: Int, in document: ScriptDocument, tests: [SourceSpan]) -> [SourceSpan] {
    var spans: [SourceSpan] = []
    if let index = document.line(at: offset) {
      let line = document.lines[index]
      spans = line.parts.touching(offset) { $0.span }.map(\.span) + [line.span]
    }
    spans += tests.touching(offset) { $0 }
    return nested(spans, around: offset, in: document.source)
  }

  /// The span between the brackets.
  private static func inside(_ span: SourceSpan) -> SourceSpan {
    SourceSpan(Int(span.start) + 1, end: max(Int(span.start) + 1, Int(span.end) - 1))
  }

  private static func nested(_ spans: [SourceSpan], around offset: Int, in source: SourceText) -> [SourceSpan] {
    let around = spans.filter { $0.touches(offset) && !$0.range.isEmpty }
    var found: [SourceSpan] = []
    for span in around.sorted(by: { $0.range.count < $1.range.count }) + [SourceSpan(0, end: source.bytes.count)] {
      if let last = found.last {
        guard span.start <= last.start, span.end >= last.end, span != last else { continue }
      }
      found.append(span)
    }
    return found
  }
}
