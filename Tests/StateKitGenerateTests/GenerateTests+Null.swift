import Foundation
import StateKitCore
import StateKitGenerate
import Testing

/// Optional fields of payloads in C: they have a value, are missing, or are null.
extension GenerateTests {
  /// Guards with an optional field `q`, and a part of them in C.
  private static let optionals: [(guard: String, written: String)] = [
    ("has(event.data.q)", "if (d->data.e.has_q || d->data.e.null_q) {"),
    ("!has(event.data.q)", "if (!(d->data.e.has_q || d->data.e.null_q)) {"),
    ("event.data.q == 1", "return (d->data.e.has_q && (d->data.e.q == 1)) ? 1 : 0;"),
    ("event.data.q != 1", "return (!d->data.e.has_q || (d->data.e.q != 1)) ? 1 : 0;"),
    ("null == event.data.q", "return (!d->data.e.has_q) ? 1 : 0;"),
    ("event.data.q in [1, 2]", "return (d->data.e.has_q && (d->data.e.q == 1 || d->data.e.q == 2)) ? 1 : 0;"),
    ("event.data.q > 1", "if (!d->data.e.has_q) { return FAILED; }"),
  ]

  @Test(arguments: optionals.indices) func `an optional field in C has a value, is missing or null`(index: Int) throws {
    let (condition, written) = Self.optionals[index]
    let text = """
      {"events": {"e": {"q": "int?"}},
       "root": {"initial": "a", "subStates": {"a": {"e": {"target": "b", "guard": "\(condition)"}}, "b": {"e": "a"}}}}
      """
    let files = CGenerator.files(
      of: try Self.chart(text), options: CGenerator.Options(name: "x", hasHarness: true), findings: Findings())
    #expect(files[1].text.contains(written))
    // For a comparison of numbers null is an error like a missing value.
    let isTold = !condition.contains(">")
    #expect(files[0].text.contains("    bool null_q; /* it is null */\n") == isTold)
    #expect(files[2].text.contains("offsetof(x_payload_t, e.null_q) },") == isTold)
  }

  /// Actions that keep an optional field.
  private static let keeping = [
    #"{"assign": {"n": "event.data.q"}}"#, #"{"assign": {"n": "has(event.data.q) ? event.data.q : 0"}}"#,
    #"{"call": "act", "data": {"q": "event.data.q"}}"#, #"{"raise": "e", "data": {"q": "event.data.q"}}"#,
  ]

  @Test(arguments: keeping) func `a value that is kept and may be null is refused in C`(actions: String) throws {
    let text = """
      {"context": {"n": 0}, "events": {"e": {"q": "int?"}},
       "root": {"initial": "a", "subStates": {"a": {"e": {"actions": \(actions)}}}}}
      """
    #expect(try Self.refusals(of: text) == ["C has no form for a value that is kept and may be null"])
    let kept = text.replacingOccurrences(of: "event.data.q", with: "int(event.data.q)")
      .replacingOccurrences(of: "has(int(event.data.q))", with: "has(event.data.q)")
    let files = CGenerator.files(
      of: try Self.chart(kept), options: CGenerator.Options(name: "x"), findings: Findings())
    #expect(files.count == 2)
  }

  @Test func `flags of fields have names of their own in C`() throws {
    let text = #"""
      {"events": {"e": {"q": "int?", "has_q": "bool"}}, "root": {"e": {"guard": "event.data.has_q", "actions": "act"}}}
      """#
    let files = CGenerator.files(
      of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: Findings())
    #expect(files[0].text.contains("    bool has_q_2;\n    int64_t q;\n    bool has_q;\n"))
  }
}
