package import StateKitCore
import StateKitFormat

/// Translates charts in other notations into ours, with positions in the original file.
package enum ForeignChart {
  /// The chart in our notation: the file itself if it is one of ours. Errors in the file are added to the findings.
  /// If it cannot be translated, the result is an empty text with the file as its origin.
  package static func translate(
    _ file: SourceText, as kind: ChartKind? = nil, options: ForeignOptions, findings: Findings,
    memory: MemoryGauge = .unbounded
  ) -> SourceText {
    let own = Findings()
    let draft: JSONDraft?
    var file = file
    switch kind ?? .of(file) {
    case .statekit: return file
    case .xstate: draft = XStateReader.read(file, version: nil, findings: own, memory: memory)
    case .xstate4: draft = XStateReader.read(file, version: 4, findings: own, memory: memory)
    case .xstate5: draft = XStateReader.read(file, version: 5, findings: own, memory: memory)
    case .scxml:
      do throws(XMLReader.SyntaxError) {
        file = try XMLEncoding.decoded(file)
        draft = SCXMLReader.read(file, options: options, findings: own, memory: memory)
      } catch {
        own.add(error.diagnostic)
        draft = nil
      }
    }
    let text =
      draft.map { layout(of: $0, from: file, onOneLine: options.isUnseen) }
      ?? SourceText(bytes: [], from: SourceOrigin(file: file, links: []))
    findings.add(own) { text.span(ofShown: $0) }
    return text
  }

  /// A translation whose layout is too long is on one line.
  private static func layout(of draft: JSONDraft, from file: SourceText, onOneLine: Bool) -> SourceText {
    let most = JSONLayout.mostBytes(of: file.bytes)
    let text = JSONLayout.text(of: draft, from: file, onOneLine: onOneLine, upTo: most)
    return onOneLine || text.bytes.count <= most ? text : JSONLayout.text(of: draft, from: file, onOneLine: true)
  }
}
