import StateKitCore
import StateKitFormat

/// A key or a text of the written JSON, with its origin in the file that is read.
typealias Part = JSONDraft.Part

/// Members whose key and value have one origin, and members of both notations.
extension JSONDraft {
  @discardableResult
  func object(_ key: String, in container: Int, origin: SourceSpan) -> Int {
    object(Part(key, origin: origin), in: container, origin: origin)
  }

  @discardableResult
  func array(_ key: String, in container: Int, origin: SourceSpan) -> Int {
    array(Part(key, origin: origin), in: container, origin: origin)
  }

  func string(_ key: String, value: Part, in container: Int) {
    string(Part(key, origin: value.origin), value: value, in: container)
  }

  func string(_ key: String, value: String, in container: Int, origin: SourceSpan) {
    string(key, value: Part(value, origin: origin), in: container)
  }

  func scalar(_ key: String, json: Span<UInt8>, in container: Int, origin: SourceSpan) {
    scalar(Part(key, origin: origin), json: json, in: container, origin: origin)
  }

  /// Adds a single text, or a list of several or none.
  func strings(_ key: Part?, parts: [Part], in container: Int, origin: SourceSpan) {
    if parts.count == 1 { return string(key, value: parts[0], in: container) }
    let list = array(key, in: container, origin: origin)
    for part in parts { string(nil, value: part, in: list) }
  }

  /// Adds the members for the kind of a state, which are the same in all notations of JSON.
  func writeKind(_ kind: StateKind, in object: Int, origin: SourceSpan) {
    switch kind {
    case .atomic, .compound: break
    case .parallel: string("type", value: "parallel", in: object, origin: origin)
    case .final: string("type", value: "final", in: object, origin: origin)
    case .shallowHistory: string("type", value: "history", in: object, origin: origin)
    case .deepHistory:
      string("type", value: "history", in: object, origin: origin)
      string("history", value: "deep", in: object, origin: origin)
    }
  }

  // MARK: Words

  /// Notes the author's words for a value of `reenter`, which is JSON; an empty text where the file needs no words.
  func note(reentry: String, as text: String, at origin: SourceSpan) {
    let words = reentry.utf8.elementsEqual("true".utf8) ? "reenter" : "reenter " + reentry.filter { $0 != "\"" }
    wording.add(words, as: text, at: origin)
  }
}
