package import StateKitCore
import StateKitFormat

/// Writes a chart of ours as text, in our notation or another one.
package enum ChartText {
  /// The chart as an XState 5 machine. Parts without a counterpart there are reported at spans of `source`: as
  /// errors, or if `isLossy`, as warnings of what is left out.
  package static func xstate(_ source: SourceText, isLossy: Bool, findings: Findings) -> [UInt8] {
    guard let chart = ChartSource(source, isLossy: isLossy) else { return [] }
    return JSONLayout.text(of: XStateWriter.write(chart, findings: findings, isLossy: isLossy), from: source).bytes
  }

  /// The chart as an SCXML document. Parts without a counterpart are reported as for `xstate`.
  package static func scxml(_ source: SourceText, isLossy: Bool, findings: Findings) -> [UInt8] {
    guard let chart = ChartSource(source, isLossy: isLossy) else { return [] }
    if chart.referenceBytes > InputLimits.pathBytes {
      findings.add(
        .tooLarge, at: chart.span(0),
        message: "the ids of the states would have more than \(InputLimits.pathBytes >> 20) MiB together: "
          + "states with one name have their path as id", help: "give the nested states different names")
      return []
    }
    return SCXMLWriter.write(chart, findings: findings, isLossy: isLossy)
  }

  /// The chart in the layout that `convert` writes. A text that was translated from another file keeps all its
  /// tokens.
  package static func laidOut(_ source: SourceText) -> [UInt8] {
    let draft = source.origin == nil ? JSONDraft.of(source) : JSONDraft.asWritten(source)
    guard let draft else { return source.bytes }
    return JSONLayout.text(of: draft, from: source).bytes
  }
}
