import StateKitCore
import StateKitFormat

/// Reads the parts that our own writer added to a machine.
extension XStateReader {
  private func member(_ name: String, of node: Int) -> Int? {
    guard source.kind(node) == .object else { return nil }
    return source.children(of: node).first { source.keyText($0).utf8.elementsEqual(name.utf8) }
  }

  /// The data in `meta` of the machine that our writer stored.
  private var own: Int? { source.member(.meta, of: 0).flatMap { member("statekit", of: $0) } }

  /// The stored value of a top-level key, from `meta` of the machine.
  func ownTopLevel(_ key: String) -> Int? { own.flatMap { member(key, of: $0) } }

  /// The stored value of a key, from `meta` of a state or a transition.
  func own(_ key: String, of node: Int) -> Int? {
    source.member(.meta, of: node).flatMap { member("statekit", of: $0) }.flatMap { member(key, of: $0) }
  }

  /// True if our own writer added a state or a transition that only other tools need.
  func isPart(_ node: Int) -> Bool { own("part", of: node) != nil }

  func writeMeta(_ meta: Int, in object: Int) {
    guard source.kind(meta) == .object, member("statekit", of: meta) != nil else {
      return copy(source.keyPart(meta), node: meta, in: object)
    }
    let rest = source.members(of: meta).filter { !source.keyText($0).utf8.elementsEqual("statekit".utf8) }
    if rest.isEmpty { return }
    let made = draft.object(source.keyPart(meta), in: object, origin: source.span(meta))
    for member in rest { copy(source.keyPart(member), node: member, in: made) }
  }

  /// Writes the stored top-level keys, except the guards.
  func writeOwnTopLevel() {
    guard let own else { return }
    for member in source.members(of: own) where !source.keyText(member).utf8.elementsEqual("guards".utf8) {
      copy(source.keyPart(member), node: member, in: JSONDraft.top)
    }
  }

  mutating func writeOwnGuards() {
    guard let own, let guards = member("guards", of: own), let guardsObject else { return }
    for member in source.members(of: guards) {
      hostGuards.insert(Array(source.keyText(member).utf8))
      copy(source.keyPart(member), node: member, in: guardsObject)
    }
  }

  /// Writes a guard that is one of our expressions or objects; `transition` may store the original.
  /// Without a key, the elements of a list become elements.
  func writeOwnGuard(_ condition: Int, of transition: Int, key: Part?, in handler: Int) -> Bool {
    if let whole = own("guard", of: transition) {
      if key == nil, source.kind(whole) == .array {
        for part in source.children(of: whole) { copy(nil, node: part, in: handler) }
      } else {
        copy(key, node: whole, in: handler)
      }
      return true
    }
    guard let type = source.member(.type, of: condition).flatMap({ source.string($0) }),
      let params = source.member(.params, of: condition)
    else { return false }
    switch type {
    case "statekit.cel":
      guard let text = member("expression", of: params), source.string(text) != nil else { return false }
      draft.string(key, value: source.part(text), in: handler)
    case "statekit.guard":
      guard let value = member("guard", of: params) else { return false }
      copy(key, node: value, in: handler)
    default: return false
    }
    return true
  }

  func writeOwnAction(_ node: Int, in list: Int) {
    guard let params = own("action", of: node) ?? source.member(.params, of: node) else { return }
    copy(nil, node: member("block", of: params) ?? params, in: list)
  }
}
