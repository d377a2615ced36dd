package import StateKitCore
import StateKitFormat

/// Charts of other kinds on their way in: each is translated into one of ours, whose parts know where they come from.
package enum ForeignChart {
  /// The chart in our notation: the file itself where it is one of ours. What is wrong with the file is added to the
  /// findings; where nothing can be made of it, the text that comes back is empty and has the file for its origin.
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
      draft.map { JSONLayout.text(of: $0, from: file, onOneLine: options.isUnseen) }
      ?? SourceText(bytes: [], from: SourceOrigin(file: file, links: []))
    findings.add(own) { text.span(ofShown: $0) }
    return text
  }
}
