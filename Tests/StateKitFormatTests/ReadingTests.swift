import CEL
import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// Charts and scripts as texts: what is found in them, and where.
@Suite struct ReadingTests {
  private func find(_ text: String) -> [String] {
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let lines = LineIndex(source)
    let findings = Findings()
    _ = ChartReader.read(source, findings: findings)
    return findings.sortedByPosition.map { diagnostic in
      let position = lines.position(of: Int(diagnostic.span.start))
      return "\(position.line):\(position.column) \(diagnostic.code.rawValue)"
    }
  }

  @Test func `ten errors are reported in one go, in order of position`() {
    let sample =
      """
      {
        "titel"⟵unknown-key: "x",
        "root": {
          "initial": "b1"⟵unknown-target,
          "enterState": 5⟵wrong-type,
          "after": {"5 sec"⟵bad-delay: "a"},
          "e": {"target": "c"⟵unknown-target, "reenter": 1⟵wrong-type},
          "f": ["a", 7⟵wrong-type],
          "subStates": {
            "a": {"type": "paralel"⟵wrong-type, "g": "B"⟵unknown-target},
            "b": {"type": "parallel"⟵empty-parallel},
            ""⟵empty-name: {},
            "d": {"h": {"actions": [{"sing"⟵unknown-action: 1}]}, "h"⟵duplicate-key: "a"}
          }
        }
      }
      """
    let source = SourceText(name: "c", bytes: Array(MarkedSample.plain(sample).utf8))
    let findings = Findings()
    _ = ChartReader.read(source, findings: findings)
    let found = findings.sortedByPosition
    #expect(MarkedSample.marking(source.bytes, found) == sample)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.span.start < $1.span.start })
  }

  @Test func `other encodings are named`() {
    for (bytes, name) in [
      ([0xFF, 0xFE, 0x7B, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B], "UTF-16"), ([0x7B, 0, 0x22, 0], "UTF-16"),
      ([0, 0x7B, 0, 0x22], "UTF-16"), ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0, 0x7B], "UTF-32"),
    ] as [([UInt8], String)] {
      let findings = Findings()
      _ = ChartReader.read(SourceText(name: "c", bytes: bytes), findings: findings)
      #expect(findings.all.map(\.message) == ["\(name) found, UTF-8 expected"])
    }
    #expect(find("\u{FEFF}{\"root\": {}}").isEmpty)
    #expect(find("\u{FEFF}") == ["1:1 empty-file"])
  }

  @Test func `a hundred thousand states, handlers, patterns and equal names are read in one go`() {
    let many = Extent.count(4_000, long: 100_000)
    let siblings = (0..<many).map { "\"s\($0)\": {}" }.joined(separator: ",")
    #expect(find("{\"root\": {\"subStates\": {\(siblings)}}}").isEmpty)
    let handlers = (0..<many).map { "\"e\($0)\($0 % 2 == 0 ? "" : ".*")\": \"root\"" }.joined(separator: ",")
    #expect(find("{\"root\": {\(handlers)}}").isEmpty)
    let alike = (0..<many / 5).map { "\"r\($0)\": {\"subStates\": {\"on\": {}, \"off\": {}}}" }.joined(separator: ",")
    #expect(find("{\"root\": {\"subStates\": {\(alike)}}}").isEmpty)
    let regions = (0..<many / 5).map {
      """
      "r\($0)": {"initial": "r\($0).on", "subStates": {"on": {"e": "r\($0).off"}, "off": {"e": "r\($0).on"}}}
      """
    }
    #expect(find("{\"root\": {\"type\": \"parallel\", \"subStates\": {\(regions.joined(separator: ","))}}}").isEmpty)
  }

  @Test func `loops with names of their own beside many data are read in one go`() {
    let many = Extent.count(500, long: 5_000)
    let data = (0..<many).map { "\"d\($0)\": 0" }.joined(separator: ",")
    let loops = (0..<many).map { i in
      "{\"forEach\": \"[1]\", \"as\": \"i\(i)\", \"do\": [{\"assign\": {\"d\(i)\": \"i\(i)\"}}]}"
    }
    let hook = loops.joined(separator: ",")
    #expect(find("{\"context\": {\(data)}, \"root\": {\"enterState\": [\(hook)]}}").isEmpty)
    // A name of a loop hides one of the data, and is none behind it.
    #expect(
      find(
        """
        {"context": {"d": 0}, "root": {"enterState": [{"forEach": "['a']", "as": "e", "do": [{"assign": {"d": "size(e)"}}]}],
        "x": {"actions": {"assign": {"d": "e"}}}}}
        """
      ) == ["2:36 unknown-name"])
  }

  @Test func `states may be nested as deep as JSON`() {
    func nested(_ depth: Int) -> String {
      "{\"root\":" + String(repeating: "{\"subStates\":{\"s\":", count: depth) + "{}"
        + String(repeating: "}}", count: depth) + "}"
    }
    #expect(find(nested(2_046)).isEmpty)
    #expect(find(nested(2_100)).first?.hasSuffix("too-deep") == true)
  }

  @Test func `a key that stands twice among many is reported where it stands again, with its first position`() {
    // In an order that is not that of their numbers: two of them were names before.
    let keys = ["i", "g", "a", "h", "c", "g", "d", "a", "e", "a"]
    let text =
      "{\"root\": {\"a\": null, \"g\": null, \"subStates\": {\(keys.map { "\"\($0)\":{}" }.joined(separator: ","))}}}"
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let findings = Findings()
    _ = ChartReader.read(source, findings: findings)
    let start = text.utf8.count - 2 - keys.count * 7
    let found = findings.sortedByPosition.filter { $0.code == .duplicateKey }
    #expect(found.map { (Int($0.span.start) - start) / 7 } == [5, 7, 9])
    #expect(found.map { (Int($0.notes[0].span.start) - start) / 7 } == [1, 2, 2])
  }

  @Test func `what many expressions say is kept once, with what they may name`() throws {
    let guards = (0..<40).map { "{\"guard\": \"n > \($0)\"}" }.joined(separator: ", ")
    let states = (0..<200).map { "\"s\($0)\": {\"e\": [\(guards)], \"f\": [\(guards)]}" }.joined(separator: ", ")
    let events = "\"events\": {\"e\": {\"n\": \"int\"}, \"f\": \"string\"}"
    let text = "{\"context\": {\"n\": 0}, \(events), \"root\": {\"subStates\": {\(states)}}}"
    let chart = try #require(ChartReader.read(SourceText(name: "c", bytes: Array(text.utf8)), findings: Findings()))
    #expect(chart.expressions.count == 16_000)
    // Forty texts for each of two events; some may push one another out before there is room for each.
    #expect((80..<2_000).contains(chart.expressions.distinct.count))
    for (index, handler) in chart.handlers.enumerated() {
      #expect(chart.expressions[Int(handler.condition)].text == "n > \(index % 40)")
    }
  }

  @Test func `a chart that memory does not suffice for is refused, whatever it is made of`() {
    let part = Extent.count(6, long: 1)
    let many = { (count: Int, text: (Int) -> String) in (0..<count / part).map(text).joined(separator: ",") }
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
      for (left, isEnough) in [((1 << 20) / part, false), (4 << 30, true)] {
        let folder = ChartFolder(first: "", memory: MemoryGauge { left }) { _, _ in .unreadable("") }
        let findings = Findings()
        let chart = ChartReader.read(SourceText(name: "c", bytes: Array(text.utf8)), findings: findings, in: folder)
        #expect((chart != nil) == isEnough, "\(text.prefix(60)) with \(left) bytes")
        #expect(findings.all.map(\.code) == (isEnough ? [] : [.tooLarge]), "\(text.prefix(60))")
      }
    }
  }

  /// Script lines, with a mark for what is wrong with them.
  @Test(
    arguments: [
      "", "# comment", "  e  ", "e {\"a\": [1]}", "\"e x\" 11", "e.f-g:h", "{\"event\": \"e\", \"data\": null}", "+5s",
      "+next", "+idle", ":expect in a, b", ":expect not in b", ":expect only \"a\"", ":expect handled",
      ":expect timers none", ":expect timer 1m5s", ":expect logged \"x\"", ":expect did x, \"y z\"",
      ":expect did x, z⟵unknown-action", ":expect ⟦onyl a⟵bad-line",
      ":test \"t\"",
      ":chart door.json", ":expect done", "e\u{2028}⟵bad-line", "+⟦⟵bad-delay", "+⟦5 s⟵bad-delay", "e f⟵bad-line",
      "⟦wait 5s⟵bad-line", "+5⟵bad-delay",

      "e {\"a\":1⟦,⟵invalid-json}", "⟦e{}⟵bad-line", "5⟵bad-line", "\"\"⟵empty-name", "{\"data\": 1}⟵bad-line",
      "{\"event\": 5}⟵bad-line", "{\"event\": \"e\", \"x\": 1}⟵bad-line", ":expect⟦⟵bad-line",
      ":expect in nowhere⟵unknown-state", ":expect in a b⟵bad-line", "⟦:expekt⟵unknown-command done",
      ":test x⟵bad-line", "⟦:chart⟵bad-line", "e {\"a\":1,\"a\"⟵duplicate-key:2}", "e 1e999⟵number-range",
      "a⟦\u{0}⟵bad-line", ":expect in h⟵unknown-state", "\"open⟦⟵invalid-json",
    ])
  func `a script line says something or is refused`(sample: String) throws {
    let chart = try #require(
      ChartReader.read(
        SourceText(
          name: "c",
          bytes: Array(
            #"{"root": {"enterState": ["x", "y z"], "subStates": {"a": {}, "b": {}, "h": {"type": "history"}}}}"#.utf8)),
        findings: Findings()))
    let line = ScriptLine(file: "s", number: 3, bytes: Array(MarkedSample.plain(sample).utf8))
    var found: [Diagnostic] = []
    do throws(ScriptParser.LineError) {
      _ = try ScriptParser(chart).parse(line)
    } catch {
      #expect(LineIndex(line.source).position(of: 0).line == 3)
      found = [error.diagnostics[0]]
    }
    #expect(MarkedSample.marking(line.bytes, found) == sample)
  }
}
