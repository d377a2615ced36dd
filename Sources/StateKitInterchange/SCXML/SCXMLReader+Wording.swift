import StateKitCore
import StateKitFormat

/// The author's words beside their translation, and placeholders for expressions that cannot be translated.
extension SCXMLReader {
  /// Records the author's text of a translated expression.
  func note(_ ours: String, in part: Part) {
    draft.wording.add(ours, as: part.text, at: part.origin)
  }

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
}
