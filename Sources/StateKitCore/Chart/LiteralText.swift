/// Words that stand where an expression must and were meant as a text.
enum LiteralText {
  /// Letters, digits, spaces and the signs of a sentence: nothing that an expression is made of but names.
  static func looksLike(_ text: [UInt8]) -> Bool {
    // No sentence ends so: `n--`.
    if text.suffix(2).elementsEqual("--".utf8) { return false }
    guard let first = text.first, first >= 0x80 || isLetter(first) else { return false }
    let looksLikeSentence = text.allSatisfy {
      $0 >= 0x80 || isLetter($0) || 0x30...0x39 ~= $0 || " -_!?,:".utf8.contains($0)
    }
    // A name alone may be one that is missing; operators that are words stand between names.
    return looksLikeSentence && !text.split(separator: 0x20).contains { $0.elementsEqual("in".utf8) }
  }

  static func help(for text: [UInt8]) -> String {
    "a text has quotes of its own: \"'\(String(decoding: text.prefix(60), as: UTF8.self))\(text.count > 60 ? "…" : "")'\""
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
