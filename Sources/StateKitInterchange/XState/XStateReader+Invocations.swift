import StateKitCore
import StateKitFormat

/// Invocations: work of the host that lasts as long as the state is active.
extension XStateReader {
  /// An invocation with the id that its events use.
  private struct Invoked {
    let node: Int
    let id: Part
    let src: Part
    var isActivity = false
    /// True if the file gives it an id.
    var isNamed = false

    /// The words for it in the author's terms.
    var words: String { isNamed ? id.text : ForeignCode.shown(src.text.isSame(as: id.text) ? "" : src.text) }
  }

  private func invocations(of state: Int) -> [Invoked] {
    let node = facts[state].node
    var found: [Invoked] = []
    var number = 0
    for element in source.elements(source.member(.invoke, of: node)) where source.kind(element) != .null {
      defer { number += 1 }
      let usual = isFour ? "\(idOfState[state]):invocation[\(number)]" : "\(number).\(idOfState[state])"
      guard source.kind(element) == .object else {
        if source.string(element) != nil {
          draft.wording.add(usual, as: "", at: source.span(element))
          found.append(Invoked(node: element, id: source.part(usual, node: element), src: source.part(element)))
        }
        continue
      }
      let named = source.member(.id, of: element).flatMap { source.string($0) == nil ? nil : $0 }
      let id = named.map { source.part($0) } ?? source.part(usual, node: element)
      if named == nil { draft.wording.add(usual, as: "", at: id.origin) }
      // Lost code gets the id of the invocation.
      let src = source.member(.src, of: element).flatMap { name(ofSource: $0) } ?? id
      found.append(Invoked(node: element, id: id, src: src, isNamed: named != nil))
    }
    for (number, element) in source.elements(source.member(.activities, of: node)).enumerated() {
      let type = source.kind(element) == .object ? source.member(.type, of: element) : element
      guard let type, let name = source.string(type) else { continue }
      // Activities have no events, so their id only has to be unique.
      let isOnly = (activities[name] ?? 0) < 2
      let id = isOnly ? name : "\(idOfState[state]):activity[\(number)]"
      let part = source.part(id, node: type)
      if !isOnly { draft.wording.add(id, as: "", at: part.origin) }
      found.append(Invoked(node: element, id: part, src: source.part(type), isActivity: true))
    }
    return found
  }

  /// The name that a `src` gives; nil if it was code.
  private func name(ofSource src: Int) -> Part? {
    if source.string(src) != nil { return source.part(src) }
    if let type = source.member(.type, of: src), source.string(type) != nil { return source.part(type) }
    return nil
  }

  /// Warns of a source that was code and has no name.
  private func checkSource(of invoked: Invoked) {
    let element = invoked.node
    guard source.kind(element) == .object, !invoked.isActivity else { return }
    let help = "give it a name; it is called \(DisplayText.quoted(invoked.src.text)) for now"
    guard let src = source.member(.src, of: element) else {
      findings.add(
        .lostCode, at: source.span(element), message: "an invocation without \"src\" does not say what is invoked",
        help: help)
      return
    }
    if name(ofSource: src) != nil { return }
    findings.add(
      .lostCode, at: source.span(src), message: "the invocation was a function, which JSON has lost", help: help)
  }

  func writeInvocations(of state: Int, in object: Int) {
    for element in source.elements(source.member(.invoke, of: facts[state].node)) {
      switch source.kind(element) {
      case .object, .string, .null: break
      default:
        findings.add(
          .wrongType, at: source.span(element), message: "an invocation must be a name or an object with a \"src\"")
      }
    }
    let found = invocations(of: state)
    guard let first = found.first else { return }
    let key = Part("invoke", origin: source.keySpan(source.member(.invoke, of: facts[state].node) ?? first.node))
    let list = draft.array(key, in: object, origin: source.span(first.node))
    for invoked in found {
      let object = draft.object(nil, in: list, origin: source.span(invoked.node))
      let chart = own("chart", of: invoked.node)
      checkSource(of: invoked)
      if let chart {
        copy(Part("chart", origin: invoked.src.origin), node: chart, in: object)
      } else {
        draft.string("src", value: invoked.src, in: object)
      }
      draft.string("id", value: invoked.id, in: object)
      if let input = source.member(.input, of: invoked.node) ?? source.member(.data, of: invoked.node),
        source.kind(input) == .object
      {
        writeData(source.key("input", node: input), node: input, in: object)
      }
      for word in ["forward", "finalize"] {
        if let value = own(word, of: invoked.node) { copy(source.keyPart(value), node: value, in: object) }
      }
      if source.kind(invoked.node) == .object { checkKeys(ofInvocation: invoked.node) }
      if let unused = source.member(.onSnapshot, of: invoked.node) {
        findings.add(
          .unusedKey, at: source.keySpan(unused), message: "\"onSnapshot\" is never taken in statekit; it is left out")
      }
    }
  }

  /// `onDone` and `onError` become handlers of the state. Version 4 tries them before those in `on`.
  mutating func addInvocationHandlers(of state: Int, to groups: inout Groups) {
    for invoked in invocations(of: state) {
      for (key, event, end) in [(XStateKey.onDone, "done.invoke.", "done"), (.onError, "error.invoke.", "failed")] {
        guard let node = source.member(key, of: invoked.node) else { continue }
        let found = transitions(node)
        for transition in found {
          draft.wording.add(only: SourceWording.event, as: "\(invoked.words) \(end)", at: source.span(transition))
        }
        if isFour {
          groups.add(Part(event + invoked.id.text, origin: source.keySpan(node)), transitions: found, first: true)
        } else if source.kind(node) != .null {
          replace(event + invoked.id.text, by: node, transitions: found, in: &groups)
        }
      }
    }
  }
}
