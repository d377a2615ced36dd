import CEL
import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// RFC 8259, no more and no less.
@Suite struct JSONReaderTests {
  private func read(_ bytes: [UInt8]) -> (value: Value?, error: Diagnostic?) {
    let findings = Findings()
    var reader = JSONReader(bytes, range: 0..<bytes.count, names: NameTable(), findings: findings)
    var tree = JSONTree()
    do throws(JSONReader.SyntaxError) {
      try reader.readValue(into: &tree)
      try reader.finish()
    } catch {
      return (nil, error.diagnostic)
    }
    if let first = findings.all.first { return (nil, first) }
    return (JSONText.value(0, of: tree, bytes: bytes, names: reader.names), nil)
  }

  private func compact(_ value: Value) -> String {
    var out = ByteBuffer()
    value.appendJSON(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("null", "null"), (" true ", "true"), ("[]", "[]"), ("{}", "{}"), ("[1,[2,{}],[[]]]", "[1,[2,{}],[[]]]"),
      ("{\"b\":1,\"a\":{\"c\":[]}}", "{\"b\":1,\"a\":{\"c\":[]}}"), ("-0", "0"), ("-0.0", "-0.0"), ("1e2", "100.0"),
      ("1.50", "1.5"), ("9007199254740993", "9007199254740993"), ("-9223372036854775808", "-9223372036854775808"),
      ("1E-5", "1e-05"), ("0.1", "0.1"), ("\"\\u0041\\n\\/\\ud83d\\ude00\"", "\"A\\n/😀\""),
      ("\"\\u0000\"", "\"\\u0000\""),
      ("\t\r\n[ 1 , 2 ]\n", "[1,2]"), ("1e400000", nil), ("123456789012345678901", nil),
    ] as [(String, String?)])
  func `good texts are read`(text: String, expected: String?) {
    #expect(read(Array(text.utf8)).value.map(compact) == expected)
  }

  /// Texts with a mark for what is wrong with them.
  @Test(arguments: [
    "⟦⟵invalid-json", "[1⟦,⟵invalid-json]", "{\"a\":1⟦,⟵invalid-json}", "[1 2⟵invalid-json]", "{⟦'⟵invalid-jsona':1}",
    "{a⟵invalid-json:1}", "N⟵invalid-jsonaN", "⟦+⟵invalid-json1", "01⟵invalid-json", ".⟵invalid-json5",
    "1.⟦⟵invalid-json", "1e⟦⟵invalid-json", "-⟦⟵invalid-json", "⟦/⟵invalid-json/ x\n1", "[1] 2⟵invalid-json",
    "1⟦\u{0}⟵invalid-json", "\"⟦\\x⟵invalid-json\"", "\"⟦\\u12\"⟵invalid-json", "\"⟦\\ud800⟵invalid-json\"",
    "\"⟦\\udc00⟵invalid-json\\ud800\"", "\"a⟦\n⟵invalid-jsonb\"", "\"a⟦⟵invalid-json", "[⟦⟵invalid-json",
    "{\"a\"⟦⟵invalid-json", "{\"a\":⟦}⟵invalid-json", "tru⟵invalid-json", "truex⟵invalid-json", "nul⟵invalid-json",
    "[1,⟦,⟵invalid-json2]", "{\"a\" 1⟵invalid-json}", "1e999⟵number-range", "-1e999⟵number-range",
    "1e-999999999999⟵number-range", "9223372036854775808⟵number-range", "{\"a\":1,\"a\"⟵duplicate-key:2}",
    "{\"a\":1,\"\\u0061\"⟵duplicate-key:2}", "1⟦a⟵invalid-json", "\u{FEFF}⟵invalid-json1",
  ])
  func `bad texts are refused at the right byte`(sample: String) {
    let text = Array(MarkedSample.plain(sample).utf8)
    #expect(MarkedSample.marking(text, [read(text).error].compactMap(\.self)) == sample)
  }

  @Test func `a text cut anywhere is refused, at its end or before`() {
    let text = Array(#"{"a": [1, -2.5e3, "x\u00e9\n"], "b": {"c": null, "d": true}}"#.utf8)
    for length in 0..<text.count {
      let error = read(Array(text[..<length])).error
      #expect(error != nil && Int(error?.span.start ?? 0) <= length)
    }
  }

  @Test func `what matters in a string is seen at every offset of a word`() {
    for length in 0..<20 {
      for offset in 0...length {
        let (before, after) = (String(repeating: "a", count: offset), String(repeating: "b", count: length - offset))
        #expect(read(Array("\"\(before)é\(after)\"".utf8)).value.map(compact) == "\"\(before)é\(after)\"")
        #expect(read(Array("\"\(before)\\n\(after)\"".utf8)).value.map(compact) == "\"\(before)\\n\(after)\"")
        #expect(read(Array("\"\(before)\u{1F}\(after)\"".utf8)).error?.span.start == Int32(offset + 1))
        #expect(read(Array("\"\(before)\"\(after)\"".utf8)).error?.span.start == Int32(offset + 2))
        #expect(
          read(Array("\"\(before)".utf8) + [0xFF] + Array("\(after)\"".utf8)).error?.span.start == Int32(offset + 1))
      }
    }
  }

  @Test func `invalid UTF-8 is refused wherever it stands`() {
    for bytes in [[0xE9], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]] {
      #expect(read([0x22] + bytes + [0x22]).error?.code == .invalidEncoding)
      #expect(read(bytes).error?.code == .invalidEncoding)
    }
  }

  @Test func `nesting is limited without recursion`() {
    for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
      let deepest = String(repeating: opening, count: 4_095) + "[]" + String(repeating: closing, count: 4_095)
      #expect(read(Array(deepest.utf8)).error == nil)
      let tooDeep = String(repeating: opening, count: 1_000_000)
      #expect(read(Array(tooDeep.utf8)).error?.code == .tooDeep)
    }
  }
}
