import StateKitCore
import StateKitFormat

/// Targets and initial states.
extension SCXMLReader {
  /// The existing states that an attribute names.
  mutating func targets(_ part: Part?) -> [Int] {
    guard let part else { return [] }
    if let state = ids[part.text] { return [state] }
    var found: [Int] = []
    var unknown: [String] = []
    for id in words(part) {
      if let state = ids[id] {
        found.append(state)
      } else {
        unknown.append(id)
      }
    }
    if found.count > 1 { found = together(found, origin: part.origin) }
    // The transition may handle several events, and be written once for each.
    if unknown.isEmpty || !unknownTargets.insert(part.origin).inserted { return found }
    for id in unknown {
      refuse(
        .unknownTarget, at: part.origin, message: "no state has the id \(DisplayText.quoted(id))",
        fix: fix(forState: id))
    }
    return found
  }

  /// Warns of an id in `In()` that no state has.
  func reportUnknown(state id: String, at span: SourceSpan) {
    findings.add(
      .unknownTarget, at: span, message: "no state has the id \(DisplayText.quoted(id)): In() is false",
      severity: .warning, fix: fix(forState: id))
  }

  private func fix(forState id: String) -> Fix? {
    Suggestion.fix(for: id, among: facts.dropFirst().prefix(1000).map(\.id.text))
  }

  /// The targets without ancestors of other targets, which are entered anyway. Targets that cannot be active together
  /// are an error of the chart; in lenient mode, only the first target remains.
  private mutating func together(_ targets: [Int], origin: SourceSpan) -> [Int] {
    let sorted = targets.sorted()
    let next = Dictionary(zip(sorted, sorted.dropFirst()), uniquingKeysWith: { $1 })
    let found = targets.filter { target in next[target].map { !states.isDescendant($0, of: target) } ?? true }
    guard options.isLenient else { return found }
    let inOrder = found.sorted()
    let conflict = zip(inOrder, inOrder.dropFirst()).first { first, second in
      first != second && states.properAncestor(of: first, and: [second]).map { facts[$0].kind != .parallel } ?? true
    }
    guard let (first, second) = conflict else { return found }
    if unknownTargets.insert(origin).inserted {
      let names = [first, second].map { DisplayText.quoted(facts[$0].id.text) }
      findings.add(
        .leftToHost, at: origin,
        message: "\(names[0]) and \(names[1]) cannot be active together; only the first target is used")
    }
    return [found[0]]
  }

  mutating func write(_ key: Part, targets: [Int], origin: SourceSpan, in object: Int) {
    if targets.isEmpty { return }
    let parts = targets.map { Part(states.reference(to: $0), origin: origin) }
    draft.strings(key, parts: parts, in: object, origin: origin)
  }

  mutating func writeInitial(of state: Int, in object: Int) {
    let (node, kind) = (facts[state].node, facts[state].kind)
    if kind.isHistory {
      guard let transition = children(.transition, of: node).first else {
        if tree.elements(of: node).contains(where: { foreign(.part, of: $0) != nil }) { return }
        findings.add(
          Diagnostic(
            .missingInitial, at: origin(node),
            message:
              "a history needs a transition to its default target; this history leads to its parent",
            severity: .warning))
        return
      }
      writeInitial("target", transition: transition, of: states.parent(of: state), in: object)
      return
    }
    guard kind == .compound else {
      // An atomic state has no child to name.
      if kind == .atomic {
        let initial = attribute(.initial, of: node)
        let found = targets(initial)
        _ = below(state, found: found, node: node)
        if let initial, !found.isEmpty, !options.isLenient {
          findings.add(.unusedKey, at: initial.origin, message: "\"initial\" is never used: the state has no states")
        }
        if let element = children(.initial, of: node).first { refuseInitial(element, why: "the state has no states") }
      }
      return
    }
    // Our own writer added a state here that represents none.
    if tree.elements(of: node).contains(where: { foreign(.part, of: $0)?.text == "rest" }) { return }
    if let initial = attribute(.initial, of: node) ?? attribute(.initialstate, of: node) {
      if let element = children(.initial, of: node).first {
        refuseInitial(element, why: "the state has the attribute \"initial\"")
      }
      let found = below(state, found: targets(initial), node: node)
      if !found.isEmpty {
        write(Part("initial", origin: initial.origin), targets: found, origin: initial.origin, in: object)
      }
      return
    }
    if let element = children(.initial, of: node).first {
      guard let transition = children(.transition, of: element).first else {
        refuse(.missingInitial, at: origin(element), message: "<initial> needs a transition with a target")
        return
      }
      writeInitial("initial", transition: transition, of: state, in: object)
      return
    }
    guard let first = facts[state].children.first(where: { !facts[$0].kind.isHistory }) else { return }
    write(part("initial", of: node), targets: [first], origin: origin(node), in: object)
  }

  /// Reports an `<initial>` that is not read.
  private func refuseInitial(_ element: Int, why: String) {
    refuse(.unsupportedElement, at: origin(element), message: "<initial> is never used: \(why)")
  }

  /// The states in a list that are below a given one. Others are an error of the chart; in lenient mode, they are
  /// left out.
  private func below(_ state: Int, found: [Int], node: Int) -> [Int] {
    guard options.isLenient else { return found }
    let inside = found.filter { states.isDescendant($0, of: state) }
    if inside.count < found.count {
      findings.add(
        .leftToHost, at: origin(node),
        message:
          "the initial state must be below \(DisplayText.quoted(facts[state].id.text)); another state is left out")
    }
    return inside
  }

  private mutating func writeInitial(_ word: String, transition: Int, of state: Int, in object: Int) {
    guard let target = attribute(.target, of: transition) else {
      refuse(.missingInitial, at: origin(transition), message: "this transition needs a target")
      return
    }
    let found = below(state, found: targets(target), node: transition)
    if found.isEmpty { return }
    let key = part(word, of: transition)
    guard !tree.elements(of: transition).isEmpty else {
      write(key, targets: found, origin: target.origin, in: object)
      return
    }
    let whole = draft.object(key, in: object, origin: origin(transition))
    write(Part("target", origin: target.origin), targets: found, origin: target.origin, in: whole)
    writeActions(part("actions", of: transition), nodes: [transition], in: whole)
  }

  /// The `reenter` value with which our transition exits exactly the states that this one does; nil if it needs none.
  mutating func reentry(of state: Int, targets: [Int], transition: Int) -> String? {
    if targets.isEmpty { return nil }
    if let said = foreign(.reenter, of: transition) {
      return ["children", "lca"].contains(said.text) ? "\"\(said.text)\"" : nil
    }
    let isInternal = attribute(.type, of: transition).map { $0.text.utf8.elementsEqual("internal".utf8) } ?? false
    if isInternal, facts[state].kind == .compound, targets.allSatisfy({ states.isDescendant($0, of: state) }) {
      return "\"children\""
    }
    return states.isPlain(state, targets: targets) { facts[$0].kind == .compound } ? nil : "true"
  }
}
