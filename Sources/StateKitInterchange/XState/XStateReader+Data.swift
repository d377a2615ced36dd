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
  func copy(_ key: Part?, node: Int, in container: Int) {
    source.copy(key, node: node, to: draft, in: container, members: source.members) { _ in nil }
  }

  /// Writes a value whose texts become expressions for them. Keys of the outer value can be left out.
  func writeData(_ key: Part?, node: Int, in container: Int, without: Set<XStateKey> = []) {
    func members(of next: Int) -> [Int] {
      source.members(of: next).filter { next != node || source.key($0).map { !without.contains($0) } ?? true }
    }
    source.copy(key, node: node, to: draft, in: container, members: members) { text in
      DisplayText.string(ExpressionText.literal(source.string(text) ?? ""))
    }
  }
}
