import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// Expressions that come to what they came to before, where what they read is the same.
extension MemoryTests {
  private static let chart = """
    {"context": {"v": null, "w": "", "list": [], "n": 0}, "root": {"initial": "a",
      "put": {"actions": {"assign": {"v": "event.data.v", "w": "string(event.data.t) + w"}}},
      "add": {"guard": "size(list) < 3", "actions": {"assign": {"list": "list + [event.data]", "n": "n + size(list)"}}},
      "clear": {"actions": {"assign": {"list": "[]", "n": "size(list)", "w": "''"}}},
      "show": {"actions": {"assign": {"w": "string(size(w)) + (v == 0 ? 'zero' : 'other') + (n > 9 ? 'much' : 'little')"}}},
      "ask": [{"guard": "event.data.v == v && size(string(event.data.t)) > 0", "target": "b"},
        {"guard": "v != null && event.data.t == w", "target": "a"},
        {"actions": {"assign": {"w": "w == '' ? event.data.t : w"}}}],
      "subStates": {"a": {}, "b": {"enterState": {"assign": {"n": "n * 2 + size(w)"}}}}}}
    """

  @Test func `what is known of expressions never changes a run`() throws {
    let source = SourceText(name: "c.json", bytes: Array(Self.chart.utf8))
    let findings = Findings()
    let chart = try #require(ChartReader.read(source, findings: findings), "\(findings.all.map(\.message))")
    let values = [
      "0", "-0.0", "0.0", "1", "true", "null", #""""#, #""é""#, #""e\u0301""#, #""a longer text than fits""#, "[1]",
      #"{"k": 1}"#,
    ]
    var lines: [String] = []
    for value in values {
      for text in [#""""#, #""x""#, #""a longer text than fits""#] {
        lines += ["put", "ask", "add"].map { "\($0) {\"v\": \(value), \"t\": \(text)}" }
      }
    }
    var random = Seeded(state: 7)
    for _ in 0..<Extent.count(5, long: 12) {
      let some = Array(lines.shuffled(using: &random).prefix(10)) + ["clear", "show"]
      let script = (0..<400).map { _ in some[Int.random(in: some.indices, using: &random)] }
      for way in Self.ways.prefix(2) {
        let plain = try run(chart, source, script, way, replays: false, asNumbers: false)
        #expect(try run(chart, source, script, way, replays: true, asNumbers: true) == plain)
      }
    }
  }
}
