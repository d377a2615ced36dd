import StateKitCore
import StateKitEditor
import Testing

@Suite struct NameIndexTests {
  /// In each sample «» stand around all occurrences of one thing, the definition among them if there is one. Every one of
  /// them finds all the others.
  @Test(arguments: [
    // States: targets, paths, isIn, events of being done, escapes.
    #"{"root": {"initial": "«a»", "subStates": {"«a»": {"go": "b"}, "b": {"go": ["root.«a»"], "x": {"target": "«a»"}}}}}"#,
    #"{"guards": {"g": "isIn('«a»') && 'a' == 'a'"}, "root": {"done.state.«a»": null, "subStates": {"«a»": {}}}}"#,
    #"{"root": {"subStates": {"«a»": {"initial": "«a».x", "subStates": {"x": {"go": "root.«a».x"}}}, "b": {"subStates": {"x": {}}}}}}"#,
    #"{"root": {"subStates": {"a": {"subStates": {"«x»": {"go": "a.«x»"}}}, "b": {"subStates": {"x": {"go": "b.x"}}}}}}"#,
    #"{"root": {"initial": {"target": "«\u0061b»"}, "subStates": {"«ab»": {"go": {"guard": "isIn(\"«ab»\")", "actions": {"goToState": "«a\u0062»"}}}}}}"#,
    #"{"root": {"subStates": {"h": {"type": "history", "target": "«é»"}, "«é»": {"always": [{"guard": "true", "target": "«é»"}], "after": {"5s": "«é»"}, "onDone": "«é»"}}}}"#,
    // Events.
    #"{"events": {"«go»": null, "stop": null}, "root": {"«go»": {"actions": [{"raise": "«go»"}, {"send": "«go»", "delay": "go"}]}, "on": {"«go»": null}, "stop": {"guard": "event.name == '«go»' || 'go' == event.data || event.name in ['x', '«go»']"}}}"#,
    #"{"root": {"«go»": null, "stop": {"guard": "event['name'] == '«go»' || '«go»' != event['name'] || x.event['name'] == 'go' || event['name'] in ['x', '«go»']"}}}"#,
    #"{"root": {"subStates": {"a": {"enterState": [[{"if": "true", "then": {"raise": "«e»"}, "else": {"forEach": "[1]", "do": [{"send": "«e»"}]}}]], "«e»": "a"}}}}"#,
    // Context.
    #"{"context": {"«n»": 1, "m": 2}, "root": {"go": {"guard": "«n» > m && event.data.n == [1].all(n, n > 1) && [1].all(x, x > «n»)", "actions": [{"assign": {"«n»": "«n» + 1", "«n».x": ["«n»"], "m": "{'n': «n»}"}}, {"log": "n ${«n»} ${«n» + 1}"}]}}}"#,
    #"{"context": {"«n»": [1]}, "root": {"go": {"actions": {"forEach": "«n»", "as": "n", "do": {"log": "${n}"}}}, "stop": {"actions": {"log": "${«n»"}}}}"#,
    #"{"context": {"«n»": 1}, "invariants": {"n": "«n» < 3"}, "root": {"invoke": {"chart": "c.json", "input": {"n": "«n»"}}, "subStates": {"f": {"type": "final", "output": {"n": ["«n»"]}}}}}"#,
    // Actions.
    #"{"actions": {"«ring»": null}, "root": {"enterState": "«ring»", "exitState": ["«ring»", {"call": "«ring»", "data": "'ring'"}], "ring": {"actions": {"log": "ring"}}}}"#,
    // Guards.
    #"{"guards": {"«g»": "n > 1", "h": "«g» || «g»({'n': 1})"}, "context": {"n": 1}, "root": {"go": {"guard": ["«g»", {"host": "«g»"}]}}}"#,
    // What is broken has names, too.
    #"{"root": {"subStates": {"«a»": {"go": "b", "stop": "«a»", "x": {"target": "«a»"#,
    "{\"root\": {\"subStates\": {\n \"«a»\": {\n  \"go\": \"«a»\"\n \"b\": {\n  \"go\": \"«a»\"}}}}",
    // A chart in a chart has names of its own.
    #"{"root": {"subStates": {"«a»": {"invoke": {"id": "i", "chart": {"root": {"initial": "a", "subStates": {"a": {}}}}}, "go": "«a»"}}}}"#,
  ])
  func occurrences(_ sample: String) throws {
    let (text, marks) = Marked.parse(sample)
    let document = ChartDocument(SourceText(name: "c.json", bytes: text))
    for mark in marks {
      for offset in mark {
        let (found, names) = try #require(document.occurrence(at: offset), "at \(offset)")
        #expect(names.occurrences(of: Int(found.thing)).map(\.span.range) == marks, "at \(offset)")
      }
    }
    // Every definition is an occurrence.
    if let first = marks.first, let (found, names) = document.occurrence(at: first.lowerBound) {
      #expect(names.definitions(of: Int(found.thing)).allSatisfy { marks.contains($0.span.range) })
    }
  }

  /// The same in scripts; the first line is the chart.
  @Test(arguments: [
    (
      "a", "state",
      ":expect in «a», b\n:expect not in x: a, root.«a»\n:expect isIn('«a»') && 'a' == 'a'\n:expect only \"«a»\"\n:expect entered «a»"
    ),
    (
      "go", "event",
      "«go»\n «go» 3\n\"«go»\" {\"go\": 1}\n{\"event\": \"«go»\", \"data\": \"go\"}\n:expect raised «go», x\n:expect can «go» 1\n# go\n:test \"go\""
    ),
    ("n", "context", ":set «n».x = «n» + 1\n? «n»\n:expect «n» == 1\n:guard isHome = «n» > 2\ngo {\"n\": 1}"),
    ("timer", "context", ":expect «timer» == 5\n:expect timer 5s"),
    ("ring", "action", ":expect did «ring»\n:expect logged \"ring\""),
    ("isHome", "guard", ":guard «isHome» = true\n:guard \"«isHome»\" = false\n? «isHome»"),
  ])
  func occurrencesInScripts(_ name: String, _ kind: String, _ sample: String) throws {
    let chart = #"""
      {"context": {"n": 1, "timer": 5}, "guards": {"isHome": null}, "root": {"go": {"actions": "ring"}, "subStates": {"a": {}, "b": {}}}}
      """#
    let names = ChartDocument(SourceText(name: "c.json", bytes: Array(chart.utf8))).names
    let (text, marks) = Marked.parse(sample)
    let script = ScriptDocument(SourceText(name: "s.txt", bytes: text))
    let thing = try #require(
      names.things.firstIndex { $0.kind.rawValue == kind && names.names.text($0.name) == name })
    #expect(script.occurrences(of: names).filter { $0.thing == thing }.map(\.span.range) == marks)
  }
}

/// A text in which «» stand around parts.
enum Marked {
  static func parse(_ sample: String) -> (text: [UInt8], marks: [Range<Int>]) {
    var text: [UInt8] = []
    var marks: [Range<Int>] = []
    var start = 0
    for scalar in sample.unicodeScalars {
      switch scalar {
      case "«": start = text.count
      case "»": marks.append(start..<text.count)
      default: text += Array(String(scalar).utf8)
      }
    }
    return (text, marks)
  }
}
