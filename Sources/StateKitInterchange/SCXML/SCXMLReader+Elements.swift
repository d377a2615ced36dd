import CEL
import StateKitCore
import StateKitFormat

/// The elements of the document, and the values of their attributes.
extension SCXMLReader {
  var tree: XMLTree { document.tree }
  var elementWords: [SCXMLWord] { document.elementWords }
  var isOurs: Bool { document.isOurs }

  func isElement(_ node: Int, word: SCXMLWord) -> Bool { elementWords[node] == word }

  /// The elements below the root, without those of nested charts.
  var elements: SCXMLDocument.Elements { document.elements(below: root) }

  func children(_ word: SCXMLWord, of node: Int) -> SCXMLDocument.Children { document.children(word, of: node) }

  func attribute(_ name: SCXMLAttribute, of node: Int) -> Part? { document.attribute(name, of: node) }

  func foreign(_ name: SCXMLOwnAttribute, of node: Int) -> Part? { document.foreign(name, of: node) }

  func words(_ part: Part?) -> [String] {
    (part?.text ?? "").utf8.split(whereSeparator: XMLReader.isSpace).map { String(decoding: $0, as: UTF8.self) }
  }

  func origin(_ node: Int) -> SourceSpan { tree.nodes[node].nameSpan }

  func part(_ text: String, of node: Int) -> Part { Part(text, origin: origin(node)) }

  // MARK: The author's words beside their translation

  /// Records the author's text of a translated expression.
  func note(_ ours: String, in part: Part) { draft.wording.add(ours, as: part.text, at: part.origin) }

  /// Records a part of the author's text as the text of a translated expression.
  func note(_ ours: String, at range: Range<Int>?, in part: Part) {
    guard let range else { return }
    let text = String(decoding: Array(part.text.utf8)[range].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    draft.wording.add(ours, as: text, at: part.origin)
  }

  /// An expression that fails, in place of an expression that cannot be translated. `message` is the reason.
  func failure(_ word: String, in part: Part, saying message: String? = nil) -> String {
    let ours = "{}.\(word)"
    let text = part.text.isEmpty ? "an empty expression" : part.text
    draft.wording.add(ours, as: text, at: part.origin)
    note(failure: word, as: message ?? "\(DisplayText.quoted(part.text)) cannot be evaluated", at: part.origin)
    return ours
  }

  /// Records the reason why a translated expression fails when it reads a missing field.
  func note(failure word: String, as message: String, at origin: SourceSpan) {
    draft.wording.add(only: "no such key: \(word)", as: message, at: origin)
  }

  /// An action that raises `error.execution` and does nothing else.
  func writeFailure(_ word: String, saying message: String, of part: Part, in list: Int) {
    let origin = part.origin
    draft.wording.addIfNew(only: SourceWording.whole, as: part.text, at: origin)
    let action = draft.object(nil, in: list, origin: origin)
    draft.string("if", value: failure(word, in: part, saying: message), in: action, origin: origin)
    draft.array("then", in: action, origin: origin)
  }

  // MARK: Parts that have no effect

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

  func required(_ name: SCXMLAttribute, of node: Int) -> Part? {
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

  private static let drafts: [SCXMLAttribute] = [.src, .final, .task]

  /// Reports attributes of drafts of the recommendation that would change the meaning of the document.
  func checkAttributes(of node: Int) {
    for name in Self.drafts {
      guard let part = attribute(name, of: node) else { continue }
      refuse(
        .unsupportedAttribute, at: part.origin, message: "the attribute \"\(name)\" of a state is not in SCXML 1.0",
        help: name == .final ? "write <final>" : nil)
    }
  }
}
