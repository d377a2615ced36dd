import StateKitCore
import StateKitEditor
import StateKitFormat
import Testing

/// The features of the language server as functions of a document and a position, which `‸` marks in each sample.
@Suite struct FeatureTests {
  static func chart(_ sample: String) -> (ChartDocument, Int) {
    let (text, offset) = marked(sample)
    return (ChartDocument(SourceText(name: "c.json", bytes: text)), offset)
  }

  static func marked(_ sample: String) -> ([UInt8], Int) {
    let parts = sample.split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
    return (Array(parts.joined().utf8), parts[0].utf8.count)
  }

  /// What is offered first, or is not.
  static let completions: [(String, [String], [String])] = [
    (#"{"root": {"subStates": {"a": {"go": "‸"}, "b": {}}}}"#, ["a", "b"], ["root"]),
    (#"{"root": {"subStates": {"a": {"go": {"target": ‸}}, "b": {}}}}"#, ["a", "b"], []),
    (#"{"root": {"subStates": {"a": {"go": {"target": "‸"#, ["a"], []),
    (#"{"root": {"initial": "‸", "subStates": {"a": {}}}}"#, ["a"], []),
    (#"{"root": {"‸"}}"#, ["subStates", "enterState", "after"], ["target2", "root"]),
    (#"{"events": {"go": null}, "root": {"‸"}}"#, ["go", "initial"], []),
    (#"{"‸"}"#, ["root", "context", "events"], ["subStates"]),
    (#"{"root": {"go": {"‸"}}}"#, ["target", "guard", "actions", "reenter"], ["initial"]),
    (#"{"root": {"go": {"actions": [{"‸"}]}}}"#, ["assign", "raise", "send", "goToState"], ["target"]),
    (#"{"root": {"go": {"actions": [{"raise": "‸"}]}}}"#, ["go"], []),
    (#"{"root": {"enterState": "ring", "go": {"actions": "‸"}}}"#, ["ring"], ["go"]),
    (#"{"root": {"type": "‸"}}"#, ["final", "parallel", "history"], []),
    (#"{"context": {"n": 1}, "root": {"go": {"guard": "‸"}}}"#, ["n", "event", "isIn", "size"], ["root"]),
    (#"{"context": {"n": 1}, "root": {"go": {"guard": "n > 1 && ‸"}}}"#, ["n", "event"], []),
    (#"{"context": {"n": 1}, "root": {"go": {"guard": "event.‸"}}}"#, ["data", "name", "invokeId"], ["n"]),
    (
      #"{"events": {"go": {"v": "int"}, "b": {"w": "int"}, "c": "int"}, "root": {"go": {"guard": "event.data.‸"}}}"#,
      ["v", "size"], ["w", "data"]
    ),
    (
      #"{"events": {"a": {"v": "int"}, "b": {"w": "int"}}, "root": {"always": {"guard": "event.data.‸"}}}"#,
      ["v", "w"], []
    ),
    (#"{"context": {"a": {"b": {"c": 1}}}, "root": {"go": {"guard": "1 < a.‸"}}}"#, ["b", "size"], ["a", "c", "b.c"]),
    (#"{"context": {"a": {"b": {"c": 1}}}, "root": {"go": {"guard": "a.b.‸"}}}"#, ["c"], ["a", "b"]),
    (#"{"context": {"a": {"b": 1}}, "root": {"go": {"actions": {"assign": {"a.‸": 1}}}}}"#, ["a", "a.b"], []),
    (#"{"root": {"subStates": {"a": {"go": {"guard": "isIn('‸')"}}}}}"#, ["a"], ["isIn"]),
    (#"{"context": {"n": 1}, "root": {"go": {"actions": {"assign": {"‸"}}}}}"#, ["n"], []),
    (#"{"root": {"subStates": {"a": {"go": {"target": ‸ "b"}}, "b": {}}}}"#, ["a", "b"], []),
    (#"{"context": {"n": 1}, "root": {"go": {"guard": ‸"n > 1"}}}"#, ["n"], ["isIn"]),
  ]

  @Test(arguments: completions) func `completion offers what can stand there`(
    sample: String, wanted: [String], unwanted: [String]
  ) {
    let (document, offset) = Self.chart(sample)
    let found = Suggestions.at(offset, in: document)
    let labels = found.proposals.map(\.label)
    for label in wanted { #expect(labels.contains(label), "\(label) in \(labels)") }
    for label in unwanted { #expect(!labels.contains(label), "\(label)") }
    #expect(found.span.touches(offset))
  }

  static let sourceOfScripts = SourceText(
    name: "c.json",
    bytes: Array(
      #"""
      {"context": {"n": 1, "card": {"pin": 1}}, "events": {"go": {"k": "int"}}, "guards": {"g": null}, "internalEvents": {"inside": null},
       "invariants": {"small": "n < 9", "not, big": "n < 99"},
       "root": {"subStates": {"a": {"inside": "b", "go": {"target": "b", "actions": "ring"},
       "invoke": {"id": "pay", "chart": {"root": {"subStates": {"waiting": {"invoke": [{"id": "gw", "src": "gateway"},
       {"id": "a b", "chart": {"root": {"subStates": {"inner": {"invoke": {"id": "mail", "src": "mail"}}}}}}]}}}}}},
       "b": {"subStates": {"x": {}}}}}}
      """#.utf8))

  static let scriptCompletions: [(String, [String])] = [
    ("‸", ["go {\"k\": 0}", ":expect ", "+next", ":test "]), (":expect ‸", ["in ", "only ", "n", "isIn("]),
    (":expect in ‸", ["a", "b", "x"]), (":expect in a, ‸", ["b"]), (":expect did ‸", ["ring"]),
    (":set ‸", ["n", "card.pin"]),
    (":set n = ‸", ["n"]), ("? ‸", ["n"]), (":guard ‸", ["g"]), (":expect isIn('‸", ["a"]),
    ("‸", ["pay: "]), ("pay: ‸", ["done.invoke.gw", "\"a b\": "]), ("  pay: \tdone.i‸", ["done.invoke.gw"]),
    ("pay: \"a b\" : ‸", ["done.invoke.mail"]), ("pay: e‸", ["error.invoke.gw"]),
    (":expect in ‸", ["pay: "]), (":expect in pay: ‸", ["waiting", "\"a b\": "]),
    (":expect in a, pay: w‸", ["waiting"]),
    (":expect in pay: \"a b\": ‸", ["inner"]), (":expect breaks ‸", ["small", "\"not, big\""]),
    (":expect breaks \"not, big\", ‸", ["small"]),
  ]

  @Test(arguments: scriptCompletions) func `completion in a script`(sample: String, wanted: [String]) {
    let (text, offset) = Self.marked("# first\n" + sample)
    let script = ScriptDocument(SourceText(name: "c.events.txt", bytes: text))
    let document = ChartDocument(Self.sourceOfScripts)
    let findings = Findings()
    let chart = ChartReader.read(Self.sourceOfScripts, findings: findings)
    #expect(findings.all.isEmpty && chart != nil)
    let known = ScriptVocabulary(names: document.names, chart: chart)
    let found = Suggestions.at(offset, script: script, known: known)
    for text in wanted {
      #expect(found.proposals.map(\.text).contains(text), "\(text) in \(found.proposals.map(\.text))")
    }
    #expect(!found.proposals.map(\.text).contains("inside"))
  }

  static let hovers: [(String, String)] = [
    (
      #"{"root": {"initial": "a", "subStates": {"a‸": {"go": "b", "after": {"5s": "b"}}, "b": {"back": "a"}}}}"#,
      "`root.a`: atomic state|reached by: `initial` in `root`, `back` in `b`|handles: `go`, `after 5s`"
    ),
    (
      #"{"root": {"subStates": {"a": {"subStates": {"x": {"type": "final"}}}, "b": {"go": "x‸"}}}}"#,
      "`root.a.x`: final state|reached by: `go` in `b`|handles: nothing"
    ),
    (
      #"{"events": {"go": {"n": "int"}}, "root": {"go‸": {"actions": {"raise": "go"}}}}"#,
      #"`go`: event with the payload `{"n": "int"}`|handled by: `root`|used once, in `root`"#
    ),
    (
      #"{"context": {"n": 12}, "root": {"go": {"guard": "n‸ > 1"}}}"#,
      "`n`: key of the context|```json\n12\n```|used once, in `root`|The expression is of the type `bool`."
    ),
    (#"{"context": {"n": 12}, "root": {"go": {"guard": "n >‸ 1"}}}"#, "expression of the type `bool`"),
    (#"{"root": {"rein‸itial": "a", "initial": "a"}}"#, "`reinitial`: event|handled by: `root`"),
    (#"{"events": {"g‸o": null}, "root": {}}"#, "`go`: event without a payload|handled by: nothing|never used"),
  ]

  @Test(arguments: hovers) func `hover tells what a name is`(sample: String, wanted: String) {
    let (document, offset) = Self.chart(sample)
    let found = Hover.text(at: offset, in: document) { _ in "bool" }
    #expect(found?.text.replacing("\n\n", with: "|") == wanted)
  }

  @Test func `hover tells what a key is for`() {
    let (document, offset) = Self.chart(#"{"root": {"init‸ial": "a", "subStates": {"a": {}}}}"#)
    #expect(Hover.text(at: offset, in: document) { _ in nil }?.text.hasPrefix("`initial`: ") == true)
  }

  @Test func `what is not closed has an outline, regions and colours`() {
    let (document, offset) = Self.chart(
      "{\"root\": {\"subStates\": {\n  \"a\": {\n    \"go\": {\"guard\": \"isIn('b') && 1‸ > 2\"\n  },\n  \"b\": {}\n")
    #expect(Outline.symbols(of: document).map(\.name) == ["root", "a", "b"])
    #expect(Outline.symbols(of: document).map(\.depth) == [0, 1, 1])
    let spans = Regions.selection(at: offset, in: document).map(\.range)
    #expect(spans.count > 4)
    for (inner, outer) in zip(spans, spans.dropFirst()) {
      #expect(outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound && inner != outer)
    }
    let kinds = Highlighting.parts(of: document).map(\.kind)
    #expect(kinds.contains(.function) && kinds.contains(.number) && kinds.contains(.operator))
  }

  static let hints: [(String, [String])] = [
    (#"{"root": {"subStates": {"a": {"go": "x"}, "b": {"subStates": {"x": {}}}}}}"#, ["→ root.b.x"]),
    (#"{"root": {"subStates": {"a": {"go": "b.x"}, "b": {"subStates": {"x": {"go": "a"}}}}}}"#, []),
    (#"{"root": {"subStates": {"a": {"go": {"guard": "isIn('x')"}}, "b": {"subStates": {"x": {}}}}}}"#, ["→ root.b.x"]),
  ]

  @Test(arguments: hints) func `a short reference is shown in full`(sample: String, wanted: [String]) {
    let (document, _) = Self.chart(sample)
    let all = 0..<document.source.bytes.count
    #expect(InlayHints.hints(in: all, document: document).map(\.text) == wanted)
  }

  /// A finding at the string before the mark, and the file after each edit that is offered.
  static let actions: [(String, DiagnosticCode, Fix?, [String])] = [
    (
      #"{"root": {"subStates": {"a": {"go": "opne"‸}, "open": {}}}}"#, .unknownTarget,
      Fix("opne", near: "open", isCertain: true),
      [
        #"{"root": {"subStates": {"a": {"go": "open"}, "open": {}}}}"#,
        #"{"root": {"subStates": {"a": {"go": "opne"}, "open": {}, "opne": {}}}}"#,
      ]
    ),
    (
      #"{"root": {"initial": "a"‸}}"#, .unknownTarget, nil, [#"{"root": {"initial": "a", "subStates": {"a": {}}}}"#]
    ),
    (
      "{\"root\": {\"subStates\": {\n  \"a\"‸: {\n    \"go\": null\n  }\n}}}", .deadEnd, nil,
      [
        "{\"root\": {\"subStates\": {\n  \"a\": {\n    \"go\": null,\n    \"meta\": {\"allow\": {\"dead-end\": \"say why\"}}\n  }\n}}}"
      ]
    ),
    (
      #"{"root": {"meta": {"allow": {"no-effect": "x"}}, "go"‸: null}}"#, .deadEnd, nil,
      [#"{"root": {"meta": {"allow": {"no-effect": "x", "dead-end": "say why"}}, "go": null}}"#]
    ),
  ]

  @Test(arguments: actions) func `a finding has edits that fix, create or allow`(
    sample: String, code: DiagnosticCode, fix: Fix?, wanted: [String]
  ) {
    let (document, offset) = Self.chart(sample)
    let bytes = document.source.bytes
    let start = bytes[..<(offset - 1)].lastIndex(of: UInt8(ascii: "\"")) ?? 0
    let span = SourceSpan(start, end: offset)
    let found = CodeActions.edits(for: Diagnostic(code, at: span, message: "", fix: fix), at: span, in: document)
    let texts = found.map { edit in
      String(
        decoding: bytes[..<Int(edit.span.start)] + Array(edit.text.utf8) + bytes[Int(edit.span.end)...], as: UTF8.self)
    }
    #expect(texts == wanted)
  }
}
