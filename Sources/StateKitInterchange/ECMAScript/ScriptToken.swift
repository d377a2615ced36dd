import StateKitCore

/// A token of ECMAScript.
struct ScriptToken {
  enum Kind {
    case number
    case text
    case word
    case sign
    case end
  }

  let kind: Kind
  /// Its byte range in the script.
  let range: Range<Int>
  /// The value of a text, as an index of the lexer's texts.
  var value = 0
  /// True if a line ends before it.
  let isAfterLine: Bool
  /// The first byte; 0 at the end.
  let first: UInt8

  /// True if it may be this text.
  @inline(__always)
  func mayBe(_ text: StaticString) -> Bool {
    if range.count != text.utf8CodeUnitCount || range.isEmpty { return false }
    return unsafe first == text.utf8Start[0]
  }
}

struct ScriptTokens {
  let bytes: [UInt8]
  var all: [ScriptToken] = []
  var texts: [String] = []

  func text(of token: ScriptToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

  func isWritten(_ token: ScriptToken, text: StaticString) -> Bool {
    token.mayBe(text) && (token.range.count == 1 || bytes.span.extracting(token.range).equals(text))
  }
}
