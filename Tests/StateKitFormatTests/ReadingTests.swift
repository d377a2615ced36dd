import CEL
import StateKitCore
import StateKitFormat
import Testing

/// Charts and scripts as texts: what is found in them, and where.
@Suite struct ReadingTests {
  private func find(_ text: String) -> [String] {
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let lines = LineIndex(source)
    let findings = Findings()
    _ = ChartReader.read(source, findings)
    return findings.sortedByPlace.map { diagnostic in
      let place = lines.place(of: Int(diagnostic.span.start))
      return "\(place.line):\(place.column) \(diagnostic.code.rawValue)"
    }
  }

  @Test func `ten mistakes are reported in one go, in order of place`() {
    let found = find(
      """
      {
        "titel": "x",
        "root": {
          "initial": "b1",
          "enterState": 5,
          "after": {"soon": "a"},
          "e": {"target": "c", "reenter": 1},
          "f": ["a", 7],
          "subStates": {
            "a": {"type": "paralel", "g": "B"},
            "b": {"type": "parallel"},
            "": {},
            "d": {"h": {"actions": [{"sing": 1}]}, "h": "a"}
          }
        }
      }
      """)
    #expect(
      found == [
        "2:3 unknown-key", "4:16 unknown-target", "5:19 wrong-type", "6:15 bad-delay", "7:21 unknown-target",
        "7:37 wrong-type", "8:16 wrong-type", "10:21 wrong-type", "10:37 unknown-target", "11:21 empty-parallel",
        "12:7 empty-name", "13:32 unknown-action", "13:46 duplicate-key",
      ])
  }

  @Test func `other encodings are named`() {
    for (bytes, name) in [
      ([0xFF, 0xFE, 0x7B, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B], "UTF-16"), ([0x7B, 0, 0x22, 0], "UTF-16"),
      ([0, 0x7B, 0, 0x22], "UTF-16"), ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0, 0x7B], "UTF-32"),
    ] as [([UInt8], String)] {
      let findings = Findings()
      _ = ChartReader.read(SourceText(name: "c", bytes: bytes), findings)
      #expect(findings.all.map(\.message) == ["\(name) found, UTF-8 expected"])
    }
    #expect(find("\u{FEFF}{\"root\": {}}").isEmpty)
    #expect(find("\u{FEFF}") == ["1:1 empty-file"])
  }

  @Test func `a hundred thousand states, handlers and equal names are read in one go`() {
    let siblings = (0..<100_000).map { "\"s\($0)\": {}" }.joined(separator: ",")
    #expect(find("{\"root\": {\"subStates\": {\(siblings)}}}").isEmpty)
    let handlers = (0..<100_000).map { "\"e\($0)\": \"root\"" }.joined(separator: ",")
    #expect(find("{\"root\": {\(handlers)}}").isEmpty)
    let alike = (0..<20_000).map { "\"r\($0)\": {\"subStates\": {\"on\": {}, \"off\": {}}}" }.joined(separator: ",")
    #expect(find("{\"root\": {\"subStates\": {\(alike)}}}").isEmpty)
  }

  @Test func `states may be nested as deep as JSON`() {
    func nested(_ depth: Int) -> String {
      "{\"root\":" + String(repeating: "{\"subStates\":{\"s\":", count: depth) + "{}"
        + String(repeating: "}}", count: depth) + "}"
    }
    #expect(find(nested(2_046)).isEmpty)
    #expect(find(nested(2_100)).first?.hasSuffix("too-deep") == true)
  }

  @Test func `a key that stands twice among many is told where it stands again, with the place where it was first`() {
    // In an order that is not that of their numbers: two of them were names before.
    let keys = ["i", "g", "a", "h", "c", "g", "d", "a", "e", "a"]
    let text =
      "{\"root\": {\"a\": null, \"g\": null, \"subStates\": {\(keys.map { "\"\($0)\":{}" }.joined(separator: ","))}}}"
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let findings = Findings()
    _ = ChartReader.read(source, findings)
    let start = text.utf8.count - 2 - keys.count * 7
    let found = findings.sortedByPlace.filter { $0.code == .duplicateKey }
    #expect(found.map { (Int($0.span.start) - start) / 7 } == [5, 7, 9])
    #expect(found.map { (Int($0.notes[0].span.start) - start) / 7 } == [1, 2, 2])
  }

  @Test func `what expressions say in many places is kept once, with what they may name`() throws {
    let guards = (0..<40).map { "{\"guard\": \"n > \($0)\"}" }.joined(separator: ", ")
    let states = (0..<200).map { "\"s\($0)\": {\"e\": [\(guards)], \"f\": [\(guards)]}" }.joined(separator: ", ")
    let events = "\"events\": {\"e\": {\"n\": \"int\"}, \"f\": \"string\"}"
    let text = "{\"context\": {\"n\": 0}, \(events), \"root\": {\"subStates\": {\(states)}}}"
    let chart = try #require(ChartReader.read(SourceText(name: "c", bytes: Array(text.utf8)), Findings()))
    #expect(chart.expressions.count == 16_000)
    // Forty texts for each of two events; some may push one another out before there is a place for each.
    #expect((80..<2_000).contains(chart.expressions.distinct.count))
    for (place, handler) in chart.handlers.enumerated() {
      #expect(chart.expressions[Int(handler.condition)].text == "n > \(place % 40)")
    }
  }

  @Test func `a chart that memory does not suffice for is refused, whatever it is made of`() {
    let many = { (count: Int, part: (Int) -> String) in (0..<count).map(part).joined(separator: ",") }
    let charts = [
      "{\"root\": {\"subStates\": {\(many(60_000) { "\"s\($0)\": {}" })}}}",
      "{\"root\": {\"e\": [\(many(120_000) { _ in "\"root\"" })]}}",
      "{\"root\": {\(many(60_000) { "\"e\($0)\": null" })}}",
      "{\"root\": {\"enterState\": [\(many(60_000) { _ in "{\"raise\": \"a\"}" })], \"a\": null}}",
      "{\"root\": {\"e\": {\"actions\": [\(many(120_000) { _ in "\"a\"" })]}}}",
      "{\"context\": {\"n\": 0}, \"root\": {\"e\": [\(many(30_000) { "{\"guard\": \"n < \($0)\"}" })]}}",
      "{\"root\": {\"after\": {\(many(60_000) { "\"\($0)\": null" })}}}",
      "{\"context\": {\"a\": [\(many(200_000) { _ in "0" })]}, \"root\": {\"e\": {\"actions\": {\"log\": \"${a}\"}}}}",
    ]
    for text in charts {
      for (left, isEnough) in [(1 << 20, false), (4 << 30, true)] {
        let folder = ChartFolder(first: "", memory: MemoryGauge { left }) { _, _ in .unreadable("") }
        let findings = Findings()
        let chart = ChartReader.read(SourceText(name: "c", bytes: Array(text.utf8)), findings, in: folder)
        #expect((chart != nil) == isEnough, "\(text.prefix(60)) with \(left) bytes")
        #expect(findings.all.map(\.code) == (isEnough ? [] : [.tooLarge]), "\(text.prefix(60))")
      }
    }
  }

  /// A script line and the column and code of its mistake; nil where there is none.
  @Test(
    arguments: [
      ("", nil), ("# comment", nil), ("  e  ", nil), ("e {\"a\": [1]}", nil), ("\"e x\" 11", nil), ("e.f-g:h", nil),
      ("{\"event\": \"e\", \"data\": null}", nil), ("+5s", nil), ("+next", nil), ("+idle", nil),
      (":expect in a, b", nil),
      (":expect not in b", nil), (":expect only \"a\"", nil), (":expect handled", nil), (":expect timers none", nil),
      (":expect timer 1m5s", nil), (":expect logged \"x\"", nil), (":expect did x, \"y z\"", nil), (":test \"t\"", nil),
      (":chart door.json", nil), (":expect done", nil), ("e\u{2028}", "1 bad-line"), ("+", "2 bad-delay"),
      ("+5 s", "2 bad-delay"), ("e f", "3 invalid-json"), ("e {\"a\":1,}", "9 invalid-json"), ("e{}", "1 bad-line"),
      ("5", "1 bad-line"), ("\"\"", "1 empty-name"), ("{\"data\": 1}", "1 bad-line"), ("{\"event\": 5}", "1 bad-line"),
      ("{\"event\": \"e\", \"x\": 1}", "1 bad-line"), (":expect", "8 bad-line"),
      (":expect in nowhere", "12 unknown-state"),
      (":expect in a b", "14 bad-line"), (":expekt done", "1 unknown-command"), (":test x", "7 invalid-json"),
      (":chart", "1 bad-line"), ("e {\"a\":1,\"a\":2}", "10 duplicate-key"), ("e 1e999", "3 number-range"),
      ("a\u{0}", "2 bad-line"), (":expect in h", "12 unknown-state"), ("\"open", "6 invalid-json"),
    ] as [(String, String?)])
  func `a script line says something or is refused`(text: String, expected: String?) throws {
    let chart = try #require(
      ChartReader.read(
        SourceText(
          name: "c",
          bytes: Array(#"{"root": {"subStates": {"a": {}, "b": {}, "h": {"type": "history"}}}}"#.utf8)), Findings()))
    let line = ScriptLine(file: "s", number: 3, bytes: Array(text.utf8))
    var found: String?
    do throws(ScriptParser.Mistake) {
      _ = try ScriptParser(chart).parse(line)
    } catch {
      let place = LineIndex(line.source).place(of: Int(error.diagnostics[0].span.start))
      #expect(place.line == 3)
      found = "\(place.column) \(error.diagnostics[0].code.rawValue)"
    }
    #expect(found == expected, "\(text)")
  }
}
