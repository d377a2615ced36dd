import StateKit
import Testing

/// The messages of the library: suggestions in the notation of the chart, and names that are nearly right.
@Suite struct MessageTests {
  /// A chart in code, the same chart as a file, and the suggestion for each.
  struct Case: Sendable {
    let parts: @Sendable () -> [ChartNode]
    let json: String
    let inCode: String
    let inFile: String

    init(
      _ json: String, inCode: String, inFile: String, @StateBuilder parts: @escaping @Sendable () -> [ChartNode]
    ) {
      (self.parts, self.json, self.inCode, self.inFile) = (parts, json, inCode, inFile)
    }
  }

  static let cases = [
    Case(
      #"{"initial": "a", "subStates": {"a": {"go": {"guard": "n > 1", "target": "b"}}, "b": {}}}"#,
      inCode: #"declare the data of the chart: Context("n", …)"#,
      inFile: #"declare the data of the chart: "context": {"n": …}"#
    ) {
      ChartState("a", initial: true) { On("go", if: "n > 1", to: "b") }
      ChartState("b")
    },
    Case(
      #"{"initial": "p", "subStates": {"p": {"subStates": {"q": {}}}}}"#,
      inCode: #"write ChartState("q", initial: true)"#, inFile: #"give it "initial": "q""#
    ) {
      ChartState("p", initial: true) { ChartState("q") }
    },
    Case(
      #"{"initial": "a", "subStates": {"a": {"go": "a"}}}"#,
      inCode: "write reenter: .yes to exit and enter it, or Forbid", inFile: #"write "reenter": true"#
    ) {
      ChartState("a", initial: true) { On("go", to: "a") }
    },
    Case(
      #"{"initial": "a", "subStates": {"a": {"onDone": "b", "initial": "c", "subStates": {"c": {}}}, "b": {}}}"#,
      inCode: "it needs a Final as a sub-state", inFile: #"it needs a sub-state of the type "final""#
    ) {
      ChartState("a", initial: true) {
        OnDone(to: "b")
        ChartState("c", initial: true)
      }
      ChartState("b")
    },
    Case(
      #"{"initial": "a", "subStates": {"a": {"invoke": {"src": "load"}, "onDone": "b"}, "b": {}}}"#,
      inCode: #"handle the event of the end: On("done.invoke.load", …)"#,
      inFile: #"handle the event of the end: "done.invoke.load": …"#
    ) {
      ChartState("a", initial: true) {
        Invoke("load")
        OnDone(to: "b")
      }
      ChartState("b")
    },
    Case(
      #"{"x": {"actions": "lightOn"}, "y": {"actions": "ligthOn"}}"#,
      inCode: #"did you mean "lightOn"?"#,
      inFile: #"did you mean "lightOn"? if both exist, declare them in "actions" at the top level"#
    ) {
      On("x") { Do("lightOn") }
      On("y") { Do("ligthOn") }
    },
  ]

  @Test(arguments: cases) func `a suggestion is in the notation of the chart`(_ example: Case) {
    func suggestions(_ chart: () throws(ChartError) -> ChartDefinition) -> [String] {
      do {
        return try chart().warnings.compactMap(\.help)
      } catch {
        return error.diagnostics.compactMap(\.help)
      }
    }
    let code = suggestions { () throws(ChartError) in try ChartDefinition("code") { example.parts() } }
    let file = suggestions { () throws(ChartError) in
      try ChartDefinition(json: #"{"root": \#(example.json)}"#.utf8, name: "chart.json")
    }
    #expect(code.contains { $0.contains(example.inCode) } && !code.joined().contains(#"": "#), "\(code)")
    #expect(file.contains { $0.contains(example.inFile) }, "\(file)")
  }

  @Test(
    arguments: [
      ("opne", false, "open"), ("opne", true, "open"), ("close", false, nil), ("close", true, nil),
      ("switch", false, nil), ("open", false, nil),
    ] as [(String, Bool, String?)])
  func `an event with a wrong name is shown with the nearest one`(
    event: String, isDeclared: Bool, suggestion: String?
  ) throws {
    let machine = Statechart(
      try ChartDefinition("door", events: isDeclared ? ["open", "close"] : []) {
        ChartState("closed", initial: true) { On("open", to: "open") }
        ChartState("open") { On("close", to: "closed") }
      })
    try machine.start()
    let step = machine.send(event)
    let end = suggestion.map { #"; did you mean "\#($0)"?"# }
    #expect("\(step)".contains("did you mean") == (end != nil) && "\(step)".hasSuffix(end ?? ""), "\(step)")
    let script = Script(event, name: "door.events.txt")
    if isDeclared, let suggestion {
      let failure = #expect(throws: ScriptFailure.self) { try script.run(on: machine) }
      #expect(failure?.message.hasSuffix(#"did you mean "\#(suggestion)"?"#) == true, "\(String(describing: failure))")
    }
  }

  @Test(arguments: ["", "[]", "{", #"{"version": 99, "fingerprint": ""}"#])
  func `a damaged snapshot is called a snapshot`(text: String) {
    let error = #expect(throws: SnapshotError.self) { try Snapshot(json: text.utf8) }
    #expect(error?.description.hasPrefix("the snapshot is damaged: it ") == true, "\(String(describing: error))")
  }
}
