import StateKitCore
import StateKitFormat
import Testing

/// Lines of scripts that are known are found eight bytes at a time: wherever they end, and whatever they nearly are.
@Suite struct KnownLinesTests {
  private func known(_ lines: [String]) throws -> KnownLines {
    let source = SourceText(name: "x", bytes: Array(#"{"root": {"a": null}}"#.utf8))
    var known = KnownLines(try #require(ChartReader.read(source, findings: Findings())))
    for line in lines { add(line, to: &known) }
    return known
  }

  @discardableResult
  private func add(_ line: String, to known: inout KnownLines) -> LineID? {
    known.add(line.utf8.span, step: .nothing)
  }

  /// The lines that were found, and how many bytes they took.
  private func scan(_ text: String, in known: KnownLines, from start: Int = 0) -> (lines: [String], end: Int) {
    var numbers: [LineID] = []
    let bytes = Array(text.utf8)
    let end = known.scan(bytes.span, from: start, into: &numbers, atMost: .max)
    return (numbers.map { String(decoding: known.bytes(of: $0), as: UTF8.self) }, end)
  }

  @Test func `lines of every length are distinguished by every byte`() throws {
    var lines: [String] = [""]
    for length in 1...40 {
      let line = String("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz".prefix(length))
      lines.append(line)
      for offset in 0..<length {
        var other = Array(line.utf8)
        other[offset] = UInt8(ascii: "Z")
        lines.append(String(decoding: other, as: UTF8.self))
      }
    }
    let known = try known(lines)
    #expect(known.steps.count == Set(lines).count)
    for end in ["\n", "\r\n"] {
      let text = lines.joined(separator: end) + end
      #expect(scan(text, in: known) == (lines, text.utf8.count))
    }
  }

  @Test(
    arguments: [
      ("open\nclose\n", ["open", "close"], 11), ("open\nclose", ["open"], 5), ("open", [], 0), ("", [], 0),
      ("open\nshut\nopen\n", ["open"], 5), ("ope\n", [], 0), ("openn\n", [], 0), ("open \n", [], 0),
      ("open\r\nclose\r\n", ["open", "close"], 13), ("open\r\r\n", [], 0), ("\n\nopen\n", ["", "", "open"], 7),
      ("open\nopen\nopen\nclose\nopen\n", ["open", "open", "open", "close", "open"], 26), ("a\rb\n", ["a\rb"], 4),
      ("eight by\nnine byte\neight bz\n", ["eight by", "nine byte"], 19), ("open\u{0}\n", [], 0),
    ] as [(String, [String], Int)])
  func `known lines are taken up to the first that is not`(text: String, lines: [String], end: Int) throws {
    let known = try known(["open", "close", "", "eight by", "nine byte", "a\rb"])
    #expect(scan(text, in: known) == (lines, end))
  }

  @Test func `lines that come again, alone or in turn, are what they are one by one`() throws {
    let all = ["", "a", "ab", "abcdefg", "abcdefgh", "abcdefghi", "b", "a\r", "z"]
    let known = try known(Array(all.dropLast()))
    var random: UInt64 = 7
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    for _ in 0..<300 {
      let some = (0..<3).map { _ in all[next(40) == 0 ? all.count - 1 : next(all.count - 1)] }
      let lines = (0..<30).map { _ in some[next(3)] + (next(4) == 0 ? "\r" : "") }
      let text = lines.joined(separator: "\n") + (next(2) == 0 ? "\n" : "")
      var (start, found): (Int, [String]) = (0, [])
      // One by one, nothing has come before.
      while true {
        var one: [LineID] = []
        let end = known.scan(text.utf8.span, from: start, into: &one, atMost: 1)
        if one.isEmpty { break }
        found += one.map { String(decoding: known.bytes(of: $0), as: UTF8.self) }
        start = end
      }
      #expect(scan(text, in: known) == (found, start))
    }
  }

  @Test func `no more lines are taken than asked for, and from where`() throws {
    let known = try known(["a", "b"])
    var numbers: [LineID] = []
    let end = known.scan("a\nb\na\nb\n".utf8.span, from: 2, into: &numbers, atMost: 2)
    #expect(end == 6)
    #expect(numbers == [1, 0])
    let many = String(repeating: "a\n", count: 10_000)
    numbers = []
    let last = known.scan(many.utf8.span, from: 0, into: &numbers, atMost: 9_999)
    #expect(last == 19_998)
    #expect(numbers.count == 9_999)
  }

  @Test func `no more than the limit of lines and bytes is kept`() throws {
    var known = try known([])
    #expect(add(String(repeating: "x", count: 128), to: &known) == 0)
    #expect(add(String(repeating: "x", count: 129), to: &known) == nil)
    for index in 1..<(1 << 15) { #expect(add("line \(index)", to: &known) == LineID(index)) }
    #expect(add("one more", to: &known) == nil)
    #expect(add("line 77", to: &known) == 77)
  }
}
