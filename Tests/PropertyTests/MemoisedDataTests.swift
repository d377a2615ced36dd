import Foundation
import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// Random charts about data in which no expression fails, so that most steps are memoised and come again with other data.
@Suite struct MemoisedDataTests {
  @Test func `random charts without errors do the same with and without memoised steps`() throws {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["STATEKIT_SEED"].flatMap { UInt64($0) } ?? 1
    let pairs = environment["STATEKIT_PAIRS"].flatMap { Int($0) }
    for seed in first..<first + UInt64(pairs.map { max(20, $0 / 10) } ?? Extent.count(20, long: 1_000)) {
      var choices = Choices(seed: seed)
      let text = Self.chart(&choices)
      let source = SourceText(name: "c.json", bytes: Array(text.utf8))
      let findings = Findings()
      let chart = try #require(ChartReader.read(source, findings: findings), "\(text) \(findings.all.map(\.message))")
      let script = (0..<160).map { _ in
        choices.isOne(in: 20)
          ? "+5ms" : Self.pick(["e", "h", "f"], &choices) + " " + Self.pick(Self.payloads, &choices)
      }
      let run = ScriptedRun(chart, source, script, limits: Limits())
      let plain = run.trace(replays: false)
      for asNumbers in [false, true] {
        let memoised = run.trace(replays: true, asNumbers: asNumbers)
        let line = zip(memoised, plain).prefix { $0 == $1 }.count
        let shown = (memoised.dropFirst(line).prefix(3), plain.dropFirst(max(0, line - 10)).prefix(13))
        let isSame = memoised == plain
        #expect(isSame, "seed \(seed): \(shown) of \(text)")
      }
    }
  }

  private static let payloads = [#"{"x": 1}"#, #"{"x": 2}"#]
  private static let guards = [
    "n < 3", "n % 2 == 0", "event.data.x > n % 3", "event.name == 'e'", "event.name == 'e' && n % 2 == 0",
    "s == event.name", "isIn('b')", "size(s) + event.data.x > 3",
  ]
  private static let actions = [
    #"{"assign": {"n": "n + event.data.x"}}"#, #"{"assign": {"n": "(n + event.data.x) % 7"}}"#,
    #"{"assign": {"s": "event.name"}}"#,
    #"{"assign": {"s": "event.name + string(n % 2)"}}"#, #"{"log": "${event.name} ${event.data.x + n}"}"#, #""tell""#,
    #"{"forEach": "[1, event.data.x]", "as": "i", "do": [{"assign": {"n": "(n + i) % 9"}}]}"#,
  ]
  private static let sends = [
    #"{"raise": "f", "data": {"x": 3}}"#, #"{"send": "g", "data": {"x": 4}}"#,
    #"{"send": "g", "data": {"x": 5}, "delay": "5ms"}"#,
  ]

  private static func pick(_ texts: [String], _ choices: inout Choices) -> String { texts[choices.next(texts.count)] }

  /// A chart of three states. Only `e` and `h` cause other events, so that no line is endless.
  private static func chart(_ choices: inout Choices) -> String {
    let states = ["a", "b", "c"]
    let parts = states.map { state in
      let handlers = ["e", "h", "f", "g"].map { event in
        let last = choices.next(3)
        let all = (0...last).map { index in
          var some = (0...choices.next(3)).map { _ in pick(actions, &choices) }
          if event == "e" || event == "h" { some.append(pick(sends, &choices)) }
          let condition = index == last ? "" : #""guard": "\#(pick(guards, &choices))", "#
          let target = choices.isOne(in: 2) ? #""target": "\#(pick(states, &choices))", "# : ""
          return #"{\#(condition)\#(target)"actions": [\#(some.joined(separator: ", "))]}"#
        }
        return #""\#(event)": [\#(all.joined(separator: ", "))]"#
      }
      let hooks = #""exitState": [\#(pick(actions, &choices))]"#
      return #""\#(state)": {\#(hooks), \#(handlers.joined(separator: ", "))}"#
    }
    return #"""
      {"context": {"n": 0, "s": "x"}, "root": {"initial": "a", "subStates": {\#(parts.joined(separator: ",\n  "))}}}
      """#
  }
}
