package import StateKit

/// Reads a chart file: JSON with positions, then the chart, then what only the whole tree can tell.
package enum ChartReader {
  /// The chart, or nil where there are errors, and everything that is wrong with the file, in order of place.
  package static func read(_ source: SourceText) -> (chart: Chart?, diagnostics: [Diagnostic]) {
    let range: Range<Int>
    do {
      range = try JSONDocument.body(of: source, what: "chart")
    } catch {
      return (nil, [error.diagnostic])
    }
    var decoder = ChartDecoder(JSONReader(source.bytes, range: range, names: ChartKey.names()))
    decoder.decode()
    let found = decoder.diagnostics + decoder.reader.diagnostics
    if decoder.isCut || !decoder.hasRoot { return (nil, found.sortedByPlace()) }
    decoder.draft.names = decoder.reader.names
    let (chart, more) = ChartBuilder.build(decoder.draft)
    return (found.hasErrors ? nil : chart, (found + more).sortedByPlace())
  }
}
