import StateKitCore
import StateKitFormat

/// What stands in a document and means nothing there.
extension SCXMLReader {
  /// What has no counterpart, or is wrong: an error; where the user takes that, it is left out, with a warning.
  func refuse(
    _ code: DiagnosticCode, at span: SourceSpan, message: @autoclosure () -> String,
    help: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil
  ) {
    if options.isLenient {
      findings.add(.leftToHost, at: span, message: message() + "; it is left out")
    } else {
      findings.add(code, at: span, message: message(), help: help(), fix: fix())
    }
  }

  /// An attribute that an element has to have.
  func required(_ name: SCXMLAttribute, of node: Int) -> JSONDraft.Part? {
    if let part = attribute(name, of: node) { return part }
    refuse(.missingKey, at: origin(node), message: "<\(tree.name(of: node))> needs the attribute \"\(name)\"")
    return nil
  }

  /// Whether parts of the document may be written again `count` times. Where not, that is an error of the document.
  mutating func mayRepeat(_ count: Int, at span: SourceSpan, message: @autoclosure () -> String) -> Bool {
    if repetitions > InputLimits.repetitions { return false }
    repetitions += min(count, InputLimits.repetitions + 1)
    if repetitions <= InputLimits.repetitions { return true }
    findings.add(.tooMany, at: span, message: message() + ": more than \(InputLimits.repetitions) times, the limit")
    return false
  }

  private static let known: [SCXMLWord] = [
    .state, .parallel, .final, .history, .initial, .transition, .onentry, .onexit, .datamodel, .invoke, .donedata,
    .script,
  ]
  private static let drafts: [SCXMLAttribute] = [.src, .final, .task]
  private static let (knownWords, draftWords) = (WordSet(known), WordSet(drafts))

  /// Looks at the elements and the attributes of a state.
  mutating func checkParts(of node: Int) {
    if !document.words(in: node).isSubset(of: Self.knownWords) {
      for child in tree.elements(of: node) where !Self.knownWords.has(elementWords[child]) {
        checkElement(child, in: node)
      }
    }
    if document.attributes(of: node).hasAny(of: Self.draftWords) { checkAttributes(of: node) }
  }

  /// An element of SCXML that stands where it means nothing, or that is none.
  private func checkElement(_ child: Int, in node: Int) {
    guard document.isOwn(child) else { return }
    refuse(
      .unsupportedElement, at: origin(child),
      message: "<\(tree.name(of: child))> means nothing in <\(tree.name(of: node))>",
      help: Suggestion.help(for: tree.name(of: child), among: Self.known.map { "\($0)" }.sorted()))
  }

  /// Attributes of drafts of the recommendation that would change what the document means.
  private func checkAttributes(of node: Int) {
    for name in Self.drafts {
      guard let part = attribute(name, of: node) else { continue }
      refuse(
        .unsupportedAttribute, at: part.origin, message: "the attribute \"\(name)\" of a state is not in SCXML 1.0",
        help: name == .final ? "write <final>" : nil)
    }
  }
}
