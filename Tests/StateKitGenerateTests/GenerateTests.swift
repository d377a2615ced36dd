import Foundation
import StateKitCore
import StateKitFormat
import StateKitGenerate
import TestSupport
import Testing

/// Programs that are generated from charts: what is written, and what is refused. `.ci/generate.sh` compiles and runs them.
@Suite struct GenerateTests {
  private static func chart(_ text: String, name: String = "chart.json") throws -> Chart {
    let findings = Findings()
    let source = SourceText(name: name, bytes: Array(text.utf8))
    let located = ChartReader.locate(
      source, findings: findings, in: ChartFolder(first: name) { _, _ in .unreadable("no") })
    return try #require(located).chart
  }

  private static func example(_ name: String) throws -> (chart: Chart, text: String) {
    let text = try #require(Repository.read("charts/\(name).json"))
    return (try chart(text), text)
  }

  @Test func `the example in C is as recorded`() throws {
    let findings = Findings()
    let files = CGenerator.files(
      of: try Self.example("door").chart, options: CGenerator.Options(name: "door", hasHarness: true),
      findings: findings)
    #expect(files.map(\.name) == ["door.h", "door.c", "door_main.c"])
    for file in files {
      #expect(Repository.compare(file.text, withRecorded: "Tests/Generated/\(file.name)") == nil)
    }
  }

  @Test(arguments: ["door", "turnstile", "media-player"])
  func `the examples in Swift are as recorded`(name: String) throws {
    let (chart, text) = try Self.example(name)
    let options = SwiftGenerator.Options(name: name)
    let swift = SwiftGenerator.text(of: chart, json: Array(text.utf8), options: options, findings: Findings())
    let file = IdentifierCase.pascal.identifier(name)
    #expect(Repository.compare(swift, withRecorded: "Tests/Clients/Sources/generated/\(file).swift") == nil)
  }

  @Test func `most of the examples have a form in C, the others say where they have none`() throws {
    var generated = 0
    for path in Repository.files(below: "charts", ending: ".json") where path.split(separator: "/").count == 2 {
      guard let text = Repository.read(path), let chart = try? Self.chart(text) else { continue }
      let findings = Findings()
      let files = CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings)
      if !files.isEmpty { generated += 1 }
      #expect(files.isEmpty == findings.has(.notGenerated), "\(path)")
    }
    #expect(generated >= 15)
  }

  /// A part of a chart that C cannot express: the actions of an event, the place that is meant, and the message.
  private static let refusals: [(actions: String, message: String)] = [
    (#"{"assign": {"list": "list + [1]"}}"#, "C has no form for the key list of the context"),
    (#"{"assign": {"n": "n + 0.5"}}"#, "C has no form for n with values of several types"),
    (#"{"assign": {"t": "t + 'x'"}}"#, "C has no form for texts put together"),
    (#"{"forEach": "[1]", "as": "x", "do": "act"}"#, "C has no form for forEach"),
    (#"{"send": "e", "delay": "${n}ms"}"#, "C has no form for a delay that is not written out"),
    (#"{"send": "e", "to": "child"}"#, "C has no form for a message to another chart"),
    (#"{"call": "act", "data": {"a": {"b": "n"}}}"#, "C has no form for data in data"),
    (#"[{"goToState": "b"}, "act"]"#, "C has no form for goToState before other actions"),
    (#"{"assign": {"n": "event.data"}}"#, "C has no form for event.data"),
    (#"{"assign": {"n": "size(t)"}}"#, "C has no form for size"),
  ]

  @Test(arguments: refusals.indices) func `what has no form in C is refused in its place`(index: Int) throws {
    let (actions, message) = Self.refusals[index]
    let text = """
      {"context": {"n": 0, "t": "x", "list": []},
       "root": {"initial": "a", "subStates": {"a": {"e": {"actions": \(actions)}}, "b": {}}}}
      """
    let findings = Findings()
    let chart = try Self.chart(text)
    #expect(CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings).isEmpty)
    #expect(findings.all.map(\.message) == [message])
    #expect(findings.all.allSatisfy { $0.code == .notGenerated && $0.help != nil && $0.span.start > 0 })
  }

  /// A guard, and its condition in C.
  private static let guards: [(guard: String, condition: String)] = [
    (
      "(flag ? n > 2 : n > 1) && n < 9",
      "if ((d->context.flag ? (d->context.n > 2) : (d->context.n > 1)) && d->context.n < 9) {"
    ),
    ("(flag || n > 2) && n < 9", "if ((d->context.flag || d->context.n > 2) && d->context.n < 9) {"),
    ("flag && n > 2 || n < 9", "if ((d->context.flag && d->context.n > 2) || d->context.n < 9) {"),
    ("n in [1, 2] && flag", "if ((d->context.n == 1 || d->context.n == 2) && d->context.flag) {"),
    ("!(n > 2)", "if (!(d->context.n > 2)) {"),
  ]

  @Test(arguments: guards.indices) func `a guard keeps its structure in C`(index: Int) throws {
    let (condition, written) = Self.guards[index]
    let text = """
      {"context": {"n": 0, "flag": false},
       "root": {"initial": "a", "subStates": {"a": {"e": {"target": "b", "guard": "\(condition)"}}, "b": {"e": "a"}}}}
      """
    let files = CGenerator.files(
      of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: Findings())
    #expect(files[1].text.contains(written))
  }

  private static let identifiers: [(name: String, snake: String, pascal: String)] = [
    ("lightOn", "light_on", "LightOn"), ("light-on", "light_on", "LightOn"), ("loadURL", "load_url", "LoadURL"),
    ("done.state.a", "done_state_a", "DoneStateA"), ("2fast", "n2fast", "N2fast"), ("é", "ue9", "Ue9"), ("*", "x", "X"),
  ]

  @Test(arguments: identifiers.indices) func `names become identifiers`(index: Int) {
    let (name, snake, pascal) = Self.identifiers[index]
    #expect(IdentifierCase.snake.identifier(name) == snake)
    #expect(IdentifierCase.pascal.identifier(name) == pascal)
  }

  @Test func `names that become the same identifier get numbers, with a warning`() throws {
    let text = #"{"root": {"initial": "a", "subStates": {"a": {"light-on": "b", "lightOn": "b"}, "b": {}}}}"#
    let chart = try Self.chart(text)
    let findings = Findings()
    let files = CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings)
    #expect(files[0].text.contains("X_EVENT_LIGHT_ON_2,"))
    #expect(
      findings.all.map(\.message) == ["\"lightOn\" is called X_EVENT_LIGHT_ON_2: another name has the same identifier"])
    let swift = SwiftGenerator.text(
      of: chart, json: Array(text.utf8), options: SwiftGenerator.Options(name: "x"), findings: Findings())
    #expect(swift.contains("case lightOn2"))
  }

  @Test func `a text of a chart ends neither a comment nor a literal`() throws {
    let text = #"""
      {"name": "*/ x \"\"\"#", "root": {"initial": "a", "subStates": {"a": {"e": {"actions": {"log": "*/ /* \\"}}}}}}
      """#
    let chart = try Self.chart(text)
    let files = CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: Findings())
    let comments = files[0].text.components(separatedBy: "*/").count
    #expect(comments == files[0].text.components(separatedBy: "/*").count)
    let swift = SwiftGenerator.text(
      of: chart, json: Array(text.utf8), options: SwiftGenerator.Options(name: "x"), findings: Findings())
    #expect(swift.contains("= ##\"\"\""))
  }
}
