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

  /// Any text has a tree whose values nest, in linear time, however deep it is and wherever it ends.
  @Test func everyPrefixHasATree() {
    let text = Array(#"{"root": {"a": ["x\"y", {"b": null}], "subStates": {"\u0061": {"go": "b"}}}}"#.utf8)
    for length in 0...text.count {
      let prefix = Array(text.prefix(length))
      let tree = checked(prefix)
      // Each byte belongs to a value, a key or a bracket, or separates them.
      var isCovered = prefix.map { [0x20, UInt8(ascii: ","), UInt8(ascii: ":")].contains($0) }
      for node in tree.nodes {
        var spans = [node.keySpan, node.span]
        if node.isContainer {
          spans[1] = SourceSpan(Int(node.span.start), end: Int(node.span.start) + 1)
          if node.isClosed { spans.append(SourceSpan(Int(node.span.end) - 1, end: Int(node.span.end))) }
        }
        for index in spans.flatMap(\.range) { isCovered[index] = true }
      }
      #expect(!isCovered.contains(false), "of \(length) bytes")
      if length > 0 { #expect(tree.nodes.first.map { $0.span.start == 0 } == true, "of \(length) bytes") }
    }
    // The values in `count` pieces: one, or one or two for each.
    let count = 20_000
    for (piece, values) in [
      ("[", count), ("{\"a\":", count + 1), ("{\"a\":[", 2 * count), ("]", 0), ("}", 0), ("\"", 1), (":", 1), (",", 0),
      ("{\"a\"]", 2 * count), ("\n{", count), ("{:", count + 1), ("[1]", 2), ("{:[1]", 3 * count),
    ] {
      let tree = checked(Array(String(repeating: piece, count: count).utf8))
      #expect(tree.nodes.count == values, "\(piece)")
    }
    let nested = String(repeating: "{\"a\":[", count: 10_000) + String(repeating: "}", count: 10_000)
    #expect(checked(Array(nested.utf8)).nodes.count == 20_000)
  }

  /// Texts that break off or have a bracket too many, in every way of a few tokens.
  @Test func brokenTextsHaveTreesThatNest() {
    let tokens = ["{", "}", "[", "]", ":", ",", "\"k\"", "\"", "1", "\n  "]
    for number in 0..<100_000 {
      var (rest, text) = (number, "")
      for _ in 0..<5 {
        text += tokens[rest % tokens.count]
        rest /= tokens.count
      }
      checked(Array("{\"a\": [\n \(text)".utf8))
    }
  }

  /// The tree of a text. Each value has a byte of its own, lies in its parent, and is behind the value before it.
  @discardableResult
  private func checked(_ bytes: [UInt8]) -> SyntaxTree {
    let tree = SyntaxReader.read(SourceText(name: "", bytes: bytes))
    // The end of what precedes the next value in each container.
    var ends = tree.nodes.map { Int($0.span.start) + 1 }
    let wrong = tree.nodes.indices.first { index in
      let node = tree.nodes[index]
      let start = Int(node.hasKey ? node.keySpan.start : node.span.start)
      guard start <= node.span.start, node.keySpan.end <= node.span.start, node.span.start <= node.span.end,
        node.isContainer ? node.next > index : node.next == index + 1
      else { return true }
      guard node.parent >= 0 else {
        return index > 0 || Int(node.next) != tree.nodes.count || Int(node.span.end) > bytes.count
      }
      let parent = tree.nodes[Int(node.parent)]
      defer { ends[Int(node.parent)] = Int(node.span.end) }
      return !parent.isContainer || node.parent >= index || node.next > parent.next || node.span.end > parent.span.end
        || start < ends[Int(node.parent)]
    }
    #expect(wrong == nil && tree.nodes.count <= bytes.count, "\(String(decoding: bytes.prefix(60), as: UTF8.self))")
    return tree
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
