/// Detection of texts that were written in place of an expression.
package enum LiteralText {
  /// True for letters, digits, spaces and punctuation: no part of an expression except names.
  package static func looksLike(_ text: [UInt8]) -> Bool {
    // No sentence ends with `--`, as `n--` does.
    if text.suffix(2).elementsEqual("--".utf8) { return false }
    guard let first = text.first, first >= 0x80 || isLetter(first) else { return false }
    let looksLikeSentence = text.allSatisfy {
      $0 >= 0x80 || isLetter($0) || 0x30...0x39 ~= $0 || " -_!?,:".utf8.contains($0)
    }
    // A single word may be a missing name; operators occur between names.
    return looksLikeSentence
      && !text.split(separator: 0x20).contains { $0.elementsEqual("in".utf8) || $0.elementsEqual("??".utf8) }
  }

  /// Shows the text in single quotes, cut after 60 bytes. `isInJSON`: the expression is a string of a JSON file.
  package static func help(for text: [UInt8], isInJSON: Bool = true) -> String {
    let shown = "'\(String(decoding: text.prefix(60), as: UTF8.self))\(text.count > 60 ? "…" : "")'"
    return "put a text in single quotes: " + (isInJSON ? "\"\(shown)\"" : shown)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
