import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest
import Testing

/// Scripts as tests, and what is made of them: failures, shorter failures, ways, mutants.
@Suite struct TestingTests {
  private func source(_ json: String) -> SourceText {
    SourceText(name: "c.json", bytes: Array(json.utf8))
  }

  private func chart(_ json: String) throws -> Chart {
    try #require(ChartReader.read(source(json), findings: Findings()))
  }

  private static let counter = """
    {
      "context": {"n": 0, "name": "x"},
      "root": {
        "initial": "idle",
        "add": {"actions": {"assign": {"n": "n + event.data.by"}}},
        "subStates": {
          "idle": {"go": {"guard": "n >= 3", "target": "busy"}},
          "busy": {"stop": "idle", "finish": {"guard": "n > 5", "target": "over"}, "after": {"5s": "late"}},
          "late": {"back": "idle"},
          "over": {"type": "final"}
        }
      }
    }
    """

  private func failures(_ script: String, _ chart: Chart) throws -> [TestFailure?] {
    let tests = try TestScript(file: "s", bytes: Array(script.utf8), chart: chart)
    var runner = TestRunner(chart, needsRecord: tests.needsRecord)
    return tests.cases.map { runner.failure(of: $0, in: tests) }
  }

  // MARK: Tests

  @Test func `each test is run on a fresh machine after the set-up, and one failure ends one test`() throws {
    let chart = try chart(Self.counter)
    let found = try failures(
      """
      add {"by": 3}
      :test "goes"
      go
      :expect only busy
      :test "the first failure counts"
      :expect n == 4
      :expect n == 5
      :test "the set-up was not done twice"
      :expect n == 3
      :test "a rejected or failed step is a failure, too"
      add 5
      :test "unless it is expected"
      add 5
      :expect error
      """, chart)
    #expect(found.map { $0 == nil } == [true, false, true, false, true])
    let failure = try #require(found[1])
    #expect(failure.index == 1 && failure.events(on: chart, options: ScriptRunner.Options()) == ["add {\"by\": 3}"])
    #expect(failure.details.parts.map { "\($0.text) = \($0.value)" } == ["n = 3"])
    #expect(found[3]?.reports.map(\.diagnostic.code) == [.runError])
  }

  @Test func `what is memoised changes no test`() throws {
    let chart = try chart(
      #"{"root": {"initial": "a", "subStates": {"a": {"x": "b"}, "b": {"x": "a", "t": {"actions": {"send": "x", "delay": "1s"}}}}}}"#
    )
    var script = ""
    for number in 0..<200 {
      script += ":test \"\(number)\"\nx\nx\nx\n:expect only \(number % 3 == 2 ? "a" : "b")\nt\n+1s\n:expect only a\n"
    }
    let found = try failures(script, chart)
    #expect(found.indices.allSatisfy { (found[$0] == nil) == ($0 % 3 != 2) })
  }

  @Test(
    arguments: [
      (
        "n + 1 == 3 && name == 'y'",
        ["n + 1 = 1", "n = 0", "name = \"x\"", "n + 1 == 3 = false", "name == 'y' = false"]
      ),
      ("!(n == 0)", ["n = 0", "n == 0 = true"]), ("size(name) < n", ["n = 0", "size(name) = 1", "name = \"x\""]),
      ("[1, 2].exists(i, i == n)", ["n = 0"]), ("n > 1 / n", ["1 / n = error: division by zero", "n = 0"]),
      ("isIn('busy') || -n > 0", ["-n = 0", "isIn('busy') = false", "n = 0", "-n > 0 = false"]),
    ])
  func `a failed expression shows the value of each part`(expression: String, expected: [String]) throws {
    let found = try failures(":expect \(expression)", chart(Self.counter))
    let parts = try #require(found[0]).details.parts.map { "\($0.text) = \($0.value)" }
    #expect(Set(parts) == Set(expected), "\(parts)")
  }

  @Test func `a script's chart is in its first :chart line`() {
    for (script, file) in [
      (":chart a.json\nx", "a.json"), ("# c\n  :chart  \"a b.json\" \r\n", "a b.json"),
      ("x\n:chart b.json\n:chart c", "b.json"),
    ] {
      #expect(TestScript.chartFile(in: Array(script.utf8)) == file)
    }
    #expect(TestScript.chartFile(in: Array("x\n# :chart a\n:charts a".utf8)) == nil)
  }

  // MARK: Differences

  @Test func `a difference is the fewest lines`() {
    func shown(_ old: String, _ new: String) -> String {
      func lines(_ text: String) -> [String] { text.map { String($0) } }
      return LineDiff(from: lines(old), to: lines(new)).lines.map { line in
        switch line {
        case .same(let text): " " + text
        case .removed(let text): "-" + text
        case .added(let text): "+" + text
        case .skipped(let count): "…\(count)"
        }
      }.joined(separator: " ")
    }
    #expect(shown("abc", "abc").isEmpty)
    #expect(shown("abc", "axc") == " a -b +x  c")
    #expect(shown("abcabba", "cbabac").filter { "+-".contains($0) }.count == 5)
    #expect(shown("", "ab") == "+a +b")
    #expect(shown("ab", "") == "-a -b")
    #expect(shown("abcdefghij", "abcdefghijk") == "…7  h  i  j +k")
    #expect(shown("xabcdefghij", "abcdefghij") == "-x  a  b  c …7")
  }

  // MARK: Shorter

  @Test func `a failing test shrinks to what it needs`() throws {
    let chart = try chart(Self.counter)
    var script = ""
    for number in 0..<20 {
      script += "add {\"by\": \(number == 7 ? 3 : 0), \"note\": \"n\(number)\", \"deep\": {\"x\": [1]}}\nstop\n+1s\n"
    }
    script += "go\n:expect in busy\nstop\n:expect only busy\nback\n"
    let failure = try #require(try failures(script, chart)[0])
    var shrinker = Shrinker(chart, needsRecord: false)
    let lines = shrinker.shrink(failure).map { String(decoding: $0.line.bytes, as: UTF8.self) }
    #expect(lines == [":expect only busy"])
    let other = try #require(try failures(script.replacing(":expect only busy", with: ":expect n > 3"), chart)[0])
    #expect(shrinker.shrink(other).map { String(decoding: $0.line.bytes, as: UTF8.self) } == [":expect n > 3"])
    let rejected = try #require(
      try failures("add {\"by\": 4, \"x\": 1}\nadd {\"by\": \"a\", \"x\": 1}\n:expect in idle", chart)[0])
    #expect(shrinker.shrink(rejected).map { String(decoding: $0.line.bytes, as: UTF8.self) } == ["add {\"by\":\"a\"}"])
  }

  // MARK: Ways and mutants

  @Test func `a shortest way to a handler is found, through data and time`() throws {
    let json = Self.counter.replacing(
      "\"root\"",
      with:
        "\"events\": {\"add\": {\"by\": \"int\"}, \"go\": null, \"stop\": null, \"finish\": null, \"back\": null},\n\"root\""
    )
    let chart = try chart(json)
    let ways = Explorer.ways(to: Array(chart.handlers.indices), of: chart)
    let found = Dictionary(uniqueKeysWithValues: ways.map { ($0.handler, $0.lines) })
    #expect(found.count == chart.handlers.count)
    let last = try #require(
      chart.handlers.indices.first { chart.handlers[$0].condition >= 0 && chart.handlers[$0].state.index > 1 })
    #expect(found[last]?.last == "finish" && found[last]?.count == 3)
    let back = try #require(found.values.first { $0.last == "back" })
    #expect(back.count == 4 && back[2] == "+next")
  }

  @Test func `mutants are caught, survive or are the same`() throws {
    let json = """
      {"root": {"initial": "a", "subStates": {
        "a": {"x": {"guard": "isIn('a')", "target": "b"}}, "b": {"y": "c", "after": {"5s": "a"}}, "c": {"z": "a"}}}}
      """
    let chart = try chart(json)
    let mutants = Mutator.mutants(of: source(json), in: chart)
    #expect(mutants.count >= 10)
    let trial = MutationTrial(
      chart, in: source(json),
      scripts: [MutationTrial.Script(file: "s", bytes: Array("x\n:expect only b\n".utf8), trace: nil)]
    ) { _, _, _, _, _ in true }
    var counts = (caught: 0, survived: 0, equivalent: 0)
    for mutant in mutants {
      switch trial.fate(of: mutant) {
      case .caught: counts.caught += 1
      case .survived(let telling):
        counts.survived += 1
        #expect(telling.isEmpty == mutant.what.hasPrefix("the initial"), "\(mutant.what)")
      case .equivalent:
        counts.equivalent += 1
        #expect(mutant.what == "the guard is always true")
      case .invalid, .untried, .undecided: Issue.record("\(mutant.what) has another fate")
      }
    }
    #expect(counts.equivalent == 1 && counts.caught >= 4 && counts.survived >= 4, "\(counts)")
  }

  // MARK: Bounds of searches

  /// The handler of `end` is nine lines away, and no line changes anything but `up`; each costs some hundred.
  private static let far: String = {
    let guardText = "[1, 2, 3, 4, 5].all(i, [1, 2, 3, 4, 5].all(j, i + j + n > 0))"
    let events = (0..<12).map { "\"e\($0)\": {\"guard\": \"\(guardText)\"}" }.joined(separator: ", ")
    return """
      {"context": {"n": 0}, "root": {"initial": "a", \(events), "up": {"actions": {"assign": {"n": "n + 1"}}},
        "subStates": {"a": {"end": {"guard": "n >= 8", "target": "b"}}, "b": {}, "c": {}}}}
      """
  }()

  /// Limits of what a search may do: a line of the chart costs less than `cost`.
  private func limits(cost: Int, isInterrupted: Bool = false) -> Limits {
    var limits = Limits()
    limits.cost = cost
    limits.isInterrupted = { isInterrupted }
    return limits
  }

  @Test func `what a mutant is compared by has a budget, and ends where somebody interrupts`() throws {
    let chart = try chart(Self.far)
    let mutants = Mutator.mutants(of: source(Self.far), in: chart)
    let mutant = try #require(mutants.first { $0.what == "the target is \"c\"" })
    let trial = MutationTrial(chart, in: source(Self.far), scripts: []) { _, _, _, _, _ in true }
    guard case .survived(let telling) = trial.fate(of: mutant) else { return #expect(Bool(false), "no difference") }
    #expect(telling == [String](repeating: "up", count: 8) + ["end"])
    // A hundred lines' worth is less than the search needs.
    for limits in [limits(cost: 300), limits(cost: 100_000_000, isInterrupted: true)] {
      guard case .undecided = trial.fate(of: mutant, limits: limits) else {
        return #expect(Bool(false), "a difference is found beyond the bounds")
      }
    }
  }

  @Test func `the search for ways ends where somebody interrupts`() throws {
    let chart = try chart(Self.far)
    let all = Array(chart.handlers.indices)
    #expect(Explorer.ways(to: all, of: chart).count == all.count)
    #expect(Explorer.ways(to: all, of: chart, limits: limits(cost: 1_000, isInterrupted: true)).count < all.count)
  }
}
