import StateKitCore

/// A part of a chart that has no form in the other language.
struct NotGenerated: Error {
  /// The part, for a message.
  let what: String
  /// The fix.
  let help: String

  init(_ what: String, help: String) {
    self.what = what
    self.help = help
  }
}

extension Findings {
  /// Reports a part that C cannot express.
  func refuse(_ part: NotGenerated, at span: SourceSpan) {
    let message = "C has no form for \(part.what)"
    // A handler of several events is generated for each of them.
    if all.contains(where: { $0.code == .notGenerated && $0.span == span && $0.message == message }) { return }
    add(.notGenerated, at: span, message: message, help: part.help)
  }
}

/// One generated file.
package struct GeneratedFile: Sendable {
  package let name: String
  package let text: String
}

/// Texts of charts in comments.
enum CommentText {
  /// A text on one line that neither ends a comment nor begins another one, and has no trigraph. Hidden characters are escaped.
  static func safe(_ text: String) -> String {
    var safe: [UInt8] = []
    for byte in DisplayText.raw(text).utf8 {
      if ["*/", "/*", "??"].contains(where: { $0.utf8.elementsEqual([safe.last ?? 0, byte]) }) {
        safe.append(UInt8(ascii: " "))
      }
      safe.append(byte)
    }
    return String(decoding: safe, as: UTF8.self)
  }
}
