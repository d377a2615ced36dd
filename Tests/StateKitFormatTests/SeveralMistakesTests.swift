import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// Errors do not hide one another: what is found in a chart with several independent mistakes is what is found in charts with
/// one of them each.
@Suite struct SeveralMistakesTests {
  /// The lines of a chart, each with what somebody may write in its place.
  private static let lines: [(good: String, bad: [String])] = [
    ("{", []),
    (#""name": "x","#, [#""nmae": "x","#, #""name": 5,"#]),
    (#""context": {"n": 0, "s": "text", "l": [1]},"#, []),
    (#""events": {"go": null, "pay": {"cents": "int"}, "back": null, "tick": null, "#, []),
    (#""note": "string"},"#, [#""note": "strng"},"#]),
    (#""actions": {"ring": null, "beep": null,"#, []),
    (#""stop": null},"#, [#""stop": 7},"#]),
    (#""guards": {"ok": "n > 0"},"#, [#""guards": {"ok": "n >"},"#, #""guards": {"ok": "n + 1"},"#]),
    (
      #""invariants": {"low": "n < 10"},"#,
      [#""invariants": {"low": "n < 10 +"},"#, #""invariants": {"low": "nn < 10"},"#]
    ),
    (#""root": {"initial": "a","#, [#""root": {"initial": "zzz","#, #""root": {"initial": 4,"#]),
    (
      #""after": {"5s": "b"},"#,
      [#""after": {"5 s": "b"},"#, #""after": {"delay": "5s", "target": "b"},"#, #""after": {"PT5S": "b"},"#]
    ),
    (#""tags": ["t"],"#, [#""tags": "t","#, #""data": {"extra": 1},"#, #""output": "1","#]),
    (#""subStates": {"#, []),
    (#""a": {"go": "b","#, [#""a": {"go": "nowhere","#, #""a": {"go": 5,"#]),
    (
      #""pay": {"target": "b", "guard": "event.data.cents > 1"},"#,
      [
        #""pay": {"target": "b", "guard": "event.data.cent > 1"},"#,
        #""pay": {"target": "b", "guard": "1 + 'a' == 1"},"#,
        #""pay": {"target": "b", "cond": "true"},"#, #""pai": {"target": "b"},"#,
      ]
    ),
    (#""enterState": ["ring"],"#, [#""enterState": ["rnig"],"#, #""enterState": [5],"#, #""entry": ["ring"],"#]),
    (#""exitState": "beep"},"#, [#""exitState": {"beeep": 1}},"#, #""exitState": {"raise": "tikc"}},"#]),
    (
      #""b": {"back": {"target": "a", "actions": [{"assign": {"n": "n + 1"}}]},"#,
      [
        #""b": {"back": {"target": "a", "actions": [{"assign": {"m": "n + 1"}}]},"#,
        #""b": {"back": {"target": "a", "actions": [{"assign": {"n": "s + 1"}}]},"#,
        #""b": {"back": {"target": "a", "actions": [{"log": "${missing}"}]},"#,
      ]
    ),
    (#""always": {"guard": "n > 3", "target": "a"}},"#, [#""always": {"guard": "n > 'x'", "target": "a"}},"#]),
    (
      #""c": {"type": "parallel", "subStates": {"c1": {}, "c2": {}}},"#,
      [
        #""c": {"type": "paralel", "subStates": {"c1": {}, "c2": {}}},"#,
        #""c": {"type": "parallel", "states": {"c1": {}, "c2": {}}},"#,
      ]
    ),
    (
      #""d": {"subStates": {"d1": {"go": "d2"}, "d2": {}}},"#,
      [
        #""d": {"states": {"d1": {"go": "d2"}, "d2": {}}},"#, #""d": {"subStates": ["d1", "d2"]},"#,
        #""d": {"d1": {"go": "d2"}, "d2": {"back": "d1"}},"#, #""d": {"subStates": {"d1": {"go": "d2"}, "d2": 5}},"#,
      ]
    ),
    (#""e": {"go": "d1", "back": "d2"},"#, [#""e": {"go": "d1", "go": "d2"},"#]),
    (
      #""f": {"invoke": {"src": "w"}},"#, [#""f": {"invoke": {"src": "w", "onDone": "a"}},"#, #""f": {"invoke": {}},"#]
    ),
    (#""g": {"type": "final"},"#, [#""g": {"type": "final", "go": "a"},"#, #""g": {"type": "history", "go": "a"},"#]),
    (#""h": {"go": {"target": ["p1", "p2"]}},"#, [#""h": {"go": {"target": ["a", "b"]}},"#]),
    (
      #""i": {"go": {"guard": "isIn('a')", "target": "a"}},"#,
      [#""i": {"go": {"guard": "isIn('aa')", "target": "a"}},"#]
    ),
    (#""p": {"type": "parallel", "subStates": {"p1": {}, "p2": {}}},"#, []),
    (
      #""q": {"initial": "q1", "subStates": {"q1": {}}}"#,
      [#""q": {"initial": "a", "subStates": {"q1": {}}}"#, #""q.r": {"initial": "q1", "subStates": {"q1": {}}}"#]
    ),
    ("}}}", []),
  ]

  /// The findings of the chart with these slips, each a line and which of its wrong texts stands there.
  private static func findings(_ slips: [(line: Int, bad: Int)]) -> Set<String> {
    var text = lines.map(\.good)
    for slip in slips { text[slip.line] = lines[slip.line].bad[slip.bad] }
    let source = SourceText(name: "c", bytes: Array(text.joined(separator: "\n").utf8))
    let index = LineIndex(source)
    let found = Findings()
    _ = ChartReader.read(source, findings: found)
    return Set(
      found.sortedByPosition.map { diagnostic in
        let position = index.position(of: Int(diagnostic.span.start))
        return "\(position.line):\(position.column) [\(diagnostic.code.rawValue)] \(diagnostic.message)"
      })
  }

  private static let slips = lines.indices.flatMap { line in lines[line].bad.indices.map { (line: line, bad: $0) } }

  /// The findings of each slip alone, by its line and its wrong text.
  private static let alone = lines.indices.map { line in lines[line].bad.indices.map { findings([(line, $0)]) } }

  @Test func `the chart is good, and each slip is found`() {
    #expect(Self.findings([]) == [])
    for slip in Self.slips {
      #expect(!Self.alone[slip.line][slip.bad].isEmpty, "\(Self.lines[slip.line].bad[slip.bad])")
    }
  }

  @Test func `one slip is one finding`() {
    for slip in Self.slips {
      let found = Self.alone[slip.line][slip.bad]
      #expect(found.count == 1, "\(Self.lines[slip.line].bad[slip.bad]): \(found)")
    }
  }

  /// Guards that use others, each with an error of its own, as while somebody types; and those of one circle.
  private static let broken: [(count: Int, guarded: @Sendable (Int) -> String)] = [
    (30, { "g\($0 + 1) && g\($0 + 1) )" }), (30, { "g\($0 + 1) && g\($0 + 1) ||" }),
    (1, { _ in (0..<30).map { "g\($0)" }.joined(separator: " && ") + " )" }),
  ]

  @Test(arguments: broken.indices)
  func `each guard with an error is one finding, however they use one another`(index: Int) {
    let guards = (0..<30).map { "\"g\($0)\": \"\(Self.broken[index].guarded($0))\"" } + ["\"g30\": \"1 < 2\""]
    let text = #"{"guards": {\#(guards.joined(separator: ", "))}, "root": {"e": {"guard": "g0", "actions": "x"}}}"#
    let found = Findings()
    _ = ChartReader.read(SourceText(name: "c", bytes: Array(text.utf8)), findings: found)
    #expect(found.all.count { $0.code == .expressionSyntax } == Self.broken[index].count)
  }

  @Test func `each two slips give what they give alone`() {
    for (first, one) in Self.slips.enumerated() {
      for other in Self.slips.dropFirst(first + 1) where one.line != other.line {
        let (found, wanted) = (
          Self.findings([one, other]), Self.alone[one.line][one.bad].union(Self.alone[other.line][other.bad])
        )
        #expect(
          found == wanted,
          """
          \(Self.lines[one.line].bad[one.bad]) \(Self.lines[other.line].bad[other.bad]): \
          lost \(wanted.subtracting(found)), new \(found.subtracting(wanted))
          """)
      }
    }
  }

  /// `STATEKIT_SEED` is the first seed, to see again what a seed has shown.
  @Test func `as many slips as there are places give what they give alone`() {
    for seed in Seeded.seeds(Extent.count(40, long: 5_000)) {
      var random = Seeded(seed)
      let slips = Self.lines.indices.compactMap { line in
        Self.lines[line].bad.indices.randomElement(using: &random).map { (line: line, bad: $0) }
      }.filter { _ in Bool.random(using: &random) }
      let wanted = slips.reduce(into: Set<String>()) { $0.formUnion(Self.alone[$1.line][$1.bad]) }
      let found = Self.findings(slips)
      #expect(
        found == wanted,
        """
        seed \(seed), \(slips.map { Self.lines[$0.line].bad[$0.bad] }): lost \(wanted.subtracting(found)), \
        new \(found.subtracting(wanted))
        """)
    }
  }

  /// What stands in place of sub-states hides what else is wrong in its state only.
  @Test(arguments: ["5", "null", "true", #""x""#, "[]", "[5]"])
  func `sub-states that are none hide no unknown names elsewhere`(value: String) {
    let chart = """
      {"root": {"initial": "d", "subStates": {
      "d": {"initial": "first", "subStates": \(value), "go": "second", "tick": {"guard": "isIn('third')", "target": "d"}},
      "e": {"go": "nowhere", "tick": {"guard": "isIn('nobody')", "target": "d"}},
      "f": {"go": {"target": "e", "guard": "1 +"}}
      }}}
      """
    let found = Findings()
    _ = ChartReader.read(SourceText(name: "c", bytes: Array(chart.utf8)), findings: found)
    #expect(found.sortedByPosition.map(\.code) == [.wrongType, .unknownTarget, .unknownTarget, .expressionSyntax])
  }

  /// What needs no whole tree is said of what stands before the place where a chart cannot be read on, or has no root.
  @Test(arguments: [
    (#""root": {"go": {"guard": "a and b"}, "after": {"5 s": "x"}, "x": {"actions": {"log": "${1 +}"}}, ]"#),
    (#""guards": {"a": "1 and 2", "b": "1 +"}, "context": 5"#),
  ])
  func `what stands before a syntax error is checked for what it says alone`(text: String) {
    let found = Findings()
    _ = ChartReader.read(SourceText(name: "c", bytes: Array("{\(text)}".utf8)), findings: found)
    let codes = found.sortedByPosition.map(\.code)
    #expect(codes.count { $0 == .expressionSyntax } == 2)
    #expect(codes.count == 4)
  }

  /// An action, an invocation or a line with several mistakes, and the codes of all of them.
  @Test(
    arguments: [
      (#""go": {"actions": {"send": "go", "data": "q", "delay": "6q"}}"#, [.unknownName, .badDelay]),
      (
        #""go": {"actions": {"send": 5, "data": "q", "id": 5, "to": 5}}"#,
        [.wrongType, .unknownName, .wrongType, .wrongType]
      ),
      (#""go": {"actions": {"raise": 5, "data": "q"}}"#, [.wrongType, .unknownName]),
      (#""go": {"actions": {"call": 5, "data": "q"}}"#, [.wrongType, .unknownName]),
      (#""go": {"actions": {"call": "act", "data": "1 +"}}"#, [.expressionSyntax]),
      (
        #""go": {"actions": {"forEach": "l", "as": "x y", "do": [{"goToState": "zz"}, {"log": "${q}"}]}}"#,
        [.badContextName, .unknownTarget]
      ),
      (
        #""go": {"actions": {"forEach": 5, "index": "i", "do": {"log": "${q} ${item} ${i}"}}}"#,
        [.wrongType, .unknownName]
      ),
      (#""go": {"actions": {"forEach": "q"}}"#, [.missingKey, .unknownName]),
      (
        #""go": {"actions": {"if": 5, "then": {"goToState": "zz"}, "else": {"log": "${q}"}}}"#,
        [.wrongType, .unknownTarget, .unknownName]
      ),
      (#""go": {"actions": {"if": "q"}}"#, [.missingKey, .unknownName]),
      (#""invoke": {"id": 5, "input": {"x": "q"}}"#, [.missingKey, .wrongType, .unknownName]),
      (#""invoke": {"id": 5, "src": 5, "input": "q"}"#, [.wrongType, .wrongType, .unknownName]),
    ] as [(part: String, codes: [DiagnosticCode])])
  func `the parts of an action or an invocation do not hide one another`(part: String, codes: [DiagnosticCode]) {
    let chart = #"{"actions": {"act": "int"}, "context": {"l": []}, "root": {\#(part)}}"#
    let found = Findings()
    _ = ChartReader.read(SourceText(name: "c", bytes: Array(chart.utf8)), findings: found)
    #expect(found.sortedByPosition.map(\.code) == codes)
  }

  @Test(
    arguments: [
      (":guard okk = tru", [.unknownGuard, .unknownName]), (":delay slo = 5x", [.unknownDelay, .badDelay]),
      (":set m = 3 + z", [.unknownName, .unknownName]), (":expect in bb, cc", [.unknownState, .unknownState]),
      (":expect only bb, cc", [.unknownState, .unknownState]),
      (":expect entered bb, a, cc", [.unknownState, .unknownState]),
      (":expect did actt, acct", [.unknownAction, .unknownAction]),
    ] as [(line: String, codes: [DiagnosticCode])])
  func `the parts of a line do not hide one another`(line: String, codes: [DiagnosticCode]) throws {
    let text = """
      {"guards": {"ok": null}, "actions": {"act": null}, "context": {"n": 1}, "root": {"initial": "a", "subStates": {
      "a": {"go": {"guard": "ok", "target": "b", "actions": "act"}, "after": {"slow": "b"}}, "b": {}}}}
      """
    let chart = try #require(ChartReader.read(SourceText(name: "c", bytes: Array(text.utf8)), findings: Findings()))
    let found = #expect(throws: ScriptParser.LineError.self) {
      _ = try ScriptParser(chart).parse(ScriptLine(file: "s", number: 1, bytes: Array(line.utf8)))
    }
    #expect(found?.diagnostics.map(\.code) == codes)
  }
}
