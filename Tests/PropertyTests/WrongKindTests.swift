import StateKitCore
import StateKitFormat
import StateKitInterchange
import TestSupport
import Testing

/// Charts in which a value is of another kind: an error at most, whatever it is and wherever it is.
@Suite struct WrongKindTests {
  private static let values = [
    "5", "null", "true", #""x""#, "[]", "{}", #"["x"]"#, "[5]", "[[]]", #"[["go", "a", "b"]]"#, #"[{"a": "b"}]"#,
    #"{"a": "b"}"#, #"{"a": []}"#, #"{"target": 5}"#, #"[{"target": "b"}]"#, #"{"": {"": []}}"#,
  ]

  /// A chart and a machine with many keys.
  private static let charts = [
    #"""
    {"events": {"go": {"n": "int"}}, "internalEvents": {"in": null}, "actions": {"act": null}, "context": {"n": 1, "l": []},
    "guards": {"g": "n > 0", "h": null}, "invariants": {"low": "n < 9"}, "root": {"initial": {"target": "a", "actions": "act"},
    "enterState": [{"if": "n > 0", "then": "act", "else": {"raise": "in", "data": "n"}}], "exitState": "act", "subStates": {
    "a": {"go": [{"target": ["b"], "guard": {"host": "h", "data": {"k": "n"}}, "reenter": true, "actions": [
    {"forEach": "l", "as": "x", "index": "i", "do": {"log": "${x}"}}, {"assign": {"n": "n + 1"}},
    {"send": "go", "data": {"n": "1"}, "delay": "5s", "id": "i", "to": "c"}, {"cancel": "i"}, {"call": "act"}]}],
    "after": {"5s": "b"}, "always": {"guard": "n > 8", "target": "b"}, "tags": ["t"], "meta": {"allow": ["dead-end"]},
    "invoke": [{"id": "c", "chart": {"root": {}}, "input": {"k": "n"}, "forward": true, "finalize": "act"}, {"src": "w"}]},
    "b": {"type": "final", "output": {"k": "n"}}, "h": {"type": "history", "history": "deep", "target": "a"}}}}
    """#,
    #"""
    {"id": "m", "context": {"n": 1}, "initial": "a", "states": {"a": {"id": "a", "entry": ["e"], "exit": [{"type": "x"}],
    "on": {"GO": {"target": "b", "cond": {"type": "g", "params": {"k": 1}}, "actions": [{"type": "xstate.assign", "assignment": {"n": 1}}]},
    "*": [{"target": "#b", "in": "a"}]}, "after": {"500": "b"}, "always": [{"target": "b", "guard": "g"}], "tags": "t",
    "invoke": {"src": "w", "id": "i", "onDone": "b", "onError": {"target": "b"}, "input": {"k": 1}}},
    "b": {"id": "b", "type": "final", "output": 1, "data": {"k": 1}}, "h": {"type": "history", "history": "deep", "target": "a"},
    "l": {"on": [{"event": "X", "target": "b"}], "type": "parallel", "onDone": {"actions": "d"}, "states": {"l1": {}}}}}
    """#,
  ]

  /// The ranges of all values in a JSON text.
  private static func values(in text: [UInt8]) -> [Range<Int>] {
    var reader = JSONReader(text, range: 0..<text.count, names: NameTable(), findings: Findings())
    var tree = JSONTree()
    guard (try? reader.readValue(into: &tree)) != nil else { return [] }
    return tree.nodes.map { $0.span.range }
  }

  @Test(arguments: [
    #"{"events": [["go", "a", "b"]], "root": {}}"#, #"{"root": {"events": [["go"]]}}"#,
    #"{"events": [["go"]], "a": {}}"#,
    #"{"id": "m", "initial": "a", "states": {"a": {"on": ["GO"]}}}"#,
    #"{"id": "m", "initial": "a", "states": {"a": {"on": [{"target": "b"}, {"event": 5, "target": "b", "cond": "x"}]}, "b": {}}}"#,
  ]) func `a list of other values is an error`(text: String) {
    let found = Findings()
    let file = SourceText(name: "c", bytes: Array(text.utf8))
    _ = ChartReader.locate(ForeignChart.translate(file, options: ForeignOptions(), findings: found), findings: found)
    #expect(found.hasErrors)
  }

  @Test func `a value of another kind is an error at most`() {
    let step = Extent.count(25, long: 1)
    var tried = 0
    for text in Self.charts {
      let bytes = Array(text.utf8)
      for range in Self.values(in: bytes) {
        for value in Self.values.indices where (value + range.lowerBound) % step == 0 {
          let changed = SourceText(
            name: "c",
            bytes: Array(bytes[..<range.lowerBound]) + Array(Self.values[value].utf8) + bytes[range.upperBound...])
          let found = Findings()
          _ = ChartReader.locate(changed, findings: found)
          for version in [ChartKind.xstate, .xstate4, .xstate5] {
            let translated = ForeignChart.translate(
              changed, as: version, options: ForeignOptions(), findings: Findings())
            _ = ChartReader.locate(translated, findings: Findings())
          }
          tried += 1
        }
      }
    }
    #expect(tried > 20)
  }
}
