import StateKitAnalysis
import StateKitCore
import StateKitFormat

/// The errors and probable mistakes of a chart: the findings of the reader and of the rules. Notes are left to
/// `validate`.
struct ChartCheck {
  /// Nil if the file could not be read as a chart.
  let located: LocatedChart?
  let source: SourceText
  /// The findings of the reader alone.
  let findings: Findings
  /// The slots of the context that scripts read.
  var slotsRead: Set<Int> = []

  /// The chart; nil if it has errors.
  var loaded: LoadedChart? {
    findings.hasErrors ? nil : located.map { LoadedChart(located: $0, source: source) }
  }

  /// Shows all findings, in order of position. The rules run only here, so that hidden findings cost nothing.
  func show(_ messenger: inout Messenger) {
    if messenger.isQuiet, !findings.hasErrors { return }
    analyze()
    messenger.show(findings, in: source, withInfos: false)
  }

  /// All findings, in order of position.
  func diagnostics() -> [Diagnostic] {
    analyze()
    return findings.sorted(in: source).filter { $0.severity != .info }
  }

  /// Counts all of the context as read, for a script that cannot be read in advance.
  mutating func readAll() { slotsRead.formUnion(located?.chart.contextNames.indices ?? 0..<0) }

  private func analyze() {
    if let located { Analyzer.analyze(located, findings: findings, readElsewhere: slotsRead) }
  }
}
