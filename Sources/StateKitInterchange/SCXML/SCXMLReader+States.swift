import StateKitCore
import StateKitFormat

/// The first pass: collects all states before the translation.
extension SCXMLReader {
  /// Reads all states. Returns false if there are too many.
  mutating func readStates() -> Bool {
    // Nested charts are read separately.
    let count = elements.reduce(1) { $0 + (elementWords[$1].isState ? 1 : 0) }
    states.makeRoom(for: count)
    facts.reserveCapacity(count)
    var todo: [(node: Int, parent: Int)] = [(outermost, -1)]
    while let (node, parent) = todo.popLast() {
      let index = states.count
      if index == InputLimits.states {
        findings.add(.tooMany, at: origin(node), message: "more than \(InputLimits.states) states, the limit")
        return false
      }
      let id = id(of: node, at: index, isRoot: parent < 0)
      let name = foreign(.name, of: node) ?? id
      _ = states.add(parent < 0 ? "root" : name.text, parent: parent)
      if parent < 0 {
        if let own = attribute(.id, of: node) { ids[own.text] = 0 }
      } else {
        facts[parent].children.append(index)
      }
      var below: [Int] = []
      var hasStates = false
      // Our own writer puts the regions of a parallel state into an extra state.
      let regions = tree.elements(of: node).first { foreign(.part, of: $0)?.text == "regions" }
      if let regions, let id = attribute(.id, of: regions) { ids[id.text] = index }
      for child in tree.elements(of: regions ?? node) where document.isOwn(child) && foreign(.part, of: child) == nil {
        let word = elementWords[child]
        if !word.isState { continue }
        below.append(child)
        if word != .history { hasStates = true }
      }
      facts.append(
        State(node: node, id: id, key: parent < 0 ? id : name, kind: kind(of: regions ?? node, hasStates: hasStates)))
      for child in below.reversed() { todo.append((child, index)) }
    }
    states.close()
    return true
  }

  /// The id of a state. A state without an id gets one that no document has.
  private mutating func id(of node: Int, at index: Int, isRoot: Bool) -> Part {
    if isRoot { return part("root", of: node) }
    guard let id = attribute(.id, of: node) else { return makeID(of: node, at: index) }
    if id.text.isEmpty {
      refuse(.emptyName, at: id.origin, message: "the id of a state is empty")
      if options.isLenient { return makeID(of: node, at: index) }
    }
    if let other = ids.claim(id.text, value: index), !id.text.isEmpty {
      let message = "two states have the id \(DisplayText.quoted(id.text))"
      if options.isLenient {
        refuse(.duplicateID, at: id.origin, message: message)
      } else {
        findings.add(
          .duplicateID, at: id.origin, message: message,
          notes: [Diagnostic.Note(message: "the other state with this id is here", span: facts[other].id.origin)])
      }
      return makeID(of: node, at: index)
    }
    return id
  }

  private mutating func makeID(of node: Int, at index: Int) -> Part {
    var made = "_\(index)"
    while document.idsLikeMade.contains(made) { made += "_" }
    ids.claim(made, value: index)
    draft.wording.add(made, as: "", at: origin(node))
    return part(made, of: node)
  }

  private mutating func kind(of node: Int, hasStates: Bool) -> StateKind {
    switch elementWords[node] {
    // A parallel state without regions is atomic, as in SCXML.
    case .parallel: return hasStates ? .parallel : .atomic
    case .final: return .final
    case .history:
      let isDeep = attribute(.type, of: node).map { $0.text.utf8.elementsEqual("deep".utf8) } ?? false
      return isDeep ? .deepHistory : .shallowHistory
    default: return hasStates ? .compound : .atomic
    }
  }
}
