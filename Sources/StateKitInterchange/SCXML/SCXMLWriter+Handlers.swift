import StateKitCore
import StateKitFormat

/// Handlers: those that are tried first stand first.
extension SCXMLWriter {
  mutating func writeHandlers(of state: Int) {
    let node = source.facts[state].node
    if let always = source.member("always", of: node) {
      for handler in source.elements(always) { write(handler, event: nil, of: state) }
    }
    if let done = source.member("onDone", of: node) {
      for handler in source.elements(done) { write(handler, event: "done.state.\(id(of: state))", of: state) }
    }
    let events = source.events(of: state).enumerated().sorted { left, right in
      let (first, second) = (rank(left.element), rank(right.element))
      return (-first.length, first.pattern, left.offset) < (-second.length, second.pattern, right.offset)
    }.map(\.element)
    let names = Dictionary(events.map { (source.keyText($0), $0) }) { first, _ in first }
    for event in events { write(event, names, of: state) }
  }

  /// Longer names first, a name before the pattern that has it.
  private func rank(_ event: Int) -> (length: Int, pattern: Int) {
    let name = source.keyText(event)
    let isPattern = name.utf8.last == UInt8(ascii: "*")
    return (max(0, name.utf8.count - (isPattern ? 2 : 0)), isPattern ? 1 : 0)
  }

  private mutating func write(_ event: Int, _ names: [String: Int], of state: Int) {
    let name = source.keyText(event)
    var test: String?
    if name.utf8.suffix(2).elementsEqual(".*".utf8) {
      let bare = String(name.dropLast(2))
      // A descriptor takes the name itself, too.
      if let other = names[bare], isSame(other, event) { return }
      test = "event.name != \(ExpressionText.literal(bare))"
    } else if name != "*", !isWhole(name), names[name + ".*"].map({ !isSame(event, $0) }) ?? hasLonger(name) {
      test = "event.name == \(ExpressionText.literal(name))"
    }
    for handler in source.elements(event) { write(handler, event: name, test: test, of: state) }
  }

  private func isSame(_ left: Int, _ right: Int) -> Bool {
    source.bytes(left).elementsEqual(source.bytes(right))
  }

  /// Names that only the platform has, and that no other begins with.
  private func isWhole(_ name: String) -> Bool {
    ["done.state.", "done.invoke.", "error.execution", "error.communication"].contains {
      name.utf8.starts(with: $0.utf8)
    }
  }

  /// Whether the chart has an event whose name goes on behind this one and a dot.
  private func hasLonger(_ name: String) -> Bool {
    source.facts.indices.contains { state in
      source.events(of: state).contains { source.keyText($0).utf8.starts(with: (name + ".").utf8) }
    }
  }

  private mutating func write(_ handler: Int, event: String?, test: String? = nil, of state: Int) {
    var attributes: [(String, String)] = []
    if let event { attributes.append(("event", descriptor(event))) }
    if source.kind(handler) == .null {
      if let test { attributes.append(("cond", test)) }
      return out.leaf("transition", attributes)
    }
    let isObject = source.kind(handler) == .object
    var tests = test.map { [$0] } ?? []
    if isObject, let condition = source.member("guard", of: handler) {
      if let text = source.string(condition) {
        tests.append(tests.isEmpty ? text : "(\(text))")
      } else {
        attributes.append(("statekit:guard", String(decoding: source.bytes(condition), as: UTF8.self)))
      }
    }
    if !tests.isEmpty { attributes.append(("cond", tests.joined(separator: " && "))) }
    let (targets, reentry) = source.reach(handler, of: state)
    if let found = self.attributes(of: state, targets, reentry, handler) { attributes += found }
    let actions = isObject ? source.elements(source.member("actions", of: handler)) : []
    out.open("transition", attributes)
    for action in actions { writeAction(action) }
    out.close("transition")
  }

  private func descriptor(_ event: String) -> String {
    let done = "done.state."
    if event.utf8.starts(with: done.utf8), let state = source.states.resolve(String(event.dropFirst(done.count))) {
      return done + id(of: state)
    }
    if event.utf8.contains(where: { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }) {
      losses.add(
        source.span(0), "the event \(DisplayText.quoted(event)) has a space in its name, which SCXML cannot say")
    }
    return event
  }

  /// Target and type of a transition; nil where it has none.
  private func attributes(
    of state: Int, _ targets: [Int], _ reentry: Reentry, _ handler: Int
  ) -> [(String, String)]? {
    if targets.isEmpty { return nil }
    if targets.contains(0), !isWrapped {
      losses.add(source.span(handler), "the root cannot be a target of SCXML")
      return nil
    }
    let target = ("target", ids(targets))
    let ancestor = source.states.properAncestor(of: [state] + targets)
    let isInParallel = ancestor.map { source.facts[$0].kind == .parallel } ?? (source.facts[0].kind == .parallel)
    switch reentry {
    case .external: return [target]
    case .ancestor:
      if isInParallel { losses.add(source.span(handler), "SCXML leaves the parallel state with its regions") }
      return [target]
    case .children:
      if source.facts[state].kind != .compound || targets.contains(state) {
        losses.add(source.span(handler), "SCXML leaves the state of this handler, too")
      }
      return [target, ("type", "internal")]
    case .none:
      if targets == [state], source.facts[state].children.isEmpty { return [("statekit:target", target.1)] }
      if !source.isPlain(state, targets) {
        losses.add(
          source.span(handler), "SCXML leaves and enters more; this transition leaves an active target as it is",
          help: "\"reenter\": true, or \"children\", is what SCXML does")
      }
      return [target]
    }
  }
}
