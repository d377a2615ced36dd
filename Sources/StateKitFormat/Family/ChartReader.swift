package import StateKitCore

/// Reads a chart file: JSON with positions, then the chart, then the checks that need the whole tree.
package enum ChartReader {
  /// The chart, or nil if it has errors. Findings are added to `findings`, except those that the file suppresses.
  ///
  /// The charts that it invokes are read from `folder`. `dynamicKeys`: context keys that may hold any type, because
  /// they are assigned values of other types.
  package static func read(
    _ source: SourceText, findings: Findings, in folder: ChartFolder = .none, dynamicKeys: [String] = []
  ) -> Chart? {
    let found = locate(source, findings: findings, in: folder, dynamicKeys: dynamicKeys)
    return findings.hasErrors ? nil : found?.chart
  }

  /// The chart with its source positions, even if it has errors, for analysis; nil if it has no tree of states.
  package static func locate(
    _ source: SourceText, findings: Findings, in folder: ChartFolder = .none, dynamicKeys: [String] = []
  ) -> LocatedChart? {
    guard let located = ChartFile.locate(source, findings: findings, memory: folder.memory, dynamicKeys: dynamicKeys)
    else { return nil }
    return FamilyReader.link(located, source: source, findings: findings, in: folder, dynamicKeys: dynamicKeys)
  }

  /// Adds the findings of a chart by itself to `findings`, without the charts that it invokes.
  package static func check(_ source: SourceText, findings: Findings) {
    _ = ChartFile.locate(source, findings: findings, memory: .unbounded)
  }
}
