import CEL
import StateKitCore
import StateKitFormat

/// Values: a text in XState becomes an expression in our chart.
extension XStateReader {
  mutating func writeContext(_ node: Int) {
    guard source.kind(node) == .object else {
      findings.add(.unusedKey, at: source.keySpan(node), message: "a context that is not an object is left out")
      return
    }
    for member in source.members(of: node) {
      guard Environment.canName(source.keyText(member), tests: ["isIn"]) else {
        findings.add(
          .unusedKey, at: source.keySpan(member),
          message:
            "expressions cannot name \(DisplayText.quoted(source.keyText(member))); it is left out of the context",
          help: "use a letter or _, then letters, digits and _")
        continue
      }
      contextKeys.insert(Array(source.keyText(member).utf8))
      if let contextObject { copy(source.keyPart(member), node: member, in: contextObject) }
    }
  }

  /// Copies a constant value.
  func copy(_ key: JSONDraft.Part?, node: Int, in container: Int) {
    write(key, node: node, in: container) { draft, key, node, container in
      draft.scalar(
        key, json: source.bytes.span.extracting(source.span(node).range), in: container, origin: source.span(node))
    }
  }

  /// Writes a value whose texts become expressions for them.
  func writeData(_ key: JSONDraft.Part?, node: Int, in container: Int, without: Set<XStateKey> = []) {
    write(key, node: node, in: container, without: without) { draft, key, node, container in
      if let text = source.string(node) {
        let part = JSONDraft.Part(ExpressionText.literal(text), origin: source.span(node))
        draft.string(key, value: part, in: container)
      } else {
        draft.scalar(
          key, json: source.bytes.span.extracting(source.span(node).range), in: container, origin: source.span(node))
      }
    }
  }

  /// Writes a value and all nested ones; `scalar` writes values without nested ones. Keys of the outer value can be
  /// left out.
  private func write(
    _ key: JSONDraft.Part?, node: Int, in container: Int, without: Set<XStateKey> = [],
    scalar: (JSONDraft, JSONDraft.Part?, Int, Int) -> Void
  ) {
    var todo: [(key: JSONDraft.Part?, node: Int, container: Int)] = [(key, node, container)]
    while let (key, next, container) = todo.popLast() {
      switch source.kind(next) {
      case .object:
        let object = draft.object(key, in: container, origin: source.span(next))
        let members = source.members(of: next).filter { member in
          next != node || source.key(member).map { !without.contains($0) } ?? true
        }
        for member in members.reversed() { todo.append((source.keyPart(member), member, object)) }
      case .array:
        let array = draft.array(key, in: container, origin: source.span(next))
        for child in Array(source.children(of: next)).reversed() { todo.append((nil, child, array)) }
      case .null, .bool, .int, .double, .string: scalar(draft, key, next, container)
      }
    }
  }
}
