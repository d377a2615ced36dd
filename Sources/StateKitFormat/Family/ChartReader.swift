package import StateKitCore

/// Reads a chart file: JSON with positions, then the chart, then what only the whole tree can tell.
package enum ChartReader {
  /// The chart, or nil where there are errors; everything that is wrong with the file is added to `findings`, but for
  /// what the file itself allows.
  ///
  /// The charts that it invokes are read from `folder`. `dynamicKeys`: context keys that may hold anything, because somebody
  /// sets them to values of other types.
  package static func read(
    _ source: SourceText, findings: Findings, in folder: ChartFolder = .none, dynamicKeys: [String] = []
  ) -> Chart? {
    let found = locate(source, findings: findings, in: folder, dynamicKeys: dynamicKeys)
    return findings.hasErrors ? nil : found?.chart
  }

  /// The chart with its source positions, also where there are errors, for analysis; nil where there is no tree of states at all.
  package static func locate(
    _ source: SourceText, findings: Findings, in folder: ChartFolder = .none, dynamicKeys: [String] = []
  ) -> LocatedChart? {
    guard let located = ChartFile.locate(source, findings: findings, memory: folder.memory, dynamicKeys: dynamicKeys)
    else { return nil }
    return FamilyReader.link(located, source: source, findings: findings, in: folder, dynamicKeys: dynamicKeys)
  }

  /// Adds what is wrong with a chart by itself to `findings`: the charts that it invokes are not looked at.
  package static func check(_ source: SourceText, findings: Findings) {
    _ = ChartFile.locate(source, findings: findings, memory: .unbounded)
  }
}
