import StateKitCore
import StateKitFormat
import Testing

/// How lines of JSON begin, and how bytes are found in others.
@Suite struct TraceNumberTests {
  /// Steps in order, with gaps, and back; the clock in between.
  @Test func `steps and times are written as numbers are`() throws {
    let source = SourceText(name: "test", bytes: Array(#"{"root": {}}"#.utf8))
    let chart = try #require(ChartReader.read(source, findings: Findings()))
    let output = ByteCollector()
    let trace = TraceJSONLines(chart, source: source, output: output)
    var steps = Array<Int64>(0...1_001) + [5, 4, 99, 98]
    for power in [10_000, 99_999_990, 100_000_000, 123_456_789_000, 10_000_000_000_000_000] as [Int64] {
      steps += (power - 11)...(power + 12)
    }
    let times: [Int64] = [0, 9, 10, 4_102_444_800_000, Int64.max]
    var expected = ""
    for (index, step) in steps.enumerated() {
      let time = times[index / 7 % times.count]
      trace.steps = step
      trace.begin(.start)
      trace.end(TraceSummary(outcome: nil, changed: false, time: time, leaves: [], isDone: false))
      expected += "{\"step\":\(step),\"time\":\(time),\"event\":null,\"data\":null,\"outcome\":null,\"trace\":[],"
      expected += "\"configuration\":[],\"done\":false}\n"
    }
    trace.flush()
    #expect(String(decoding: output.bytes, as: UTF8.self) == expected)
  }

  @Test func `bytes are found where they stand first`() {
    for (text, wanted, start) in [
      ("abc", "", 0), ("", "a", nil), ("aab", "ab", 1), ("abab", "abc", nil), ("ababc", "abc", 2), ("x->y", "->", 1),
      ("aaab", "aab", 1), ("ab", "abc", nil), ("é", "\u{A9}", nil), ("e\u{301}", "e", 0),
    ] as [(String, String, Int?)] {
      let (bytes, found) = (Array(text.utf8), Array(text.utf8).firstOccurrence(of: wanted.utf8))
      #expect(found == start.map { $0..<$0 + wanted.utf8.count }, "\(wanted) in \(text)")
      #expect(bytes.includes(Array(wanted.utf8)) == (start != nil))
    }
  }
}
