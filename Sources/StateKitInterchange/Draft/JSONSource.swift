import CEL
import StateKitCore
import StateKitFormat

/// The JSON of a chart or of a machine, with positions.
protocol JSONSource {
  var bytes: [UInt8] { get }
  var tree: JSONTree { get }
  var names: NameTable { get }
}

extension JSONSource {
  func kind(_ node: Int) -> JSONNode.Kind { tree.nodes[node].kind }
  func span(_ node: Int) -> SourceSpan { tree.nodes[node].span }
  func keySpan(_ node: Int) -> SourceSpan { tree.nodes[node].keySpan }
  func keyText(_ node: Int) -> String { names.text(tree.nodes[node].keyName) }
  func keyPart(_ node: Int) -> Part { key(keyText(node), node: node) }
  /// A key in place of a node's key.
  func key(_ text: String, node: Int) -> Part { Part(text, origin: keySpan(node)) }
  /// A text in place of a node's value.
  func part(_ text: String, node: Int) -> Part { Part(text, origin: span(node)) }
  func children(of node: Int) -> JSONTree.Children { tree.children(of: node) }

  /// The bytes of a value as written.
  func bytes(_ node: Int) -> ArraySlice<UInt8> { bytes[span(node).range] }

  func string(_ node: Int) -> String? { kind(node) == .string ? JSONText.string(bytes, in: span(node).range) : nil }

  func isTrue(_ node: Int?) -> Bool {
    guard let node, kind(node) == .bool else { return false }
    return bytes[Int(span(node).start)] == UInt8(ascii: "t")
  }

  /// The elements of a list, or a single value as a list.
  func elements(_ node: Int?) -> [Int] {
    guard let node else { return [] }
    return kind(node) == .array ? Array(children(of: node)) : [node]
  }

  /// Adds a value and all nested ones to a draft. `members` returns the members of an object; `json` returns the JSON of
  /// a text, or nil for the text as written.
  func copy(
    _ key: Part?, node: Int, to draft: JSONDraft, in container: Int, members: (Int) -> [Int],
    json: (Int) -> String?
  ) {
    var todo: [(key: Part?, node: Int, container: Int)] = [(key, node, container)]
    while let (key, next, container) = todo.popLast() {
      switch kind(next) {
      case .object:
        let object = draft.object(key, in: container, origin: span(next))
        for member in members(next).reversed() { todo.append((keyPart(member), member, object)) }
      case .array:
        let array = draft.array(key, in: container, origin: span(next))
        for child in Array(children(of: next)).reversed() { todo.append((nil, child, array)) }
      case .string, .null, .bool, .int, .double:
        if kind(next) == .string, let json = json(next) {
          draft.scalar(key, json: json.utf8Bytes.span, in: container, origin: span(next))
        } else {
          draft.scalar(key, json: bytes(next).span, in: container, origin: span(next))
        }
      }
    }
  }
}
