import StateKit
import StateKitCLI
import StateKitFormat
import TestSupport
import Testing

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

  @Test func `a trace is the same with and without remembered steps`() throws {
    _ = Repository.root
    var charts = 0
    for path in Repository.files(below: "charts", ending: ".json") where !path.contains("/invalid/") {
      let source = SourceText(name: path, bytes: Array((Repository.read(path) ?? "").utf8))
      guard let chart = ChartReader.read(source, Findings()), !Self.growing.contains(where: { path.contains($0) })
      else {
        continue
      }
      charts += 1
      let script = self.script(for: chart, seed: UInt64(charts))
      #expect(
        try run(chart, source, script, remembers: true) == run(chart, source, script, remembers: false), "\(path)")
    }
    #expect(charts >= 80)
  }

  private func script(for chart: Chart, seed: UInt64) -> [String] {
    var random = Seeded(state: seed)
    let events = chart.handledEventNames.filter { !$0.hasPrefix("done.") } + ["bogus", "error.x"]
    return (0..<400).map { _ in
      let name = DisplayText.name(events.randomElement(using: &random) ?? "bogus")
      switch Int.random(in: 0..<40, using: &random) {
      case 0: return "+1s"
      case 1: return name + " 1"
      case 2: return ":expect handled"
      default: return name
      }
    }
  }

  private func run(_ chart: Chart, _ source: SourceText, _ script: [String], remembers: Bool) throws -> String {
    let output = MemoryOutput()
    let trace = TraceText(chart, source: source, output: output)
    var options = ScriptRunner.Options()
    options.remembers = remembers
    var runner = ScriptRunner(chart, options: options, trace: trace, hasTests: false, keepsRecord: false)
    var reports = runner.start()
    let parser = ScriptParser(chart)
    for (number, text) in script.enumerated() {
      let line = ScriptLine(file: "s", number: number + 1, bytes: Array(text.utf8))
      reports += runner.run(try parser.parse(line), at: line)
    }
    reports += runner.finish()
    trace.flush()
    return output.text + reports.map { "\($0.diagnostic.code): \($0.diagnostic.message)" }.joined(separator: "\n")
  }
}
