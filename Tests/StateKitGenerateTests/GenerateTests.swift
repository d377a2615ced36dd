// Longer than others: tables of charts, and the tests that look them through.
import Foundation
import StateKitCore
import StateKitFormat
import StateKitGenerate
import TestSupport
import Testing

/// Programs that are generated from charts: what is written, and what is refused. `.ci/generate.sh` compiles and runs them.
@Suite struct GenerateTests {
  static func chart(_ text: String, name: String = "chart.json") throws -> LocatedChart {
    let findings = Findings()
    let source = SourceText(name: name, bytes: Array(text.utf8))
    let located = ChartReader.locate(
      source, findings: findings, in: ChartFolder(first: name) { _, _ in .unreadable("no") })
    return try #require(located)
  }

  private static func example(_ name: String) throws -> (chart: LocatedChart, text: String) {
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

  private static func swift(
    _ chart: LocatedChart, _ text: String, _ options: SwiftGenerator.Options
  ) -> [GeneratedFile] {
    SwiftGenerator.files(
      of: chart, json: Array(text.utf8), file: IdentifierCase.pascal.identifier(options.name) + ".swift",
      options: options, findings: Findings())
  }

  /// The types that `make clients` compiles: the chart, the name of the type, and its form.
  private static let types: [(chart: String, name: String, form: SwiftGenerator.Form)] = [
    ("charts/door", "Door", .value), ("charts/turnstile", "Turnstile", .value),
    ("charts/media-player", "MediaPlayer", .value), ("charts/media-player", "PlayerModel", .mainActor),
    ("charts/turnstile", "TurnstileModel", .mainActor), ("Tests/Generated/fetch", "Fetch", .value),
    ("Tests/Generated/fetch", "FetchActor", .actor), ("Tests/Generated/fetch", "FetchModel", .mainActor),
  ]

  @Test(arguments: types.indices) func `the examples in Swift are as recorded`(index: Int) throws {
    let (path, name, form) = Self.types[index]
    let text = try #require(Repository.read(path + ".json"))
    for file in Self.swift(try Self.chart(text), text, SwiftGenerator.Options(name: name, form: form)) {
      #expect(Repository.compare(file.text, withRecorded: "Tests/Clients/Sources/generated/\(file.name)") == nil)
    }
  }

  /// States with children, and whether the machine may rest on them: the limit of `goToState` may break off a transition, or an
  /// `initial` leads back.
  private static let rests = [
    (#"{"initial": "c", "enterState": {"goToState": "c"}, "subStates": {"c": {}}}"#, false),
    (#"{"initial": "c", "enterState": [{"goToState": "a"}, {"goToState": "c"}], "subStates": {"c": {}}}"#, true),
    (#"{"initial": "c", "enterState": {"goToState": "b"}, "subStates": {"c": {}}}"#, true),
    (#"{"initial": {"target": "c", "actions": {"goToState": "root"}}, "subStates": {"c": {}}}"#, true),
    (#"{"initial": "c", "exitState": {"goToState": "c"}, "subStates": {"c": {}}}"#, true),
    (#"{"initial": "h", "subStates": {"c": {}, "h": {"type": "history"}}}"#, true),
    (#"{"initial": "h", "subStates": {"c": {}, "h": {"type": "history", "target": "c"}}}"#, false),
  ]

  @Test(arguments: rests.indices)
  func `a state with children on which the machine may rest is a leaf in Swift`(index: Int) throws {
    let (state, isLeaf) = Self.rests[index]
    let text = #"{"root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": \#(state)}}}"#
    let file = try #require(Self.swift(try Self.chart(text), text, SwiftGenerator.Options(name: "x")).first)
    #expect(file.text.contains("typealias Leaf = State") == isLeaf)
  }

  @Test func `a program in Swift has no character and no command that a log would take for its own`() throws {
    let names = ["##vso[task]x", "##[error]y", "\u{202E}bidi\u{2066}", "\u{7F}\u{9B}1m", "a\u{2028}::error::b", "#"]
    let states = names.map { "\t\"\($0)\": {\"\($0)\": \"\($0)\", \"enterState\": {\"call\": \"\($0)\"}}" }
    let text = "{\"root\": {\"initial\": \"#\", \"subStates\": {\r\n\(states.joined(separator: ",\r\n"))}}}"
    let options = SwiftGenerator.Options(name: "x", hasHarness: true)
    for file in Self.swift(try Self.chart(text), text, options) {
      let hidden = file.text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" && DisplayText.isHidden($0) }
      #expect(hidden.isEmpty, "\(file.name)")
      #expect(!file.text.contains("##vso[") && !file.text.contains("##["), "\(file.name)")
      let parts = file.text.components(separatedBy: "\"\"\"")
      guard parts.count == 3 else { continue }
      let (written, read) = (Data(parts[1].utf8), Data(text.utf8))
      let both = try [written, read].map { try JSONSerialization.jsonObject(with: $0) as? NSDictionary }
      #expect(both[0] != nil && both[0] == both[1])
    }
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

  @Test func `no field has the name of a word or a macro of a compiler`() throws {
    let names = ["asm", "typeof", "linux", "unix", "int", "bool"]
    let context = names.map { "\"\($0)\": 1" }.joined(separator: ", ")
    let text = "{\"context\": {\(context)}, \"root\": {\"go\": {\"actions\": {\"assign\": {\"linux\": \"1\"}}}}}"
    let files = CGenerator.files(
      of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: Findings())
    let header = try #require(files.first)
    for name in names { #expect(!header.text.contains(" \(name);"), "\(name)") }
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

  /// Declarations of a chart with an event `e` that does what C refuses, the actions of `e`, and the message.
  private static let unfit: [(declarations: String, actions: String, message: String)] = [
    (
      #""events": {"e": null, "x": {"a": "int", "b": "int"}}"#, #"{"raise": "x", "data": {"a": "n"}}"#,
      "data that do not fit: the field b must be int, it is missing"
    ),
    (
      #""events": {"e": null, "x": "int"}"#, #"{"raise": "x"}"#,
      "data that do not fit: its payload must be int, but it has none"
    ),
    (
      #""events": {"e": null, "x": null}"#, #"{"send": "x", "data": "n"}"#, "data that do not fit: it has no payload"
    ),
    (
      #""events": {"e": null, "x": "list"}"#, #"{"raise": "x", "data": {"a": "n"}}"#,
      "data that do not fit: its payload must be list, not map"
    ),
    (
      #""actions": {"act": "int"}"#, #"{"call": "act", "data": "d"}"#,
      "data that do not fit: its data must be int, not double"
    ),
    (#""actions": {"act": "int"}"#, #""act""#, "data that do not fit: its data must be int, but it has none"),
    (
      #""events": {"e": null, "x": "any"}"#, #"{"raise": "x", "data": "[1].map(i, i / n)"}"#, "this expression"
    ),
    (#""meta": {}"#, #"{"log": "${[1].map(i, i / n)}"}"#, "this expression"),
  ]

  @Test(arguments: unfit.indices) func `data that do not fit, or whose errors C cannot find, are refused`(
    index: Int
  ) throws {
    let (declarations, actions, message) = Self.unfit[index]
    let text = """
      {"context": {"n": 0, "d": 0.5}, \(declarations),
       "root": {"e": {"actions": \(actions)}, "x": {"actions": {"log": "x"}}}}
      """
    #expect(try Self.refusals(of: text) == ["C has no form for \(message)"])
  }

  /// The messages for a chart that C cannot express.
  static func refusals(of text: String) throws -> [String] {
    let findings = Findings()
    let files = CGenerator.files(of: try chart(text), options: CGenerator.Options(name: "x"), findings: findings)
    #expect(files.isEmpty && findings.all.allSatisfy { $0.help != nil && $0.span.start > 0 })
    return findings.all.filter { $0.code == .notGenerated }.map(\.message)
  }

  /// What `b` does on its entry, on its end and on other events, where `event.data` may be of another event than the one
  /// that is declared with such a payload; and the message.
  private static let foreignPayloads: [(state: String, message: String)] = [
    (
      #""enterState": {"if": "event.data == 1", "then": "act"}"#, "event.data where the event may be another"
    ),
    (
      #""enterState": {"if": "has(event.data.n)", "then": "act"}"#, "has() where the event may be another"
    ),
    (
      #""enterState": {"if": "event.data.message == 'x'", "then": "act"}"#, "event.data where the event may be another"
    ),
    (
      #""onDone": {"actions": {"if": "event.data.n == 1", "then": "act"}}, "initial": "c", "subStates": {"c": {"type": "final", "output": {"n": 1}}}"#,
      "event.data where the event may be another"
    ),
    (
      #""done.state.b": {"guard": "event.data.n == 1", "actions": "act"}, "initial": "c", "subStates": {"c": {"type": "final", "output": {"n": 1}}}"#,
      "the payload of done.state.b"
    ),
    (
      #""error.execution": {"guard": "event.data.message == 'x'", "actions": "act"}"#, "the payload of error.execution"
    ),
    (
      #""initial": "c", "subStates": {"c": {"type": "final", "output": "[1].map(i, i / k)"}}"#, "this expression"
    ),
  ]

  @Test(arguments: foreignPayloads.indices) func `a payload that C does not hold is refused`(index: Int) throws {
    let (state, message) = Self.foreignPayloads[index]
    let text = """
      {"context": {"k": 0},
       "events": {"e": "int", "f": {"n": "int"}, "g": {"message": "string"}, "done.state.b": {"n": "int"},
                  "error.execution": {"message": "string"}},
       "root": {"initial": "a", "subStates": {"a": {"e": "b", "f": "b", "g": "b"}, "b": {\(state)}}}}
      """
    #expect(try Self.refusals(of: text) == ["C has no form for \(message)"])
  }

  @Test func `a guard with a part of its own in C has the function that it calls`() throws {
    let chart = try Self.chart(
      #"{"context": {"d": 0.0}, "root": {"e": {"guard": "d / d in [d, 1.0]", "actions": "act"}}}"#)
    let files = CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: Findings())
    let source = try #require(files.last).text
    #expect(source.contains("holds(d, ") && source.contains("static void failed("))
  }

  /// States with a `goToState` that C cannot express, and the message.
  private static let jumps: [(states: String, message: String)] = [
    (#""a": {"exitState": [{"goToState": "b"}], "e": "b"}, "b": {}"#, "C has no form for goToState in exitState"),
    (
      #""a": {"e": {"actions": [{"goToState": "b"}]}}, "b": {"type": "parallel", "subStates": {"c": {}, "d": {}}}"#,
      "C has no form for goToState beside parallel states"
    ),
  ]

  @Test(arguments: jumps.indices) func `a goToState that C cannot express is refused`(index: Int) throws {
    let (states, message) = Self.jumps[index]
    let findings = Findings()
    let chart = try Self.chart(#"{"root": {"initial": "a", "subStates": {\#(states)}}}"#)
    #expect(CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings).isEmpty)
    #expect(findings.all.map(\.message) == [message])
  }

  /// Two regions, and whether handlers of one event in them can be in conflict.
  private static let regions: [(regions: String, mayConflict: Bool)] = [
    (#""r": {"initial": "a", "subStates": {"a": {"e": "b"}, "b": {"e": "a"}}}, "s": {"e": "s"}"#, false),
    (#""r": {"initial": "a", "subStates": {"a": {"e": "s"}, "b": {}}}, "s": {"e": "s"}"#, true),
    (
      #""r": {"initial": "a", "subStates": {"a": {"e": {"target": "b", "reenter": true}}, "b": {}}}, "s": {"e": "s"}"#,
      false
    ),
    (#""r": {"e": {"target": "r", "reenter": true}}, "s": {"e": "s"}"#, true),
    (#""r": {"e": {"actions": "act"}}, "s": {"e": {"target": "r"}}"#, false),
    (#""r": {"initial": "p", "e": "q", "subStates": {"p": {"e": "q"}, "q": {}}}, "s": {}"#, false),
    (
      #""r": {"initial": "p", "e": "q", "subStates": {"p": {"type": "parallel", "subStates": {"p1": {"e": "p1"}, "p2": {}}}, "q": {}}}, "s": {}"#,
      true
    ),
  ]

  @Test(arguments: regions.indices) func `C looks for conflicts only where there may be some`(index: Int) throws {
    let (regions, mayConflict) = Self.regions[index]
    let chart = try Self.chart(#"{"root": {"type": "parallel", "subStates": {\#(regions)}}}"#)
    let files = CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: Findings())
    #expect(files[1].text.contains("drop_conflicts") == mayConflict)
  }

  /// A function that nothing calls is a warning of the compiler.
  @Test func `C has no queue for events that are only sent later`() throws {
    let text = try #require(Repository.read("Tests/Generated/later.json"))
    let files = CGenerator.files(
      of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: Findings())
    #expect(files.allSatisfy { !$0.text.contains("push(") && !$0.text.contains("queue_t") })
  }

  @Test func `descriptions of a chart are comments in C`() throws {
    let text = #"""
      {"name": "n", "description": "of the chart",
       "root": {"initial": "a", "subStates": {
         "a": {"description": "of a state", "e": {"target": "b", "description": "of a handler"}}, "b": {}}}}
      """#
    let files = CGenerator.files(
      of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: Findings())
    #expect(files[0].text.contains(" * n: of the chart\n"))
    #expect(files[0].text.contains("  X_STATE_A, /* of a state */\n"))
    #expect(files[1].text.contains(" *     a  atomic                of a state\n"))
    #expect(files[1].text.contains("[A_ON_E] = { X_STATE_B }, /* of a handler */\n"))
  }

  @Test func `a payload that may be missing is refused in C`() throws {
    let text = #"""
      {"events": {"e": "int?"}, "context": {"n": 0}, "root": {"e": {"actions": {"assign": {"n": "event.data"}}}}}
      """#
    let findings = Findings()
    let chart = try Self.chart(text)
    #expect(CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings).isEmpty)
    #expect(findings.all.map(\.message) == ["C has no form for a payload that may be missing"])
  }

  @Test func `a handler for any event is one case in C, not one for each event`() throws {
    let text = #"""
      {"root": {"initial": "a", "subStates": {"a": {"e": "c", "f": "c", "*": "b"}, "b": {"g": "a"}, "c": {"type": "final"}}}}
      """#
    let files = CGenerator.files(
      of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: Findings())
    let cases = [
      "    case X_EVENT_F:", "      return A_ON_F; /* to c */", "    case NO_EVENT:", "      break;", "    default:",
      "      return A_ON_ANY; /* to b */",
    ]
    #expect(files[1].text.contains(cases.joined(separator: "\n")))
  }

  @Test func `a pattern handles errors of expressions in C`() throws {
    let text = #"""
      {"context": {"n": 0},
       "root": {"initial": "a", "subStates": {
         "a": {"e": {"actions": {"assign": {"n": "1 / n"}}}, "error.*": "b"}, "b": {}}}}
      """#
    let files = CGenerator.files(
      of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: Findings())
    #expect(files[1].text.contains("case X_EVENT_ERROR_EXECUTION:\n      return A_ON_ANY_ERROR; /* to b */"))
  }

  /// Guards of any length, whose parts can fail.
  private static let growing: [@Sendable (Int) -> String] = [
    { (0..<$0).map { "n + \($0) < 50" }.joined(separator: " && ") },
    { (0..<$0).map { "n / \($0 + 1) < 50" }.joined(separator: " || ") },
    { (0..<$0).reduce("n + 1 < 5") { guarded, _ in "!(\(guarded) && flag)" } },
    { (0..<$0).reduce("n > 5") { guarded, _ in "(\(guarded)) in [true, flag]" } },
  ]

  @Test(arguments: growing.indices) func `C grows with a guard and not faster, and calls each function of its parts`(
    index: Int
  ) throws {
    let lengths = try [20, 40].map { count in
      let text = """
        {"context": {"n": 0, "flag": false},
         "root": {"e": {"guard": "\(Self.growing[index](count))", "actions": "x"}}}
        """
      let files = CGenerator.files(
        of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: Findings())
      for part in files[1].text.matches(of: /static int (part_[0-9]+)\(/).map(\.1) {
        #expect(files[1].text.components(separatedBy: "\(part)(").count == 3, "\(part)")
      }
      return files[1].text.utf8.count
    }
    #expect(lengths[1] - lengths[0] < 20_000)
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
    ("!(n > 2) == true", "if ((!(d->context.n > 2)) == true) {"),
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
    let text = #"{"root": {"light-on": null, "lightOn": null, "LightOn": null}}"#
    let chart = try Self.chart(text)
    let findings = Findings()
    let files = CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings)
    #expect(files[0].text.contains("X_EVENT_LIGHT_ON_2,"))
    #expect(
      findings.all.map(\.message) == [
        "the event \"lightOn\" is called X_EVENT_LIGHT_ON_2: \"light-on\" is X_EVENT_LIGHT_ON",
        "the event \"LightOn\" is called X_EVENT_LIGHT_ON_3: \"light-on\" is X_EVENT_LIGHT_ON",
      ])
    #expect(findings.all.map(\.span.start) == [28, 45])
    #expect(findings.all.allSatisfy { $0.notes.map(\.span.start) == [10] })
    let swift = Self.swift(chart, text, SwiftGenerator.Options(name: "x"))
    #expect(swift[0].text.contains("case lightOn2") && swift[0].text.contains("case lightOn3"))
  }

  @Test func `an event that is spelled like that of an error in C has a number`() throws {
    let text = #"""
      {"context": {"n": 0},
       "root": {"initial": "a", "subStates": {
         "a": {"go": {"actions": {"assign": {"n": "1 / n"}}}, "errorExecution": "b"}, "b": {}}}}
      """#
    let findings = Findings()
    let files = CGenerator.files(of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: findings)
    #expect(files[0].text.contains("  X_EVENT_ERROR_EXECUTION_2,\n  X_EVENT_ERROR_EXECUTION,\n  X_EVENT_COUNT\n"))
    #expect(files[1].text.contains("case X_EVENT_ERROR_EXECUTION_2:\n      return A_ON_ERROR_EXECUTION; /* to b */"))
    #expect(findings.all.count == 1)
  }

  /// The names of charts, the form, and the names of their types in Swift.
  private static let typeNames: [(name: String, form: SwiftGenerator.Form, type: String)] = [
    ("door", .value, "Door"), ("step", .value, "Step2"), ("any", .actor, "Any2"), ("clock", .value, "Clock"),
    ("clock", .actor, "Clock2"), ("event", .value, "Event"), ("event", .mainActor, "Event2"),
  ]

  @Test(arguments: typeNames.indices) func `a chart called like a type in use has a type with a number`(
    index: Int
  ) throws {
    let (name, form, type) = Self.typeNames[index]
    let (chart, text) = try Self.example("door")
    let findings = Findings()
    let options = SwiftGenerator.Options(name: name, form: form, hasHarness: true)
    let files = SwiftGenerator.files(
      of: chart, json: Array(text.utf8), file: "x.swift", options: options, findings: findings)
    let beginnings = ["struct \(type) {", "struct \(type): ", "final class \(type) {"]
    #expect(beginnings.contains(where: files[0].text.contains))
    #expect(files[1].text.contains("\nstruct \(type)Program {\n"))
    #expect(findings.all.count == (type.hasSuffix("2") ? 1 : 0))
  }

  /// Declarations of an action, and its data in the harness.
  private static let recorded = [
    (#"{"ms": "int"}"#, #"{"ms": 1}"#, #""data": X.map([("ms", .int(ms))])"#), ("{}", "{}", #""data": .map([:])"#),
    (#"{"ms": "int?"}"#, "{}", #"did_.append(ms == nil ? "beep" : ["name": "beep", "data": X.map("#),
  ]

  @Test(arguments: recorded) func `the harness in Swift has the data of actions beside events without any`(
    declared: String, data: String, written: String
  ) throws {
    let text = #"""
      {"actions": {"beep": \#(declared)}, "root": {"go": {"actions": [{"call": "beep", "data": \#(data)}]}}}
      """#
    let options = SwiftGenerator.Options(name: "x", hasHarness: true)
    let files = Self.swift(try Self.chart(text), text, options)
    #expect(files[1].text.contains(written))
    #expect(files[0].text.contains("static func map(") == written.contains("X.map("))
  }

  @Test func `no name of a chart is one that the harness uses`() throws {
    let text = #"""
      {"root": {"go": {"actions": [{"call": "did", "data": {"did": 1, "append": 1, "appendValue": 1, "int64T": 1}}]}}}
      """#
    let chart = try Self.chart(text)
    let c = CGenerator.files(
      of: chart, options: CGenerator.Options(name: "x", hasHarness: true), findings: Findings())
    #expect(
      c[2].text.contains("x_do_did(x_t *d, int64_t did_2, int64_t append_2, int64_t append_value_2, int64_t int64_t_2)")
    )
    let swift = Self.swift(chart, text, SwiftGenerator.Options(name: "x", hasHarness: true))
    #expect(swift[1].text.contains("  var did_: [Payload] = []\n") && swift[1].text.contains("  func did("))
  }

  @Test func `more parts than C numbers are refused`() throws {
    let events = (0...Int(Int16.max)).map { "\"e\($0)\": null" }.joined(separator: ",")
    let findings = Findings()
    let chart = try Self.chart("{\"events\": {\(events)}, \"root\": {\"e0\": null}}")
    #expect(CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings).isEmpty)
    #expect(findings.all.map(\.message) == ["C has no form for more than 32,767 events"])
  }

  @Test func `a text of a chart ends neither a comment nor a literal`() throws {
    let text = #"""
      {"name": "*/ x \"\"\"#", "root": {"initial": "a", "subStates": {"a": {"e": {"actions": {"log": "*/ /* \\"}}}}}}
      """#
    let chart = try Self.chart(text)
    let files = CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: Findings())
    let comments = files[0].text.components(separatedBy: "*/").count
    #expect(comments == files[0].text.components(separatedBy: "/*").count)
    let swift = Self.swift(chart, text, SwiftGenerator.Options(name: "x"))
    #expect(swift[0].text.contains("= ##\"\"\""))
  }
}
