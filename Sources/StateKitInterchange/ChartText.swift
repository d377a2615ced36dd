package import StateKitCore
import StateKitFormat

/// Writes a chart of ours as text, in our notation or another one.
package enum ChartText {
  /// The chart as an XState 5 machine. Parts without a counterpart there are reported at spans of `source`: as
  /// errors, or if `isLossy`, as warnings of what is left out.
  package static func xstate(_ source: SourceText, isLossy: Bool, findings: Findings) -> [UInt8] {
    guard let chart = ChartSource(source, isLossy: isLossy) else { return [] }
    return text(of: XStateWriter.write(chart, findings: findings, isLossy: isLossy), from: source, findings: findings)
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
    return checked(SCXMLWriter.write(chart, findings: findings, isLossy: isLossy), of: source, findings: findings)
  }

  /// The chart in the layout that `convert` writes. A text that was translated from another file keeps all its
  /// tokens.
  package static func laidOut(_ source: SourceText, findings: Findings) -> [UInt8] {
    let draft = source.origin == nil ? JSONDraft.of(source) : JSONDraft.asWritten(source)
    guard let draft else { return source.bytes }
    return text(of: draft, from: source, findings: findings)
  }

  private static func text(of draft: JSONDraft, from source: SourceText, findings: Findings) -> [UInt8] {
    let text = JSONLayout.text(of: draft, from: source, upTo: JSONLayout.mostBytes(of: source.bytes)).bytes
    return checked(text, of: source, findings: findings)
  }

  /// Reports a text that is too long.
  private static func checked(_ text: [UInt8], of source: SourceText, findings: Findings) -> [UInt8] {
    if text.count <= JSONLayout.mostBytes(of: source.bytes) { return text }
    findings.add(JSONLayout.tooLong(source))
    return []
  }
}
