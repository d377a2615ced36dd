package import StateKitCore
import StateKitFormat

/// A chart of ours as a text, in our notation or another one.
package enum ChartText {
  /// The chart as a machine of XState 5. What cannot be said there is added to the findings, at spans of `source`: as errors,
  /// or, where `isLossy`, as warnings of what is left out.
  package static func xstate(_ source: SourceText, isLossy: Bool, findings: Findings) -> [UInt8] {
    guard let chart = ChartSource(source, isLossy: isLossy) else { return [] }
    return JSONLayout.text(of: XStateWriter.write(chart, findings: findings, isLossy: isLossy), from: source).bytes
  }

  /// The chart as an SCXML document, in the same way.
  package static func scxml(_ source: SourceText, isLossy: Bool, findings: Findings) -> [UInt8] {
    guard let chart = ChartSource(source, isLossy: isLossy) else { return [] }
    return SCXMLWriter.write(chart, findings: findings, isLossy: isLossy)
  }

  /// The chart in the layout that `convert` writes. Of a text that was translated from another file all tokens are kept.
  package static func laidOut(_ source: SourceText) -> [UInt8] {
    let draft = source.origin == nil ? JSONDraft.of(source) : JSONDraft.asWritten(source)
    guard let draft else { return source.bytes }
    return JSONLayout.text(of: draft, from: source).bytes
  }
}
