import StateKitCore
import StateKitFormat

/// The JSON of an XState machine with positions.
struct XStateSource: JSONSource {
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

  func key(_ node: Int) -> XStateKey? { XStateKey(tree.nodes[node].keyName) }
  func isEmpty(_ node: Int) -> Bool { Int(tree.nodes[node].next) == node + 1 }

  /// False for null, and for an object or a list without members.
  func hasContent(_ node: Int) -> Bool {
    switch kind(node) {
    case .null: false
    case .object, .array: !isEmpty(node)
    default: true
    }
  }

  func member(_ key: XStateKey, of node: Int) -> Int? {
    guard kind(node) == .object else { return nil }
    if let member = children(of: node).first(where: { self.key($0) == key }) { return member }
    return Self.readAsMeant.contains(key) ? children(of: node).first { meant(by: $0) == key } : nil
  }

  /// The keys on which all else of a machine depends, so that misspelt ones are read as meant.
  private static let readAsMeant: [XStateKey] = [.states, .initial, .on, .after]

  /// The meaning of a misspelt key that is read as meant.
  func meant(by node: Int) -> XStateKey? {
    if key(node) != nil { return nil }
    switch kind(node) {
    case .object where !isEmpty(node):
      let text = keyText(node)
      if text.lowercased().utf8.elementsEqual(XStateKey.on.rawValue.utf8) { return .on }
      if !Suggestion.nearest(to: text, among: [XStateKey.after.rawValue]).isEmpty { return .after }
      let areStates = children(of: node).allSatisfy { kind($0) == .object }
      return areStates && XStateKey.isNearStates(text) ? .states : nil
    case .string:
      let isMeant = XStateKey.meant[keyText(node)] == .initial
      return isMeant || !Suggestion.nearest(to: keyText(node), among: ["initial"]).isEmpty ? .initial : nil
    default: return nil
    }
  }

  /// The member if it exists and is not null.
  func present(_ key: XStateKey, of node: Int) -> Int? {
    member(key, of: node).flatMap { kind($0) == .null ? nil : $0 }
  }

  func string(_ key: XStateKey, of node: Int) -> String? { member(key, of: node).flatMap { string($0) } }

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

  /// A text as a part of the draft.
  func part(_ node: Int) -> Part { part(string(node) ?? "", node: node) }

  /// A text in place of a node's value, with each `${…}` escaped.
  func template(_ text: String, node: Int) -> Part { part(ExpressionText.template(text), node: node) }
}

/// Paths of keys, by which XState targets name states.
enum XStatePath {
  /// A key in a path, with a backslash before each of its dots.
  static func segment(_ key: String) -> String {
    key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
  }
}
