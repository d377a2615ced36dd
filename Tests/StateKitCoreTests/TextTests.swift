import CEL
import StateKitCore
import Testing

/// How names, texts and times are read and shown.
@Suite struct TextTests {
  @Test(arguments: [
    ("plain", "plain"), ("with space", "\"with space\""), ("", "\"\""), ("2nd", "\"2nd\""), ("a.b-c_d:e", "a.b-c_d:e"),
    ("a::b", "\"a::b\""), ("a:", "a:"), ("é", "é"), ("e\u{301}", "\"e\u{301}\""), ("日本語", "日本語"), ("x٣", "x٣"),
    ("\u{1B}[31m", "\"\\u001b[31m\""), ("a\u{202E}b", "\"a\\u202eb\""), ("\u{E0041}", "\"\\udb40\\udc41\""),
    ("###", "\"#\\u0023\\u0023\""), ("a\"\\", "\"a\\\"\\\\\""), ("\u{7F}\u{85}\u{2028}", "\"\\u007f\\u0085\\u2028\""),
    ("::error::", "\"::error::\""), ("-a", "\"-a\""), ("_", "_"),
  ])
  func `names are shown bare or as JSON strings`(name: String, shown: String) {
    #expect(DisplayText.name(name) == shown)
  }

  /// Texts are looked at in words of eight bytes: what has to be escaped may stand anywhere in one.
  @Test(
    arguments: [
      ("\"", "\\\""), ("\\", "\\\\"), ("\u{0}", "\\u0000"), ("\u{1F}", "\\u001f"), ("\u{7F}", "\\u007f"), ("\n", "\\n"),
      ("##", "#\\u0023"), ("#", "#"), (" ", " "), ("~", "~"), ("é", "é"), ("\u{202E}", "\\u202e"),
    ])
  func `a text has the same escapes wherever they stand`(text: String, escape: String) {
    for before in 0..<18 {
      for behind in 0..<18 {
        let letters = "abcdefghijklmnopqr"
        let (first, last) = (letters.prefix(before), letters.uppercased().suffix(behind))
        #expect(DisplayText.string(first + text + last) == "\"\(first)\(escape)\(last)\"")
        #expect(DisplayText.name(String(first)) == (before == 0 ? "\"\"" : String(first)))
      }
    }
  }

  @Test(
    arguments: [
      ("5s", 5_000), ("250ms", 250), ("1m30s", 90_000), ("2h", 7_200_000), ("5000", 5_000), ("0s", 0), ("0", 0),
      ("1h1m1s1ms", 3_661_001), ("007s", 7_000),
    ] as [(String, Int64)])
  func `delays are read`(text: String, milliseconds: Int64) throws {
    #expect(try Delay.parse(text.utf8.span) == milliseconds)
  }

  @Test(
    arguments: ["", "s", "5", "-5s", "5S", "1.5s", "5 s", "1s1m", "1s1s", "1m5", "5d", "٥s", "+5s"].filter { $0 != "5" }
  )
  func `what is not a delay is refused`(text: String) {
    #expect(throws: Delay.ParseError.malformed) { try Delay.parse(text.utf8.span) }
  }

  @Test(
    arguments: [
      (".5s", 500), ("1.25s", 1_250), ("0.0004s", 0), ("2.0006s", 2_001), ("1.5ms", 2), ("1m30s", 90_000), ("5", 5),
    ] as [(String, Int64)])
  func `a calculated delay may have a fraction`(text: String, milliseconds: Int64) throws {
    #expect(try Delay.parse(calculated: text.utf8.span) == milliseconds)
  }

  @Test(arguments: [".", "1.", ".s", "1.5", "1.5m", "1m1.5s", "-1.5s", "1.5 s", "1s.5s"])
  func `what is no calculated delay is refused`(text: String) {
    #expect(throws: Delay.ParseError.malformed) { try Delay.parse(calculated: text.utf8.span) }
  }

  @Test(arguments: ["99999999999999999999", "9223372036854775807h", "3155760000000001", "2562047788015h12960000m"])
  func `delays past the end of time are refused`(text: String) {
    #expect(throws: Delay.ParseError.tooLong) { try Delay.parse(text.utf8.span) }
  }

  @Test(
    arguments: [
      (0, "0s"), (2_000, "2s"), (1_500, "1s500ms"), (60_000, "1m"), (3_600_000, "1h"), (3_661_001, "1h1m1s1ms"),
      (7, "7ms"),
    ] as [(Int64, String)])
  func `delays are shown in their shortest form`(milliseconds: Int64, text: String) {
    #expect(Delay.text(milliseconds) == text)
  }

  @Test(
    arguments: [
      ("erorView", "errorView"), ("clsoed", "closed"), ("Open", "open"), ("opne", "open"),
      ("Op_en", "open"), ("zzz", nil), ("", nil),
    ] as [(String, String?)])
  func `the nearest name is suggested`(word: String, nearest: String?) {
    let names = ["open", "closed", "errorView", "loading"]
    #expect(Suggestion.nearest(to: word, among: names).first == nearest)
  }

  /// Names in other spellings, with the separators of another notation.
  @Test(
    arguments: [
      ("a_b_c", "abc"), ("abc", "a_b_c"), ("a-b-c-d-e", "a_b_c_d_e"), ("a b c d e f", "ABCDEF"),
      ("fooBarBaz", "foo-bar-baz"), ("foo-bar-baz", "fooBarBaz"), ("FOO_BAR_BAZ_A", "fooBarBazA"),
    ])
  func `names that differ in case and separators alone are near`(word: String, name: String) {
    #expect(Suggestion.nearest(to: word, among: ["other", name, "last"]) == [name])
    #expect(Suggestion.fix(for: word, among: ["other", name, "last"])?.isCertain == true)
    // With another spelling of the name, either one can be meant.
    let twin = name + "___-_"
    #expect(Suggestion.fix(for: word, among: [name, twin])?.isCertain == false)
  }

  @Test(arguments: [(10, 1_000), (1_000, 1_000), (10_000, 100), (2_000_000, 1)])
  func `searches for similar names end sooner where there are more names`(names: Int, searches: Int) {
    let budget = SuggestionBudget()
    #expect((0..<2_000).count { _ in budget.spend(comparing: names) } == searches)
  }

  @Test func `names are their bytes, however many there are`() {
    var names = NameTable()
    let composed = names.intern("é")
    #expect(names.intern("e\u{301}") != composed)
    let ids = (0..<10_000).map { names.intern("name\($0)") }
    #expect(Set(ids).count == 10_000)
    #expect(names.find("name77") == ids[77])
    #expect(names.find("name") == nil)
    #expect(names.text(ids[9_999]) == "name9999")
  }

  @Test func `names of every length are distinguished by every byte`() {
    var names = NameTable()
    var all: [[UInt8]] = [[]]
    for length in 1...24 {
      for index in 0..<length {
        for byte in [0, 0x41, 0xFF] as [UInt8] {
          var name = [UInt8](repeating: 0x61, count: length)
          name[index] = byte
          all.append(name)
        }
      }
    }
    let ids = all.map { names.intern($0.span) }
    #expect(Set(ids).count == all.count)
    for (name, id) in zip(all, ids) {
      #expect(names.find(name.span) == id)
      #expect(Array(names[id]) == name)
    }
  }

  @Test func `numbers are written as Swift writes them`() {
    var numbers: [Int64] = [.min, .max, .min + 1, 0, -1, 12, 345, 999, 1_000, -999, -1_000]
    for digits in 0..<19 {
      var power: Int64 = 1
      for _ in 0..<digits { power *= 10 }
      numbers += [power - 1, power, power + 1, -power, 1 - power, power / 7 * 6, power / 11 * 10]
    }
    for number in stride(from: Int64(1_000), to: 100_000_000, by: 99_991) { numbers.append(number) }
    for number in -1_000...1_000 { numbers.append(Int64(number)) }
    for number in numbers {
      var out = ByteBuffer(capacity: 16)
      out.append("x")
      out.append(decimal: number)
      #expect(String(decoding: out.bytes, as: UTF8.self) == "x\(number)")
    }
  }

  @Test(
    arguments: [
      ([0xC0, 0xAF], 0), ([0x61, 0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xE2, 0x82], 0), ([0xE9], 0),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xC3, 0xA9], nil), ([0xF4, 0x8F, 0xBF, 0xBF], nil), ([], nil),
    ] as [([UInt8], Int?)])
  func `bytes that are not UTF-8 are found`(bytes: [UInt8], offset: Int?) {
    #expect(UTF8Text.firstInvalid(in: bytes.span) == offset)
  }

  @Test func `a deep value is written without recursion`() {
    var value = Value.list(ListValue([]))
    for _ in 0..<4_000 { value = .list(ListValue([value])) }
    var out = ByteBuffer()
    value.appendJSON(to: &out)
    #expect(out.count == 8_002)
  }

  @Test func `positions count scalars, and a byte order mark is none`() {
    let lines = LineIndex(SourceText(name: "x", bytes: Array("\u{FEFF}aé日b\r\ncd\n".utf8)))
    #expect(lines.position(of: 3) == SourcePosition(line: 1, column: 1))
    #expect(lines.position(of: 9) == SourcePosition(line: 1, column: 4))
    #expect(lines.position(of: 12) == SourcePosition(line: 2, column: 1))
    #expect(lines.lineRange(ofShown: 9) == 3..<10)
  }

  @Test(
    arguments: [
      (
        "a\rb\r\ncd\r\r\n\re",
        [(0, 1, 1), (2, 2, 1), (3, 2, 2), (5, 3, 1), (6, 3, 2), (8, 4, 1), (10, 5, 1), (11, 6, 1)]
      ),
      ("12345678\r2345678\r", [(9, 2, 1), (16, 2, 8), (17, 3, 1)]),
      (String(repeating: "x", count: 4095) + "\r\ny", [(4096, 1, 4097), (4097, 2, 1)]),
      (String(repeating: "x", count: 4095) + "\ry", [(4096, 2, 1), (4097, 2, 2)]),
    ] as [(String, [(Int, Int, Int)])])
  func `a carriage return alone ends a line, as in editors`(text: String, positions: [(Int, Int, Int)]) {
    let lines = LineIndex(SourceText(name: "x", bytes: Array(text.utf8)))
    for (offset, line, column) in positions {
      #expect(lines.position(of: offset) == SourcePosition(line: line, column: column), "\(offset)")
      let range = lines.lineRange(ofShown: offset)
      #expect((range.lowerBound...range.upperBound + 1).contains(offset), "\(offset): \(range)")
      #expect(!Array(text.utf8)[range].contains { $0 == 0x0A } && !text.isEmpty)
    }
  }

  @Test func `positions are found in long texts as in short ones`() {
    // Lines and characters of several lengths, over the borders of blocks and words.
    var text = ""
    for number in 0..<3_000 {
      text += String(repeating: ["a", "é", "日", "\u{1F600}"][number % 4], count: number % 11)
      text += number % 7 < 2 ? "\n\u{B}\nb\n" : "\n"
    }
    let bytes = Array(text.utf8)
    let lines = LineIndex(SourceText(name: "x", bytes: bytes))
    var (line, column) = (1, 1)
    for offset in bytes.indices {
      if bytes[offset] & 0xC0 != 0x80, offset % 97 == 0 || offset % 4_096 < 9 {
        #expect(lines.position(of: offset) == SourcePosition(line: line, column: column), "\(offset)")
      }
      if bytes[offset] == 0x0A {
        (line, column) = (line + 1, 1)
      } else if bytes[offset] & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}
