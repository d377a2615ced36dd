import StateKitCore
import StateKitFormat

extension ChartLoading {
  /// What becomes of a chart that is read with its source positions.
  enum Located {
    case chart(LoadedChart)
    case failed(ExitStatus)
  }

  /// A chart with its source positions; its diagnostics are shown where it has errors. What `validate` warns of is left to it.
  static func located(
    _ path: String, as reading: ChartReading, _ streams: Streams, _ messenger: inout Messenger
  ) -> Located {
    switch open(path, streams) {
    case .unreadable(let name, let reason):
      messenger.say("statekit: cannot read \(name): \(reason)")
      return .failed(.unable)
    case .outOfReach: return .failed(.unable)
    case .tooLarge(let diagnostic, let source):
      messenger.show([diagnostic], in: source)
      return .failed(.inputAtFault)
    case .text(let file):
      let findings = Findings()
      let (located, source) = locate(file, at: path, as: reading, streams, findings)
      guard let located, !findings.hasErrors else {
        messenger.show(findings, in: source)
        return .failed(.inputAtFault)
      }
      return .chart(LoadedChart(located: located, source: source))
    }
  }
}
