import CEL
import StateKitCore
import StateKitFormat

/// Transitions, one by one.
extension SCXMLReader {
  mutating func write(_ key: JSONDraft.Part, _ transitions: [Int], of state: Int, in object: Int) {
    if transitions.count == 1 {
      write(key, transitions[0], of: state, in: object)
      return
    }
    let list = draft.array(key, in: object, key.origin)
    for transition in transitions { write(nil, transition, of: state, in: list) }
  }

  private mutating func write(_ key: JSONDraft.Part?, _ node: Int, of state: Int, in container: Int) {
    let again = foreign(.reenter, of: node) == nil ? nil : foreign(.target, of: node)
    let target = again ?? attribute(.target, of: node)
    let found = targets(target)
    let condition = attribute(.cond, of: node)
    let hasActions = !tree.elements(of: node).isEmpty
    let reentry = reentry(of: state, found, node)
    let kept = again == nil ? foreign(.target, of: node) : nil
    let own = foreign(.guard, of: node)
    let hasGuard = own.map { !$0.text.isEmpty } ?? (condition != nil)
    if !hasGuard, !hasActions, kept == nil {
      if found.isEmpty {
        if foreign(.handler, of: node) != nil {
          draft.object(key, in: container, origin(node))
          return
        }
        draft.scalar(key, json: "null".utf8Bytes.span, in: container, origin(node))
        return
      }
      if reentry == nil, found.count == 1, let target {
        draft.string(key, JSONDraft.Part(reference(to: found[0]), target.origin), in: container)
        return
      }
    }
    let handler = draft.object(key, in: container, origin(node))
    if !found.isEmpty, let target {
      write(JSONDraft.Part("target", target.origin), found, target.origin, in: handler)
    }
    if let kept, found.isEmpty {
      // The active state itself: nothing is left and entered.
      write(JSONDraft.Part("target", kept.origin), targets(kept), kept.origin, in: handler)
    }
    if let own {
      if hasGuard { writeOwnGuard(own, in: handler) }
    } else if let condition {
      writeGuard(condition, in: handler)
    }
    if hasActions { writeActions(JSONDraft.Part("actions", origin(node)), [node], in: handler) }
    if let reentry {
      let origin = attribute(.type, of: node)?.origin ?? origin(node)
      draft.scalar(JSONDraft.Part("reenter", origin), json: reentry.utf8Bytes.span, in: handler, origin)
    }
  }

  private mutating func writeGuard(_ condition: JSONDraft.Part, in handler: Int) {
    let key = JSONDraft.Part("guard", condition.origin)
    if let text = self.condition(condition) {
      draft.string(key, text, in: handler)
      return
    }
    // Without leave to do so, that it cannot be said was an error.
    if !options.isLenient { return }
    let name = JSONDraft.Part(condition.text, condition.origin)
    let guardObject = draft.object(key, in: handler, condition.origin)
    draft.string(JSONDraft.Part("host", condition.origin), name, in: guardObject)
    if hostGuards.insert(Array(name.text.utf8)).inserted {
      draft.scalar(name, json: "null".utf8Bytes.span, in: guardsObject, name.origin)
    }
  }
}
