import StateKitCore
import StateKitFormat

/// Handlers, in the order in which they are tried.
extension SCXMLWriter {
  /// The event that makes a handler run, with conditions besides its guard.
  private struct Trigger {
    /// Nil for a handler without an event.
    var event: String?
    /// True if longer names also match.
    var coversLonger = false
    /// A condition on the event's name.
    var test: String?
    var delay: String?
  }

  mutating func writeHandlers(of state: Int) {
    let node = source.facts[state].node
    checkDone(of: state)
    script.knowsEventName = false
    script.payload = .any
    defer {
      script.knowsEventName = false
      script.payload = .any
    }
    if let always = source.member("always", of: node) {
      for handler in source.elements(always) { write(handler, of: state, on: Trigger()) }
    }
    let mayPrecedeEvents = script.mayPrecedeEvents
    script.mayPrecedeEvents = false
    defer { script.mayPrecedeEvents = mayPrecedeEvents }
    if let done = source.member("onDone", of: node) {
      let trigger = Trigger(event: "done.state.\(doneID(of: state))")
      for handler in source.elements(done) { write(handler, of: state, on: trigger) }
    }
    for (number, timer) in source.timers(of: state).enumerated() {
      let trigger = Trigger(event: timerEvent(number, of: state), delay: source.keyText(timer))
      for handler in source.elements(timer) { write(handler, of: state, on: trigger) }
    }
    let events = source.events(of: state).enumerated().sorted { left, right in
      let (first, second) = (rank(left.element), rank(right.element))
      return (-first.length, first.pattern, left.offset) < (-second.length, second.pattern, right.offset)
    }.map(\.element)
    var names = NameMap<Int>()
    for event in events where names[source.keyText(event)] == nil { names[source.keyText(event)] = event }
    for event in events { write(event, names: names, of: state) }
  }

  /// The sort key: longer names first, and a name before its own pattern.
  private func rank(_ event: Int) -> (length: Int, pattern: Int) {
    let name = source.keyText(event)
    let isPattern = name.utf8.last == UInt8(ascii: "*")
    return (max(0, name.utf8.count - (isPattern ? 2 : 0)), isPattern ? 1 : 0)
  }

  private mutating func write(_ event: Int, names: NameMap<Int>, of state: Int) {
    let name = source.keyText(event)
    var trigger = Trigger(event: name)
    if name.utf8.suffix(2).elementsEqual(".*".utf8) {
      let bare = String(name.dropLast(2))
      // A descriptor also matches the name itself.
      if let other = names[bare], source.isSame(other, event) { return }
      if !SCXMLEventNames.isWhole(name) { trigger.test = "event.name != \(ExpressionText.literal(bare))" }
    } else if name != "*", !SCXMLEventNames.isWhole(name),
      names[name + ".*"].map({ !source.isSame(event, $0) }) ?? eventNames.haveLonger(than: name)
    {
      trigger.test = "event.name == \(ExpressionText.literal(name))"
    }
    // The event of a timer is a normal event in SCXML.
    if name == "*", hasTimers { trigger.test = "!event.name.startsWith('\(Self.timerPrefix)')" }
    trigger.coversLonger = names[name + ".*"].map { source.isSame(event, $0) } ?? false
    script.knowsEventName = !name.utf8.starts(with: "done.state.".utf8)
    script.payload = trigger.coversLonger ? .any : ContextKinds.payload(of: name, in: source)
    for handler in source.elements(event) { write(handler, of: state, on: trigger) }
  }

  private mutating func write(_ handler: Int, of state: Int, on trigger: Trigger) {
    var attributes: [(String, String)] = []
    if let event = trigger.event { attributes += self.attributes(ofEvent: event, at: source.span(handler)) }
    if trigger.coversLonger { attributes.append(("statekit:exact", "false")) }
    if let delay = trigger.delay { attributes.append(("statekit:after", delay)) }
    defer { reportControl(in: source.span(handler)) }
    if let action = source.targetAction(of: handler) {
      losses.add(targetAction: action, of: handler, source: source, in: "SCXML")
    }
    if source.kind(handler) == .null {
      if let test = trigger.test { attributes += [("cond", said(test).text), ("statekit:guard", "")] }
      return out.leaf("transition", attributes: attributes)
    }
    let tests = trigger.test.map { [$0] } ?? []
    if state > 0 || isWrapped, let child = source.child(of: state, keptBy: handler) {
      // An active child stays active; the other case needs its own transition.
      let active = "isIn(\(ExpressionText.literal(source.states.reference(to: child))))"
      write(handler, attributes: attributes + [("statekit:part", "stay")], tests: tests + [active])
      let target = [("target", id(of: child)), ("type", "internal"), ("statekit:reenter", "false")]
      return write(handler, attributes: attributes + target, tests: tests)
    }
    let (targets, reentry) = source.reach(handler, of: state)
    attributes += self.attributes(of: state, targets: targets, reentry: reentry, handler: handler) ?? []
    write(handler, attributes: attributes, tests: tests)
  }

  /// Writes a transition with some tests before its guard, and its actions.
  private mutating func write(_ handler: Int, attributes: [(String, String)], tests: [String]) {
    var attributes = attributes
    let isObject = source.kind(handler) == .object
    let conditions = isObject ? conditions(of: handler) : []
    if !(tests + conditions).isEmpty {
      let known = isObject ? source.member("guard", of: handler) : nil
      let condition = said(all(tests + conditions), at: known.map { source.span($0) })
      attributes.append(("cond", condition.text))
      if !tests.isEmpty || !condition.isSame || known.map({ source.string($0) == nil }) ?? false {
        attributes.append(("statekit:guard", known.map { kept($0) } ?? ""))
      }
    }
    if isObject, let description = source.member("description", of: handler).flatMap({ source.string($0) }) {
      attributes.append(("statekit:description", description))
    }
    let actions = isObject ? source.actions(of: handler) : []
    let isEmpty = !attributes.contains { ["target", "statekit:target"].contains($0.0) } && conditions.isEmpty
    // Without a mark it would be read as null.
    if isEmpty, actions.isEmpty { attributes.append(("statekit:handler", "{}")) }
    out.open("transition", attributes: attributes)
    for action in actions { writeAction(action) }
    out.close("transition")
  }

  /// The event of a transition, in the notation of SCXML.
  private func attributes(ofEvent event: String, at span: SourceSpan) -> [(String, String)] {
    let done = "done.state."
    if event.utf8.starts(with: done.utf8), let state = source.states.resolve(String(event.dropFirst(done.count))) {
      return [("event", done + doneID(of: state))]
    }
    return names.attributes(ofEvent: event, at: span, isKey: true)
  }

  /// The target and type of a transition; nil without a target.
  private func attributes(
    of state: Int, targets: [Int], reentry: Reentry, handler: Int
  ) -> [(String, String)]? {
    if targets.isEmpty { return nil }
    let target = ("target", ids(targets))
    let ancestor = source.states.properAncestor(of: state, and: targets)
    let isInParallel = ancestor.map { source.facts[$0].kind == .parallel } ?? (source.facts[0].kind == .parallel)
    switch reentry {
    case .external:
      if isCompoundThere(above: ancestor) {
        losses.add(
          source.span(handler),
          message:
            "another handler exits only the regions of the parallel state, but this handler also exits that state",
          written: "in other tools it exits only the regions")
      }
      return [target]
    case .ancestor:
      if isInParallel, divided.contains(ancestor ?? 0) { return [target, ("statekit:reenter", "lca")] }
      if isInParallel {
        losses.add(
          source.span(handler), message: "SCXML also exits the parallel state of the regions",
          written: Losses.entersAgain)
      }
      return [target]
    case .children:
      if targets == [state], let again = completion(of: state, from: state, reentry: "children") { return again }
      if divided.contains(state), !targets.contains(state) {
        return [target, ("type", "internal"), ("statekit:reenter", "children")]
      }
      if source.facts[state].kind != .compound || targets.contains(state) {
        losses.add(
          source.span(handler), message: "SCXML also exits the state of this handler",
          written: Losses.entersAgain)
      }
      return [target, ("type", "internal")]
    case .none:
      if targets == [state], source.facts[state].children.isEmpty { return [("statekit:target", target.1)] }
      if targets.count == 1, let again = completion(of: targets[0], from: state) { return again }
      if source.isPlain(state, targets: targets) { return [target] }
      let isInside =
        (source.facts[state].kind == .compound || divided.contains(state))
        && targets.allSatisfy { source.states.isDescendant($0, of: state) }
      losses.add(
        source.span(handler),
        message: "SCXML exits and enters more states; this transition does not exit an active target",
        written: isInside ? Losses.entersAgain : "as written, more states are exited and entered again",
        help: "write \"reenter\": true or \"children\", as SCXML does")
      if !isInside { return [target] }
      return [target, ("type", "internal")] + (divided.contains(state) ? [("statekit:reenter", "children")] : [])
    }
  }

  /// A transition to a compound state that is the source or an ancestor of it: its descendants are exited, and its
  /// initial state is entered. Nil if an SCXML transition would exit more or less.
  private func completion(
    of target: Int, from state: Int, reentry: String = "false"
  ) -> [(String, String)]? {
    let fact = source.facts[target]
    guard fact.kind == .compound || divided.contains(target),
      target == state || source.states.isDescendant(state, of: target),
      target > 0 || isWrapped
    else { return nil }
    let first: String
    if let regions = regions(of: target) {
      first = regions
    } else if let rest = rest(of: target) {
      first = rest
    } else if let initial = source.member("initial", of: fact.node), source.kind(initial) != .object {
      let initial = source.targets(initial)
      guard initial.allSatisfy({ source.states.parent(of: $0) == target }) else { return nil }
      first = ids(initial)
    } else {
      return nil
    }
    let type = target == state ? [("type", "internal")] : []
    return [("target", first)] + type + [("statekit:target", id(of: target)), ("statekit:reenter", reentry)]
  }
}
