import CEL
import StateKitCore
import StateKitFormat

/// Transitions, one by one.
extension SCXMLReader {
  mutating func write(_ key: Part, transitions: [Int], of state: Int, in object: Int) {
    if transitions.count == 1 {
      write(key, node: transitions[0], of: state, in: object)
      return
    }
    let list = draft.array(key, in: object, origin: key.origin)
    for transition in transitions { write(nil, node: transition, of: state, in: list) }
  }

  private mutating func write(_ key: Part?, node: Int, of state: Int, in container: Int) {
    let again = foreign(.reenter, of: node) == nil ? nil : foreign(.target, of: node)
    let target = again ?? attribute(.target, of: node)
    let found = targets(target)
    let condition = attribute(.cond, of: node)
    let hasActions = !tree.elements(of: node).isEmpty
    let reentry = reentry(of: state, targets: found, transition: node)
    if let target { warnOfHistoryActions(found, of: state, isInternal: reentry != "true", at: target.origin) }
    let kept = again == nil ? foreign(.target, of: node) : nil
    let own = foreign(.guard, of: node)
    let description = foreign(.description, of: node)
    let hasGuard = own.map { !$0.text.isEmpty } ?? (condition != nil)
    if !hasGuard, !hasActions, kept == nil, description == nil {
      if found.isEmpty {
        if foreign(.handler, of: node) != nil {
          draft.object(key, in: container, origin: origin(node))
          return
        }
        draft.scalar(key, json: "null".utf8Bytes.span, in: container, origin: origin(node))
        return
      }
      if reentry == nil, found.count == 1, let target {
        draft.string(key, value: Part(states.reference(to: found[0]), origin: target.origin), in: container)
        return
      }
    }
    let handler = draft.object(key, in: container, origin: origin(node))
    if !found.isEmpty, let target {
      write(Part("target", origin: target.origin), targets: found, origin: target.origin, in: handler)
    }
    if let kept, found.isEmpty {
      // The active state itself: no state is exited or entered.
      write(Part("target", origin: kept.origin), targets: targets(kept), origin: kept.origin, in: handler)
    }
    if let own {
      if hasGuard {
        let key = Part("guard", origin: own.origin)
        _ = draft.insert(key, json: Array(own.text.utf8), in: handler, origin: own.origin)
      }
    } else if let condition {
      writeGuard(condition, in: handler)
    }
    if hasActions { writeActions(part("actions", of: node), nodes: [node], in: handler) }
    if let reentry {
      // SCXML has a word for one of the ways to leave, and none for the usual.
      let isInternal = reentry.utf8.elementsEqual("\"children\"".utf8)
      draft.note(reentry: reentry, as: isInternal ? "internal" : "", at: origin(node))
      let origin = attribute(.type, of: node)?.origin ?? origin(node)
      draft.scalar("reenter", json: reentry.utf8Bytes.span, in: handler, origin: origin)
    }
    if let description {
      draft.string("description", value: description, in: handler)
    }
  }

  /// Warns of actions of a history in a state that the transition does not enter: SCXML runs them with its entry.
  private mutating func warnOfHistoryActions(_ targets: [Int], of state: Int, isInternal: Bool, at span: SourceSpan) {
    guard let first = targets.min(), let last = targets.max() else { return }
    var parents: Set<Int> = []
    for history in targets where facts[history].kind.isHistory {
      let parent = states.parent(of: history)
      // The states are in the order of the document: if the first and the last target are below the parent, all are.
      guard facts[parent].kind == .compound,
        let usual = children(.transition, of: facts[history].node).first, !tree.elements(of: usual).isEmpty,
        parents.insert(parent).inserted,
        states.isDescendant(state, of: parent) || state == parent && isInternal,
        states.isDescendant(first, of: parent), states.isDescendant(last, of: parent),
        reported.insert(span).inserted
      else { continue }
      let (name, owner) = (DisplayText.quoted(facts[history].id.text), DisplayText.quoted(facts[parent].id.text))
      findings.add(
        .unsupportedElement, at: span,
        message: "the actions of the history \(name) run here, but in SCXML only with the entry of \(owner)",
        severity: .warning, help: "put them into <onentry> of the target")
    }
  }

  private mutating func writeGuard(_ condition: Part, in handler: Int) {
    let key = Part("guard", origin: condition.origin)
    if let text = self.condition(condition) {
      draft.string(key, value: text, in: handler)
      return
    }
    // Without lenient mode, an error was already reported.
    if !options.isLenient { return }
    let name = Part(condition.text.isEmpty ? "condition" : condition.text, origin: condition.origin)
    note(DisplayText.quoted(name.text), in: condition)
    let guardObject = draft.object(key, in: handler, origin: condition.origin)
    draft.string(Part("host", origin: condition.origin), value: name, in: guardObject)
    if hostGuards.insert(Array(name.text.utf8)).inserted {
      draft.scalar(name, json: "null".utf8Bytes.span, in: guardsObject, origin: name.origin)
    }
  }
}
