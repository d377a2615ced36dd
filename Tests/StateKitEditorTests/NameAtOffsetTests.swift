import StateKitCore
import StateKitFormat
import StateKitInterchange
import Testing

@testable import StateKitEditor

/// The name at an offset of a text is the word that the cursor touches.
struct NameAtOffsetTests {
  private static let markup = """
    <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="a">
    <datamodel><data id="n1" expr="1"/><data id="n2" expr="2"/></datamodel>
    <state id="a"><transition event="go back" cond="n1 == 1 &amp;&amp; (In('b') || n2 == 22)" target="b"/></state>
    <state id="b"><onentry><assign location="n2" expr="n1 + n2 + 7"/></onentry></state></scxml>
    """

  private static let machine = """
    {"id": "m", "initial": "a", "states": {
      "a": {"on": {"GO": {"target": "b", "guard": "ready"}}},
      "b": {"on": {"BACK": {"target": "#m.a", "actions": ["ring", "bell"]}}, "initial": "c", "states": {"c": {}}}}}
    """

  private static func translated(_ text: String) -> ForeignNames {
    let file = SourceText(name: "", bytes: Array(text.utf8))
    return ForeignNames(ChartDocument(ForeignChart.translate(file, options: ForeignOptions(), findings: Findings())))
  }

  @Test(arguments: [markup, machine])
  func `a translated file`(text: String) {
    let foreign = Self.translated(text)
    let bytes = Array(text.utf8)
    var counts: [String: Int] = [:]
    for offset in bytes.indices {
      guard let (occurrence, span) = foreign.name(at: offset) else { continue }
      #expect(span.touches(offset))
      let name = foreign.names.names.text(occurrence.name)
      // The root has no name in the file.
      if name == "root" { continue }
      counts[name, default: 0] += 1
      let word = String(decoding: bytes[span.range], as: UTF8.self)
      #expect(word == name || word == "\"#m.a\"" || word == "\"\(name)\"", "\(offset): \(name), \(word)")
    }
    // A token that is no expression has its name up to its quotes.
    let wanted = text == Self.markup ? ["n1": 11, "n2": 16] : ["ring": 7, "bell": 7, "GO": 5]
    for (name, count) in wanted { #expect(counts[name] == count, "\(name)") }
  }

  @Test func `each part of a path in a script`() {
    let chart = ChartDocument(
      SourceText(
        name: "",
        bytes: Array(
          #"{"root": {"initial": "p", "subStates": {"p": {"type": "parallel", "subStates": {"r": {"initial": "x", "subStates": {"x": {}}}}}}}}"#
            .utf8)))
    let text = ":expect in p.r.x"
    let script = ScriptDocument(SourceText(name: "", bytes: Array(text.utf8)))
    for (offset, name) in [(11, "p"), (13, "r"), (15, "x")] {
      let found = script.occurrence(at: offset, of: chart.names)
      #expect(found.map { chart.names.names.text($0.name) } == name)
      #expect(Hover.text(at: offset, script: script, in: chart, type: { _ in nil })?.span.start == Int32(offset))
    }
  }
}
