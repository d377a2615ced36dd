import Foundation
import StateKitCore
import StateKitFormat
import Testing

@testable import StateKitInterchange

struct LayoutTests {
  /// A machine as statekit writes it.
  private func translated(_ text: String) -> SourceText {
    ForeignChart.translate(
      SourceText(name: "machine.json", bytes: Array(text.utf8)), options: ForeignOptions(), findings: Findings())
  }

  @Test func `what fits is on one line, the rest has a line for each part`() {
    let names = (1...12).map { "\"state\($0)\": {\"on\": {\"next\": \"state1\"}}" }.joined(separator: ",")
    let text = String(decoding: translated("{\"initial\": \"state1\", \"states\": {\(names)}}").bytes, as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.prefix(4) == ["{", "  \"root\": {", "    \"initial\": \"state1\",", "    \"subStates\": {"])
    #expect(lines[4] == "      \"state1\": {\"on\": {\"next\": \"state1\"}},")
    #expect(lines[5] == "      \"state2\": {\"on\": {\"next\": \"state1\"}},")
    #expect(text.hasSuffix("}\n"))
  }

  @Test(
    arguments: [
      "{\"initial\": \"a\", \"states\": {\"a\": {\"on\": {\"go\": \"b\"}}, \"b\": {\"tags\": []}}}",
      """
      <scxml><script>for (;;) {}</script><state id="a"><onentry><if cond="true"/><else/></onentry><onexit/>\
      <transition event="tap" cond="f('\u{e9}&lt;\\n')" target="b"/></state><state id="b"/></scxml>
      """,
      """
      <scxml binding="late" name="all"><datamodel><data id="a" expr="1"/><data id="l" expr="[a]"/></datamodel>
      <script>if (a) { a = 2; if (l) { a = 3 } else { a = 4 } } else { for (var x of l) { a = x } }</script>
      <state id="p"><datamodel><data id="late" expr="a"/></datamodel><onentry/><onentry><if cond="a == 1"><if cond="a == 2">\
      <raise event="x"/><else/></if><elseif cond="a == 3"/><foreach array="l" item="i" index="j"><log expr="i"/><if cond="i">\
      <raise event="y"/><else/><raise event="z"/></if></foreach><raise event="v"/><else/><raise event="w"/></if>\
      <send event="late" delay="1s" id="s" targetexpr="'#_' + a"><param name="q" expr="a"/></send></onentry>\
      <onexit><cancel sendid="s"/></onexit><onexit/><state id="c"><transition target="d" cond="a"/></state>\
      <final id="d"><donedata><param name="r" expr="a"/></donedata></final><transition event="done.state.p *" target="e"/>\
      <history id="h" type="deep"><transition target="d"/></history></state><parallel id="e"/></scxml>
      """,
      """
      <scxml xmlns:statekit="urn:statekit"><statekit:chart>{"guards": {"g": null, "k": "1 &lt; 2"}, "events": {"go": {"n": "int"}}, \
      "limits": {}}</statekit:chart><state id="a"><transition event="go" cond="true" target="b"><raise event="x"/></transition>\
      <transition event="stop" statekit:guard="{&quot;host&quot;: &quot;g&quot;}"/></state><state id="b"/></scxml>
      """,
    ], [false, true])
  func `what nobody sees is on one line, and laid out it is the same`(text: String, isLenient: Bool) {
    let file = SourceText(name: "chart", bytes: Array(text.utf8))
    var options = ForeignOptions()
    options.isLenient = isLenient
    let seen = ForeignChart.translate(file, options: options, findings: Findings())
    options.isUnseen = true
    let unseen = ForeignChart.translate(file, options: options, findings: Findings())
    #expect(unseen.bytes.count { $0 == UInt8(ascii: "\n") } == 1 && unseen.bytes.count > 20)
    let laidOut = ChartText.laidOut(unseen, findings: Findings())
    #expect(String(decoding: laidOut, as: UTF8.self) == String(decoding: seen.bytes, as: UTF8.self))
  }

  @Test func `what nobody sees has a handler of two keys once, and means the same`() throws {
    let text = """
      <scxml><state id="a"><invoke id="child"><content><scxml><state id="x"><transition event="go.on" target="x"/></state>\
      </scxml></content></invoke><transition event="tap"/><transition event="go *" cond="1 &lt; 2" target="b"/></state>\
      <state id="b"/></scxml>
      """
    let file = SourceText(name: "chart", bytes: Array(text.utf8))
    var options = ForeignOptions()
    let seen = ForeignChart.translate(file, options: options, findings: Findings())
    options.isUnseen = true
    let unseen = ForeignChart.translate(file, options: options, findings: Findings())
    #expect(unseen.origin?.sharedHandlers.count == 3)
    let charts = try [seen, unseen].map { try #require(ChartReader.read($0, findings: Findings())) }
    #expect(charts.map(\.handlers.count) == [5, 3])
    #expect(charts.map { $0.family?.members[0].chart.handlers.count } == [2, 1])
    #expect(charts.map(\.handlerKeys.count) == [5, 5])
    #expect(ChartFingerprint.of(charts[0], in: seen) == ChartFingerprint.of(charts[1], in: unseen))
    let spelledOut = unseen.spelledOut
    let made = String(decoding: spelledOut.bytes, as: UTF8.self)
    let last = try #require(made.range(of: "1 < 2", options: .backwards))
    let offset = made.utf8.distance(from: made.startIndex, to: last.lowerBound)
    #expect(LineIndex(spelledOut).shown(SourceSpan(offset, end: offset)).start == 198)
  }

  @Test func `positions are those of the file that was translated`() {
    let text = "{\n  \"initial\": \"a\",\n  \"states\": {\"a\": {\"on\": {\"go\": \"b\"}}, \"b\": {}}\n}\n"
    let source = translated(text)
    let made = String(decoding: source.bytes, as: UTF8.self)
    let offset = made.utf8.distance(from: made.startIndex, to: made.range(of: "\"b\"")?.lowerBound ?? made.startIndex)
    #expect(LineIndex(source).position(of: offset) == SourcePosition(line: 3, column: 33))
    #expect(LineIndex(source).shown(SourceSpan(offset + 1, end: offset + 2)) == SourceSpan(53, end: 54))
  }
}
