import StateKitCore
import StateKitFormat

/// The JSON of an XState machine with positions.
struct XStateSource {
  let bytes: [UInt8]
  let tree: JSONTree
  let names: NameTable

  /// Reads the file. Syntax errors are added to the findings.
  init?(_ source: SourceText, findings: Findings, memory: MemoryGauge) {
    bytes = source.bytes
    var tree = JSONTree()
    do throws(JSONReader.SyntaxError) {
      let range = try JSONDocument.body(of: source, what: "machine")
      var reader = JSONReader(source.bytes, range: range, names: XStateKey.names(), findings: findings, memory: memory)
      try reader.readValue(into: &tree)
      try reader.finish()
      names = reader.names
    } catch {
      findings.add(error.diagnostic)
      return nil
    }
    self.tree = tree
  }

  func kind(_ node: Int) -> JSONNode.Kind { tree.nodes[node].kind }
  func span(_ node: Int) -> SourceSpan { tree.nodes[node].span }
  func keySpan(_ node: Int) -> SourceSpan { tree.nodes[node].keySpan }
  func children(of node: Int) -> JSONTree.Children { tree.children(of: node) }
  func key(_ node: Int) -> XStateKey? { XStateKey(tree.nodes[node].keyName) }
  func keyText(_ node: Int) -> String { names.text(tree.nodes[node].keyName) }
  func isEmpty(_ node: Int) -> Bool { Int(tree.nodes[node].next) == node + 1 }

  func member(_ key: XStateKey, of node: Int) -> Int? {
    guard kind(node) == .object else { return nil }
    return children(of: node).first { self.key($0) == key }
  }

  /// The member if it exists and is not null.
  func present(_ key: XStateKey, of node: Int) -> Int? {
    member(key, of: node).flatMap { kind($0) == .null ? nil : $0 }
  }

  func string(_ node: Int) -> String? {
    kind(node) == .string ? JSONText.string(bytes, in: span(node).range) : nil
  }

  func string(_ key: XStateKey, of node: Int) -> String? {
    member(key, of: node).flatMap { string($0) }
  }

  func isTrue(_ node: Int?) -> Bool {
    guard let node, kind(node) == .bool else { return false }
    return bytes[Int(span(node).start)] == UInt8(ascii: "t")
  }

  /// The elements of a list, or a single value as a list.
  func elements(_ node: Int?) -> [Int] {
    guard let node else { return [] }
    return kind(node) == .array ? Array(children(of: node)) : [node]
  }

  /// The members of an object in JavaScript's order: array indices first, ascending.
  func members(of node: Int) -> [Int] {
    guard kind(node) == .object else { return [] }
    let all = Array(children(of: node))
    let indices = all.compactMap { member in Self.index(names[tree.nodes[member].keyName]).map { ($0, member) } }
    if indices.isEmpty { return all }
    let sorted = indices.sorted { $0.0 < $1.0 }.map(\.1)
    return sorted + all.filter { Self.index(names[tree.nodes[$0].keyName]) == nil }
  }

  /// The array index of a key, if it is written as JavaScript writes it.
  private static func index(_ key: ArraySlice<UInt8>) -> UInt32? {
    guard let first = key.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), key.count <= 10,
      key.count == 1 || first != UInt8(ascii: "0"), let index = UInt32(String(decoding: key, as: UTF8.self)),
      index < .max
    else { return nil }
    return index
  }

  /// A state's key or a text as a part of the draft.
  func part(_ node: Int) -> JSONDraft.Part { JSONDraft.Part(string(node) ?? "", origin: span(node)) }

  func keyPart(_ node: Int) -> JSONDraft.Part { JSONDraft.Part(keyText(node), origin: keySpan(node)) }

  /// The text values of all members with a key, anywhere in the file.
  func texts(of key: XStateKey) -> NameSet {
    NameSet(tree.nodes.indices.lazy.filter { self.key($0) == key }.compactMap { string($0) })
  }
}
