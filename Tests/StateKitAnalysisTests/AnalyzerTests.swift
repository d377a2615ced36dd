// Longer than others: a table of charts, and the one test that looks them through.
import StateKitCore
import StateKitAnalysis
import StateKitFormat
import TestSupport
import Testing

/// What the rules find and what they leave alone, beyond the one example of each on its page.
@Suite struct AnalyzerTests {
  /// The states of a chart below its root, and other keys of the root and of the top level, with marks for what is found.
  struct Case: Sendable {
    let states: String
    var top = ""
    var root = #""initial": "a""#

    init(_ states: String, top: String = "", root: String = #""initial": "a""#) {
      self.states = states
      self.top = top
      self.root = root
    }

    var sample: String { "{\(top)\n\"root\": {\(root),\n\"subStates\": {\n\(states)\n}}}" }
  }

  static let reach = [
    // What is reached by goToState, by a history's default, as a region, and by an action of an initial.
    Case(#""a": {"enterState": {"goToState": "b"}}, "b": {"x": "a"}"#),
    Case(#""a": {"x": "h"}, "p": {"y": "a", "subStates": {"h": {"type": "history", "target": "q"}, "q": {}}}"#),
    Case(#""a": {"x": "r1"}, "p": {"y": "a", "type": "parallel", "subStates": {"r1": {}, "r2": {}}}"#),
    Case(
      #""a": {"initial": {"target": "i", "actions": {"if": "1 == 1"⟵constant-guard, "then": {"goToState": "b"}}}, "subStates": {"i": {}}}, "b": {"x": "a"}"#
    ),
    // Only the top of what is not reached; a history that nothing targets.
    Case(#""a": {"x": "b"}, "b"⟵unreachable-state: {"x": "a", "subStates": {"c": {"x": "d"}, "d": {"x": "c"}}}"#),
    Case(
      #""a": {"x": "b"}, "b": {"x": "a", "initial": "c", "subStates": {"c": {}, "d"⟵unreachable-state: {"x": "c"}}}"#),
    Case(#""a": {"x": "a"⟵no-effect, "y": "b"}, "b": {"x": {"target": "b"}⟵no-effect, "y": "a"}"#),
    Case(
      #""a": {"x": {"target": "a", "reenter": true}, "y": {"target": "a", "actions": "z"}, "z": null, "w": "b"}, "b": {"x": "a"}"#
    ),
    Case(
      #""a": {"after": {"5s": "a"⟵no-effect}, "x": "b"}, "b": {"x": "b", "y": "a", "initial": "c", "subStates": {"c": {}}}"#
    ),
    Case(#""a": {"x": "root"}, "b"⟵unreachable-state: {"initial": "c", "subStates": {"c": {}}}"#),
    Case(
      #""a": {"x": "root"}, "b"⟵unreachable-state: {"x": "a", "subStates": {"c": {}}}"#),
    Case(#""a": {"x": "b"}, "b": {"x": "a"}, "h"⟵unreachable-state: {"type": "history"}"#),
    // A handler of a state that is never active reaches nothing.
    Case(#""a": {"x": "root"}, "b"⟵unreachable-state: {"y": "c"}, "c"⟵unreachable-state: {}"#),
    // Left through an ancestor, through another region, through a goToState, by reenter.
    Case(#""a": {}, "b": {"x": "a"}"#, root: #""initial": "b", "y": "b""#),
    Case(#""a": {"x": "b"}, "b"⟵dead-end: {}"#),
    Case(#""a": {"x": "b"}, "b"⟵dead-end: {"y": {"actions": "ring"}}"#),
    Case(#""a": {"x": "b"}, "b": {"y": {"reenter": true}}"#),
    Case(#""a": {"x": "b"}, "b": {"after": {"5s": {"actions": {"goToState": "a"}}}}"#),
    Case(
      #""a": {"x": "p"}, "p": {"type": "parallel", "subStates": {"q": {"y": "a"}, "r": {"initial": "r1", "subStates": {"r1": {}}}}}"#
    ),
    // A region that only its own parallel state ends is no dead end; a state inside it that goes nowhere is one.
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {}, "r": {"initial": "r1", "subStates": {"r1": {"x": "r2"}, "r2"⟵dead-end: {}}}}}"#
    ),
    // The inside is reported, not the state around it.
    Case(#""a": {"x": "b"}, "b": {"initial": "c", "subStates": {"c": {"y": "d"}, "d"⟵dead-end: {}}}"#),
    Case(#""a": {"x": "b"}, "b"⟵dead-end: {"initial": "c", "subStates": {"c": {"y": "d"}, "d": {"y": "c"}}}"#),
    Case(#""a": {"x": "b"}, "b": {"type": "final"}"#),
    // Allowed: on the state, on one around it, on the chart.
    Case(#""a": {"x": "b"}, "b": {"meta": {"allow": {"dead-end": "yes"}}}"#),
    Case(#""a": {"x": "b"}, "b": {}"#, root: #""initial": "a", "meta": {"allow": {"dead-end": "yes"}}"#),
    Case(#""a": {"x": "b"}, "b": {}"#, top: #""meta": {"other": [1, {"allow": 2}], "allow": {"dead-end": "yes"}},"#),
    Case(
      #""a": {"x": "b", "meta": {"allow": {"dead-end"⟵unused-allowance: "not here"}}}, "b"⟵dead-end: {}"#),
    Case(#""a": {"x": "root", "meta": {"allow": {"ded-end"⟵unused-allowance: "slip"}}}"#),
    Case(#""a": {"x": "root", "meta": {"allow": {"invalid-json"⟵unused-allowance: "no"}}}"#),
    Case(#""a": {"x": "root", "meta": {"allow": {"dead-end": 5⟵wrong-type}}}"#),
    Case(#""a": {"x": "root", "meta": {"allow": {"dead-end": " "⟵empty-name}}}"#),
    Case(
      #""a": {"x": "b"}, "b": {"x": "h"}, "h"⟵never-recorded: {"type": "history"}"#),
    Case(
      #""a": {"x": "b"}, "b": {"x": "h"}, "h": {"type": "history"}"#,
      root: #""initial": "a", "again": {"target": "root", "reenter": true}"#),
  ]

  static let handlers = [
    // Candidates and null; guards keep what is behind them alive.
    Case(#""a": {"x": [{"guard": "isIn('a')", "target": "root"}, "root"]}"#),
    Case(#""a": {"x": [null, "root"⟵dead-handler]}"#),
    Case(#""a": {"always": [{"guard": "isIn('a')", "target": "b"}], "x": "root"}, "b": {"x": "a"}"#),
    Case(#""a": {"always": "b", "x"⟵dead-handler: "root"}, "b": {"x": "a"}"#),
    Case(#""a": {"after": {"5s": ["b", "root"⟵dead-handler]}}, "b": {"x": "a"}"#),
    // Every state below takes the event; one that does not, or only sometimes, or resting, keeps the one above alive.
    Case(#""a": {"x": "b"}, "b": {"x": "a"}"#, root: #""initial": "a", "x"⟵dead-handler: "a""#),
    Case(#""a": {"x": "b"}, "b": {"y": "a"}"#, root: #""initial": "a", "x": "a""#),
    Case(#""a": {"x": "b"}, "b": {"x": {"guard": "isIn('a')", "target": "a"}}"#, root: #""initial": "a", "x": "a""#),
    Case(
      #""a": {"x": "b"}, "b": {"x": "a"}"#, root: #""enterState": {"goToState": "a"}, "x": {"target": "root"}"#),
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {"x": {"actions": "u"}}, "r": {"x": {"actions": "v"}}}}"#,
      root: #""initial": "a", "x"⟵dead-handler: "root""#),
    // By subtree one region that always takes the event is enough; by leaf every region must take it.
    Case(#""q": {"x": null}, "r": {}"#, root: #""type": "parallel", "x": {"actions": "u"}"#),
    Case(
      #""q": {"x": null}, "r": {}"#, top: #""bubbling": "subtree","#,
      root: #""type": "parallel", "x"⟵dead-handler: {"actions": "u"}"#),
    Case(
      #""q": {"x": {"guard": "isIn('r')", "actions": "v"}}, "r": {}"#, top: #""bubbling": "subtree","#,
      root: #""type": "parallel", "x": {"actions": "u"}"#),
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {"x": {"actions": "u"}}, "r": {}}}"#,
      root: #""initial": "a", "x": "root""#),
    // onDone without a final child, of a parallel state with a region that never ends, and before done.state.NAME.
    Case(#""a": {"initial": "i", "onDone"⟵dead-handler: "b", "subStates": {"i": {}}}, "b": {"x": "a"}"#),
    Case(
      #""a": {"initial": "i", "onDone": "b", "subStates": {"i": {"x": "f"}, "f": {"type": "final"}}}, "b": {"x": "a"}"#),
    Case(
      #""a": {"type": "parallel", "onDone"⟵dead-handler: "b", "subStates": {"q": {"initial": "f", "subStates": {"f": {"type": "final"}}}, "r": {}}}, "b": {"x": "a"}"#
    ),
    Case(
      #""a": {"initial": "i", "onDone": "b", "done.state.a"⟵dead-handler: "b", "subStates": {"i": {"x": "f"}, "f": {"type": "final"}}}, "b": {"x": "a"}"#
    ),
    // Regions: one leaves the parallel state; both stay in their own; one goes into the other; guards decide.
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {"x": "b"}, "r": {"x"⟵region-conflict: "b"}}}, "b": {"x": "a"}"#),
    Case(
      #""a": {"type": "parallel", "x": "b", "subStates": {"q": {"initial": "q1", "subStates": {"q1": {"y": "q2"}, "q2": {"y": "q1"}}}, "r": {"initial": "r1", "subStates": {"r1": {"y": "r2"}, "r2": {"y": "r1"}}}}}, "b": {"x": "a"}"#
    ),
    Case(
      #""a": {"type": "parallel", "x": "b", "subStates": {"q": {"y": "r2"}, "r": {"initial": "r1", "subStates": {"r1": {"y"⟵region-conflict: "r2"}, "r2": {"z": "r1"}}}}}, "b": {"x": "a"}"#
    ),
    Case(
      #""a": {"type": "parallel", "subStates": {"q": {"x": "b"}, "r": {"x": {"guard": "isIn('q')", "target": "b"}}}}, "b": {"x": "a"}"#
    ),
    Case(#""a": {"type": "parallel", "subStates": {"q": {"x": "b"}, "r": {"x": {"actions": "u"}}}}, "b": {"x": "a"}"#),
  ]

  static let cycles = [
    Case(#""a": {"always": {"guard": "isIn('a')", "target": "b"}}, "b": {"always": "a"}"#),
    Case(#""a": {"always": "b"⟵endless-cycle}, "b": {"always": "c"}, "c": {"always": "a"}"#),
    Case(#""a": {"always": {"actions": "spin"}⟵endless-cycle, "x": "root"}"#),
    Case(#""a": {"enterState": {"goToState": "b"}⟵endless-cycle}, "b": {"enterState": {"goToState": "a"}}"#),
    Case(
      #""a": {"enterState": {"if": "isIn('b')", "then": {"goToState": "b"}}}, "b": {"enterState": {"goToState": "a"}}"#),
    Case(
      #""a": {"enterState": {"raise": "n"}, "n": "b"⟵endless-cycle}, "b": {"enterState": {"raise": "n"}, "n": "a"}"#),
    Case(
      #""a": {"enterState": {"send": "n"}, "n": "b"⟵endless-cycle}, "b": {"enterState": {"raise": "n"}, "n": "a"}"#),
    Case(
      #""a": {"enterState": {"send": "n", "delay": "1s"}, "n": "b"}, "b": {"enterState": {"raise": "n"}, "n": "a"}"#),
    Case(#""a": {"enterState": {"raise": "n"}, "n": {"target": "a"}⟵no-effect, "x": "root"}"#),
    Case(#""a": {"enterState": {"raise": "n"}, "n": {"target": "a", "reenter": true}⟵endless-cycle}"#),
    Case(#""a": {"n"⟵endless-cycle: {"actions": {"raise": "n"}}, "x": "root"}"#),
    Case(
      #""a": {"n"⟵endless-cycle: {"actions": {"raise": "m"}}, "m": {"actions": {"raise": "n"}}, "x": "root"}"#),
    Case(
      #""a": {"n": {"actions": {"raise": "m"}}, "m": [{"guard": "isIn('b')", "actions": {"raise": "n"}}], "x": "b"}, "b": {"x": "a"}"#
    ),
    Case(
      #""a": {"initial": "f", "onDone": {"target": "a"}⟵endless-cycle, "x": "root", "subStates": {"f": {"type": "final"}}}"#
    ),
    Case(#""a": {"after": {"0s": "b"⟵timer-cycle}}, "b": {"always": "a"}"#),
    Case(#""a": {"after": {"1ms": "b"}}, "b": {"always": "a"}"#),
    Case(#""a": {"after": {"0": {"target": "a", "reenter": true}⟵timer-cycle}}"#),
    Case(#""a": {"after": {"0": {"reenter": true}⟵timer-cycle}}"#), Case(#""a": {"after": {"1s": {"reenter": true}}}"#),
    Case(#""a": {"after": {"0": {"actions": "once"}}, "x": "root"}"#),
  ]

  static let names = [
    Case(#""a": {"x": "A"}, "A"⟵look-alike: {"x": "a"}"#),
    Case(
      #""é": {"x": "root"}, "é"⟵look-alike: {"x": "root"}"#.replacing("é", with: "e\u{301}", maxReplacements: 1),
      root: #""y": "é", "z": "é""#.replacing("é", with: "e\u{301}", maxReplacements: 1)),
    Case(#""a": {"x": "а"}, "а"⟵look-alike: {"x": "a"}"#),
    Case(#""a": {"x": "ａ"}, "ａ"⟵look-alike: {"x": "a"}"#),
    Case(#""a": {"x": "a "}, "a "⟵look-alike: {"x": "a"}"#),
    Case("\"a\": {\"x\": \"a\u{200D}\"}, \"a\u{200D}\"⟵look-alike: {\"x\": \"a\"}"),
    Case(#""a": {"stateO": "b", "state0"⟵look-alike: "b"}, "b": {"x": "a"}"#),
    // A state and an event of one name are two kinds of thing.
    Case(#""a": {"A": "b"}, "b": {"x": "a"}"#),
    Case(
      #""a": {"x": {"guard": "n < N", "target": "root"}}"#, top: #""context": {"n": 1, "N"⟵look-alike: 2},"#),
  ]

  static let data = [
    Case(
      #""a": {"x": {"actions": {"raise": "p", "data": {"n": "1 + 1", "s": "event.data.z"}}}, "p": "root"}"#,
      top: payment),
    Case(
      #""a": {"x": {"actions": {"raise": "p", "data": {"n": "'text'"}⟵payload-misfit}}, "p": "root"}"#,
      top: payment),
    Case(#""a": {"x": {"actions": {"send": "p"}⟵payload-misfit}, "p": "root"}"#, top: payment),
    // Whatever else is wrong; but for what is missing where a key is misspelt.
    Case(
      #""a": {"x": {"actions": {"send": "p"}⟵payload-misfit}, "p": {"target": "root", "guard": "1⟵type-mismatch"}}"#,
      top: payment),
    Case(
      #""a": {"x": {"actions": [{"send": "p"}⟵payload-misfit, "zz"⟵unknown-action]}, "p": "root"}"#,
      top: payment + #""actions": {},"#),
    Case(#""a": {"x": {"actions": {"send": "p", "dat"⟵unknown-key: {"n": 1}}}, "p": "root"}"#, top: payment),
    Case(
      #""a": {"x": {"actions": {"send": "p", "data": {"n": "m⟵unknown-name"}}}, "p": "root"}"#, top: payment),
    Case(
      #""a": {"x": {"actions": {"send": "p", "data": {"n": 1, "m": 2}⟵payload-misfit}}, "p": "root"}"#,
      top: payment),
    Case(#""a": {"x": {"actions": {"send": "p", "data": "event.data"}}, "p": "root"}"#, top: payment),
    Case(
      #""a": {"x": {"actions": {"cancel": "i"}}, "y": {"actions": {"send": "x", "delay": "1s", "id": "${event.name}"}}, "z": "root"}"#
    ),
    Case(#""a": {"x": {"actions": {"raise": "error.mine"}}, "error.*": "root"}"#),
    Case(#""a": {"x": {"actions": {"raise": "any"}}, "*": "root"}"#),
    Case(
      #""a": {"x": "root"}"#,
      top: #""events": {"y"⟵unused-event: null, "x": null},"#),
    Case(
      #""a": {"invoke": {"id": "c", "forward": true, "chart": {"root": {"y": {"actions": "beep"}}}}, "x": "root"}"#,
      top: #""events": {"y": null, "x": null},"#),
    Case(
      #""a": {"x": {"actions": {"raise": "y"}⟵unhandled-raise}, "z": "root"}"#,
      top: #""events": {"x": null, "y": null, "z": null},"#),
    Case(#""a": {"x": {"actions": {"log": "${n}"}}, "y": "root"}"#, top: #""context": {"n": 1},"#),
    Case(#""a": {"y": "root"}"#, top: #""context": {"n": 1}, "invariants": {"i": "n == 1"},"#),
    // One cause, one message: what an error hides is not looked at.
    Case(#""a": {"x": "bb"⟵unknown-target}, "b": {"y": "a"}"#),
    Case(#""a": {"x": {"guard": "m⟵unknown-name > 1", "target": "root"}}"#, top: #""context": {"n": 1},"#),
    Case(#""a": {"x": "b"}, "b": {"y": {"action"⟵unknown-key: {"raise": "zz"}}}"#),
  ]

  static let actions = [
    Case(
      #""a": {"enterState": "startSendingProduct", "exitState": "startSendingProdct"⟵look-alike, "x": "root"}"#),
    Case(#""a": {"enterState": "lightOn", "exitState": {"call": "lightsOn"}⟵look-alike, "x": "root"}"#),
    Case(
      #""a": {"enterState": ["startAudio", "startAduio"⟵look-alike, "startaudio"⟵look-alike], "x": "root"}"#),
    // Distinguished on purpose: digits, first letters, last letters, more than one letter, short words.
    Case(#""a": {"enterState": ["setLed1", "setLed2", "muteA", "muteB", "showItem", "showItems"], "x": "root"}"#),
    Case(
      #""a": {"enterState": ["lightOn", "lightOff", "incrementUnread", "decrementUnread", "ring", "rung"], "x": "root"}"#
    ),
    // Declared, both are meant.
    Case(
      #""a": {"enterState": ["lightOn", "lightsOn"], "x": "root"}"#,
      top: #""actions": {"lightOn": null, "lightsOn": null},"#),
    Case(
      #""a": {"enterState": ["lightOn", {"call": "lightsOn"⟵unknown-action}], "x": "root"}"#,
      top: #""actions": {"lightOn": null},"#),
    Case(
      #""a": {"enterState": [{"call": "say", "data": "1 + 1"⟵payload-misfit}, {"call": "say", "data": "event.data"}], "x": "root"}"#,
      top: #""actions": {"say": "string"},"#),
    Case(
      #""a": {"enterState": {"call": "say", "data": 1⟵payload-misfit}, "x": "root"}"#,
      top: #""actions": {"say": null},"#),
  ]

  static let payment = #""events": {"x": null}, "internalEvents": {"p": {"n": "int", "s": "string?"}},"#

  @Test(arguments: reach + handlers + cycles + names + data + actions)
  func `a rule finds what it is for and nothing else`(test: Case) {
    expectFindings(test)
  }

  @Test func `what constant conditions cost is bounded for all of a chart`() {
    // Each costs some 400,000 steps.
    let list = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
    let condition = ["a", "b", "c", "d", "e"].reduce("true") { "\(list).all(\($1), \($0))" }
    let handlers = (0..<30).map { "\"e\($0)\": {\"guard\": \"\(condition)\", \"actions\": \"x\"}" }
    let source = SourceText(name: "c", bytes: Array("{\"root\": {\(handlers.joined(separator: ", "))}}".utf8))
    let findings = Findings()
    if let located = ChartReader.locate(source, findings: findings) { Analyzer.analyze(located, findings: findings) }
    let count = findings.all.count { $0.code == .constantGuard }
    #expect((1..<10).contains(count), "\(count)")
  }

  @Test func `ten errors are ten messages in order of position`() {
    expectFindings(
      Case(
        #"""
        "a": {"x": "bb"⟵unknown-target, "y": {"guard": "1 +⟦"⟵expression-syntax, "target": "root"}, "z": {"action"⟵unknown-key: "u"}},
        "b": {"enterState": 5⟵wrong-type, "after": {"5 sec"⟵bad-delay: "a"}, "x": ["a", "root"], "X"⟵look-alike: "a"},
        "c": {"initial"⟵misplaced-key: "a"},
        "d": {"x": {"actions": [{"lgo"⟵unknown-action: "u"}, {"log": "u", "call"⟵several-actions: "v"}]}, "onExit"⟵nearly-reserved: "a"}
        """#))
  }

  private func expectFindings(_ test: Case) {
    let source = SourceText(name: "c", bytes: Array(MarkedSample.plain(test.sample).utf8))
    let findings = Findings()
    if let located = ChartReader.locate(source, findings: findings) { Analyzer.analyze(located, findings: findings) }
    let found = findings.sortedByPosition
    #expect(MarkedSample.marking(source.bytes, found) == test.sample)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.span.start <= $1.span.start })
  }
}
