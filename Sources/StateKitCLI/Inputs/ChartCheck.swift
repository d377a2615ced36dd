import StateKitAnalysis
import StateKitCore
import StateKitFormat

/// What is wrong or looks unintended in a chart: what reading it has found, and what the rules find. What is only worth
/// knowing is left to `validate`.
struct ChartCheck {
  /// Nil where nothing could be made of the file.
  let located: LocatedChart?
  let source: SourceText
  /// What reading the chart has found, and nothing else.
  let findings: Findings
  /// The slots of the context that scripts read.
  var slotsRead: Set<Int> = []

  /// Shows all of it, in order of position. The rules are asked here, so that nobody pays for what is not shown.
  func show(_ messenger: inout Messenger) {
    if messenger.isQuiet, !findings.hasErrors { return }
    analyze()
    messenger.show(findings, in: source, withInfos: false)
  }

  /// All of it, in order of position.
  func diagnostics() -> [Diagnostic] {
    analyze()
    return findings.sorted(in: source).filter { $0.severity != .info }
  }

  /// A script that cannot be read may read all of the context.
  mutating func readAll() {
    slotsRead.formUnion(located?.chart.contextNames.indices ?? 0..<0)
  }

  private func analyze() {
    if let located { Analyzer.analyze(located, findings: findings, readElsewhere: slotsRead) }
  }
}
