import CEL
import StateKitCore
import StateKitFormat

/// Things with names, and their occurrences.
extension NameCollector {
  mutating func key(of node: Int) -> NameID {
    let span = tree.nodes[node].keySpan
    if span.range.isEmpty { return NameID(rawValue: -1) }
    return index.names.intern(StringText(file, at: span).bytes.span)
  }

  mutating func define(_ kind: NameKind, member: Int) {
    let span = tree.nodes[member].keySpan
    if span.range.isEmpty { return }
    let written = WrittenName(file, at: span)
    let name = index.names.intern(written.text.bytes.span)
    add(kind, thing: thing(kind, name: name), name: name, at: written, role: .definition)
    index.declared[kind, default: []].insert(name)
  }

  /// The paths of the keys in an object, up to a number and a length that can be shown. Other keys cannot be in a path.
  func paths(in object: Int) -> [String] {
    var paths: [String] = []
    var todo = tree.children(of: object).reversed().map { (node: $0, before: "") }
    while let (node, before) = todo.popLast(), paths.count < 1000 {
      let span = tree.nodes[node].keySpan
      let key = span.range.isEmpty ? "" : StringText(file, at: span).text
      guard ExpressionWords.isName(key), before.utf8.count < 200 else { continue }
      paths.append(before + key)
      guard tree.nodes[node].kind == .object else { continue }
      let path = before + key + "."
      todo += tree.children(of: node).reversed().map { ($0, path) }
    }
    return paths
  }

  mutating func declare(_ kind: NameKind, node: Int) {
    index.declared[kind, default: []].formUnion([])
    for member in tree.children(of: node) {
      define(kind, member: member)
      guard kind == .event, tree.nodes[member].kind == .object else { continue }
      index.payloadFields[key(of: member)] = paths(in: member)
    }
  }

  /// The index of a thing other than a state; a new thing is added, except in a script, where the result is -1.
  mutating func thing(_ kind: NameKind, name: NameID) -> Int32 {
    let known = known(kind, name: name)
    if known >= 0 || isScript { return known }
    let number = Int32(index.things.count)
    index.things.append(NamedThing(kind: kind, name: name, state: -1))
    index.indices[kind, default: [:]][name] = number
    return number
  }

  mutating func add(
    _ kind: NameKind, thing: Int32, name: NameID, at written: WrittenName, role: NameOccurrence.Role = .use
  ) {
    index.occurrences.append(
      NameOccurrence(
        kind: kind, thing: thing, span: written.text.span(of: written.range), token: written.token, role: role,
        spelling: written.spelling, name: name))
  }
}
