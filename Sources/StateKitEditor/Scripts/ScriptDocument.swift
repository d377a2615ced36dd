package import StateKitCore
import StateKitFormat

/// One version of a script's text for an editor.
package struct ScriptDocument: Sendable {
  package let source: SourceText
  package let lines: [ScriptLineSyntax]

  package init(_ source: SourceText) {
    self.source = source
    var lines: [ScriptLineSyntax] = []
    let bytes = source.bytes
    var start = source.markLength
    while let line = ScriptLines.next(in: bytes.span, from: &start) {
      lines.append(ScriptLineReader.read(bytes, line: line, number: lines.count + 1))
    }
    self.lines = lines
  }

  /// The file name of its first `:chart` line, relative to the script; nil without one.
  package var chartFile: String? {
    for line in lines where line.kind == .chart {
      guard let part = line.parts.last, part.kind == .file else { continue }
      return StringText(source.bytes, at: part.span).text
    }
    return nil
  }

  /// The index of the line that contains an offset; its line end belongs to it.
  package func line(at offset: Int) -> Int? {
    let low = lines.partitionPoint { Int($0.span.start) <= offset }
    return low > 0 ? low - 1 : nil
  }

  /// The occurrences of the names of `chart` in the script, in the order of the text. A name without a meaning in the
  /// chart has the thing -1. `isHere`: true if the chart is at the end of some ids of children; without it, the names are
  /// those of the script's own chart.
  package func occurrences(
    of chart: NameIndex, at isHere: @escaping ([String]) -> Bool = { $0.isEmpty }
  ) -> [NameOccurrence] {
    var finder = ScriptNameFinder(source.bytes, in: chart, at: isHere)
    for line in lines { finder.add(line) }
    return finder.occurrences.sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }

  /// The name of a chart at an offset.
  package func occurrence(at offset: Int, of chart: NameIndex) -> NameOccurrence? {
    let found = occurrences(of: chart).filter { $0.token.touches(offset) }
    // In a path such as `a.x`, each part is a name of its own.
    let name = found.last { $0.span.touches(offset) } ?? found.last
    return name.flatMap { $0.isNamed(at: offset) ? $0 : nil }
  }

  /// Its expressions, in the order of the text.
  package func expressions(of chart: NameIndex) -> [ExpressionSite] {
    var finder = ScriptNameFinder(source.bytes, in: chart)
    for line in lines { finder.add(line) }
    return finder.expressions
  }
}
