import StateKitCore
import StateKitFormat

/// Handlers, with what they leave.
extension XStateWriter {
  func writeHandlers(of state: Int, in object: Int) {
    let node = source.facts[state].node
    let events = source.events(of: state)
    if !events.isEmpty {
      let on = draft.object(JSONDraft.Part("on", source.keySpan(node)), in: object, source.keySpan(node))
      let names = Set(events.map { source.keyText($0) })
      for event in events { write(event, names, events, of: state, in: on) }
    }
    for word in ["always", "onDone"] {
      guard let value = source.member(word, of: node) else { continue }
      if state == 0, word == "onDone" {
        losses.add(source.keySpan(value), "\"onDone\" of the root is never taken by XState")
      }
      write(key(word, value), source.elements(value), of: state, in: object)
    }
    if let after = source.member("after", of: node) { writeAfter(after, of: state, in: object) }
  }

  private func write(_ event: Int, _ names: Set<String>, _ events: [Int], of state: Int, in on: Int) {
    let name = source.keyText(event)
    var handlers = source.elements(event)
    if name.utf8.suffix(2).elementsEqual(".*".utf8) {
      if !names.contains(String(name.dropLast(2))) {
        losses.add(
          source.keySpan(event),
          "\(DisplayText.quoted(name)) takes \(DisplayText.quoted(String(name.dropLast(2)))), too, in XState")
      }
    } else if !name.utf8.elementsEqual("*".utf8), !handlers.contains(where: { isUnguarded($0) }) {
      // In XState a name hides the patterns that cover it.
      let patterns = events.filter { covers(source.keyText($0), name) }
        .sorted { source.keyText($0).utf8.count > source.keyText($1).utf8.count }
      for pattern in patterns { handlers += source.elements(pattern) }
    }
    write(JSONDraft.Part(eventName(name), source.keySpan(event)), handlers, of: state, in: on)
  }

  private func isUnguarded(_ handler: Int) -> Bool {
    source.kind(handler) != .object || source.member("guard", of: handler) == nil
  }

  private func covers(_ pattern: String, _ name: String) -> Bool {
    guard pattern.utf8.last == UInt8(ascii: "*") else { return false }
    return name.utf8.starts(with: pattern.utf8.dropLast()) && !pattern.utf8.elementsEqual(name.utf8)
  }

  /// The name that an event has in XState.
  func eventName(_ name: String) -> String {
    for (ours, theirs) in [("done.invoke.", "xstate.done.actor."), ("error.invoke.", "xstate.error.actor.")]
    where name.utf8.starts(with: ours.utf8) && name.utf8.last != UInt8(ascii: "*") {
      return theirs + String(name.dropFirst(ours.count))
    }
    let done = "done.state."
    if name.utf8.starts(with: done.utf8), let state = source.states.resolve(String(name.dropFirst(done.count))) {
      return "xstate.done.state." + idPath(of: state)
    }
    return name
  }

  private func writeAfter(_ after: Int, of state: Int, in object: Int) {
    let timers = draft.object(key("after", after), in: object, source.span(after))
    var seen: Set<String> = []
    for timer in source.children(of: after) {
      let text = source.keyText(timer)
      var delay = text
      if let first = text.utf8.first, (0x30...0x39).contains(first), let parsed = try? Delay.parse(text.utf8.span) {
        delay = String(parsed)
      }
      if !seen.insert(delay).inserted {
        losses.add(source.keySpan(timer), "two timers with the same delay are one in XState")
        continue
      }
      write(JSONDraft.Part(delay, source.keySpan(timer)), source.elements(timer), of: state, in: timers)
    }
  }

  func write(_ key: JSONDraft.Part, _ handlers: [Int], of state: Int, in object: Int) {
    if handlers.count == 1, child(of: state, keptBy: handlers[0]) == nil {
      write(key, handlers[0], of: state, in: object)
    } else {
      let list = draft.array(key, in: object, key.origin)
      for handler in handlers {
        if let child = child(of: state, keptBy: handler) { writeStay(handler, child, in: list) }
        write(nil, handler, of: state, in: list)
      }
    }
  }

  private func write(_ key: JSONDraft.Part?, _ handler: Int, of state: Int, in container: Int) {
    let origin = source.span(handler)
    if source.kind(handler) == .null {
      draft.object(key, in: container, origin)
      return
    }
    let (targets, reentry) = source.reach(handler, of: state)
    let again = reentry == .none ? completion(of: targets, from: state) : nil
    let isEmpty = source.kind(handler) == .object && source.children(of: handler).allSatisfy { source.isEmpty($0) }
    let isKept = again != nil || isEmpty || child(of: state, keptBy: handler) != nil
    let reenters = !isKept && reenters(state, targets, reentry, handler)
    let parts = again ?? targets.map { JSONDraft.Part(reference(to: $0, from: state), origin) }
    if source.kind(handler) != .object, !reenters, !isKept {
      write(key, parts, in: container, origin)
      return
    }
    let object = draft.object(key, in: container, origin)
    if !parts.isEmpty { write(JSONDraft.Part("target", origin), parts, in: object, origin) }
    if let condition = source.member("guard", of: handler) { writeGuard(condition, in: object) }
    if let actions = source.member("actions", of: handler) {
      writeActions(self.key("actions", actions), actions, in: object)
    }
    if reenters { draft.scalar(JSONDraft.Part("reenter", origin), json: "true".utf8.span, in: object, origin) }
    if let description = source.member("description", of: handler) {
      copy(self.key("description", description), description, in: object)
    }
    if isKept {
      let own = writeOwn(in: object, origin)
      draft.scalar(JSONDraft.Part("reenter", origin), json: "false".utf8.span, in: own, origin)
      if again != nil, let target = targets.first {
        let reference = JSONDraft.Part(source.states.reference(to: target), origin)
        draft.string(JSONDraft.Part("target", origin), reference, in: own)
      }
    }
  }

  /// What `meta` of a transition keeps for us.
  private func writeOwn(in object: Int, _ origin: SourceSpan) -> Int {
    let meta = draft.object(JSONDraft.Part("meta", origin), in: object, origin)
    return draft.object(JSONDraft.Part("statekit", origin), in: meta, origin)
  }

  // MARK: Targets that may be active

  /// The child right below a compound state that a handler goes to and leaves as it is where it is active.
  private func child(of state: Int, keptBy handler: Int) -> Int? {
    let (targets, reentry) = source.reach(handler, of: state)
    guard reentry == .none, targets.count == 1, source.states.parent(of: targets[0]) == state,
      source.facts[state].kind == .compound
    else { return nil }
    let kind = source.facts[targets[0]].kind
    return kind == .atomic || kind == .final ? targets[0] : nil
  }

  /// A transition for the case that the target is active: XState would enter it again.
  private func writeStay(_ handler: Int, _ child: Int, in list: Int) {
    let origin = source.span(handler)
    let object = draft.object(nil, in: list, origin)
    let active = "isIn(\(ExpressionText.literal(source.states.reference(to: child))))"
    let condition = source.kind(handler) == .object ? source.member("guard", of: handler) : nil
    let text = condition.map { source.string($0) }
    let made = draft.object(JSONDraft.Part("guard", origin), in: object, origin)
    let type = text == .some(nil) ? "statekit.guard" : "statekit.cel"
    draft.string(JSONDraft.Part("type", origin), JSONDraft.Part(type, origin), in: made)
    let params = draft.object(JSONDraft.Part("params", origin), in: made, origin)
    if let condition, text == .some(nil) {
      let all = draft.array(JSONDraft.Part("guard", origin), in: params, origin)
      draft.string(nil, JSONDraft.Part(active, origin), in: all)
      copy(nil, condition, in: all)
    } else {
      let whole = (text ?? nil).map { "\(active) && (\($0))" } ?? active
      draft.string(JSONDraft.Part("expression", origin), JSONDraft.Part(whole, origin), in: params)
    }
    if source.kind(handler) == .object, let actions = source.member("actions", of: handler) {
      writeActions(key("actions", actions), actions, in: object)
    }
    let own = writeOwn(in: object, origin)
    draft.string(JSONDraft.Part("part", origin), JSONDraft.Part("stay", origin), in: own)
  }

  /// The initial state of a compound state that is active around the handler's, or is that: what is below is left, and that
  /// one entered. Nil where XState would leave more or less.
  private func completion(of targets: [Int], from state: Int) -> [JSONDraft.Part]? {
    guard targets.count == 1, let target = targets.first, source.facts[target].kind == .compound,
      target == state || source.states.isDescendant(state, of: target)
    else { return nil }
    let fact = source.facts[target]
    let origin = source.span(fact.node)
    guard let initial = source.member("initial", of: fact.node) else {
      let path = target == state ? ".\(Self.rest)" : "#\(idPath(of: target)).\(Self.rest)"
      return [JSONDraft.Part(path, origin)]
    }
    if source.kind(initial) == .object { return nil }
    let first = source.targets(initial)
    guard first.allSatisfy({ source.states.parent(of: $0) == target }) else { return nil }
    return first.map { JSONDraft.Part(reference(to: $0, from: state), origin) }
  }

  /// Whether a transition says `reenter`; what XState cannot leave so is a loss.
  private func reenters(_ state: Int, _ targets: [Int], _ reentry: Reentry, _ handler: Int) -> Bool {
    if targets.isEmpty { return false }
    let isBelow = targets.allSatisfy { $0 == state || source.states.isDescendant($0, of: state) }
    switch reentry {
    case .children: return false
    case .ancestor: return isBelow
    case .external:
      if let ancestor = source.states.properAncestor(of: [state] + targets), source.facts[ancestor].kind == .parallel {
        losses.add(
          source.span(handler), "XState leaves the regions of the parallel state, not that state itself",
          help: "\"reenter\": \"lca\" leaves the regions alone")
      }
      return isBelow
    case .none:
      let isSame = targets.count == 1 && targets[0] == state
      if !isSame, !source.isPlain(state, targets) {
        losses.add(
          source.span(handler), "XState enters the target again where it is active; this transition leaves it as it is",
          help: isBelow ? "\"reenter\": \"children\" is what XState does" : "\"reenter\": \"lca\" is what XState does")
      }
      return false
    }
  }

  // MARK: Guards

  private func writeGuard(_ node: Int, in object: Int) {
    let key = key("guard", node)
    if let text = source.string(node) {
      let made = draft.object(key, in: object, source.span(node))
      draft.string(
        JSONDraft.Part("type", source.span(node)), JSONDraft.Part("statekit.cel", source.span(node)), in: made)
      let params = draft.object(JSONDraft.Part("params", source.span(node)), in: made, source.span(node))
      draft.string(JSONDraft.Part("expression", source.span(node)), source.part(text, node), in: params)
      return
    }
    if let host = source.member("host", of: node), let name = source.string(host) {
      let data = source.member("data", of: node)
      if data == nil {
        draft.string(key, source.part(name, host), in: object)
        return
      }
      if let data, isConstant(data) {
        let made = draft.object(key, in: object, source.span(node))
        draft.string(self.key("type", host), source.part(name, host), in: made)
        writeData(self.key("params", data), data, in: made)
        return
      }
    }
    let made = draft.object(key, in: object, source.span(node))
    draft.string(
      JSONDraft.Part("type", source.span(node)), JSONDraft.Part("statekit.guard", source.span(node)), in: made)
    let params = draft.object(JSONDraft.Part("params", source.span(node)), in: made, source.span(node))
    copy(JSONDraft.Part("guard", source.span(node)), node, in: params)
  }
}
