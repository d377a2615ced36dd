// Longer than others: a table of charts, each with what is found in it.
import Foundation
import StateKitCore
import StateKitFormat
import StateKitSearch
import TestSupport
import Testing
import ToolSupport

/// Exploring: counts that a plain explorer gives too, findings, scripts that run.
@Suite struct ExploreTests {
  static func located(_ json: String, name: String = "chart.json") throws -> LocatedChart {
    let findings = Findings()
    let source = SourceText(name: name, bytes: Array(json.utf8))
    let located = try #require(ChartReader.locate(source, findings: findings))
    #expect(!findings.hasErrors, "\(findings.all)")
    return located
  }

  static func explore(
    _ located: LocatedChart, depth: Int? = nil, _ change: (inout Explorer.Options) throws -> Void = { _ in }
  ) throws -> Exploration {
    var options = Explorer.Options()
    options.bounds.depth = depth
    try change(&options)
    return try Explorer.explore(located, options: options)
  }

  /// The example charts that need nothing else.
  static let examples = Extent.some(
    of: Repository.files(below: "charts", ending: ".json").filter { path in
      path.split(separator: "/").count == 2 || path.hasPrefix("charts/semantics")
    }, every: 5)

  @Test(arguments: examples)
  func `an example has the counts that a plain explorer gives, and its scripts run`(path: String) throws {
    let json = try #require(Repository.read(path))
    let (source, findings) = (SourceText(name: path, bytes: Array(json.utf8)), Findings())
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let files = ChartFolder(first: name) { file, _ in
      guard let text = Repository.read(path.dropLast(name.count) + file) else { return .unreadable("it is not there") }
      return .text(SourceText(name: file, bytes: Array(text.utf8)))
    }
    guard let located = ChartReader.locate(source, findings: findings, in: files), !findings.hasErrors,
      !located.chart.asksHost
    else { return }
    let depth = 4
    let found = try Self.explore(located, depth: depth) { $0.isExact = true }
    let plain = PlainExplorer(located.chart, found.space.inputs, depth: depth)
    #expect(found.space.states == plain.states)
    #expect(found.space.transitions == plain.transitions)
    #expect(found.space.handled == plain.handled)
    #expect(found.space.changing == plain.changing)
    #expect(found.space.statesByDepth == plain.statesByDepth)
    let dead = found.findings.filter { $0.code == .deadEnd }.compactMap { $0.script?.count }.min()
    #expect(dead == plain.nearestDeadEnd)
    for finding in found.allFindings { try expectRuns(finding, located.chart) }
  }

  /// Each script is understood line by line, and ends in the state that the finding names.
  private func expectRuns(_ finding: ExploreFinding, _ chart: Chart) throws {
    guard let script = finding.script else { return }
    var machine = Machine(chart, sink: NoTrace())
    var isStarted = false
    for line in script {
      let step = try ScriptParser(chart).parse(ScriptLine(file: "", number: 2, bytes: Array(line.utf8)))
      // What stands in for the host holds from the start on.
      if case .host(let line) = step {
        machine.answer(line)
        continue
      }
      if !isStarted { machine.start() }
      isStarted = true
      machine.perform(step)
    }
    if !isStarted { machine.start() }
    if finding.code == .deadEnd || finding.code == .reached, let state = finding.state {
      #expect(machine.configuration.leaves.map { chart.path($0) }.contains(state), "\(finding)")
    }
    if finding.code == .runError { #expect(machine.faults.contains { $0.code == .runError }, "\(finding)") }
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    let chart: String
    var option: Property?
    var depth: Int?
    /// `code: script lines with semicolons between`, `code` alone where there is none.
    let found: [String]

    var testDescription: String { chart }
  }

  enum Property: Sendable {
    case never(String), reach(String), inevitable(String), fair(String), leadsTo(String, String), home(String)
    case settles(String)
  }

  static func states(_ text: String, context: String = "{}", root: String = "") -> String {
    "{\"context\": \(context), \"root\": {\"initial\": \"a\", \(root) \"subStates\": {\(text)}}}"
  }

  static let samples: [Sample] = [
    // One planted fault each.
    Sample(chart: states(#""a": {"go": "b"}, "b": {"go": "a"}"#), found: []),
    Sample(chart: states(#""a": {"go": "b"}, "b": {"go": "a"}, "c": {"go": "a"}"#), found: ["unreachable"]),
    Sample(
      chart: states(#""a": {"go": [{"guard": "n > 5", "target": "b"}, "b"]}, "b": {"go": "a"}"#, context: #"{"n": 0}"#),
      found: ["never-taken"]),
    Sample(
      chart: states(
        #""a": {"go": {"guard": "n > 0", "target": "b"}, "*": "b"}, "b": {"back": "a"}"#, context: #"{"n": 1}"#),
      found: ["always-true"]),
    Sample(chart: states(#""a": {"go": "b"}, "b": {}"#), found: ["dead-end: go"]),
    Sample(chart: states(#""a": {"go": "b"}, "b": {"*": null}"#), found: ["dead-end: go"]),
    Sample(chart: states(#""a": {"go": "b"}, "b": {"type": "final"}"#), found: []),
    Sample(chart: states(#""a": {"go": "b"}, "b": {"x": "c"}, "c": {"y": "b"}"#), found: ["trap: go"]),
    // One trap for each value of n that "go" keeps is one trap.
    Sample(
      chart: #"""
        {"context": {"n": 0}, "root": {"initial": "a", "subStates": {
          "a": {"more": {"guard": "n < 3", "actions": {"assign": {"n": "n + 1"}}}, "go": "b"},
          "b": {"x": {"actions": {"log": "${n}"}}, "y": {"guard": "n == event.data", "actions": "hm"}}}}}
        """#, found: ["trap: go"]),
    Sample(
      chart: states(
        #""a": {"go": {"actions": {"assign": {"n": "10 / (n - 1)"}}}}"#, context: #"{"n": 2}"#),
      depth: 3, found: ["run-error: go; go; go"]),
    Sample(
      chart:
        #"{"context": {"n": 0}, "invariants": {"small": "n < 2"}, "root": {"add": {"guard": "n < 3", "actions": {"assign": {"n": "n + 1"}}}, "zero": {"actions": {"assign": {"n": 0}}}}}"#,
      found: ["broken-invariant: add; add"]),
    Sample(
      chart: states(
        #""a": {"go": "b"}, "b": {"always": {"actions": {"assign": {"n": 1}}}, "stop": "a"}"#, context: #"{"n": 0}"#),
      found: ["endless: go"]),
    Sample(
      chart: states(
        #""a": {"go": {"guard": "n * 2 > -1", "actions": {"assign": {"n": "n + 1"}}}}"#, context: #"{"n": 0}"#),
      depth: 3,
      found: ["grows"]),
    // A counter that is counted up to 50 only.
    Sample(
      chart: states(
        #""a": {"go": {"actions": {"assign": {"n": "n + 1"}}}, "end": {"guard": "n > 50", "actions": "beep"}}"#,
        context: #"{"n": 0}"#),
      depth: 3,
      found: ["never-taken"]),
    // Values that nothing can tell apart are one state.
    Sample(chart: states(#""a": {"go": {"actions": {"assign": {"n": "n + 1"}}}}"#, context: #"{"n": 0}"#), found: []),
    Sample(
      chart: states(
        #""a": {"go": {"guard": "n < 9", "target": "b", "actions": {"assign": {"n": "n + 1"}}}}, "b": {"go": "a", "up": {"actions": {"assign": {"n": "n + 2"}}}}"#,
        context: #"{"n": 0}"#), found: ["dead-end: go; up; up; up; up; go"]),
    // Near the end of the whole numbers an overflow tells them apart: from the first value, a constant, another key.
    Sample(
      chart: states(
        #""a": {"go": {"actions": {"assign": {"n": "n + 1"}}}, "error.execution": "b"}, "b": {"back": "a"}"#,
        context: #"{"n": 9223372036854775806}"#), option: .reach("isIn('b')"), found: ["reached: go; go"]),
    Sample(
      chart: states(
        #""a": {"go": {"actions": {"assign": {"n": "n - 1"}}}, "low": {"actions": {"assign": {"n": -9223372036854775808}}}, "error.execution": "b"}, "b": {"back": {"guard": "n < 5", "target": "a"}}"#,
        context: #"{"n": 0}"#), option: .reach("isIn('b')"), depth: 6, found: ["reached: low; go"]),
    Sample(
      chart: states(
        #""a": {"go": {"actions": {"assign": {"n": "n + 1"}}}, "top": {"actions": {"assign": {"n": "m"}}}, "error.execution": "b"}, "b": {"back": "a"}"#,
        context: #"{"n": 0, "m": 9223372036854775807}"#), option: .reach("isIn('b')"), depth: 6,
      found: ["reached: top; go"]),
    // Equal timers become more and more, but all after the first one are ignored; not so if each has an effect.
    Sample(
      chart: states(
        #""a": {"ask": "b"}, "b": {"enterState": {"send": "late", "delay": "1h"}, "answer": "a", "late": "c"}, "c": {"go": "a"}"#
      ).replacing("{\"context\": {}", with: "{\"internalEvents\": {\"late\": null}"),
      option: .settles("isIn('c')"), found: ["unsettled: "]),
    Sample(
      chart: states(
        #""a": {"go": {"actions": {"send": "late", "delay": "1h"}}, "late": [{"guard": "n > 2", "target": "b"}, {"actions": {"assign": {"n": "n + 1"}}}]}, "b": {"go": "a"}"#,
        context: #"{"n": 0}"#
      ).replacing("{\"context\"", with: "{\"internalEvents\": {\"late\": null}, \"context\""),
      option: .reach("isIn('b')"), depth: 6, found: ["reached: go; go; go; go; +next", "grows"]),
    // Internal events are not tried.
    Sample(
      chart:
        #"{"internalEvents": {"full": null}, "root": {"initial": "a", "subStates": {"a": {"add": {"actions": {"raise": "full"}}, "full": "b"}, "b": {"back": "a"}}}}"#,
      option: .reach("isIn('b')"), found: ["reached: add"]),
    Sample(
      chart:
        #"{"internalEvents": {"full": null}, "root": {"initial": "a", "subStates": {"a": {"add": "b", "full": "b"}, "b": {"back": "a"}}}}"#,
      found: ["never-taken"]),
    // A raised event is handled by no state: too early, or after its state was exited.
    Sample(
      chart: states(#""a": {"go": {"target": "b", "actions": {"raise": "x"}}, "x": "a"}, "b": {"go": "a"}"#)
        .replacing("{\"context\": {}", with: "{\"internalEvents\": {\"x\": null}"),
      found: ["never-taken", "lost-raise: go"]),
    Sample(
      chart: states(
        #""a": {"go": {"actions": {"raise": "x"}}, "x": {"guard": "n > 0", "target": "b"}, "up": {"actions": {"assign": {"n": "1 - n"}}}}, "b": {"go": "a"}"#,
        context: #"{"n": 0}"#
      )
      .replacing("{\"context\"", with: "{\"internalEvents\": {\"x\": null}, \"context\""),
      found: ["lost-raise: go"]),
    // null handles it; what another program sends is not raised.
    Sample(
      chart: states(#""a": {"go": {"target": "b", "actions": {"raise": "x"}}, "x": "b"}, "b": {"go": "a", "x": null}"#),
      found: []),
    // A payload is compared with data of the state.
    Sample(
      chart:
        #"{"context": {"total": 0}, "events": {"add": "int", "refund": "int"}, "root": {"initial": "a", "subStates": {"a": {"add": {"guard": "event.data > 0", "target": "b", "actions": {"assign": {"total": "event.data * 3"}}}}, "b": {"refund": {"guard": "event.data == total", "target": "c"}}, "c": {"type": "final"}}}}"#,
      option: .reach("isIn('c')"), found: ["reached: add 1; refund 3"]),
    Sample(
      chart:
        #"{"context": {"pin": 4711, "tries": 0, "code": 0}, "root": {"initial": "a", "subStates": {"a": {"enter": {"actions": {"assign": {"code": "event.data.pin"}}}, "go": {"guard": "code == pin + 1", "target": "b"}}, "b": {"name": {"guard": "event.data in ['anna', 'bert']", "target": "c"}}, "c": {"type": "final"}}}}"#,
      option: .reach("isIn('c')"),
      found: ["reached: enter {\"pin\":4712}; go; name \"anna\"", "run-error: enter {}"]),
    // A payload that is only stored, the elements of a list, and what is raised with a part of a payload.
    Sample(
      chart: states(#""a": {"set": {"actions": {"assign": {"u": "event.data"}}}}"#, context: #"{"u": null}"#),
      option: .reach("u == 5"), found: ["reached: set 5"]),
    Sample(
      chart: states(
        #""a": {"set": {"actions": {"assign": {"u": "event.data.n + 1"}}}, "go": {"guard": "u == 5", "target": "b"}}, "b": {"go": "a"}"#,
        context: #"{"u": 0}"#),
      depth: 2, found: ["never-taken", "run-error: set {}"]),
    Sample(
      chart: states(
        #""a": {"set": {"actions": {"forEach": "event.data", "as": "i", "do": {"assign": {"u": "i"}}}}, "go": {"guard": "u == 7", "target": "b"}}, "b": {"go": "a"}"#,
        context: #"{"u": 0}"#),
      option: .reach("isIn('b')"), found: ["reached: set [7]; go", "run-error: set"]),
    Sample(
      chart: states(
        #""a": {"set": {"actions": {"raise": "in", "data": {"k": "event.data"}}}, "in": {"guard": "event.data.k == 7", "target": "b"}}, "b": {"back": "a"}"#
      ).replacing("{\"context\": {}", with: "{\"internalEvents\": {\"in\": {\"k\": \"any\"}}"),
      option: .reach("isIn('b')"), found: ["reached: set 7", "lost-raise: set 6"]),
    // A list that is longer than a constant says.
    Sample(
      chart:
        #"{"events": {"set": "list", "back": null}, "root": {"initial": "a", "subStates": {"a": {"set": {"guard": "size(event.data) > 2", "target": "b"}}, "b": {"back": "a"}}}}"#,
      option: .reach("isIn('b')"), found: ["reached: set [3,3,3]"]),
    // The end of a host's work may have data, though the chart declares its events.
    Sample(
      chart: states(
        #""a": {"invoke": {"id": "w", "src": "work"}, "error.invoke.w": "a", "done.invoke.w": {"target": "b", "actions": {"assign": {"u": "event.data"}}}}, "b": {"go": [{"guard": "u == 7", "target": "c"}, "a"]}, "c": {"go": "a"}"#,
        context: #"{"u": 0}"#
      ).replacing("{\"context\"", with: "{\"events\": {\"go\": null}, \"context\""),
      option: .reach("isIn('c')"), found: ["reached: done.invoke.w 7; go", "dead-end: error.invoke.w"]),
    Sample(
      chart: states(
        #""a": {"go": [{"guard": "n < 1", "target": "b"}, {"guard": "n < 2", "target": "c"}, "c"]}, "b": {"up": {"target": "a", "actions": {"assign": {"n": "(n + 1) % 3"}}}}, "c": {"up": {"target": "a", "actions": {"assign": {"n": "(n + 1) % 3"}}}}"#,
        context: #"{"n": 0}"#), found: ["hidden: go"]),
    Sample(
      chart:
        #"{"events": {"pay": "int", "up": null}, "root": {"initial": "a", "subStates": {"a": {"pay": [{"guard": "event.data > 41", "target": "b"}, {"guard": "event.data > 40", "target": "b"}]}, "b": {"up": "a"}}}}"#,
      found: ["hidden: pay 42"]),
    Sample(
      chart: states(
        #""a": {"type": "parallel", "subStates": {"p": {"after": {"2s": {"actions": {"assign": {"n": "n * 2 % 5"}}}}}, "q": {"after": {"2s": {"actions": {"assign": {"n": "n + 1"}}}}}}, "again": {"target": "a", "reenter": true, "actions": {"assign": {"n": 0}}}}"#,
        context: #"{"n": 0}"#), found: ["tie: +next"]),
    // Timers that differ only in their payloads: one finding.
    Sample(
      chart: states(
        #""a": {"enterState": [{"send": "item", "delay": "2s", "data": 1}, {"send": "item", "delay": "2s", "data": 2}, {"send": "item", "delay": "2s", "data": 3}], "item": {"guard": "has(event.data)", "actions": {"assign": {"n": "(n * 4 + event.data) % 64"}}}, "go": {"actions": {"assign": {"n": 0}}}}"#,
        context: #"{"n": 0}"#), found: ["run-error: item false", "tie: +next"]),
    // The timer of a child and its parent's: the one that was started first comes first.
    Sample(
      chart: inviting(#""a": {"after": {"2s": "x"}, "#),
      option: .reach("isIn('x')"), found: ["reached: +next", "tie: +next"]),
    Sample(
      chart: inviting(#""a": {"initial": "b", "subStates": {"b": {"go": "c"}, "c": {"after": {"2s": "x"}}}, "#),
      option: .reach("isIn('x')"), found: ["reached: +next; go; +next", "tie: go; +next"]),
    // What a child sends when its timer fires comes after all due timers, whichever was started first: no tie.
    Sample(
      chart: ending(#""a": {"after": {"2s": "b"}, "#), option: .reach("isIn('x')"),
      found: ["not-reached", "unreachable", "never-taken"]),
    Sample(
      chart: ending(#""a": {"initial": "i", "subStates": {"i": {"go": "j"}, "j": {"after": {"2s": "b"}}}, "#),
      option: .never("isIn('b')"), found: ["never: go; +next"]),
    // A child that gets the events of its parent: those that it handles are tried, and the ends of what the host does for it.
    Sample(
      chart: states(
        #""a": {"invoke": {"id": "kid", "forward": true, "chart": {"root": {"initial": "w", "subStates": {"w": {"job": {"guard": "event.data.x == 7", "target": "v"}}, "v": {"invoke": {"id": "it", "src": "work"}, "done.invoke.it": "f", "error.invoke.it": "w"}, "f": {"type": "final"}}}}}, "done.invoke.kid": "b"}, "b": {"back": "a"}"#
      ), option: .reach("isIn('b')"), depth: 3, found: [#"reached: job {"x":7}; done.invoke.it"#, "run-error: job"]),
    // A payload is compared with data of the child.
    Sample(
      chart: states(
        #""a": {"invoke": {"id": "kid", "forward": true, "chart": {"context": {"pin": 0}, "root": {"initial": "w", "subStates": {"w": {"set": {"guard": "event.data > 0", "target": "v", "actions": {"assign": {"pin": "event.data * 3"}}}}, "v": {"check": {"guard": "event.data == pin", "target": "f"}}, "f": {"type": "final"}}}}}, "done.invoke.kid": "b"}, "b": {"back": "a"}"#
      ).replacing("{\"context\": {}", with: "{\"events\": {\"set\": \"int\", \"check\": \"int\", \"back\": null}"),
      option: .reach("isIn('b')"), found: ["reached: set 1; check 3"]),
    // One that does not get them: what the host does for it ends by a line with its id, or by what its parent sends.
    Sample(chart: working(""), found: ["dead-end: kid: error.invoke.it"]),
    Sample(
      chart: working(#""over": {"actions": {"send": "done.invoke.it", "to": "kid"}}, "#), option: .reach("isIn('b')"),
      found: ["reached: over", "trap: kid: error.invoke.it", "rejected: kid: error.invoke.it; over"]),
    // The payload that is sent on to a child meets the constants there.
    Sample(
      chart: states(
        #""a": {"invoke": {"id": "kid", "chart": {"events": {"pin": {"n": "int"}}, "root": {"initial": "w", "subStates": {"w": {"pin": {"guard": "event.data.n == 1234", "target": "f"}}, "f": {"type": "final"}}}}}, "card": {"actions": {"send": "pin", "data": "event.data", "to": "kid"}}, "done.invoke.kid": "b"}, "b": {"back": "a"}"#
      ).replacing("{\"context\": {}", with: "{\"events\": {\"card\": {\"n\": \"int\"}, \"back\": null}"),
      option: .reach("isIn('b')"), found: [#"reached: card {"n":1234}"#]),
    // Whichever of these comes first, the end is the same.
    Sample(
      chart: states(
        #""a": {"type": "parallel", "again": {"target": "a", "reenter": true}, "subStates": {"p": {"initial": "x", "subStates": {"x": {"after": {"2s": "y"}}, "y": {}}}, "q": {"initial": "v", "subStates": {"v": {"after": {"2s": "w"}}, "w": {}}}}}"#
      ),
      found: []),
    // A timer is a way on; what it leads to is found by +next.
    Sample(chart: states(#""a": {"after": {"5s": "b"}}, "b": {}"#), found: ["dead-end: +next"]),
    // History that is stale is state.
    Sample(
      chart: states(
        #""a": {"initial": "x", "out": "b", "subStates": {"h": {"type": "history"}, "x": {"n": "y"}, "y": {"n": "x"}}}, "b": {"in": "h"}"#
      ),
      option: .reach("isIn('y')"), found: ["reached: n"]),
    // Payload candidates come from what the payload is compared with.
    Sample(
      chart:
        #"{"context": {"sum": 0}, "events": {"pay": "int"}, "root": {"initial": "a", "subStates": {"a": {"pay": {"guard": "event.data > 41", "target": "b"}}, "b": {"pay": "a"}}}}"#,
      option: .reach("isIn('b')"), found: ["reached: pay 42"]),
    // Properties.
    Sample(chart: states(#""a": {"go": "b"}, "b": {"go": "a"}"#), option: .never("isIn('b')"), found: ["never: go"]),
    Sample(
      chart: states(#""a": {"go": "b"}, "b": {"go": "a"}"#), option: .reach("isIn('a') && isIn('b')"),
      found: ["not-reached"]),
    Sample(
      chart: states(#""a": {"go": "b", "wait": {"actions": "beep"}}, "b": {"go": "a"}"#),
      option: .inevitable("isIn('b')"),
      found: ["avoidable:  again wait"]),
    Sample(
      chart: states(#""a": {"go": "b", "wait": {"actions": "beep"}}, "b": {"go": "a"}"#), option: .fair("isIn('b')"),
      found: []),
    // Going round while a timer waits takes no time: the timer comes.
    Sample(
      chart: states(#""a": {"after": {"5s": "b"}, "wait": {"actions": "beep"}}, "b": {"go": "a"}"#),
      option: .inevitable("isIn('b')"), found: []),
    // Starting it again holds it up.
    Sample(
      chart: states(#""a": {"after": {"5s": "b"}, "wait": {"target": "a", "reenter": true}}, "b": {"go": "a"}"#),
      option: .inevitable("isIn('b')"), found: ["avoidable:  again wait"]),
    Sample(
      chart: states(#""a": {"go": "b"}, "b": {"go": "c", "undo": "a"}, "c": {"go": "a"}"#),
      option: .leadsTo("isIn('b')", "isIn('c')"), found: ["no-response: go again undo; go"]),
    Sample(
      chart: states(#""a": {"go": "b"}, "b": {"type": "final"}"#), option: .home("isIn('a')"),
      found: ["no-way-home: go"]),
    Sample(
      chart: states(#""a": {"go": "b"}, "b": {"after": {"1s": "c"}}, "c": {"after": {"1s": "a"}}"#),
      option: .settles("isIn('a')"),
      found: []),
    Sample(
      chart: states(#""a": {"go": "b"}, "b": {"after": {"1s": "c"}}, "c": {"back": "a"}"#),
      option: .settles("isIn('a')"),
      found: ["unsettled: go"]),
    // Guards of the host: what a start asks for is answered both ways before it, and otherwise behind it; then an ignored line leads on.
    Sample(
      chart: asking(#""a": {"always": {"guard": "x", "target": "b"}}, "b": {"go": "b"}"#),
      found: ["trap: :guard x = true"]),
    Sample(
      chart: asking(#""a": {"always": {"guard": "x", "target": "b"}, "go": "c"}, "b": {"go": "b"}, "c": {"go": "a"}"#),
      found: ["trap: :guard x = true"]),
    Sample(
      chart: asking(
        #""a": {"always": {"guard": "x", "target": "b"}, "up": {"guard": "x", "target": "c"}}, "b": {"go": "b"}, "c": {"go": "c"}"#
      ),
      option: .reach("isIn('c')"),
      found: [
        "reached: :guard x = false; +0s; :guard x = true; up", "trap: :guard x = true",
        "trap: :guard x = false; +0s; :guard x = true; up",
      ]),
    Sample(
      chart: asking(#""a": {"go": {"guard": "x && y", "target": "b"}}, "b": {"go": {"guard": "!y", "target": "a"}}"#),
      option: .reach("isIn('b') && x"), found: ["reached: :guard x = true; :guard y = true; go"]),
  ]

  /// A chart with a child that waits for the host; `text`: handlers beside it.
  private static func working(_ text: String) -> String {
    let child =
      #"{"root": {"initial": "v", "subStates": {"v": {"invoke": {"id": "it", "src": "work"}, "done.invoke.it": "f"}, "f": {"type": "final"}}}}"#
    return states(
      "\"a\": {\"invoke\": {\"id\": \"kid\", \"chart\": \(child)}, \(text)\"done.invoke.kid\": \"b\"}, "
        + #""b": {"back": "a"}"#)
  }

  /// A chart with a child that tells it after two seconds that they are over; then it is over for `x`.
  private static func inviting(_ text: String) -> String {
    let child =
      #"{"root": {"initial": "w", "subStates": {"w": {"after": {"2s": {"target": "f", "actions": {"send": "tick", "to": "parent"}}}}, "f": {}}}}"#
    return states(
      text + "\"invoke\": {\"id\": \"kid\", \"chart\": \(child)}}, "
        + #""x": {"tick": "y", "back": "a"}, "y": {"back": "a"}"#)
  }

  /// A chart with a child that is finished after two seconds; then comes `x`.
  private static func ending(_ text: String) -> String {
    let child = #"{"root": {"initial": "w", "subStates": {"w": {"after": {"2s": "f"}}, "f": {"type": "final"}}}}"#
    return states(
      text + "\"invoke\": {\"id\": \"kid\", \"chart\": \(child)}, \"done.invoke.kid\": \"x\"}, "
        + #""x": {"back": "a"}, "b": {"back": "a"}"#)
  }

  private static func asking(_ text: String) -> String {
    "{\"guards\": {\"x\": null, \"y\": null}, \"root\": {\"initial\": \"a\", \"subStates\": {\(text)}}}"
      .replacing(text.contains("y\"") || text.contains("!y") ? "" : ", \"y\": null", with: "")
  }

  @Test(arguments: samples)
  func `a chart gives its findings and no other`(sample: Sample) throws {
    let located = try Self.located(sample.chart)
    let parser = ScriptParser(located.chart)
    let found = try Self.explore(located, depth: sample.depth) { options in
      func read(_ text: String) throws -> StateKitCore.Expression { try parser.condition(Array(text.utf8)) }
      switch sample.option {
      case .never(let text): options.properties.all = [.never(try read(text))]
      case .reach(let text): options.properties.all = [.reach(try read(text))]
      case .inevitable(let text): options.properties.all = [.inevitable(try read(text))]
      case .fair(let text):
        options.properties.all = [.inevitable(try read(text))]
        options.properties.isFair = true
      case .leadsTo(let from, let to): options.properties.all = [.leadsTo(try read(from), try read(to))]
      case .home(let text): options.properties.all = [.home(try read(text))]
      case .settles(let text): options.properties.all = [.settles(try read(text))]
      case nil: break
      }
    }
    let shown = found.allFindings.map { finding in
      guard let script = finding.script else { return finding.code.rawValue }
      let loop = finding.loop.isEmpty ? "" : " again " + finding.loop.joined(separator: "; ")
      return "\(finding.code.rawValue): " + script.joined(separator: "; ") + loop
    }
    #expect(shown == sample.found)
    for finding in found.allFindings { try expectRuns(finding, located.chart) }
  }

  /// Whether what a chart cannot do is claimed for all payloads, by what its events carry.
  @Test(arguments: [
    (#""a": {"go": {"guard": "event.data > 5", "target": "b"}}, "b": {}"#, "", true),
    (
      #""a": {"go": {"guard": "event.data", "target": "b"}, "no": "a"}, "b": {}"#,
      #""events": {"go": "bool", "no": null}, "#, false
    ),
    (#""a": {"go": {"guard": "n > 5", "target": "b"}}, "b": {}"#, "", false),
  ])
  func `payload samples are named where other payloads could matter`(
    states: String, events: String, isSampled: Bool
  ) throws {
    let chart = "{\(events)\"context\": {\"n\": 0}, \"root\": {\"initial\": \"a\", \"subStates\": {\(states)}}}"
    let located = try Self.located(chart)
    let found = try Self.explore(located) { options in
      let never = try ScriptParser(located.chart).condition(Array("n > 100".utf8))
      options.properties.all = [.never(never)]
    }
    #expect(found.space.inputs.areSampled == isSampled)
    #expect(found.answers.map(\.verdict) == [.holds])
    for finding in found.findings where [.unreachable, .neverTaken].contains(finding.code) {
      #expect(finding.isSampled == isSampled && finding.fails(isStrict: false) != isSampled, "\(finding)")
      #expect(finding.message.hasSuffix(" with the payloads tried") == isSampled)
    }
  }

  @Test func `a bound is told, and what was not tried is not claimed`() throws {
    let chart = Self.states(#""a": {"go": "b"}, "b": {"go": "c"}, "c": {"go": "a"}"#)
    let found = try Self.explore(try Self.located(chart), depth: 1)
    #expect(found.space.bound?.kind == .depth && found.space.triedDepth == 1 && !found.space.isComplete)
    #expect(found.findings.allSatisfy { $0.isBounded && !$0.fails(isStrict: false) && $0.fails(isStrict: true) })
    let states = try Self.explore(try Self.located(chart)) { $0.bounds.states = 2 }
    #expect(states.space.bound?.kind == .states && states.space.states == 2)
    // The scripts of one line are not all tried.
    let wide = Self.states(#""a": {"x": "b", "y": "c", "z": "d"}, "b": {}, "c": {}, "d": {"x": "e"}, "e": {}"#)
    let halfway = try Self.explore(try Self.located(wide)) { $0.bounds.states = 3 }
    #expect(halfway.space.triedDepth == 0)
    #expect(halfway.findings.map(\.message).contains("d is not entered within 0 lines"))
    // Where memory is bounded from outside, tables that grow take a part of it.
    #expect(MemoryGauge { 600 }.share(of: 1_000, growth: 6) == 100)
    #expect(MemoryGauge.unbounded.share(of: 1_000, growth: 6) == 1_000)
  }

  @Test
  func `timers that become more and more are named by the event that they send, and by the state that starts them`()
    throws
  {
    let chart = Self.states(
      #""a": {"enterState": {"send": "late", "delay": "1h"}, "go": {"target": "a", "reenter": true}, "late": {"actions": "beep"}}"#
    )
    let found = try Self.explore(try Self.located(chart), depth: 3)
    #expect(
      found.findings.map(\.message) == [
        "number of timers: send late in a still takes new values within 3 lines: the search may never end"
      ])
    #expect(found.growing == ["number of timers"])
    let action = chart.range(of: "{\"send\"").map { chart.utf8.distance(from: chart.startIndex, to: $0.lowerBound) }
    #expect(found.findings.first?.span.map { Int($0.start) } == action)
    let allowed = chart.replacing(
      "{\"context\"", with: "{\"meta\": {\"allow\": {\"grows\": \"so it is\"}}, \"context\"")
    #expect(try Self.explore(try Self.located(allowed), depth: 3).findings.map(\.allowed) == ["so it is"])
  }

  @Test func `values that differ in kind are different states`() throws {
    let chart =
      #"{"context": {"n": null}, "root": {"i": {"actions": {"assign": {"n": "1"}}}, "d": {"actions": {"assign": {"n": "1.0"}}}, "m": {"actions": {"assign": {"n": "{'a': 1, 'b': 2}"}}}, "w": {"actions": {"assign": {"n": "{'b': 2, 'a': 1}"}}}}}"#
    #expect(try Self.explore(try Self.located(chart)) { $0.isExact = true }.space.states == 5)
  }
}
