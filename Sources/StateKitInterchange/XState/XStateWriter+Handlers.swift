import CEL
import StateKitCore
import StateKitFormat

/// Handlers and their exit sets.
extension XStateWriter {
  func writeHandlers(of state: Int, in object: Int) {
    let node = source.facts[state].node
    var events = source.events(of: state)
    // In XState, `onDone` replaces the handlers of the same event in `on`.
    var others: [Int] = []
    if state > 0, source.member("onDone", of: node) != nil, case let done = "xstate.done.state." + idPath(of: state),
      let index = events.firstIndex(where: { eventName(source.keyText($0)).utf8.elementsEqual(done.utf8) })
    {
      others = source.elements(events.remove(at: index))
    }
    if !events.isEmpty {
      let on = draft.object("on", in: object, origin: source.keySpan(node))
      let names = NameSet(events.map { source.keyText($0) })
      let patterns = events.filter { source.keyText($0).utf8.last == UInt8(ascii: "*") }
      for event in events { write(event, names: names, patterns: patterns, of: state, in: on) }
    }
    for word in ["always", "onDone"] {
      guard let value = source.member(word, of: node) else { continue }
      if state == 0, word == "onDone" {
        losses.add(
          source.keySpan(value), message: "\"onDone\" of the root is never taken by XState",
          written: "it is written, but not taken")
      }
      let handlers = source.elements(value) + (word == "onDone" ? others : [])
      write(key(word, node: value), handlers: handlers, event: word, of: state, in: object)
    }
    if let after = source.member("after", of: node) { writeAfter(after, of: state, in: object) }
  }

  private func write(_ event: Int, names: NameSet, patterns: [Int], of state: Int, in on: Int) {
    let name = source.keyText(event)
    var handlers = source.elements(event)
    if name.utf8.suffix(2).elementsEqual(".*".utf8) {
      if !XStateReader.isOfPlatform(name), !names.contains(String(name.dropLast(2))) {
        losses.add(
          source.keySpan(event),
          message: "\(DisplayText.quoted(name)) also matches \(DisplayText.quoted(String(name.dropLast(2)))) in XState",
          written: "it is written, and matches both")
      }
    } else if !name.utf8.elementsEqual("*".utf8), !handlers.contains(where: { isUnguarded($0, event: name, of: state) })
    {
      // In XState, a name hides the patterns that match it.
      let covering = patterns.filter { covers(source.keyText($0), name: name) }
        .sorted { source.keyText($0).utf8.count > source.keyText($1).utf8.count }
      for pattern in covering { handlers += source.elements(pattern) }
    }
    write(Part(eventName(name), origin: source.keySpan(event)), handlers: handlers, event: name, of: state, in: on)
  }

  private func isUnguarded(_ handler: Int, event: String, of state: Int) -> Bool {
    guard source.kind(handler) == .object, let condition = source.member("guard", of: handler) else { return true }
    return conditions(condition, event: event, of: state).isEmpty
  }

  private func covers(_ pattern: String, name: String) -> Bool {
    name.utf8.starts(with: pattern.utf8.dropLast()) && !pattern.utf8.elementsEqual(name.utf8)
  }

  /// The name of an event in XState.
  func eventName(_ name: String) -> String {
    for (ours, theirs) in [("done.invoke.", "xstate.done.actor."), ("error.invoke.", "xstate.error.actor.")]
    where name.utf8.starts(with: ours.utf8) {
      return theirs + String(name.dropFirst(ours.count))
    }
    if ["done.*", "done.state.*", "error.*"].contains(name) { return "xstate." + name }
    let done = "done.state."
    if name.utf8.starts(with: done.utf8), let state = source.states.resolve(String(name.dropFirst(done.count))) {
      return "xstate.done.state." + idPath(of: state)
    }
    return name
  }

  private func writeAfter(_ after: Int, of state: Int, in object: Int) {
    let timers = draft.object(key("after", node: after), in: object, origin: source.span(after))
    var seen = NameSet()
    for timer in source.children(of: after) {
      let text = source.keyText(timer)
      var delay = text
      if let milliseconds = Self.milliseconds(text) {
        delay = String(milliseconds)
      } else if !Delay.isName(text.utf8Bytes.span) {
        losses.add(
          source.keySpan(timer), message: "the delay \(DisplayText.quoted(text)) has no form in XState",
          written: "XState takes it for a name", help: "use a number of seconds, or a name")
      }
      if !seen.insert(delay) {
        losses.add(
          source.keySpan(timer), message: "two timers with the same delay are one timer in XState",
          written: "this one is left out")
        continue
      }
      write(key(delay, node: timer), handlers: source.elements(timer), event: delay, of: state, in: timers)
    }
  }

  /// Writes the handlers of an event, `always`, `onDone` or a timer.
  func write(_ key: Part, handlers: [Int], event: String, of state: Int, in object: Int) {
    for handler in handlers { reportEnd(handler, event: event, of: state) }
    if handlers.count == 1, source.child(of: state, keptBy: handlers[0]) == nil {
      write(key, handler: handlers[0], event: event, of: state, in: object)
    } else {
      let list = draft.array(key, in: object, origin: key.origin)
      for handler in handlers {
        if let child = source.child(of: state, keptBy: handler) {
          let asked = source.kind(handler) == .object ? source.member("guard", of: handler) : nil
          writeStay(
            handler, child: child, conditions: asked.map { conditions($0, event: event, of: state) } ?? [], in: list)
        }
        write(nil, handler: handler, event: event, of: state, in: list)
      }
    }
  }

  private func write(_ key: Part?, handler: Int, event: String, of state: Int, in container: Int) {
    let origin = source.span(handler)
    if source.kind(handler) == .null {
      draft.object(key, in: container, origin: origin)
      return
    }
    if let action = source.targetAction(of: handler) {
      losses.add(targetAction: action, of: handler, source: source, in: "XState")
    }
    let (targets, reentry) = source.reach(handler, of: state)
    let again = reentry == .none ? completion(of: targets, from: state) : nil
    let isEmpty =
      source.kind(handler) == .object
      && source.children(of: handler).allSatisfy {
        source.isEmpty($0) || source.keyText($0).utf8.elementsEqual("description".utf8)
      }
    let isKept = again != nil || isEmpty || source.child(of: state, keptBy: handler) != nil
    if reentry == .external, leavesParallel(state, targets: targets) {
      losses.add(
        origin,
        message: "XState exits only the regions of the parallel state, but this transition also exits that state",
        written: "XState exits only the regions", help: "write \"reenter\": \"lca\", as XState does")
    }
    let isOwnInitial =
      again != nil && source.targets(source.member("initial", of: source.facts[targets[0]].node)) == [state]
    let reenters = isOwnInitial || !isKept && reenters(state, targets: targets, reentry: reentry, handler: handler)
    if state == 0, reenters {
      losses.add(
        source.span(handler), message: "\"reenter\" of the root has no form in XState",
        written: "it is written with \"reenter\""
      )
    }
    if state != 0, again == nil, targets.contains(0) {
      losses.add(
        origin, message: "XState enters the root again without exiting it",
        written: "it is written, but enters the root twice",
        help: "name the intended state in the root")
    }
    let parts = again ?? targets.map { Part(reference(to: $0, from: state), origin: origin) }
    if source.kind(handler) != .object, !reenters, !isKept {
      draft.strings(key, parts: parts, in: container, origin: origin)
      return
    }
    let object = draft.object(key, in: container, origin: origin)
    if !parts.isEmpty {
      draft.strings(Part("target", origin: origin), parts: parts, in: object, origin: origin)
    }
    if let condition = source.member("guard", of: handler) {
      writeGuard(conditions(condition, event: event, of: state), in: object)
    }
    if let actions = source.member("actions", of: handler) {
      writeActions(
        self.key("actions", node: actions), node: actions, in: object, without: source.targetAction(of: handler))
    }
    if reenters {
      draft.scalar("reenter", json: "true".utf8Bytes.span, in: object, origin: origin)
    }
    if let description = source.member("description", of: handler) {
      copy(self.key("description", node: description), node: description, in: object)
    }
    if isKept {
      let own = writeOwn(in: object, origin: origin)
      draft.scalar("reenter", json: "false".utf8Bytes.span, in: own, origin: origin)
      if again != nil, let target = targets.first {
        let reference = Part(source.states.reference(to: target), origin: origin)
        draft.string(Part("target", origin: origin), value: reference, in: own)
      }
    }
  }

  /// Adds the object in `meta` of a transition for our own data.
  func writeOwn(in object: Int, origin: SourceSpan) -> Int {
    let meta = draft.object("meta", in: object, origin: origin)
    return draft.object("statekit", in: meta, origin: origin)
  }

  // MARK: Events that still wait when a machine ends: XState drops them

  static func end(_ source: ChartSource) -> XStateEnd? {
    var raised = NameSet()
    for node in source.tree.nodes.indices where source.kind(node) == .object {
      if let event = source.member("raise", of: node), let name = source.plain(event) { raised.insert(name) }
    }
    return XStateEnd(
      kinds: source.facts.map(\.kind), children: { source.facts[$0].children },
      reference: { source.states.reference(to: $0) }, raised: raised)
  }

  /// Reports a handler that takes an event that XState drops.
  func reportEnd(_ handler: Int, event: String, of state: Int) {
    guard let end, end.asks(event, of: state), source.kind(handler) != .null, !isRunning(handler) else { return }
    losses.add(
      source.span(handler),
      message: "XState drops the events that wait when the machine ends; in statekit this handler can take one",
      written: "it is written, but XState drops them", help: "add the guard \(DisplayText.quoted(end.test))")
  }

  /// True if the first condition of a handler is that the machine is not done.
  private func isRunning(_ handler: Int) -> Bool {
    source.kind(handler) == .object
      && source.elements(source.member("guard", of: handler)).first.map { isRunning(condition: $0) } == true
  }

  private func isRunning(condition: Int) -> Bool {
    guard let end, let text = source.string(condition) else { return false }
    return text.utf8.elementsEqual(end.test.utf8)
  }

  /// The conditions of a handler without the one that XState implies.
  func conditions(_ node: Int, event: String, of state: Int) -> [Int] {
    let all = source.elements(node)
    guard let first = all.first, isRunning(condition: first), end?.asks(event, of: state) == true else { return all }
    return Array(all.dropFirst())
  }
}
