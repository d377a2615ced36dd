import StateKitCore
import StateKitFormat

/// Writes the parts for which XState has no keys.
extension XStateWriter {
  /// Writes texts for people, and at the root, the keys that XState does not have.
  func writeTexts(of state: Int, in object: Int) {
    let node = source.facts[state].node
    for word in ["tags", "description"] {
      if let value = source.member(word, of: node) { copy(key(word, node: value), node: value, in: object) }
    }
    let own = state == 0 ? topLevel : []
    let meta = source.member("meta", of: node)
    if let meta, own.isEmpty {
      copy(key("meta", node: meta), node: meta, in: object)
    } else if !own.isEmpty {
      let made = draft.object(JSONDraft.Part("meta", origin: source.span(0)), in: object, origin: source.span(0))
      if let meta, source.kind(meta) == .object {
        for member in source.children(of: meta) {
          copy(key(source.keyText(member), node: member), node: member, in: made)
        }
      }
      let kept = draft.object(JSONDraft.Part("statekit", origin: source.span(0)), in: made, origin: source.span(0))
      for member in own { copy(key(source.keyText(member), node: member), node: member, in: kept) }
    }
  }

  /// Keys of the top level that are stored for reading back.
  private var topLevel: [Int] {
    source.children(of: 0).filter { member in
      switch source.keyText(member) {
      case "description", "meta", "events", "internalEvents", "actions", "bubbling", "invariants", "$schema": true
      case "guards": source.children(of: member).contains { source.kind($0) != .null || isSaid(source.keyText($0)) }
      default: false
      }
    }
  }

  /// True if an expression may name a host guard: then the guard must be declared.
  private func isSaid(_ guardName: String) -> Bool {
    let name = Array(guardName.utf8)
    return source.tree.nodes.contains { node in
      guard node.kind == .string, node.key < 0 || source.names.text(node.keyName) != "host" else { return false }
      let bytes = source.text.bytes[node.span.range]
      return bytes.count < 20_000 && bytes.indices.contains { bytes[$0...].starts(with: name) }
    }
  }
}
