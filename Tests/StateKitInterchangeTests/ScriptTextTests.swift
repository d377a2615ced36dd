import StateKitCore
import Testing

@testable import StateKitInterchange

/// Expressions of ours in documents of SCXML.
struct ScriptTextTests {
  static let scripts = [
    ("n > 2 && isIn('a')", "n > 2 && In('a')"), ("event.data.by == 'event'", "_event.data.by == 'event'"),
    ("size(items) > 0", "items.length > 0"), ("has(event.data.x)", "_event.data.x !== undefined"),
    ("event.sendId == \"isIn('a')\"", "_event.sendid == \"isIn('a')\""), ("a.event", "a.event"),
  ]

  @Test(arguments: scripts) func `expressions are written in ECMAScript`(ours: String, theirs: String) {
    #expect(ScriptText.of(ours) { $0 } == theirs)
  }

  @Test func `what is alike in both is written in ECMAScript, else in CEL`() {
    for (condition, model) in [("n > 2", "ecmascript"), ("n > 2 && n in [3, 4]", "cel")] {
      let text =
        #"{"context": {"n": 0}, "root": {"initial": "a", "subStates": {"a": {"e": {"guard": "\#(condition)", "target": "b"}}, "b": {}}}}"#
      let written = ChartText.scxml(SourceText(name: "", bytes: Array(text.utf8)), isLossy: false, Findings())
      #expect(String(decoding: written, as: UTF8.self).contains("datamodel=\"\(model)\""))
    }
  }
}
