import StateKitCore
import StateKitEditor
import Testing

@Suite struct SyntaxTreeTests {
  /// Trees in one line each: objects and arrays with brackets, `!` behind one that is not closed, `?` for what is missing.
  @Test(arguments: [
    (#"{"a": [1, "x", true, null, {}]}"#, #"{"a": [1, "x", true, null, {}]}"#),
    (#"{"a": {"b": 1"#, #"{"a": {"b": 1}!}!"#),
    (#"{"a": "b", "c"}"#, #"{"a": "b", "c": ?}"#),
    (#"{"a": , "c": 1}"#, #"{"a": ?, "c": 1}"#),
    ("{\"a\":\n \"c\": 1}", #"{"a": ?, "c": 1}"#),
    ("{\"a\": \"half\n \"c\": 1}", #"{"a": "half, "c": 1}"#),
    ("{\"ha\n \"c\": 1}", #"{"ha: ?, "c": 1}"#),
    (#"{a: b, c}"#, #"{a: b, c: ?}"#),
    (#"{"a": 1 "b": 2}"#, #"{"a": 1, "b": 2}"#),
    (#"{"a": [1, 2}, "b": 3}"#, #"{"a": [1, 2]!}"#),
    (#"{"a": 1,}"#, #"{"a": 1}"#),
    (#"[1, 2]]"#, "[1, 2]"),
    ("", ""),
    (
      """
      {
        "root": {
          "subStates": {
            "a": {
              "go": "b"
            "b": {
              "go": "a"
            }
          }
        }
      }
      """, #"{"root": {"subStates": {"a": {"go": "b"}!, "b": {"go": "a"}}}}"#
    ),
  ])
  func trees(_ text: String, _ expected: String) {
    let source = SourceText(name: "chart.json", bytes: Array(text.utf8))
    let tree = SyntaxReader.read(source)
    #expect(shown(tree, source.bytes) == expected)
  }

  /// Any text has a tree, in linear time, however deep it is and wherever it ends.
  @Test func everyPrefixHasATree() {
    let text = Array(#"{"root": {"a": ["x\"y", {"b": null}], "subStates": {"\u0061": {"go": "b"}}}}"#.utf8)
    for length in 0...text.count {
      let tree = SyntaxReader.read(SourceText(name: "", bytes: Array(text.prefix(length))))
      for (index, node) in tree.nodes.enumerated() {
        #expect(node.next > index && Int(node.next) <= tree.nodes.count)
        #expect(Int(node.span.end) <= length)
      }
    }
    for piece in ["[", "{\"a\":", "{\"a\":[", "]", "}", "\"", ":", ",", "{\"a\"]", "\n{"] {
      let bytes = Array(String(repeating: piece, count: 20_000).utf8)
      #expect(SyntaxReader.read(SourceText(name: "", bytes: bytes)).nodes.count <= 40_000)
    }
    let nested = String(repeating: "{\"a\":[", count: 10_000) + String(repeating: "}", count: 10_000)
    #expect(SyntaxReader.read(SourceText(name: "", bytes: Array(nested.utf8))).nodes.count == 20_000)
  }

  private func shown(_ tree: SyntaxTree, _ bytes: [UInt8]) -> String {
    var out = ""
    var open: [(end: Int, node: Int)] = []
    func close(before index: Int) {
      while let last = open.last, last.end <= index {
        out += tree.nodes[last.node].kind == .array ? "]" : "}"
        if !tree.nodes[last.node].isClosed { out += "!" }
        open.removeLast()
      }
    }
    for (index, node) in tree.nodes.enumerated() {
      close(before: index)
      if let last = open.last, index > last.node + 1 { out += ", " }
      if node.hasKey { out += String(decoding: bytes[node.keySpan.range], as: UTF8.self).trimmedText + ": " }
      switch node.kind {
      case .array, .object:
        out += node.kind == .array ? "[" : "{"
        open.append((Int(node.next), index))
      case .missing: out += "?"
      default: out += String(decoding: bytes[node.span.range], as: UTF8.self)
      }
    }
    close(before: .max)
    return out
  }
}

extension String {
  fileprivate var trimmedText: String { String(drop { $0 == " " }) }
}
