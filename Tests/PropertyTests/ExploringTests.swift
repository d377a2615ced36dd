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
      // The plain explorer counts each of equal timers.
      options.isExact = !found.space.joinedTimers.isEmpty
      let space = options.isExact ? try Explorer.explore(located, options: options).space : found.space
      let plain = PlainExplorer(chart, space.inputs, depth: 4, limits: options.limits)
      #expect(space.statesByDepth == plain.statesByDepth, "seed \(seed): \(generated.chart.json)")
      #expect(
        [space.transitions, space.handled, space.changing]
          == [plain.transitions, plain.handled, plain.changing], "seed \(seed): \(generated.chart.json)")
    }
  }

  /// A random chart with counters, keys that nothing reads, payloads that are compared with data, and timers that become
  /// more and more.
  private static func counting(_ choices: inout Choices) -> String {
    let guards = [
      "n < 2", "n == 3", "n >= 1 && m > 3", "m <= 4", "event.data == t", "event.data > 3", "event.data < t + 1",
      "p == t",
      "n == 2 || isIn('b')", "n > 1.5",
    ]
    let actions = [
      "n\": \"n + 1", "n\": \"n + 2", "n\": \"0", "m\": \"m - 1", "m\": \"5", "t\": \"n", "t\": \"event.data * 2",
      "u\": \"u + 1",
      "u\": \"n", "p\": \"event.data", "w\": \"w + [n]", "u\": \"10 / (n - 3)",
    ]
    var states: [String] = []
    for state in ["a", "b", "c"] {
      var handlers: [String] = []
      for event in ["go", "up", "pay", "set"] where choices.next(4) < 3 {
        var parts = choices.next(2) < 1 ? ["\"target\": \"\(["a", "b", "c"][choices.next(3)])\""] : []
        if choices.next(2) < 1 { parts.append("\"guard\": \"\(guards[choices.next(guards.count)])\"") }
        if choices.next(3) < 2 {
          parts.append("\"actions\": {\"assign\": {\"\(actions[choices.next(actions.count)])\"}}")
        }
        if choices.next(6) < 1 { parts = ["\"actions\": {\"send\": \"go\", \"delay\": \"1s\"}"] }
        if parts.isEmpty { parts.append("\"actions\": {\"log\": \"${n} and ${u}\"}") }
        handlers.append("\"\(event)\": {\(parts.joined(separator: ", "))}")
      }
      states.append("\"\(state)\": {\(handlers.joined(separator: ", "))}")
    }
    return """
      {"context": {"n": 0, "m": 5, "t": 0, "u": 0, "p": 0, "w": []},
       "events": {"go": null, "up": null, "pay": "int", "set": "int"}, "invariants": {"few": "n < 5"},
       "root": {"initial": "a", "subStates": {\(states.joined(separator: ", "))}}}
      """
  }

  /// The findings that must not depend on which values are kept as one: the code, the place, and how far away it is.
  private static func places(_ found: Exploration) -> [String] {
    let codes: [DiagnosticCode] = [
      .unreachable, .neverTaken, .alwaysTrue, .deadEnd, .runError, .brokenInvariant, .never, .reached, .notReached,
      .hidden,
    ]
    return found.allFindings.filter { codes.contains($0.code) }.map { finding in
      "\(finding.code.rawValue) \(finding.state ?? "") \(finding.handler ?? "") \(finding.script?.count ?? -1)"
    }
  }

  /// The plain explorer has the same findings and answers.
  private func expectSame(_ found: Exploration, _ plain: PlainExplorer, _ located: LocatedChart) {
    let chart = located.chart
    let unreachable = chart.states.indices.filter { index in
      let parent = chart.parent(of: StateID(index))
      return plain.coverage.entered[index] == 0 && parent.map { plain.coverage.entered[$0.index] > 0 } ?? false
    }
    #expect(
      found.findings.filter { $0.code == .unreachable }.map(\.state) == unreachable.map { chart.path(StateID($0)) })
    let never = chart.handlers.indices.filter { index in
      plain.coverage.taken[index] == 0 && plain.coverage.entered[chart.handlers[index].state.index] > 0
    }
    #expect(
      Set(found.findings.filter { $0.code == .neverTaken }.map { $0.span?.start })
        == Set(never.map { chart.handlers[$0].span.start }))
    let dead = found.findings.filter { $0.code == .deadEnd }.compactMap { $0.script?.count }.min()
    #expect(dead == plain.nearestDeadEnd)
    #expect(found.answers.map { $0.finding?.script?.count } == plain.nearest)
  }

  /// The script of a finding shows it.
  private func expectShown(_ finding: ExploreFinding, in chart: Chart, asked: [StateKitCore.Expression]) {
    guard let script = finding.script else { return }
    var machine = Machine(chart, sink: NoTrace())
    machine.play(script, answers: nil)
    switch finding.code {
    case .never, .reached:
      let isTrue = asked.contains { expression in
        guard finding.message.utf8.starts(with: expression.text.utf8) else { return false }
        if case .bool(true)? = try? machine.evaluate(expression) { return true }
        return false
      }
      #expect(isTrue, "\(finding)")
    case .runError, .brokenInvariant: #expect(machine.faults.contains { $0.code == finding.code }, "\(finding)")
    case .deadEnd:
      #expect(machine.configuration.leaves.map { chart.path($0) }.contains(finding.state ?? ""), "\(finding)")
    default: break
    }
  }

  @Test(arguments: 0..<2)
  func `values that are kept as one change no finding`(part: Int) throws {
    let count = Extent.count(5, long: 1_000)
    for seed in (UInt64(part * count) + 1)...UInt64((part + 1) * count) {
      var choices = Choices(seed: seed)
      let json = Self.counting(&choices)
      let findings = Findings()
      let source = SourceText(name: "random.json", bytes: Array(json.utf8))
      guard let located = ChartReader.locate(source, findings: findings), !findings.hasErrors else { continue }
      var options = Explorer.Options()
      options.bounds.depth = 5
      let parser = ScriptParser(located.chart)
      options.properties.all = [
        .never(try parser.condition(Array("n > 3 && isIn('c')".utf8))),
        .reach(try parser.condition(Array("m < 3".utf8))),
      ]
      let found = try Explorer.explore(located, options: options)
      options.isExact = true
      let exact = try Explorer.explore(located, options: options)
      #expect(Self.places(found) == Self.places(exact), "seed \(seed): \(json)")
      #expect(found.space.states <= exact.space.states, "seed \(seed): \(json)")
      for (one, other) in zip(found.answers, exact.answers) where other.verdict != .bounded {
        #expect((one.verdict == .fails) == (other.verdict == .fails), "seed \(seed): \(json)")
      }
      for finding in found.allFindings {
        expectShown(finding, in: located.chart, asked: options.properties.expressions)
      }
      if seed % 4 > 0, !Extent.isLong { continue }
      let plain = PlainExplorer(
        located.chart, exact.space.inputs, depth: 5, asked: options.properties.expressions)
      expectSame(exact, plain, located)
      #expect(exact.space.statesByDepth == plain.statesByDepth, "seed \(seed): \(json)")
      #expect(
        [exact.space.transitions, exact.space.handled, exact.space.changing]
          == [plain.transitions, plain.handled, plain.changing], "seed \(seed): \(json)")
    }
  }
}
