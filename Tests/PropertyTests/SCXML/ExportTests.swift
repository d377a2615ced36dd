import Foundation
import StateKitCore
import StateKitFormat
import Synchronization
import TestSupport
import Testing
import ToolSupport

/// Charts that are written as SCXML do on an interpreter of SCXML what they do here. What is written is stripped of all that
/// only statekit reads.
@Suite struct ExportTests {
  @Test func `the curated charts do in SCXML what they do here`() throws {
    var count = ExportCount()
    let scripts = Repository.files(below: "charts", ending: ".events.txt")
    for script in scripts {
      let chart = String(script.dropLast(".events.txt".count)) + ".json"
      guard !ExportCount.unchecked.contains(where: { chart.hasSuffix("/\($0).json") }),
        !chart.hasPrefix("charts/xstate/"),
        !chart.hasPrefix("charts/coming-from/"),
        let text = try? String(contentsOf: Repository.root.appendingPathComponent(chart), encoding: .utf8)
      else { continue }
      let run = runTool(["run", "--format", "jsonl", chart, script])
      let steps = run.output.split(separator: "\n").filter { $0.hasPrefix("{\"step\"") }.map(String.init)
      count.add(ExportRun(chart: text, steps: steps).outcome, chart)
    }
    print("SCXML: \(count.same) curated charts the same, \(count.refused) refused, skipped \(count.skipped)")
    #expect(count.faults.isEmpty, "\(count.faults.count) differ\n\(count.faults.prefix(5).joined(separator: "\n\n"))")
    #expect(count.same >= 70)
  }

  /// The seeds of random charts: the first ones, as many as `STATEKIT_EXPORTS` says.
  static func seeds(usual: [UInt64]) -> [UInt64] {
    let count = ProcessInfo.processInfo.environment["STATEKIT_EXPORTS"].flatMap { UInt64($0) }
    if count == nil, !Extent.isLong { return usual }
    return Array(1...max(1, count ?? 5_000))
  }

  @Test func `random charts do in SCXML what they do here`() {
    // Most charts of the first seeds have no form in SCXML, or run to a limit: the usual ones are those that are compared.
    let seeds = Self.seeds(usual: [16, 18, 24, 27, 38, 42, 43, 47, 50, 57])
    let total = Mutex(ExportCount())
    DispatchQueue.concurrentPerform(iterations: 8) { part in
      var count = ExportCount()
      for (number, seed) in seeds.enumerated() where number % 8 == part {
        if seed.isMultiple(of: 3) {
          Self.tryData(seed, &count)
        } else {
          Self.tryStates(seed, &count)
        }
      }
      total.withLock { $0.add(count) }
    }
    let count = total.withLock { $0 }
    print("SCXML: \(count.same) random runs the same, \(count.refused) refused, skipped \(count.skipped)")
    if Extent.isLong { print(count.shownReasons) }
    #expect(count.faults.isEmpty, "\(count.faults.count) differ\n\(count.faults.prefix(3).joined(separator: "\n\n"))")
    #expect(count.same > seeds.count / 6)
  }

  /// Charts of states and handlers, without what has no form in SCXML.
  private static func tryStates(_ seed: UInt64, _ count: inout ExportCount) {
    let found = ChartGenerator.make(Choices(seed: seed), .none)
    let chart = found.chart.withoutGoing
    for script in found.scripts.prefix(2) { run(chart.json, script.map(\.text), "seed \(seed)", &count) }
  }

  /// Charts that calculate.
  private static func tryData(_ seed: UInt64, _ count: inout ExportCount) {
    let found = DataChart(Choices(seed: seed))
    run(
      found.json.replacingOccurrences(of: #"{"goToState": "c"}"#, with: #""tell""#), found.script.map(\.text),
      "seed \(seed)", &count)
  }

  private static func run(_ json: String, _ script: [String], _ name: String, _ count: inout ExportCount) {
    let source = SourceText(name: "c.json", bytes: Array(json.utf8))
    var limits = Limits()
    limits.steps = 100
    limits.macrosteps = 20
    guard let chart = ChartReader.read(source, findings: Findings()) else { return }
    let run = ScriptedRun(chart, source, script, limits: limits)
    let steps = run.trace(replays: false, isText: false)
    count.add(ExportRun(chart: json, steps: steps).outcome, "\(name)\n\(json)\(script.joined(separator: "\n"))")
  }
}

extension ModelChart {
  /// The same chart with a call in place of each `goToState`, and of each condition that fails: SCXML tells the error each time
  /// that it looks.
  var withoutGoing: ModelChart {
    var chart = self
    for index in chart.states.indices {
      chart.states[index].enter = Self.plain(states[index].enter)
      chart.states[index].exit = Self.plain(states[index].exit)
      if let initial = states[index].initial {
        chart.states[index].initial = (initial.targets, Self.plain(initial.actions))
      }
      chart.states[index].handlers = states[index].handlers.map { ($0.key, Self.plain($0.candidates)) }
      chart.states[index].always = Self.plain(states[index].always)
      chart.states[index].onDone = Self.plain(states[index].onDone)
      chart.states[index].after = states[index].after.map { ($0.milliseconds, Self.plain($0.candidates)) }
    }
    return chart
  }

  private static func plain(_ candidates: [Candidate]) -> [Candidate] {
    candidates.map { candidate in
      var plain = candidate
      plain.actions = Self.plain(candidate.actions)
      // Most leave an active target, as transitions of SCXML do.
      if candidate.reentry == .none, candidate.number % 4 > 0 { plain.reentry = .external }
      plain.condition = candidate.condition.map { Self.plain($0) }
      return plain
    }
  }

  private static func plain(_ condition: Condition) -> Condition {
    switch condition {
    case .failing: .less("n", 2)
    case .not(let inner): .not(plain(inner))
    default: condition
    }
  }

  private static func plain(_ actions: [ModelAction]) -> [ModelAction] {
    actions.map { action in
      switch action {
      case .goTo: .call("do5")
      case .choose(let condition, let then, let otherwise):
        .choose(plain(condition), then: plain(then), otherwise: plain(otherwise))
      case .each(let numbers, let variable, let inner): .each(numbers, variable: variable, plain(inner))
      default: action
      }
    }
  }
}
