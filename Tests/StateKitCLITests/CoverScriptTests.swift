import StateKitCore
import StateKitFormat
import StateKitSearch
import Testing

@testable import StateKitCLI

/// Tests that cover a chart, when the time is over before all of them are written.
@Suite struct CoverScriptTests {
  @Test(arguments: [0, 2, 4]) func `a script that is cut says how many lines are left out`(lines: Int) throws {
    let states = zip(["a", "b", "c", "d"], ["b", "c", "d", "a"]).map { "\"\($0)\": {\"go\": \"\($1)\"}" }
    let json = "{\"root\": {\"initial\": \"a\", \"subStates\": {\(states.joined(separator: ", "))}}}"
    let source = SourceText(name: "ring.json", bytes: Array(json.utf8))
    let located = try #require(ChartReader.locate(source, findings: Findings()))
    let (plan, _) = CoverPlan.plan(located, options: Explorer.Options(), aim: .arcs, isTour: true)
    let script = CoverScript(plan: plan, chart: located.chart, chartFile: nil, answered: nil, limits: Limits())
    let output = MemoryOutput()
    var left = lines
    let unwritten = script.write(to: output) {
      left -= 1
      return left < 0
    }
    #expect(unwritten == 4 - lines)
    let steps = ["b", "c", "d", "a"].prefix(lines).map { "go\n:expect handled\n:expect only \($0)\n" }
    #expect(String(decoding: output.bytes, as: UTF8.self) == ":test \"go\"\n:expect only a\n" + steps.joined())
  }
}
