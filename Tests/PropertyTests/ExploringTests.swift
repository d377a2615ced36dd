import StateKitCore
import StateKitFormat
import StateKitSearch
import TestSupport
import Testing
import ToolSupport

/// Random charts, explored: with steps that are replayed where they look at the same, with the machine alone, and plainly.
@Suite struct ExploringTests {
  /// Everything that a report says of an exploring.
  private static func facts(_ found: Exploration) -> [String] {
    let space = found.space
    return [
      "states \(space.statesByDepth), transitions \(space.transitions), handled \(space.handled)",
      "changing \(space.changing), finished \(space.finished), dead ends \(found.deadEnds), bound \(space.isComplete)",
    ]
      + found.findings.map { finding in
        "\(finding.code.rawValue): \(finding.message): \(finding.script?.joined(separator: "; ") ?? "none")"
      }
  }

  @Test(arguments: 0..<2)
  func `a random chart has the same states however it is explored`(part: Int) throws {
    let count = Extent.count(1, long: 40)
    for seed in (UInt64(part * count) + 1)...UInt64((part + 1) * count) {
      let generated = ChartGenerator.make(Choices(seed: seed), ChartGenerator.Habits(seed: seed))
      let findings = Findings()
      let source = SourceText(name: "random.json", bytes: Array(generated.chart.json.utf8))
      guard let located = ChartReader.locate(source, findings: findings), !findings.hasErrors else { continue }
      var options = Explorer.Options()
      options.bounds.depth = 4
      options.bounds.states = 150
      options.limits = Limits().forSearching(macrosteps: 20)
      options.limits.steps = 30
      options.limits.nestedGoToState = 10
      options.limits.actions = 500
      options.isVerbose = true
      let found = try Explorer.explore(located, options: options)
      options.replaysSteps = false
      let run = try Explorer.explore(located, options: options)
      #expect(Self.facts(found) == Self.facts(run), "seed \(seed): \(generated.chart.json)")
      let chart = located.chart
      // What a limit leaves behind in the middle of a transition is no state of a chart.
      let isEndless = found.findings.contains { $0.code == .endless }
      guard found.space.states < 150, !isEndless, chart.invocations.isEmpty, !chart.asksHost else { continue }
      let plain = PlainExplorer(chart, found.space.inputs, depth: 4, limits: options.limits)
      #expect(found.space.statesByDepth == plain.statesByDepth, "seed \(seed): \(generated.chart.json)")
      #expect(
        [found.space.transitions, found.space.handled, found.space.changing]
          == [plain.transitions, plain.handled, plain.changing], "seed \(seed): \(generated.chart.json)")
    }
  }
}
