import Foundation
import StateKit
import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// The library against the tool: the same chart and events through `Statechart.send` and through `statekit run`.
@Suite struct LibraryTests {
  private static let limits: Limits = {
    var limits = Limits()
    limits.steps = 10
    limits.macrosteps = 5
    return limits
  }()

  @Test func `random charts do the same in the library and in the tool`() throws {
    var steps = 0
    let count = Extent.count(4, long: 100)
    for seed in UInt64(500)..<500 + UInt64(count) {
      let found = ChartGenerator.make(Choices(seed: seed), ChartGenerator.Habits(seed: seed))
      let text = found.chart.json
      let source = SourceText(name: "c.json", bytes: Array(text.utf8))
      guard let core = ChartReader.read(source, findings: Findings()) else { continue }
      let chart = try ChartDefinition(json: text.utf8, name: "c.json").limited(by: Self.limits)
      for script in found.scripts {
        let lines = ScriptedRun(core, source, script.map(\.text), limits: Self.limits).trace(
          replays: true, isText: false)
        let expected = try lines.map { try Self.summary(ofLine: $0) }
        // Once with steps that are not known yet, once with those that are, once with hooks on every state.
        for round in 0..<3 {
          let made = try Self.run(chart, script, hooks: round == 2)
          steps += made.count
          if made != Array(expected.prefix(made.count)) {
            let index = zip(made, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? -1
            Issue.record(
              """
              seed \(seed), round \(round), step \(index): \(made.indices.contains(index) ? made[index] : "none")
              expected \(expected.indices.contains(index) ? expected[index] : "none")
              \(text)
              \(script.map(\.text))
              """)
            return
          }
        }
      }
    }
    #expect(steps > 20 * count)
  }

  @Test(arguments: [false, true])
  func `random charts about data do the same in the library and in the tool`(asksHost: Bool) throws {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["STATEKIT_SEED"].flatMap { UInt64($0) } ?? 1
    let pairs = environment["STATEKIT_PAIRS"].flatMap { Int($0) }
    let count = pairs.map { max(20, $0 / 1_000) } ?? Extent.count(2, long: 100)
    var charts = 0
    for seed in first..<first + UInt64(count) {
      let found = DataChart(Choices(seed: seed), asksHost: asksHost)
      let source = SourceText(name: "c.json", bytes: Array(found.json.utf8))
      guard let core = ChartReader.read(source, findings: Findings()) else { continue }
      charts += 1
      let chart = try ChartDefinition(json: found.json.utf8, name: "c.json").limited(by: Self.limits)
      let forgetful = chart.limited(by: Self.limits, keepsSteps: false)
      let script = found.script
      let lines = ScriptedRun(core, source, script.map(\.text), limits: Self.limits).trace(
        replays: true, isText: false)
      let expected = try lines.map { try Self.summary(ofLine: $0) }
      // With closures that are called, and without; the second time with steps that are all known.
      let kinds: [LibraryRun.Closures] = [.quiet, .looking, .everywhere, .looking]
      for (round, closures) in (kinds + (count > 2 ? [.everywhere, .quiet] : [])).enumerated() {
        let made = try LibraryRun(chart, script, closures)
        let plain = try LibraryRun(forgetful, script, closures)
        let summaries = made.steps.map { Self.summary(of: $0) }
        let wrong =
          zip(made.reports, plain.reports).enumerated().first { $0.element.0 != $0.element.1 }?.offset
          // The tool's actions never fail, and nothing answers its guards.
          ?? (asksHost || closures != .quiet
            ? nil : zip(summaries, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset)
        if let wrong {
          Issue.record(
            """
            seed \(seed), round \(round), step \(wrong) of \(script.prefix(wrong).map(\.text))
            replayed \(made.reports[wrong])
            made     \(plain.reports[wrong])
            tool     \(expected[wrong])
            \(found.json)
            """)
          return
        }
        try #require(made.reports.count == plain.reports.count && expected.count == summaries.count)
      }
    }
    #expect(charts * 10 > count * 9, "\(charts) of \(count) charts are read")
  }

  @Test func `what one machine may hold is no less because another one is at work`() throws {
    let json = #"{"context": {"s": "x"}, "root": {"grow": {"actions": [{"assign": {"s": "s + s"}}, "told"]}}}"#
    var limits = Limits()
    limits.memory = MemoryPool(limit: 1 << 20)
    let chart = try ChartDefinition(json: json.utf8, name: "c.json").limited(by: limits)
    let (one, other) = (Statechart(chart), Statechart(chart))
    // 512 KiB each: together more than one may hold.
    var errors: [StepError] = []
    try one.action("told") { _ in errors += other.send("grow").errors }
    try other.action("told") { _ in }
    try other.start()
    try one.start()
    for _ in 0..<19 { errors += one.send("grow").errors }
    #expect(errors.isEmpty, "\(errors)")
    // What is too much for one is an error, and the machine goes on.
    let step = one.send("grow")
    #expect(step.errors.count == 1 && step.errors[0].message.contains("1 MiB"), "\(step.errors)")
    #expect(one.send("grow").outcome == .handled && one.context["s"]?.string?.utf8.count == 1 << 19)
  }

  @Test func `a memoised step that does not fit the memory limit is undone before it is made`() throws {
    let ones = Array(repeating: "1", count: 2_000).joined(separator: ",")
    let json = """
      {"context": {"a": 0, "b": [], "c": []}, "root": {
        "fill": {"actions": [{"assign": {"a": "a + 1"}}, {"assign": {"b": [\(ones)]}}]},
        "clear": {"actions": {"assign": {"b": []}}}, "grow": {"actions": {"assign": {"c": "c + event.data"}}}}}
      """
    var limits = Limits()
    limits.memory = MemoryPool(limit: 150 << 10)
    for keepsSteps in [true, false] {
      let machine = Statechart(
        try ChartDefinition(json: json.utf8, name: "c.json").limited(by: limits, keepsSteps: keepsSteps))
      try machine.start()
      for _ in 0..<20 {
        machine.send("fill")
        machine.send("clear")
      }
      for _ in 0..<35 { machine.send("grow", Payload(encoding: Array(repeating: 2, count: 100))) }
      #expect(machine.send("fill").errors.count == 1)
      #expect(machine.context["a"].map { "\($0)" } == "21")
    }
  }

  private static func run(_ chart: ChartDefinition, _ script: [ModelStep], hooks: Bool) throws -> [String] {
    let machine = Statechart(chart)
    for action in chart.host.actions { try machine.action(action) { _ in } }
    for source in chart.host.sources { try machine.service(source, start: { _ in }, stop: { _ in }) }
    for name in chart.host.guards { try machine.guard(name) { _ in false } }
    var tokens: [Token] = []
    if hooks {
      for state in chart.states {
        // What is read in a hook changes nothing.
        tokens.append(try machine.didEnter(state) { _ in _ = machine.isIn(state) && machine.configuration.isEmpty })
        tokens.append(try machine.didExit(state) { _ in _ = machine.context })
      }
    }
    var made: [String] = []
    guard let start = try? machine.start() else { return ["missing"] }
    made.append(summary(of: start))
    for line in script {
      switch line {
      case .event(let name, let data): made.append(summary(of: machine.send(name, data.map { .int($0) } ?? .null)))
      case .advance(let milliseconds): made.append(summary(of: machine.advance(by: .milliseconds(milliseconds))))
      case .next: made.append(summary(of: machine.advance(by: machine.nextDue ?? .zero)))
      case .idle:
        // What the library does in several moves is one line of a script.
        return made
      }
    }
    return made
  }

  private static func summary(of step: Step) -> String {
    let changes = step.changes.map { change -> String in
      switch change {
      case .exited(let state): "exit \(state)"
      case .entered(let state): "enter \(state)"
      case .called(let name, _): "do \(name)"
      case .logged(let text): "log \(text)"
      case .assigned(let path, let value): "assign \(path) \(sorted(value.json))"
      case .raised(let event, _): "raise \(event)"
      case .took(let event): "event \(event)"
      case .always(let state): "always \(state)"
      case .error: "error"
      case .done: "done"
      default: "other"
      }
    }
    return "\(step.to) \(changes)"
  }

  /// JSON with the keys of maps in their order.
  private static func sorted(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes, .sortedKeys]
    let json = try? JSONSerialization.data(withJSONObject: value, options: options)
    return String(decoding: json ?? Data(), as: UTF8.self)
  }

  private static func sorted(_ json: [UInt8]) -> String {
    (try? JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)).map { sorted($0) } ?? ""
  }

  /// The same of a line of JSON Lines.
  private static func summary(ofLine line: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let entries = (object?["trace"] as? [[String: Any]] ?? []).map { entry -> String in
      guard let (key, value) = entry.first else { return "" }
      switch key {
      case "exit", "enter", "log", "event", "always": return "\(key) \(value)"
      case "do", "raise":
        if let map = value as? [String: Any] { return "\(key) \(map["name"] ?? map["event"] ?? "")" }
        return "\(key) \(value)"
      case "assign":
        guard let map = value as? [String: Any], let (path, new) = map.first else { return "" }
        return "assign \(path) \(sorted(new))"
      case "error", "done": return key
      default: return "other"
      }
    }
    return "\(object?["configuration"] as? [String] ?? []) \(entries)"
  }
}
