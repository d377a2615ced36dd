import CEL
import StateKitCore
import StateKitFormat

/// Invocations.
extension XStateWriter {
  func writeInvocations(_ node: Int, in object: Int) {
    let list = draft.array(key("invoke", node: node), in: object, origin: source.span(node))
    for element in source.elements(node) {
      let id = source.member("id", of: element)
      let chart = source.member("chart", of: element)
      guard let src = source.member("src", of: element) ?? chart,
        let name = source.string(src) ?? id.flatMap({ source.string($0) })
      else { continue }
      let made = draft.object(nil, in: list, origin: source.span(element))
      draft.string(key("src", node: src), value: source.part(name, node: src), in: made)
      let usual = chart == nil ? name : Invocation.usualID(ofFile: name)
      draft.string(
        key("id", node: id ?? src), value: source.part(id.flatMap { source.string($0) } ?? usual, node: id ?? src),
        in: made)
      writeOwnInvocation(element, in: made)
      if let input = source.member("input", of: element) {
        reportCalculated(input, word: "input")
        writeData(key("input", node: input), node: input, in: made)
      }
    }
    if draft.isEmpty(list) { draft.remove(list) }
  }

  /// Writes our data in `meta` of an invocation: the chart, and keys that XState does not have.
  private func writeOwnInvocation(_ element: Int, in made: Int) {
    let kept = ["chart", "forward", "finalize"].compactMap { word in
      source.member(word, of: element).map { (word, $0) }
    }
    if kept.isEmpty { return }
    if let finalize = source.member("finalize", of: element) {
      losses.add(
        source.keySpan(finalize), message: "\"finalize\" has no form in XState",
        written: "it is kept in \"meta\", and only statekit runs it")
    }
    let own = writeOwn(in: made, origin: source.span(element))
    for (word, member) in kept { copy(key(word, node: member), node: member, in: own) }
  }

  /// The ids that events may be sent to.
  static func invocationIDs(_ source: ChartSource) -> NameSet {
    var ids = NameSet()
    for fact in source.facts {
      for element in source.elements(source.member("invoke", of: fact.node)) {
        let chart = source.string("chart", of: element)
        if let id = source.string("id", of: element) ?? source.string("src", of: element) {
          ids.insert(id)
        } else if let chart {
          ids.insert(Invocation.usualID(ofFile: chart))
        }
      }
    }
    return ids
  }
}
