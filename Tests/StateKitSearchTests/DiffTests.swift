import StateKitCore
import StateKitFormat
import StateKitSearch
import TestSupport
import Testing
import ToolSupport

/// Comparing charts: verdicts, shortest scripts, and that they show what they say.
@Suite struct DiffTests {
  private static func located(_ json: String) throws -> LocatedChart {
    let findings = Findings()
    let located = try #require(
      ChartReader.locate(SourceText(name: "c.json", bytes: Array(json.utf8)), findings: findings))
    #expect(!findings.hasErrors, "\(findings.all)")
    return located
  }

  private static func states(_ text: String) -> String {
    "{\"context\": {\"n\": 0}, \"root\": {\"initial\": \"a\", \"subStates\": {\(text)}}}"
  }

  struct Sample: Sendable {
    let first: String
    let second: String
    var byStates = false
    /// The verdict, and the lines of the script.
    let found: String
    /// The differences of the files.
    var structure: [String] = []
  }

  static let door = states(#""a": {"open": "b"}, "b": {"enterState": "ring", "close": "a"}"#)

  static let samples: [Sample] = [
    Sample(first: door, second: door, found: "equivalent"),
    Sample(
      first: door, second: states(#""a": {"open": "c"}, "c": {"enterState": "ring", "close": "a"}"#),
      found: "equivalent",
      structure: ["handler changed: the target of open in root.a", "state gone: root.b", "state added: root.c"]),
    Sample(
      first: door, second: states(#""a": {"open": "c"}, "c": {"enterState": "ring", "close": "a"}"#), byStates: true,
      found: "differs: open",
      structure: ["handler changed: the target of open in root.a", "state gone: root.b", "state added: root.c"]),
    Sample(
      first: door, second: states(#""a": {"open": "b"}, "b": {"enterState": "beep", "close": "a"}"#),
      found: "differs: open",
      structure: ["hook changed: enterState of root.b"]),
    Sample(
      first: door, second: states(#""a": {"open": "b", "lock": {}}, "b": {"enterState": "ring", "close": "a"}"#),
      found: "extends: lock", structure: ["handler added: lock in root.a"]),
    Sample(
      first: states(#""a": {"open": "b", "lock": {}}, "b": {"enterState": "ring", "close": "a"}"#), second: door,
      found: "reduces: lock", structure: ["handler gone: lock in root.a"]),
    // What handles more in one state and less in another is different.
    Sample(
      first: states(#""a": {"go": "b", "x": {}}, "b": {"back": "a"}"#),
      second: states(#""a": {"go": "b"}, "b": {"back": "a", "x": {}}"#), found: "differs: x",
      structure: ["handler gone: x in root.a", "handler added: x in root.b"]),
    // Time is seen by what it leads to.
    Sample(
      first: states(#""a": {"after": {"5s": {"target": "b", "actions": "ring"}}}, "b": {"x": "a"}"#),
      second: states(#""a": {"after": {"6s": {"target": "b", "actions": "ring"}}}, "b": {"x": "a"}"#),
      found: "differs: +5s",
      structure: ["timer gone: after 5s in root.a", "timer added: after 6s in root.a"]),
    Sample(
      first: states(#""a": {"x": {"guard": "n < 2", "actions": {"assign": {"n": "n + 1"}}}}"#),
      second: states(#""a": {"x": {"guard": "n < 3", "actions": {"assign": {"n": "n + 1"}}}}"#),
      found: "extends: x; x; x",
      structure: ["handler changed: the guard of x in root.a"]),
    // Guards of the host are answered both ways, for both; the start, too, where it asks for them.
    Sample(
      first: asking(#""a": {"go": {"guard": "ok", "actions": "ring"}}"#),
      second: asking(#""a": {"go": {"guard": "ok", "actions": "beep"}}"#),
      found: "differs: :guard ok = true; go", structure: ["handler changed: the actions of go in root.a"]),
    Sample(
      first: asking(#""a": {"always": {"guard": "ok", "target": "b"}}, "b": {"enterState": "ring"}"#),
      second: asking(#""a": {"always": {"guard": "ok", "target": "b"}}, "b": {"enterState": "beep"}"#),
      found: "differs: :guard ok = true", structure: ["hook changed: enterState of root.b"]),
    // What a child alone handles is handled.
    Sample(
      first: passing(#""w": {}, "v": {}"#), second: passing(#""w": {"job": "v"}, "v": {}"#), found: "extends: job"),
    // What is said at the end, and what works.
    Sample(
      first: states(#""a": {"go": "f"}, "f": {"type": "final", "output": {"x": "n"}}"#),
      second: states(#""a": {"go": "f"}, "f": {"type": "final", "output": {"x": "n + 1"}}"#), found: "differs: go",
      structure: ["state changed: the output of root.f"]),
    Sample(
      first: states(#""a": {"invoke": [{"id": "w", "src": "work"}, {"id": "v", "src": "watch"}]}"#),
      second: states(#""a": {"invoke": [{"id": "w", "src": "works"}, {"id": "u", "src": "watch"}]}"#),
      found: "differs: ",
      structure: ["invocation changed: w in root.a", "invocation gone: v in root.a", "invocation added: u in root.a"]),
    // What the host works at ends only where it runs.
    Sample(
      first: states(
        #""a": {"go": "b", "done.invoke.w": {"actions": "ring"}}, "b": {"invoke": {"id": "w", "src": "work"}}"#),
      second: states(
        #""a": {"go": "b", "done.invoke.w": {"actions": "beep"}}, "b": {"invoke": {"id": "w", "src": "work"}}"#),
      found: "equivalent", structure: ["handler changed: the actions of done.invoke.w in root.a"]),
  ]

  /// A chart with a child of these states that gets its events.
  private static func passing(_ text: String) -> String {
    let child = "{\"root\": {\"initial\": \"w\", \"subStates\": {\(text)}}}"
    return states("\"a\": {\"invoke\": {\"id\": \"kid\", \"forward\": true, \"chart\": \(child)}}")
  }

  private static func asking(_ text: String) -> String {
    "{\"guards\": {\"ok\": null}, \"root\": {\"initial\": \"a\", \"subStates\": {\(text)}}}"
  }

  @Test(arguments: samples.indices)
  func `two charts are told apart by a shortest script`(index: Int) throws {
    let sample = Self.samples[index]
    let (first, second) = (try Self.located(sample.first), try Self.located(sample.second))
    var options = ChartDiff.Options()
    options.sight = sample.byStates ? .states : .outside
    var diff = ChartDiff(first.chart, second.chart, options: options)
    let result = diff.run()
    let script = result.script.map { ": " + $0.joined(separator: "; ") } ?? ""
    #expect(result.verdict.rawValue + script == sample.found)
    let structure = StructureDiff(first, second).all.map { "\($0.kind.rawValue) \($0.change.rawValue): \($0.what)" }
    #expect(structure == sample.structure)
  }

  @Test(arguments: ["door", "traffic-light", "login", "wizard", "media-player", "self-driving-car"])
  func `a mutant is told apart by a script whose traces differ, or nothing tells it apart`(name: String) throws {
    let json = try #require(Repository.read("charts/\(name).json"))
    let source = SourceText(name: name, bytes: Array(json.utf8))
    let original = try Self.located(json)
    var told = 0
    for mutant in Mutator.mutants(of: source, in: original.chart) {
      let findings = Findings()
      guard let chart = ChartReader.read(mutant.applied(to: source), findings: findings) else { continue }
      var options = ChartDiff.Options()
      options.sight = .states
      options.bounds.depth = 8
      var diff = ChartDiff(original.chart, chart, options: options)
      let result = diff.run()
      switch result.verdict {
      case .differs, .extends, .reduces:
        let script = try #require(result.script)
        #expect(try trace(script, original.chart) != trace(script, chart), "\(mutant)")
        if PlainComparison.differ(original.chart, chart, InputCandidates(original.chart), depth: 2) { told += 1 }
      case .equivalent, .noDifference:
        #expect(result.script == nil)
        #expect(!PlainComparison.differ(original.chart, chart, InputCandidates(original.chart), depth: 4), "\(mutant)")
      }
    }
    // The plain comparison sees what it is to see.
    #expect(told > 0)
  }

  /// What a run of a script shows, without what stands before each line's own steps.
  private func trace(_ script: [String], _ chart: Chart) throws -> String {
    let output = ByteCollector()
    let trace = TraceText(chart, source: SourceText(name: "c", bytes: []), output: output)
    var machine = Machine(chart, sink: trace)
    machine.start()
    for line in script {
      machine.perform(try ScriptParser(chart).parse(ScriptLine(file: "", number: 2, bytes: Array(line.utf8))))
    }
    trace.flush()
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
