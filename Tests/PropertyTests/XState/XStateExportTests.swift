import Foundation
import StateKitCore
import StateKitFormat
import StateKitInterchange
import Synchronization
import TestSupport
import Testing
import ToolSupport

/// Charts that are written for XState do by XState's rules what they do here.
@Suite struct XStateExportTests {
  @Test func `the curated charts do in XState what they do here`() throws {
    var count = ExportCount()
    for script in Extent.some(of: Repository.files(below: "charts", ending: ".events.txt"), every: 3) {
      let chart = String(script.dropLast(".events.txt".count)) + ".json"
      guard !ExportCount.unchecked.contains(where: { chart.hasSuffix("/\($0).json") }),
        !chart.hasPrefix("charts/xstate/"),
        !chart.hasPrefix("charts/coming-from/"),
        let text = try? String(contentsOf: Repository.root.appendingPathComponent(chart), encoding: .utf8),
        // A child is an actor that the program around the machine has.
        !text.contains("\"chart\"")
      else { continue }
      let folder = String(chart[...(chart.lastIndex(of: "/") ?? chart.startIndex)])
      let result = runTool(["run", "--format", "jsonl", chart, script])
      let run = XStateExportRun(chart: text, steps: Self.steps(result.output)) { machine in
        let result = runTool(
          ["run", "--from", "xstate5", "--format", "jsonl", "-", script], input: machine, folder: folder)
        return result.output.isEmpty ? nil : Self.steps(result.output)
      }
      count.add(run.outcome, chart)
    }
    print("XState: \(count.same) curated charts the same, \(count.refused) refused, skipped \(count.skipped)")
    #expect(count.faults.isEmpty, "\(count.faults.count) differ\n\(count.faults.prefix(5).joined(separator: "\n\n"))")
    #expect(count.same >= Extent.count(17, long: 55))
  }

  private static func steps(_ output: String) -> [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("{\"step\"") }.map(String.init)
  }

  @Test func `random charts do in XState what they do here`() {
    let seeds = ExportTests.seeds(usual: [5, 10, 19, 21, 38, 43, 49, 50])
    let total = Mutex(ExportCount())
    DispatchQueue.concurrentPerform(iterations: 8) { part in
      var count = ExportCount()
      for (number, seed) in seeds.enumerated() where number % 8 == part {
        let found = ChartGenerator.make(Choices(seed: seed), .none)
        var chart = found.chart.withoutGoing
        if !seed.isMultiple(of: 8) { chart = chart.forXState }
        for script in found.scripts.prefix(2) { Self.run(chart.json, script.map(\.text), "seed \(seed)", &count) }
      }
      total.withLock { $0.add(count) }
    }
    let count = total.withLock { $0 }
    print("XState: \(count.same) random runs the same, \(count.refused) refused, skipped \(count.skipped)")
    if Extent.isLong { print(count.shownReasons) }
    #expect(count.faults.isEmpty, "\(count.faults.count) differ\n\(count.faults.prefix(3).joined(separator: "\n\n"))")
    #expect(count.same >= seeds.count / 3)
  }

  private static func run(_ json: String, _ script: [String], _ name: String, _ count: inout ExportCount) {
    let source = SourceText(name: "c.json", bytes: Array(json.utf8))
    guard let steps = steps(of: source, script) else { return }
    let run = XStateExportRun(chart: json, steps: steps) { machine in
      let file = SourceText(name: "m.json", bytes: Array(machine.utf8))
      let findings = Findings()
      let chart = ForeignChart.translate(file, as: .xstate5, options: ForeignOptions(), findings: findings)
      return findings.hasErrors ? nil : Self.steps(of: chart, script)
    }
    count.add(run.outcome, "\(name)\n\(json)\(script.joined(separator: "\n"))")
  }

  private static func steps(of source: SourceText, _ script: [String]) -> [String]? {
    var limits = Limits()
    limits.steps = 100
    limits.macrosteps = 20
    guard let chart = ChartReader.read(source, findings: Findings()) else { return nil }
    return ScriptedRun(chart, source, script, limits: limits).trace(replays: false, isText: false)
  }
}

extension ModelChart {
  /// The same chart without what no machine of XState has: loops, texts with values, data that are no fields.
  var forXState: ModelChart {
    var chart = self
    chart.asksBySubtree = true
    for index in chart.states.indices {
      chart.states[index].enter = Self.sayable(states[index].enter)
      chart.states[index].exit = Self.sayable(states[index].exit)
      if let initial = states[index].initial {
        let isRegion = states[index].parent.map { states[$0].kind == .parallel } ?? false
        let isPlain = states[index].kind.isHistory || isRegion
        // An initial state is a child.
        let targets = states[index].kind.isHistory ? initial.targets : [states[index].children[0]]
        chart.states[index].initial = (targets, isPlain ? [] : Self.sayable(initial.actions))
      }
      chart.states[index].handlers = states[index].handlers.flatMap { key, candidates in
        // In XState a pattern takes the name before its dot, too.
        let keys = key == "p.*" ? ["p", key] : [index == 0 && key == "*" ? "z" : key]
        return keys.map { ($0, Self.sayable(candidates, isRoot: index == 0)) }
      }
      chart.states[index].always = Self.sayable(states[index].always, isRoot: index == 0)
      chart.states[index].onDone = index == 0 ? [] : Self.sayable(states[index].onDone)
      chart.states[index].after = states[index].after.map {
        ($0.milliseconds, Self.sayable($0.candidates, isRoot: index == 0))
      }
    }
    return chart
  }

  private static func sayable(_ candidates: [Candidate], isRoot: Bool = false) -> [Candidate] {
    candidates.map { candidate in
      var known = candidate
      known.actions = sayable(candidate.actions)
      if candidate.targets.contains(0) { known.targets = [] }
      // Most leave an active target, as transitions of XState do.
      if candidate.number % 16 > 0, candidate.reentry != .children { known.reentry = isRoot ? .children : .ancestor }
      return known
    }
  }

  private static func sayable(_ actions: [ModelAction]) -> [ModelAction] {
    actions.map { action in
      switch action {
      case .log(let text, _): .call(text)
      case .each: .call("do6")
      case .raise(let event, _): .raise(event, data: nil)
      case .send(let event, _, let delay, let id): .send(event, data: nil, delay: delay, id: id)
      case .choose(let condition, let then, let otherwise):
        .choose(sayable(condition), then: sayable(then), otherwise: sayable(otherwise))
      default: action
      }
    }
  }

  private static func sayable(_ condition: Condition) -> Condition {
    switch condition {
    case .isIn: .less("n", 2)
    case .not(let inner): .not(sayable(inner))
    default: condition
    }
  }
}
