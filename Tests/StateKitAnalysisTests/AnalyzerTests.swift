// Longer than others: a table of charts, and the one test that looks them through.
import StateKitCore
import StateKitAnalysis
import StateKitFormat
import Testing

/// What the rules find and what they leave alone, beyond the one example of each on its page.
@Suite struct AnalyzerTests {
  /// The states of a chart below its root, what is found as `line:column code`, and other keys of the top level.
  struct Case: Sendable {
    let states: String
    let expected: [String]
    var top = ""
    var root = #""initial": "a""#

    init(_ states: String, _ expected: String..., top: String = "", root: String = #""initial": "a""#) {
      self.states = states
      self.expected = expected
      self.top = top
      self.root = root
    }
  }

  private func findings(_ test: Case) -> [String] {
    let text = "{\(test.top)\n\"root\": {\(test.root),\n\"subStates\": {\n\(test.states)\n}}}"
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let findings = Findings()
    if let located = ChartReader.locate(source, findings) { Analyzer.analyze(located, findings) }
    let lines = LineIndex(source)
    return findings.sortedByPlace.map {
      let place = lines.place(of: Int($0.span.start))
      return "\(place.line):\(place.column) \($0.code.rawValue)"
    }
  }

  static let reach = [
    // What is reached by goToState, by a history's default, as a region, and by an action of an initial.
    Case(#""a": {"enterState": {"goToState": "b"}}, "b": {"x": "a"}"#),
    Case(#""a": {"x": "h"}, "p": {"y": "a", "subStates": {"h": {"type": "history", "target": "q"}, "q": {}}}"#),
    Case(#""a": {"x": "r1"}, "p": {"y": "a", "type": "parallel", "subStates": {"r1": {}, "r2": {}}}"#),
    Case(
      #""a": {"initial": {"target": "i", "actions": {"if": "1 == 1", "then": {"goToState": "b"}}}, "subStates": {"i": {}}}, "b": {"x": "a"}"#,
      "4:52 constant-guard"),
    // Only the top of what is not reached; a history that nothing targets.
    Case(#""a": {"x": "root"}, "b": {"initial": "c", "subStates": {"c": {}}}"#, "4:21 unreachable-state"),
    Case(
      #""a": {"x": "root"}, "b": {"x": "a", "subStates": {"c": {}}}"#, "4:21 unreachable-state"),
    Case(#""a": {"x": "b"}, "b": {"x": "a"}, "h": {"type": "history"}"#, "4:35 unreachable-state"),
    // A handler of a state that is never active reaches nothing.
    Case(#""a": {"x": "root"}, "b": {"y": "c"}, "c": {}"#, "4:21 unreachable-state", "4:38 unreachable-state"),
    // Left through an ancestor, through another region, through a goToState, by reenter.
    Case(#""a": {}, "b": {"x": "a"}"#, root: #""initial": "b", "y": "b""#),
    Case(#""a": {"x": "b"}, "b": {}"#, "4:18 dead-end"),
    Case(#""a": {"x": "b"}, "b": {"y": {"actions": "ring"}}"#, "4:18 dead-end"),
    Case(#""a": {"x": "b"}, "b": {"y": {"reenter": true}}"#),
    Case(#""a": {"x": "b"}, "b": {"after": {"5s": {"actions": {"goToState": "a"}}}}"#),
    Case(
      #""a": {"x": "p"}, "p": {"type": "parallel", "subStates": {"q": {"y": "a"}, "r": {"initial": "r1", "subStates": {"r1": {}}}}}"#
    ),
    // A region that only its own parallel state ends is no dead end; a state inside it that goes nowhere is one.
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {}, "r": {"initial": "r1", "subStates": {"r1": {"x": "r2"}, "r2": {}}}}}"#,
      "4:106 dead-end"),
    // The inside is told of, not the state around it.
    Case(#""a": {"x": "b"}, "b": {"initial": "c", "subStates": {"c": {"y": "d"}, "d": {}}}"#, "4:71 dead-end"),
    Case(#""a": {"x": "b"}, "b": {"initial": "c", "subStates": {"c": {"y": "d"}, "d": {"y": "c"}}}"#, "4:18 dead-end"),
    Case(#""a": {"x": "b"}, "b": {"type": "final"}"#),
    // Allowed: on the state, on one around it, on the chart.
    Case(#""a": {"x": "b"}, "b": {"meta": {"allow": {"dead-end": "yes"}}}"#),
    Case(#""a": {"x": "b"}, "b": {}"#, root: #""initial": "a", "meta": {"allow": {"dead-end": "yes"}}"#),
    Case(#""a": {"x": "b"}, "b": {}"#, top: #""meta": {"other": [1, {"allow": 2}], "allow": {"dead-end": "yes"}},"#),
    Case(
      #""a": {"x": "b", "meta": {"allow": {"dead-end": "not here"}}}, "b": {}"#, "4:36 unused-allowance",
      "4:63 dead-end"),
    Case(#""a": {"x": "root", "meta": {"allow": {"ded-end": "slip"}}}"#, "4:39 unused-allowance"),
    Case(#""a": {"x": "root", "meta": {"allow": {"invalid-json": "no"}}}"#, "4:39 unused-allowance"),
    Case(#""a": {"x": "root", "meta": {"allow": {"dead-end": 5}}}"#, "4:51 wrong-type"),
    Case(#""a": {"x": "root", "meta": {"allow": {"dead-end": " "}}}"#, "4:51 empty-name"),
    Case(
      #""a": {"x": "b"}, "b": {"x": "h"}, "h": {"type": "history"}"#, "4:35 never-recorded"),
    Case(
      #""a": {"x": "b"}, "b": {"x": "h"}, "h": {"type": "history"}"#,
      root: #""initial": "a", "again": {"target": "root", "reenter": true}"#),
  ]

  static let handlers = [
    // Candidates and null; guards keep what is behind them alive.
    Case(#""a": {"x": [{"guard": "isIn('a')", "target": "root"}, "root"]}"#),
    Case(#""a": {"x": [null, "root"]}"#, "4:19 dead-handler"),
    Case(#""a": {"always": [{"guard": "isIn('a')", "target": "b"}], "x": "root"}, "b": {"x": "a"}"#),
    Case(#""a": {"always": "b", "x": "root"}, "b": {"x": "a"}"#, "4:22 dead-handler"),
    Case(#""a": {"after": {"5s": ["b", "root"]}}, "b": {"x": "a"}"#, "4:29 dead-handler"),
    // Every state below takes the event; one that does not, or only sometimes, or resting, keeps the one above alive.
    Case(#""a": {"x": "b"}, "b": {"x": "a"}"#, "2:26 dead-handler", root: #""initial": "a", "x": "a""#),
    Case(#""a": {"x": "b"}, "b": {"y": "a"}"#, root: #""initial": "a", "x": "a""#),
    Case(#""a": {"x": "b"}, "b": {"x": {"guard": "isIn('a')", "target": "a"}}"#, root: #""initial": "a", "x": "a""#),
    Case(
      #""a": {"x": "b"}, "b": {"x": "a"}"#, root: #""enterState": {"goToState": "a"}, "x": {"target": "root"}"#),
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {"x": {"actions": "u"}}, "r": {"x": {"actions": "v"}}}}"#,
      "2:26 dead-handler", root: #""initial": "a", "x": "root""#),
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {"x": {"actions": "u"}}, "r": {}}}"#,
      root: #""initial": "a", "x": "root""#),
    // onDone without a final child, of a parallel state with a region that never ends, and before done.state.NAME.
    Case(#""a": {"initial": "i", "onDone": "b", "subStates": {"i": {}}}, "b": {"x": "a"}"#, "4:23 dead-handler"),
    Case(
      #""a": {"initial": "i", "onDone": "b", "subStates": {"i": {"x": "f"}, "f": {"type": "final"}}}, "b": {"x": "a"}"#),
    Case(
      #""a": {"type": "parallel", "onDone": "b", "subStates": {"q": {"initial": "f", "subStates": {"f": {"type": "final"}}}, "r": {}}}, "b": {"x": "a"}"#,
      "4:27 dead-handler"),
    Case(
      #""a": {"initial": "i", "onDone": "b", "done.state.a": "b", "subStates": {"i": {"x": "f"}, "f": {"type": "final"}}}, "b": {"x": "a"}"#,
      "4:38 dead-handler"),
    // Regions: one leaves the parallel state; both stay in their own; one goes into the other; guards decide.
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {"x": "b"}, "r": {"x": "b"}}}, "b": {"x": "a"}"#,
      "4:64 region-conflict"),
    Case(
      #""a": {"type": "parallel", "x": "b", "subStates": {"q": {"initial": "q1", "subStates": {"q1": {"y": "q2"}, "q2": {"y": "q1"}}}, "r": {"initial": "r1", "subStates": {"r1": {"y": "r2"}, "r2": {"y": "r1"}}}}}, "b": {"x": "a"}"#
    ),
    Case(
      #""a": {"type": "parallel", "x": "b", "subStates": {"q": {"y": "r2"}, "r": {"initial": "r1", "subStates": {"r1": {"y": "r2"}, "r2": {"z": "r1"}}}}}, "b": {"x": "a"}"#,
      "4:113 region-conflict"),
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {"x": "b"}, "r": {"x": {"guard": "isIn('q')", "target": "b"}}}}, "b": {"x": "a"}"#
    ),
    Case(#""a": {"type": "parallel", "subStates": {"q": {"x": "b"}, "r": {"x": {"actions": "u"}}}}, "b": {"x": "a"}"#),
  ]

  static let cycles = [
    Case(#""a": {"always": {"guard": "isIn('a')", "target": "b"}}, "b": {"always": "a"}"#),
    Case(#""a": {"always": "b"}, "b": {"always": "c"}, "c": {"always": "a"}"#, "4:17 endless-cycle"),
    Case(#""a": {"always": {"actions": "spin"}, "x": "root"}"#, "4:17 endless-cycle"),
    Case(#""a": {"enterState": {"goToState": "b"}}, "b": {"enterState": {"goToState": "a"}}"#, "4:21 endless-cycle"),
    Case(
      #""a": {"enterState": {"if": "isIn('b')", "then": {"goToState": "b"}}}, "b": {"enterState": {"goToState": "a"}}"#),
    Case(
      #""a": {"enterState": {"raise": "n"}, "n": "b"}, "b": {"enterState": {"raise": "n"}, "n": "a"}"#,
      "4:42 endless-cycle"),
    Case(
      #""a": {"enterState": {"send": "n"}, "n": "b"}, "b": {"enterState": {"raise": "n"}, "n": "a"}"#,
      "4:41 endless-cycle"),
    Case(
      #""a": {"enterState": {"send": "n", "delay": "1s"}, "n": "b"}, "b": {"enterState": {"raise": "n"}, "n": "a"}"#),
    Case(#""a": {"enterState": {"raise": "n"}, "n": {"target": "a"}, "x": "root"}"#),
    Case(#""a": {"enterState": {"raise": "n"}, "n": {"target": "a", "reenter": true}}"#, "4:42 endless-cycle"),
    Case(#""a": {"n": {"actions": {"raise": "n"}}, "x": "root"}"#, "4:7 endless-cycle"),
    Case(
      #""a": {"n": {"actions": {"raise": "m"}}, "m": {"actions": {"raise": "n"}}, "x": "root"}"#, "4:7 endless-cycle"),
    Case(
      #""a": {"n": {"actions": {"raise": "m"}}, "m": [{"guard": "isIn('b')", "actions": {"raise": "n"}}], "x": "b"}, "b": {"x": "a"}"#
    ),
    Case(
      #""a": {"initial": "f", "onDone": {"target": "a"}, "x": "root", "subStates": {"f": {"type": "final"}}}"#,
      "4:33 endless-cycle"),
    Case(#""a": {"after": {"0s": "b"}}, "b": {"always": "a"}"#, "4:23 timer-cycle"),
    Case(#""a": {"after": {"1ms": "b"}}, "b": {"always": "a"}"#),
    Case(#""a": {"after": {"0": {"target": "a", "reenter": true}}}"#, "4:22 timer-cycle"),
    Case(#""a": {"after": {"0": {"actions": "once"}}, "x": "root"}"#),
  ]

  static let names = [
    Case(#""a": {"x": "A"}, "A": {"x": "a"}"#, "4:18 look-alike"),
    Case(
      #""é": {"x": "root"}, "é": {"x": "root"}"#.replacing("é", with: "e\u{301}", maxReplacements: 1),
      "4:22 look-alike", root: #""y": "é", "z": "é""#.replacing("é", with: "e\u{301}", maxReplacements: 1)),
    Case(#""a": {"x": "а"}, "а": {"x": "a"}"#, "4:18 look-alike"),
    Case(#""a": {"x": "ａ"}, "ａ": {"x": "a"}"#, "4:18 look-alike"),
    Case(#""a": {"x": "a "}, "a ": {"x": "a"}"#, "4:19 look-alike"),
    Case("\"a\": {\"x\": \"a\u{200D}\"}, \"a\u{200D}\": {\"x\": \"a\"}", "4:19 look-alike"),
    Case(#""a": {"stateO": "b", "state0": "b"}, "b": {"x": "a"}"#, "4:22 look-alike"),
    // A state and an event of one name are two kinds of thing.
    Case(#""a": {"A": "b"}, "b": {"x": "a"}"#),
    Case(
      #""a": {"x": {"guard": "n < N", "target": "root"}}"#, "1:22 look-alike", top: #""context": {"n": 1, "N": 2},"#),
  ]

  static let data = [
    Case(
      #""a": {"x": {"actions": {"raise": "p", "data": {"n": "1 + 1", "s": "event.data.z"}}}, "p": "root"}"#,
      top: payment),
    Case(
      #""a": {"x": {"actions": {"raise": "p", "data": {"n": "'text'"}}}, "p": "root"}"#, "4:47 payload-misfit",
      top: payment),
    Case(#""a": {"x": {"actions": {"send": "p"}}, "p": "root"}"#, "4:24 payload-misfit", top: payment),
    Case(
      #""a": {"x": {"actions": {"send": "p", "data": {"n": 1, "m": 2}}}, "p": "root"}"#, "4:46 payload-misfit",
      top: payment),
    Case(#""a": {"x": {"actions": {"send": "p", "data": "event.data"}}, "p": "root"}"#, top: payment),
    Case(
      #""a": {"x": {"actions": {"cancel": "i"}}, "y": {"actions": {"send": "x", "delay": "1s", "id": "${event.name}"}}, "z": "root"}"#
    ),
    Case(#""a": {"x": {"actions": {"raise": "error.mine"}}, "error.*": "root"}"#),
    Case(#""a": {"x": {"actions": {"raise": "any"}}, "*": "root"}"#),
    Case(
      #""a": {"x": "root"}"#, "1:13 unused-event",
      top: #""events": {"y": null, "x": null},"#),
    Case(
      #""a": {"x": {"actions": {"raise": "y"}}, "z": "root"}"#, "4:24 unhandled-raise",
      top: #""events": {"x": null, "y": null, "z": null},"#),
    Case(#""a": {"x": {"actions": {"log": "${n}"}}, "y": "root"}"#, top: #""context": {"n": 1},"#),
    Case(#""a": {"y": "root"}"#, top: #""context": {"n": 1}, "invariants": {"i": "n == 1"},"#),
    // One mistake, one message: what an error hides is not looked at.
    Case(#""a": {"x": "bb"}, "b": {"y": "a"}"#, "4:12 unknown-target"),
    Case(#""a": {"x": {"guard": "m > 1", "target": "root"}}"#, "4:23 unknown-name", top: #""context": {"n": 1},"#),
    Case(#""a": {"x": "b"}, "b": {"y": {"action": {"raise": "zz"}}}"#, "4:30 unknown-key"),
  ]

  static let actions = [
    Case(
      #""a": {"enterState": "startSendingProduct", "exitState": "startSendingProdct", "x": "root"}"#, "4:57 look-alike"),
    Case(#""a": {"enterState": "lightOn", "exitState": {"call": "lightsOn"}, "x": "root"}"#, "4:45 look-alike"),
    Case(
      #""a": {"enterState": ["startAudio", "startAduio", "startaudio"], "x": "root"}"#, "4:36 look-alike",
      "4:50 look-alike"),
    // Told apart on purpose: digits, first letters, last letters, more than one letter, short words.
    Case(#""a": {"enterState": ["setLed1", "setLed2", "muteA", "muteB", "showItem", "showItems"], "x": "root"}"#),
    Case(
      #""a": {"enterState": ["lightOn", "lightOff", "incrementUnread", "decrementUnread", "ring", "rung"], "x": "root"}"#
    ),
    // Declared, both are meant.
    Case(
      #""a": {"enterState": ["lightOn", "lightsOn"], "x": "root"}"#,
      top: #""actions": {"lightOn": null, "lightsOn": null},"#),
    Case(
      #""a": {"enterState": ["lightOn", {"call": "lightsOn"}], "x": "root"}"#, "4:42 unknown-action",
      top: #""actions": {"lightOn": null},"#),
    Case(
      #""a": {"enterState": [{"call": "say", "data": "1 + 1"}, {"call": "say", "data": "event.data"}], "x": "root"}"#,
      "4:46 payload-misfit", top: #""actions": {"say": "string"},"#),
    Case(
      #""a": {"enterState": {"call": "say", "data": 1}, "x": "root"}"#, "4:45 payload-misfit",
      top: #""actions": {"say": null},"#),
  ]

  static let payment = #""events": {"p": {"n": "int", "s": "string?"}, "x": null},"#

  @Test(arguments: reach + handlers + cycles + names + data + actions)
  func `a rule finds what it is for and nothing else`(test: Case) {
    #expect(findings(test) == test.expected, "\(test.states)")
  }

  @Test func `ten mistakes are ten messages in order of place`() {
    let ten = #"""
      "a": {"x": "bb", "y": {"guard": "1 +", "target": "root"}, "z": {"action": "u"}},
      "b": {"enterState": 5, "after": {"soon": "a"}, "x": ["a", "root"], "X": "a"},
      "c": {"initial": "a"},
      "d": {"x": {"actions": [{"lgo": "u"}, {"log": "u", "call": "v"}]}, "onExit": "a"}
      """#
    let expected = [
      "4:12 unknown-target", "4:37 expression-syntax", "4:65 unknown-key", "5:21 wrong-type", "5:34 bad-delay",
      "5:68 look-alike", "6:7 misplaced-key", "7:26 unknown-action", "7:52 several-actions", "7:68 nearly-reserved",
    ]
    #expect(findings(Case(ten)) == expected)
  }
}
