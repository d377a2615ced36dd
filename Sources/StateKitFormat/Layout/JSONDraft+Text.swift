package import StateKitCore

/// Values that are JSON already.
extension JSONDraft {
  /// The value of a JSON text whose outermost value is an object, with each part as written; nil for another text.
  package static func of(_ source: SourceText) -> JSONDraft? {
    guard let range = try? JSONDocument.body(of: source, what: "chart"),
      let json = ParsedJSON(source.bytes, in: range), json.tree.nodes[0].kind == .object
    else { return nil }
    let draft = JSONDraft(origin: json.tree.nodes[0].span)
    for member in Array(json.tree.children(of: 0)) {
      draft.insert(json.key(of: member), node: member, of: json, in: top, origin: nil)
    }
    return draft
  }

  /// The value of a JSON text with every key, text and number as written, except for unnecessary escapes. A handler
  /// that two keys share is written once for each.
  package static func asWritten(_ source: SourceText) -> JSONDraft? {
    guard let range = try? JSONDocument.body(of: source, what: "chart"),
      let json = ParsedJSON(source.bytes, in: range), json.tree.nodes[0].kind == .object
    else { return nil }
    let tree = json.tree
    let draft = JSONDraft(origin: tree.nodes[0].span)
    var shared = source.origin?.sharedHandlers[...] ?? []
    var open: [(end: Int32, container: Int)] = [(tree.nodes[0].next, top)]
    for index in tree.nodes.indices.dropFirst() {
      let node = tree.nodes[index]
      while let last = open.last, Int32(index) >= last.end, open.count > 1 { open.removeLast() }
      let container = open.last?.container ?? top
      if shared.first == node.span.start {
        shared.removeFirst()
        draft.addAgain(json.key(of: index), in: container)
        continue
      }
      let key = node.key < 0 ? [] : JSONText.plainest(source.bytes, in: node.keySpan.range)
      let kind: Kind
      var value: [UInt8] = []
      switch node.kind {
      case .object: kind = .object
      case .array: kind = .array
      case .string:
        kind = .scalar
        value = JSONText.plainest(source.bytes, in: node.span.range)
      case .null, .bool, .int, .double:
        kind = .scalar
        value = Array(source.bytes[node.span.range])
      }
      let made = draft.add(
        kind, key: draft.token(key.span, origin: node.key < 0 ? node.span : node.keySpan),
        value: draft.token(value.span, origin: node.span), in: container)
      if kind != .scalar { open.append((node.next, made)) }
    }
    return draft
  }

  /// Adds the value of a JSON text with the origin `origin`; returns false if it is no JSON.
  package func insert(_ key: Part?, json: [UInt8], in container: Int, origin: SourceSpan) -> Bool {
    guard let parsed = ParsedJSON(json, in: 0..<json.count) else { return false }
    insert(key, node: 0, of: parsed, in: container, origin: origin)
    return true
  }

  /// Adds the members of a JSON object except one.
  package func insertMembers(
    json: [UInt8], without left: String, in container: Int, origin: SourceSpan
  ) -> Bool {
    guard let parsed = ParsedJSON(json, in: 0..<json.count), parsed.tree.nodes[0].kind == .object else { return false }
    for member in Array(parsed.tree.children(of: 0)) {
      let key = parsed.key(of: member).text
      if key.utf8.elementsEqual(left.utf8) { continue }
      insert(Part(key, origin: origin), node: member, of: parsed, in: container, origin: origin)
    }
    return true
  }

  /// A JSON value as a tree.
  private struct ParsedJSON {
    let bytes: [UInt8]
    let names: NameTable
    private(set) var tree = JSONTree()

    init?(_ bytes: [UInt8], in range: Range<Int>) {
      var reader = JSONReader(bytes, range: range, names: NameTable(), findings: Findings())
      guard (try? reader.readValue(into: &tree)) != nil, (try? reader.finish()) != nil else { return nil }
      self.bytes = bytes
      names = reader.names
    }

    func key(of node: Int) -> Part {
      Part(names.text(tree.nodes[node].keyName), origin: tree.nodes[node].keySpan)
    }
  }

  /// Adds a node with its contents. All its parts have the origin `origin`; nil if each has its own span.
  private func insert(_ key: Part?, node: Int, of json: ParsedJSON, in container: Int, origin: SourceSpan?) {
    let tree = json.tree
    var open: [(end: Int32, container: Int)] = []
    for index in node..<Int(tree.nodes[node].next) {
      while let last = open.last, Int32(index) >= last.end { open.removeLast() }
      let parent = open.last?.container ?? container
      let value = tree.nodes[index]
      let span = origin ?? value.span
      var part = key
      if index > node {
        part = value.key < 0 ? nil : Part(json.names.text(value.keyName), origin: origin ?? value.keySpan)
      }
      switch value.kind {
      case .object: open.append((value.next, object(part, in: parent, origin: span)))
      case .array: open.append((value.next, array(part, in: parent, origin: span)))
      case .string:
        let text = JSONText.string(json.bytes, in: value.span.range)
        string(part, value: Part(text, origin: span), in: parent)
      case .null, .bool, .int, .double:
        scalar(part, json: json.bytes.span.extracting(value.span.range), in: parent, origin: span)
      }
    }
  }
}
