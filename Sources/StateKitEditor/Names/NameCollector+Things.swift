import StateKitCore

/// What has a name, and where it is named.
extension NameCollector {
  mutating func key(of node: Int) -> NameID {
    let span = tree.nodes[node].keySpan
    if span.range.isEmpty { return NameID(rawValue: -1) }
    return index.names.intern(StringText(file, span).bytes.span)
  }

  mutating func define(_ kind: NameKind, _ member: Int) {
    let span = tree.nodes[member].keySpan
    if span.range.isEmpty { return }
    let text = StringText(file, span)
    let name = index.names.intern(text.bytes.span)
    add(kind, thing(kind, name), name, text, 0..<text.bytes.count, span, .definition, .json)
    index.declared[kind, default: []].insert(name)
  }

  mutating func declare(_ kind: NameKind, _ node: Int) {
    index.declared[kind, default: []].formUnion([])
    for member in tree.children(of: node) { define(kind, member) }
  }

  /// The index of a thing that is no state, made now if it is new; -1 for a new one in a script.
  mutating func thing(_ kind: NameKind, _ name: NameID) -> Int32 {
    let known = known(kind, name)
    if known >= 0 || isScript { return known }
    let number = Int32(index.things.count)
    index.things.append(NamedThing(kind: kind, name: name, state: -1))
    index.indices[kind, default: [:]][name] = number
    return number
  }

  mutating func add(
    _ kind: NameKind, _ thing: Int32, _ name: NameID, _ text: StringText, _ range: Range<Int>, _ token: SourceSpan,
    _ role: NameOccurrence.Role, _ spelling: NameOccurrence.Spelling
  ) {
    index.occurrences.append(
      NameOccurrence(
        kind: kind, thing: thing, span: text.span(of: range), token: token, role: role, spelling: spelling, name: name))
  }
}
