import StateKitCore
import StateKitFormat
import Testing

/// Steps that are taken in loops of their own.
extension MemoryTests {
  /// So many pairs of a state and an event that steps are put together from what is known of each of them: of texts that are short or
  /// long, and with all else that steps have in between.
  @Test func `steps that are put together from parts are the same without that`() throws {
    let states = (0..<100).map { number in
      let name = number % 9 == 0 ? "s\(number)_of_more_than_thirty_two_bytes" : "s\(number)"
      let below = #""initial": "deep\#(number)", "subStates": {"deep\#(number)": {}}"#
      let more =
        switch number % 10 {
        case 3:
          #""initial": "in\#(number)", "subStates": {"in\#(number)": {"up": "out\#(number)", \#(below)}, "out\#(number)": {}}"#
        case 5: #""exitState": "left""#
        case 7: #""enterState": {"assign": {"n": "n + 1"}}"#
        default: ""
        }
      return (name, more)
    }
    let handlers = states.map { "\"e_\($0.0)\": \"\($0.0)\"" }.joined(separator: ", ")
    let subStates = states.map { "\"\($0.0)\": {\($0.1)}" }.joined(separator: ", ")
    let text = """
      {"context": {"n": 0}, "root": {"initial": "s0_of_more_than_thirty_two_bytes", \(handlers),
        "if": {"guard": "n > 3", "target": "s7", "actions": {"assign": {"n": 0}}}, "subStates": {\(subStates)}}}
      """
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let chart = try #require(ChartReader.read(source, findings: Findings()))
    var random = Seeded(state: 1)
    let script = (0..<7_000).map { _ in
      switch Int.random(in: 0..<30, using: &random) {
      case 0: "up"
      case 1: "if"
      case 2: "bogus"
      case 3: "# nothing"
      default: "e_\(states.randomElement(using: &random)?.0 ?? "")"
      }
    }
    for way in [Way(), Way(format: "jsonl")] {
      let plain = try run(chart, source, script, way, replays: false, asNumbers: true)
      #expect(try run(chart, source, script, way, replays: true, asNumbers: true) == plain, "\(way)")
    }
  }

  /// Steps that compare, add and write, with all that can come in between: sums that are too large, variables that hold something else,
  /// more than one sum, and conditions that have not been seen to come to that.
  @Test func `counters are the same with and without memoised steps`() throws {
    let text = """
      {"context": {"n": 0, "m": 5, "d": 1}, "root": {"initial": "a",
        "inc": [{"guard": "n < 7", "actions": {"assign": {"n": "n + 1"}}}, {"actions": {"assign": {"n": 0}}}],
        "both": {"guard": "m >= -3", "actions": [{"assign": {"n": "n + 2"}}, {"assign": {"m": "m - 1"}}]},
        "far": {"actions": {"assign": {"m": "m + 9223372036854775000"}}},
        "near": {"actions": {"assign": {"m": 3}}},
        "from": {"guard": "m < 100", "actions": {"assign": {"n": "m + 1"}}},
        "take": {"actions": {"assign": {"d": "event.data"}}},
        "dyn": [{"guard": "d < 4", "actions": {"assign": {"d": "d + 1"}}}, {"guard": "d == 4", "target": "b"}],
        "subStates": {
          "a": {"go": [{"guard": "n == 3", "target": "b"}, {"guard": "n > 3"}]},
          "b": {"go": {"guard": "n != 3", "target": "a", "actions": {"assign": {"n": "n + 1"}}}}}}}
      """
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let chart = try #require(ChartReader.read(source, findings: Findings()))
    var random = Seeded(state: 3)
    let lines = [
      "inc", "inc", "inc", "go", "go", "both", "near", "from", "far", "dyn", "dyn", "take 1", "take 2.5", "take \"x\"",
      "bogus", "# nothing", "+1s",
    ]
    var script: [String] = []
    while script.count < 1_500 {
      script += repeatElement(lines.randomElement(using: &random) ?? "", count: Int.random(in: 1...4, using: &random))
    }
    for way in Self.ways {
      let plain = try run(chart, source, script, way, replays: false, asNumbers: false)
      if way.format != "none" { #expect(plain.contains("overflow")) }
      #expect(try run(chart, source, script, way, replays: true, asNumbers: true) == plain, "\(way)")
    }
  }

  /// A step that is told by the chart alone, or put together from other ones, ends like one that the machine makes.
  @Test func `a line that costs too much is ended wherever its step comes from`() throws {
    let text = """
      {"root": {"initial": "a", "go": "d", "home": "a", "subStates": {
        "a": {"x": "b"}, "b": {"x": "a"},
        "d": {"initial": "d1", "subStates": {"d1": {"initial": "d2", "subStates": {"d2": {"initial": "d3", "subStates": {
          "d3": {}}}}}}}}}}
      """
    let source = SourceText(name: "c", bytes: Array(text.utf8))
    let chart = try #require(ChartReader.read(source, findings: Findings()))
    let script = [String](repeating: "x", count: 41) + ["go", "home", "go", "go", "home", "x"]
    for cost in [1, 2, 3, 4, 5, 6, 7, 8, 9, 20] {
      var way = Way()
      way.cost = cost
      let plain = try run(chart, source, script, way, replays: false, asNumbers: false)
      #expect(plain.contains("--max-cost") == (cost < 6), "\(cost)")
      #expect(try run(chart, source, script, way, replays: true, asNumbers: true) == plain, "\(cost)")
    }
  }
}
