package import StateKit

/// Reads a chart file: JSON with positions, then the chart, then what only the whole tree can tell.
package enum ChartReader {
  /// The chart, or nil where there are errors; everything that is wrong with the file is added to `findings`.
  package static func read(_ source: SourceText, _ findings: Findings) -> Chart? {
    let range: Range<Int>
    do {
      range = try JSONDocument.body(of: source, what: "chart")
    } catch {
      findings.add(error.diagnostic)
      return nil
    }
    var decoder = ChartDecoder(JSONReader(source.bytes, range: range, names: ChartKey.names(), findings), findings)
    decoder.decode()
    if decoder.isCut || !decoder.hasRoot { return nil }
    decoder.draft.names = decoder.reader.names
    return ChartBuilder.build(decoder.draft, findings)
  }
}
