import CEL
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
      let made = draft.object("meta", in: object, origin: source.span(0))
      if let meta, source.kind(meta) == .object {
        for member in source.children(of: meta) {
          copy(source.keyPart(member), node: member, in: made)
        }
      }
      let kept = draft.object("statekit", in: made, origin: source.span(0))
      for member in own { copy(source.keyPart(member), node: member, in: kept) }
    }
  }

  /// Keys of the top level that are stored for reading back.
  private var topLevel: [Int] {
    source.children(of: 0).filter { member in
      switch source.keyText(member) {
      case "description", "meta", "events", "internalEvents", "actions", "bubbling", "invariants", "$schema":
        return true
      case "guards":
        let said = wordsSaid
        return source.children(of: member).contains {
          source.kind($0) != .null || said.contains(Array(source.keyText($0).utf8))
        }
      default: return false
      }
    }
  }

  /// The words of all strings: an expression may name a host guard of such a name, which must then be declared.
  private var wordsSaid: Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for node in source.tree.nodes where node.kind == .string {
      if node.key >= 0, source.names.text(node.keyName) == "host" { continue }
      let bytes = source.text.bytes[node.span.range]
      if bytes.count >= 20_000 { continue }
      for word in bytes.split(whereSeparator: { !ExpressionWords.isNameByte($0) }) { found.insert(Array(word)) }
    }
    return found
  }
}
