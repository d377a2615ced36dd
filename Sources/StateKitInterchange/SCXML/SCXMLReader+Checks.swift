import StateKitCore
import StateKitFormat

/// Checks for parts of a document that have no effect.
extension SCXMLReader {
  /// Reports a part without a counterpart, or an invalid one, as an error. In lenient mode, the part is left out with
  /// a warning.
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

  func required(_ name: SCXMLAttribute, of node: Int) -> JSONDraft.Part? {
    if let part = attribute(name, of: node) { return part }
    refuse(.missingKey, at: origin(node), message: "<\(tree.name(of: node))> needs the attribute \"\(name)\"")
    return nil
  }

  /// True if parts of the document may be written again `count` times; otherwise reports an error.
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

  /// Checks the elements and the attributes of a state.
  mutating func checkParts(of node: Int) {
    if !document.words(in: node).isSubset(of: Self.knownWords) {
      for child in tree.elements(of: node) where !Self.knownWords.has(elementWords[child]) {
        checkElement(child, in: node)
      }
    }
    if document.attributes(of: node).hasAny(of: Self.draftWords) { checkAttributes(of: node) }
  }

  /// Reports an unknown element, or an SCXML element that has no effect at its position.
  private func checkElement(_ child: Int, in node: Int) {
    guard document.isOwn(child) else { return }
    refuse(
      .unsupportedElement, at: origin(child),
      message: "<\(tree.name(of: child))> is not allowed in <\(tree.name(of: node))>",
      help: Suggestion.help(for: tree.name(of: child), among: Self.known.map { "\($0)" }.sorted()))
  }

  /// Reports attributes of drafts of the recommendation that would change the meaning of the document.
  private func checkAttributes(of node: Int) {
    for name in Self.drafts {
      guard let part = attribute(name, of: node) else { continue }
      refuse(
        .unsupportedAttribute, at: part.origin, message: "the attribute \"\(name)\" of a state is not in SCXML 1.0",
        help: name == .final ? "write <final>" : nil)
    }
  }
}
