package import StateKitCore

/// Reads a chart file: JSON with positions, then the chart, then what only the whole tree can tell.
package enum ChartReader {
  /// The chart, or nil where there are errors; everything that is wrong with the file is added to `findings`, but for
  /// what the file itself allows.
  ///
  /// The charts that it invokes are read from `folder`.
  package static func read(_ source: SourceText, _ findings: Findings, in folder: ChartFolder = .none) -> Chart? {
    let found = locate(source, findings, in: folder)
    return findings.hasErrors ? nil : found?.chart
  }

  /// The chart with its places, also where there are mistakes, for analysis; nil where there is no tree of states at all.
  package static func locate(
    _ source: SourceText, _ findings: Findings, in folder: ChartFolder = .none
  ) -> LocatedChart? {
    guard let located = locate(alone: source, findings, folder.memory) else { return nil }
    FamilyReader.link(located, source, findings, in: folder)
    return located
  }

  /// A chart without those that it invokes.
  static func locate(alone source: SourceText, _ findings: Findings, _ memory: MemoryGauge) -> LocatedChart? {
    let range: Range<Int>
    do {
      range = try JSONDocument.body(of: source, what: "chart")
    } catch {
      findings.add(error.diagnostic)
      return nil
    }
    guard let draft = draft(of: source, range, findings, memory) else { return nil }
    return ChartBuilder.build(draft, findings)
  }

  /// The draft alone, so that what was needed to decode it is gone when the chart is built.
  private static func draft(
    of source: SourceText, _ range: Range<Int>, _ findings: Findings, _ memory: MemoryGauge
  ) -> ChartDraft? {
    let reader = JSONReader(source.bytes, range: range, names: ChartKey.names(), findings, memory)
    var decoder = ChartDecoder(reader, findings)
    decoder.decode()
    findings.allow(decoder.draft.allowances)
    if decoder.isCut || !decoder.hasRoot { return nil }
    decoder.draft.names = decoder.reader.names
    if !memory.admits(decoder.draft.bytesToBuild) {
      findings.add(MemoryGauge.refusal(at: range.upperBound))
      return nil
    }
    return decoder.draft
  }
}
