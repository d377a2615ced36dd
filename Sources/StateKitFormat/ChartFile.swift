import StateKitCore

/// Reads one chart file, without the charts that it invokes.
enum ChartFile {
  /// The chart with its source positions; nil if it has no tree of states. Errors are added to `findings`.
  /// `dynamicKeys`: context keys that may hold any type.
  static func locate(
    _ source: SourceText, findings: Findings, memory: MemoryGauge, dynamicKeys: [String] = []
  ) -> LocatedChart? {
    if let origin = source.origin, findings.notation == .file { findings.notation = origin.notation }
    let range: Range<Int>
    do {
      range = try JSONDocument.body(of: source, what: "chart")
    } catch {
      findings.add(error.diagnostic)
      return nil
    }
    guard let draft = draft(of: source, in: range, findings: findings, memory: memory) else { return nil }
    return ChartBuilder.build(
      draft, findings: findings, dynamicKeys: dynamicKeys, translation: source.origin == nil ? nil : source)
  }

  /// A separate function for the draft, so that the decoder is released before the chart is built.
  private static func draft(
    of source: SourceText, in range: Range<Int>, findings: Findings, memory: MemoryGauge
  ) -> ChartDraft? {
    let reader = JSONReader(source.bytes, range: range, names: ChartKey.names(), findings: findings, memory: memory)
    var decoder = ChartDecoder(
      reader, findings: findings, sharesHandlers: source.origin?.sharedHandlers.isEmpty == false)
    decoder.decode()
    findings.allow(decoder.draft.allowances)
    if decoder.isCut || !decoder.hasRoot {
      decoder.draft.expressions.checkSyntax(findings)
      return nil
    }
    decoder.draft.names = decoder.reader.names
    if !memory.admits(decoder.draft.bytesToBuild) {
      findings.add(MemoryGauge.refusal(at: range.upperBound))
      return nil
    }
    return decoder.draft
  }
}
