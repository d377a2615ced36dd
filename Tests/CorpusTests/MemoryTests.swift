import Foundation
import StateKitCore
import StateKitCLI
import StateKitFormat
import TestSupport
import Testing
import ToolSupport

/// Remembered steps change no byte: long random scripts on every chart, with and without them.
@Suite struct MemoryTests {
  /// A generator that gives the same numbers every time.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var mixed = state
      mixed ^= mixed >> 33
      mixed = mixed &* 0xFF51_AFD7_ED55_8CCD
      return mixed ^ (mixed >> 29)
    }
  }

  /// Charts whose data doubles with every event, or that run into a limit with every one: too long for long scripts.
  private static let growing = ["limit", "endless", "forEach_fixes_its_list"]

  /// How a script is run.
  struct Way: CustomStringConvertible, Sendable {
    var format = "text"
    var isStrict = false
    var keepsRecord = false
    var hasTests = false
    /// What a line may cost.
    var cost = 1_000_000

    var description: String {
      "\(format)\(isStrict ? " strict" : "")\(keepsRecord ? " recording" : "")\(hasTests ? " tests" : "")"
    }
  }

  /// The charts of the project that run. What is kept for good looks like a leak to a sanitizer: an enum's case stands in
  /// the spare bits of the pointers to what it holds.
  private static func charts() -> [(path: String, source: SourceText, chart: Chart)] {
    Repository.files(below: "charts", ending: ".json").compactMap { path in
      if path.contains("/invalid/") || growing.contains(where: { path.contains($0) }) { return nil }
      let source = SourceText(name: path, bytes: Array((Repository.read(path) ?? "").utf8))
      return ChartReader.read(source, findings: Findings(), in: folder(of: path)).map { (path, source, $0) }
    }
  }

  static let ways = [
    Way(), Way(format: "jsonl"), Way(format: "none"), Way(isStrict: true), Way(keepsRecord: true),
    Way(format: "jsonl", isStrict: true, keepsRecord: true, hasTests: true),
  ]

  /// A delayed event to a child: each line is made once and replayed from then on.
  @Test(arguments: ["late\n+1s\n:expect ignored\n", "flip\n+1s\n:expect handled\n"])
  func `an expectation about a timer is the same with and without memoised steps`(lines: String) throws {
    let child = #"{"root": {"initial": "i", "subStates": {"i": {"go": "j"}, "j": {"go": "i", "job": {}}}}}"#
    let sends = [("late", "job"), ("flip", "go")].map { event, sent in
      #""\#(event)": {"actions": {"send": "\#(sent)", "to": "k", "delay": "1s"}}"#
    }
    let chart =
      #"{"root": {\#(sends.joined(separator: ", ")), "invoke": {"id": "k", "chart": \#(child)}}}"#
    let script = String(repeating: lines, count: 80)
    let folder = try Repository.temporaryFolder(["c.json": chart, "s.events.txt": script])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = runTool(["run", "-q", folder.path + "/c.json", folder.path + "/s.events.txt"])
    #expect(result.status == 0, "\(result.errors.prefix(600))")
  }

  @Test func `a trace is the same with and without memoised steps`() throws {
    _ = Repository.root
    let charts = Self.charts()
    // Every day those that differ most from each other.
    let step = Extent.count(3, long: 1)
    for (index, way) in Self.ways.enumerated() where index % step == step - 1 { try compare(charts, way) }
  }

  private func compare(_ known: [(path: String, source: SourceText, chart: Chart)], _ way: Way) throws {
    var charts = 0
    var families = 0
    for (path, source, chart) in known {
      charts += 1
      if chart.family != nil { families += 1 }
      var scripts = [self.script(for: chart, seed: UInt64(charts), way)]
      if let own = Repository.read(String(path.dropLast(5)) + ".events.txt") {
        scripts.append(own.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      }
      for script in scripts {
        let plain = try run(chart, source, script, way, replays: false, asNumbers: false)
        #expect(try run(chart, source, script, way, replays: true, asNumbers: false) == plain, "\(path), \(way)")
        #expect(try run(chart, source, script, way, replays: true, asNumbers: true) == plain, "\(path), \(way)")
        #expect(try run(chart, source, script, way, replays: false, asNumbers: true) == plain, "\(path), \(way)")
      }
    }
    #expect(charts >= 80 && families >= 12)
  }

  /// Texts that are too large to be copied on their way out, among small ones.
  @Test func `long lines are the same with and without memoised steps`() throws {
    func chain(_ name: String) -> String {
      (1...60).map { "\"initial\": \"\(name)\($0)\", \"subStates\": {\"\(name)\($0)\": {" }.joined()
        + String(repeating: "}}", count: 60)
    }
    let text = """
      {"root": {"initial": "a", "subStates": {
        "a": {"swap": "b", "up": "c", \(chain("x"))}, "b": {"swap": "a", \(chain("y"))}, "c": {"back": "a"}}}}
      """
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let chart = try #require(ChartReader.read(source, findings: Findings()))
    var random = Seeded(state: 1)
    let lines = ["swap", "swap", "up", "back", "bogus", "+1s", "swap {\"x\": 1}"]
    let script = (0..<250).map { _ in lines.randomElement(using: &random) ?? "" }
    for way in Extent.some(of: Self.ways, every: 3) + [Self.ways[1]] {
      let plain = try run(chart, source, script, way, replays: false, asNumbers: false)
      if way.format == "jsonl" { #expect(plain.utf8.count > 500_000) }
      #expect(try run(chart, source, script, way, replays: true, asNumbers: false) == plain, "\(way)")
      #expect(try run(chart, source, script, way, replays: true, asNumbers: true) == plain, "\(way)")
      #expect(try run(chart, source, script, way, replays: false, asNumbers: true) == plain, "\(way)")
    }
  }

  private static func folder(of path: String) -> ChartFolder {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let folder = path[...slash]
    return ChartFolder(first: String(path[path.index(after: slash)...])) { file, _ in
      guard let text = Repository.read(folder + file) else { return .unreadable("it is not there") }
      return .text(SourceText(name: folder + file, bytes: Array(text.utf8)))
    }
  }

  private func script(for chart: Chart, seed: UInt64, _ way: Way) -> [String] {
    var random = Seeded(state: seed)
    let all = [chart] + (chart.family?.members.map(\.chart) ?? [])
    let events = all.flatMap(\.handledEventNames).filter { !$0.hasPrefix("done.") } + ["bogus", "error.x"]
    let states = chart.states.indices.filter { !chart.states[$0].kind.isHistory }
      .map { DisplayText.name(chart.path(StateID($0))) }
    return (0..<Extent.count(4, long: 150)).map { _ in
      let name = DisplayText.name(events.randomElement(using: &random) ?? "bogus")
      let state = states.randomElement(using: &random) ?? "root"
      switch Int.random(in: 0..<60, using: &random) {
      case 0: return "+1s"
      case 1...3: return name + " 1"
      case 4...5: return name + " {\"x\": \(Int.random(in: 0..<3, using: &random))}"
      case 6: return ":expect handled"
      case 7: return ":expect in \(state)"
      case 8 where way.keepsRecord: return ":expect entered \(state)"
      case 9 where way.keepsRecord: return ":expect exited \(state)"
      case 10 where way.hasTests: return ":test \"a test\""
      case 11: return "# a comment"
      default: return name
      }
    }
  }

  func run(
    _ chart: Chart, _ source: SourceText, _ script: [String], _ way: Way, replays: Bool, asNumbers: Bool
  ) throws -> String {
    let output = MemoryOutput()
    let trace: any TraceWriter =
      switch way.format {
      case "jsonl": TraceJSONLines(chart, source: source, output: output)
      case "none": NoTrace()
      default: TraceText(chart, source: source, output: output)
      }
    var options = ScriptRunner.Options()
    options.machine.replays = replays
    options.machine.patience = 0
    options.machine.limits.cost = way.cost
    options.isStrict = way.isStrict
    (options.hasTests, options.keepsRecord) = (way.hasTests, way.keepsRecord)
    var runner = ScriptRunner(chart, options: options, trace: trace)
    var reports = runner.start()
    let parser = ScriptParser(chart)
    let lines = script.enumerated().map { ScriptLine(file: "s", number: $0.offset + 1, bytes: Array($0.element.utf8)) }
    if asNumbers {
      var known = KnownLines(chart)
      let numbers = try lines.map { try #require(known.add($0.bytes.span, step: try parser.parse($0))) }
      var index = 0
      while index < numbers.count {
        reports += runner.run(numbers, at: &index, upTo: min(numbers.count, index + 50), known: known) { lines[$0] }
      }
    } else {
      for line in lines { reports += runner.run(try parser.parse(line), at: line) }
    }
    reports += runner.finish()
    trace.flush()
    return output.text + reports.map { "\($0.diagnostic.code): \($0.diagnostic.message)" }.joined(separator: "\n")
  }
}
