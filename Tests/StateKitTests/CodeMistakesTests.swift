import StateKit
import Testing

/// Mistakes in charts in code: diagnostics at the lines of the Swift source.
@Suite struct CodeMistakesTests {
  /// The codes of a chart's errors, each with the distance of its line from the chart's first line.
  private static func codes(
    line: Int = #line, @StateBuilder _ parts: () -> [ChartNode]
  ) -> [String] {
    do {
      let chart = try ChartDefinition("n", line: line, parts)
      return chart.warnings.map { "\($0.severity) \($0.code) \($0.line - line)" }
    } catch {
      return error.diagnostics.map { "\($0.code) \($0.line - line)" }
    }
  }

  @Test func `parts of the top level inside a state`() {
    let found = Self.codes {
      ChartState("a", initial: true) {
        Context("x", 1)
        Invariant("i", "1 > 2")
        Guard("g", "true")
        Bubbling(.subtree)
        Delay("p", .seconds(1))
        On("go", to: "b")
      }
      ChartState("b") { On("go", to: "c") }
    }
    #expect(found == (2...6).map { "misplaced-key \($0)" } + ["unknown-target 9"])
  }

  @Test func `values that JSON cannot hold`() {
    let found = Self.codes {
      ChartState("a", initial: true) {
        On("go") { Raise(Input<Double>("go"), .nan) }
        On("on") { Send(Input<Double>("go"), .infinity) }
      }
      Context("x", .double(.infinity))
      Context("l", [1, .double(.nan)])
    }
    #expect(found == [2, 3, 5, 6].map { "invalid-json \($0)" })
    #expect(throws: ChartError.self) {
      try ChartDefinition("n", events: [EventDeclaration("go", payload: .double(.nan))]) {
        ChartState("a", initial: true)
      }
    }
  }

  @Test func `delays that are too long, unknown, or declared twice`() {
    let found = Self.codes {
      ChartState("a", initial: true) {
        After(.seconds(1e20), to: "b")
        After("p", to: "b")
        Entry { Send("x", after: .seconds(1e20)) }
      }
      ChartState("b") { On("x", to: "a") }
      Delay("p", .seconds(1))
      Delay("p", .seconds(1e20))
    }
    #expect(found.sorted() == ["bad-delay 2", "bad-delay 4", "bad-delay 8", "duplicate-key 8"])
    let unused = Self.codes {
      Delay("patience", .seconds(9))
      ChartState("a", initial: true) { After("patiense", to: "b") }
      ChartState("b") { On("x", to: "a") }
    }
    #expect(unused == ["warning unknown-delay 1"])
  }

  @Test func `delays that are negative`() {
    let found = Self.codes {
      ChartState("a", initial: true) {
        After(.seconds(-5), to: "b")
        Entry { Send("x", after: .seconds(-5)) }
        Entry { Send("x", after: .microseconds(-5)) }
        After("p", to: "b")
      }
      ChartState("b") { On("x", to: "a") }
      Delay("p", .seconds(-5))
    }
    #expect(found.sorted() == [2, 3, 4, 8].map { "bad-delay \($0)" })
  }

  @Test func `a child and its parent have one length for a delay`() throws {
    let child = try ChartDefinition("kid") {
      Delay("p", .seconds(1))
      ChartState("w", initial: true) { After("p", to: "z") }
      Final("z")
    }
    for (seconds, expected) in [(1, []), (9, ["duplicate-key 1"])] {
      let found = Self.codes {
        Delay("p", .seconds(seconds))
        ChartState("a", initial: true) {
          Invoke(chart: child)
          On("done.invoke.kid", to: "b")
        }
        ChartState("b") { On("x", to: "a") }
      }
      #expect(found == expected)
    }
  }

  @Test func `a choice without targets, and an event without a name`() {
    let found = Self.codes {
      ChartState("a", initial: true) { On("go", toOneOf: []) { _ in "b" } }
      ChartState("b") { On("x", to: "a") }
    }
    #expect(found == ["missing-key 1"])
    do {
      _ = try ChartDefinition("n") { ChartState("a", initial: true) { On("", to: "a") } }
    } catch {
      #expect(error.diagnostics.first?.help?.contains("Always(to: ") == true)
    }
  }

  @Test func `positions in traces, also of children and of other first states`() throws {
    let child = try ChartDefinition("kid") {
      Context("n", 0)
      ChartState("w", initial: true) { On("go") { Assign("n", "1 / n") } }
    }
    let childLine = #line - 2
    let chart = try ChartDefinition("parent") {
      Context("n", 0)
      ChartState("a", initial: true) { Invoke(chart: child, forwards: true) }
      ChartState("b") { On("go") { Assign("n", "1 / n") } }
    }
    let line = #line - 2
    for (start, line) in [("a", childLine), ("b", line)] {
      let machine = Statechart(try chart.starting(in: start))
      try machine.start()
      let step = machine.send("go")
      #expect(step.errors.map { $0.position?.line } == [line])
      let text = "CodeMistakesTests.swift:\(line):"
      #expect(step.trace.contains { $0.contains("error: division by zero") && $0.contains(text) }, "\(step.trace)")
    }
  }

  @Test func `a first state that is unknown, ambiguous, a history, or makes the chart invalid`() throws {
    let json = #"""
      {"root": {"subStates": {"front": {"subStates": {"open": {}}}, "back": {"subStates": {"open": {}}},
        "a.b": {}, "a": {"subStates": {"b": {}}}, "last": {"type": "history", "target": "later"}, "later": {"type": "history"}}}}
      """#
    let chart = try ChartDefinition(json: json.utf8, name: "doors.json")
    let wrong = [
      ("frunt", #""frunt" is not a state of the chart, did you mean "front"?"#),
      ("open", #"2 states are named "open", could be "front.open", "back.open""#),
      ("later", "root.later is a history state without a target"),
      ("last", "doors.json:2:"),  // its default leads to itself
    ]
    for (name, text) in wrong {
      let error = #expect(throws: StartError.self) { try chart.starting(in: name) }
      #expect(error.map { "\($0)".hasPrefix(text) } == true, "\(error.map { "\($0)" } ?? "")")
      let isInvalid = if case .invalid? = error { true } else { false }
      #expect(isInvalid == (name == "last"))
    }
    // Its path is also that of another state, but its name is not.
    let machine = Statechart(try chart.starting(in: "a.b"))
    try machine.start()
    #expect(machine.configuration == ["root.a.b"])
  }
}
