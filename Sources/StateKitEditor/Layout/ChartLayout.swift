package import StateKitCore
import StateKitFormat
import StateKitInterchange

/// The layout of a chart file: order kept, two spaces a level, on one line what fits there (Editing.md).
package enum ChartLayout {
  package enum Result: Sendable {
    case text([UInt8])
    /// The errors of the file in their order, at spans of the text.
    case invalid([Diagnostic], SourceText)
    /// It is a document in XML.
    case markup
  }

  /// The chart laid out. A file with errors has no layout: what would be written could be something else than is meant. Charts
  /// that it invokes are not looked at.
  package static func laidOut(_ source: SourceText) -> Result {
    let kind = ChartKind.of(source)
    if kind == .scxml { return .markup }
    let findings = Findings()
    let own = ForeignChart.translate(source, as: kind, options: ForeignOptions(), findings: findings)
    if !findings.hasErrors { ChartReader.check(own, findings: findings) }
    if findings.hasErrors { return .invalid(findings.sorted(in: own).filter { $0.severity == .error }, own) }
    guard let draft = JSONDraft.asWritten(source) else { return .text(source.bytes) }
    return .text(JSONLayout.text(of: draft, from: source).bytes)
  }

  /// The file in its layout, whatever its keys mean; nil where it is no JSON object.
  package static func laidOutJSON(_ source: SourceText) -> [UInt8]? {
    JSONDraft.asWritten(source).map { JSONLayout.text(of: $0, from: source).bytes }
  }
}
