import StateKitCore
import StateKitFormat

/// Events that still wait when a machine ends: XState drops them.
extension XStateWriter {
  func tellEnd() {
    let ending = statesAtEnd()
    if ending.isEmpty { return }
    var raised = NameSet()
    for node in source.tree.nodes.indices where source.kind(node) == .object {
      if let event = source.member("raise", of: node), let name = source.plain(event) { raised.insert(name) }
    }
    let names = raised.names
    for state in ending {
      if let always = source.member("always", of: source.facts[state].node) {
        tellEnd(
          source.keySpan(always), message: "XState does not take \"always\" when the machine ends; statekit does")
      }
      let events = source.events(of: state)
      for event in events {
        let key = source.keyText(event)
        let isPattern = key.utf8.last == UInt8(ascii: "*")
        if isPattern,
          takesEnd(key, events: events) || names.contains(where: { $0.utf8.starts(with: key.utf8.dropLast()) })
            || !isPattern && raised.contains(key)
        {
          tellEnd(
            source.keySpan(event),
            message:
              "XState drops waiting events when the machine ends; in statekit \(DisplayText.quoted(key)) handles them")
        } else if !isPattern, raised.contains(key) {
          tellEnd(
            source.keySpan(event),
            message: "XState drops a waiting \(DisplayText.quoted(key)) when the machine ends; statekit handles it")
        }
      }
    }
  }

  /// True if a pattern of the root matches the done event of the root.
  private func takesEnd(_ pattern: String, events: [Int]) -> Bool {
    let done = "done.state.root"
    return done.utf8.starts(with: pattern.utf8.dropLast())
      && !events.contains { source.keyText($0).utf8.elementsEqual(done.utf8) && source.kind($0) == .null }
  }

  private func tellEnd(_ span: SourceSpan, message: String) {
    losses.add(
      span, message: message, written: "it is written, but XState drops them",
      help: "write a guard \"!isIn('NAME')\" with the final state")
  }

  /// The states that are active when the machine ends, without final ones; empty if it never ends.
  private func statesAtEnd() -> [Int] {
    var found: [Int] = []
    var todo = [0]
    while let state = todo.popLast() {
      let children = source.facts[state].children
      switch source.facts[state].kind {
      case .compound:
        if !children.contains(where: { source.facts[$0].kind == .final }) { return [] }
        found.append(state)
      case .parallel:
        found.append(state)
        todo += children.filter { !source.facts[$0].kind.isHistory }
      case .final: break
      case .atomic, .shallowHistory, .deepHistory: return []
      }
    }
    return found
  }
}
