import StateKitCore
import Testing

@testable import StateKitInterchange

/// Expressions of ours in documents of SCXML.
struct ScriptTextTests {
  private var script: ScriptText {
    var script = ScriptText(
      names: NameMap([
        ("n", .int), ("d", .double), ("s", .string), ("b", .bool), ("list", .list), ("map", .map), ("any", .any),
        ("pos", .record(["x": .int])), ("class", .int),
      ])
    ) { $0 == "a.b" ? "a_b" : nil }
    script.knowsEventName = true
    return script
  }

  @Test(
    arguments: [
      ("n > 2 && isIn('a.b')", "n > 2 && In('a_b')"), ("event.data == 'event'", "_event.data === 'event'"),
      ("event.data != null", "_event.data != null"), ("size(list) > 0", "list.length > 0"),
      ("event.sendId == \"isIn('a')\"", "_event.sendid === 'isIn(\\'a\\')'"), ("n + 1 < d * 2.5", "n + 1 < d * 2.5"),
      ("pos.x == n", "pos.x == n"), ("s + 'x' == event.name", "s + 'x' == _event.name"), ("{}.unknown", "unknown"),
      ("!b || (n + 1) * 2 == 4", "!b || (n + 1) * 2 == 4"), ("string(n) + s", "String(n) + s"),
      ("scriptString(n) + s", "n.toString() + s"), ("scriptString(d * 2.0)", "(d * 2.0).toString()"),
      ("scriptString(2.5)", "(2.5).toString()"), ("scriptString(-n)", "(-n).toString()"), ("n % 3", "n % 3"),
      ("s.contains('x') ? 1 : 2", "s.includes('x') ? 1 : 2"), ("9007199254740992", "9007199254740992"),
      ("-(-n)", "-(-n)"), ("d - -n", "d - -n"), ("!!b", "!!b"),
    ])
  func `expressions are written in ECMAScript`(ours: String, theirs: String) {
    #expect(script.of(ours)?.text == theirs)
  }

  /// Each means something else there, or may: it fails here where it does not there, or the other way round.
  @Test(
    arguments: [
      "list + [1]", "list == [1]", "map != {}", "pos == {'x': 1}", "n in list", "'x' in map", "size(s)", "size(map)",
      "has(event.data.x)", "event.data.x > 1", "map.x", "any.x", "list[0]", "n / 2", "n / 0", "n % n",
      "9007199254740993",
      "any + 1", "any < 2", "any == list", "event.data == any", "string(d)", "scriptString(any)", "scriptString(list)",
      "s < 'b'", "class + 1", "event.type",
      "b && any", "!any", "any ? 1 : 2", "list.exists(x, x == 1)", "b'a'", "r'\\n'", "'\\101'", "1u", "isIn('other')",
      "n == 1 == b", "{'__proto__': 1}", "timestamp('2020-01-01T00:00:00Z')", "-s", "n + s", "unknown",
    ])
  func `what ECMAScript means otherwise is not written`(expression: String) {
    #expect(script.of(expression) == nil)
  }

  private func written(_ chart: String, isLossy: Bool = false) -> (text: String, findings: [Diagnostic]) {
    let findings = Findings()
    let bytes = ChartText.scxml(SourceText(name: "", bytes: Array(chart.utf8)), isLossy: isLossy, findings: findings)
    return (String(decoding: bytes, as: UTF8.self), findings.all)
  }

  @Test(
    arguments: [
      ("n > 2", "ecmascript"), ("n > 2 && n in [3, 4]", "cel"), ("event.data == 1", "ecmascript"),
      ("event.data.x == 1", "cel"),
    ])
  func `what is alike in both is written in ECMAScript, else in CEL`(condition: String, model: String) {
    let text = written(
      """
      {"context": {"n": 0}, "root": {"initial": "a",
       "subStates": {"a": {"e": {"guard": "\(condition)", "target": "b"}}, "b": {}}}}
      """
    ).text
    #expect(text.contains("datamodel=\"\(model)\""))
  }

  /// What other tools run of an action, and what is left of it where the words of our own are taken away.
  @Test(
    arguments: [
      (#""beep""#, "<log label=\"do beep\"/>"),
      (#"{"call": "beep", "data": {"n": "n"}}"#, "<log label=\"do beep\" expr=\"{'n': n}\"/>"),
      (
        #"{"raise": "e", "data": {"x": "n"}}"#,
        "<send event=\"e\" target=\"#_internal\"> <param name=\"x\" expr=\"n\"/> </send>"
      ),
      (#"{"raise": "${s}"}"#, "<send eventexpr=\"s\" target=\"#_internal\"/>"),
      (#"{"send": "e.${n}"}"#, "<send eventexpr=\"'e.' + n\"/>"),
      (#"{"send": "e", "to": "k${n}"}"#, "<send event=\"e\" targetexpr=\"'#_' + 'k' + n\"/>"),
      (#"{"send": "e", "delay": "${n}"}"#, "<send event=\"e\" delayexpr=\"n + 'ms'\"/>"),
      (#"{"cancel": "${s}"}"#, "<cancel sendidexpr=\"s\"/>"),
      (#"{"assign": {"s": "'x' + scriptString(d)"}}"#, "<assign location=\"s\" expr=\"'x' + d.toString()\"/>"),
      (#"{"assign": {"s": "scriptString(5)"}}"#, "<assign location=\"s\" expr=\"(5).toString()\"/>"),
      (#"{"log": "n ${n} s ${s}"}"#, "<log expr=\"'n ' + n + ' s ' + s\"/>"),
      (
        #"{"log": "n ${n} d ${d}"}"#, "<log label=\"n ${n} d ${d}\" expr=\"[n, d]\"/>"
      ),
      (
        #"{"forEach": "[1, 2]", "as": "x", "do": [{"assign": {"n": "n + x"}}]}"#,
        "<foreach array=\"[1, 2]\" item=\"x\"> <assign location=\"n\" expr=\"n + x\"/> </foreach>"
      ),
      (
        #"{"if": "low", "then": ["beep"]}"#, "<if cond=\"n &lt; 2\"> <log label=\"do beep\"/> </if>"
      ),
    ])
  func `an action is one that any processor runs`(action: String, element: String) {
    let chart = """
      {"context": {"n": 0, "s": "a", "d": 1.5}, "guards": {"low": "n < 2"},
       "root": {"initial": "a", "subStates": {"a": {"enterState": \(action), "e": "a"}}}}
      """
    let (text, findings) = written(chart)
    #expect(findings.isEmpty)
    let plain = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
      .replacing(#/ statekit:[a-z]+="[^"]*"/#, with: "")
    #expect(plain.contains("<onentry> \(element) </onentry>"), "\(plain)")
    // And it comes back as it was.
    let back = ForeignChart.translate(
      SourceText(name: "", bytes: Array(text.utf8)), options: ForeignOptions(), findings: Findings())
    let kept = String(decoding: back.bytes, as: UTF8.self).filter { !$0.isWhitespace }
    #expect(kept.contains("\"enterState\":[\(action.filter { !$0.isWhitespace })]"), "\(kept)")
  }

  /// What has no form is refused, and told where it is written all the same.
  @Test(
    arguments: [
      #"{"a": {"go.": "a"}}"#, #"{"a": {".": "a"}}"#, #"{"a": {"a b": "a"}}"#,
      #"{"a": {"enterState": {"raise": "x..y"}}}"#,
      #"{"a": {"enterState": {"log": "\uFFFF"}}}"#, #"{"a": {"enterState": {"log": "\uFDD0"}}}"#,
      #"{"a": {"enterState": {"send": "e", "id": "${s}"}}}"#,
      #"{"a": {"enterState": [{"assign": {"s": "s + s"}}, ["y"]]}}"#,
      #"{"a": {"enterState": {"forEach": "[1]", "as": "s", "do": ["x"]}}}"#,
      #"{"a": {"e": {"guard": {"host": "h", "data": {"x": 1}}, "target": "a"}}}"#,
      #"{"a": {"enterState": {"goToState": "a"}}}"#,
    ])
  func `what no processor runs is refused`(states: String) {
    let chart = #"{"context": {"s": "a"}, "root": {"initial": "a", "subStates": \#(states)}}"#
    #expect(written(chart).findings.contains { $0.severity == .error && $0.code == .noSCXMLForm })
    #expect(written(chart, isLossy: true).findings.contains { $0.code == .lostInConversion })
  }

  @Test func `a final state of the root ends the document, whatever the root does`() {
    let text = written(
      #"{"root": {"initial": "a", "enterState": "x", "subStates": {"a": {"e": "f"}, "f": {"type": "final"}}}}"#
    ).text
    #expect(text.contains("<transition event=\"done.state.root\" target=\"_end\""))
    #expect(text.contains("\n  <final id=\"_end\""))
  }

  @Test(arguments: [("1st", "_1st"), ("x:y", "x_y"), ("a b", "a_b"), ("é", "é"), ("$", "_"), ("😀", "😀"), ("-", "_-")])
  func `ids are names of XML`(name: String, id: String) {
    #expect(
      written(#"{"root": {"initial": "\#(name)", "subStates": {"\#(name)": {}}}}"#).text.contains("<state id=\"\(id)\"")
    )
  }

  /// A descriptor takes longer names, too: where the chart knows one, the name is asked for.
  @Test func `an exact event is exact`() {
    let chart =
      #"{"root": {"initial": "a", "subStates": {"a": {"go": "a", "enterState": {"raise": "go.on"}, "x": "a"}}}}"#
    let text = written(chart).text
    #expect(
      text.contains("event=\"go\" target=\"a\" cond=\"_event.name == 'go'\"")
        || text.contains("cond=\"_event.name == 'go'\""))
    #expect(!text.contains("_event.name == 'x'"))
  }
}
