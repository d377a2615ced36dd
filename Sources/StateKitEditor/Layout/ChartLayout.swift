package import StateKitCore
import StateKitFormat
import StateKitInterchange

/// The layout of a chart file: members keep their order, two spaces for each level, one line where the content fits
/// (Editing.md).
package enum ChartLayout {
  package enum Result: Sendable {
    case text([UInt8])
    /// The errors of the file in order, with spans in the text.
    case invalid([Diagnostic], SourceText)
    /// The file is an XML document.
    case markup
    /// The layout is too long.
    case tooLarge(Diagnostic)
  }

  /// Formats a chart. A file with errors has no layout, because the result could have another meaning. Invoked charts
  /// are not read. A layout has at most `most` bytes.
  package static func laidOut(_ source: SourceText, upTo most: Int = .max) -> Result {
    let kind = ChartKind.of(source)
    if kind == .scxml { return .markup }
    let findings = Findings()
    let own = ForeignChart.translate(source, as: kind, options: ForeignOptions(), findings: findings)
    if !findings.hasErrors { ChartReader.check(own, findings: findings) }
    if findings.hasErrors { return .invalid(findings.sorted(in: own).filter { $0.severity == .error }, own) }
    guard let draft = JSONDraft.asWritten(source) else { return .text(source.bytes) }
    let most = min(most, JSONLayout.mostBytes(of: source.bytes))
    let text = JSONLayout.text(of: draft, from: source, upTo: most).bytes
    return text.count > most ? .tooLarge(JSONLayout.tooLong(source)) : .text(text)
  }

  /// Formats a file by the rules of JSON alone; nil if it is not a JSON object.
  package static func laidOutJSON(_ source: SourceText) -> [UInt8]? {
    JSONDraft.asWritten(source).map { JSONLayout.text(of: $0, from: source).bytes }
  }
}
