import StateKitCore
import StateKitFormat

extension JSONDraft {
  /// Notes the author's words for a value of `reenter`, which is JSON; an empty text where the file needs no words.
  func note(reentry: String, as text: String, at origin: SourceSpan) {
    let words = reentry.utf8.elementsEqual("true".utf8) ? "reenter" : "reenter " + reentry.filter { $0 != "\"" }
    wording.add(words, as: text, at: origin)
  }
}
