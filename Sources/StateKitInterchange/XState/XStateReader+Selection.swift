import CEL
import StateKitCore
import StateKitFormat

/// The handlers that XState selects: events by subtree, and timers as events, which an earlier `*` can handle.
extension XStateReader {
  /// Finds the states with events, and those whose `after` events a `*` may handle.
  mutating func findEvents() {
    let count = facts.count
    var (hasEvents, hasStar) = ([Bool](repeating: false, count: count), [Bool](repeating: false, count: count))
    for state in facts.indices {
      let node = facts[state].node
      let keys = eventKeys(of: node)
      hasStar[state] = keys.contains("*")
      hasEvents[state] =
        !keys.names.isEmpty || [XStateKey.onDone, .invoke].contains { source.present($0, of: node) != nil }
    }
    // The number of states with `*` below each state, from the last to the first.
    var starsBelow = hasStar.map { $0 ? 1 : 0 }
    for state in facts.indices.reversed() where state > 0 { starsBelow[states.parent(of: state)] += starsBelow[state] }
    var (isBeside, isBelow) = ([Bool](repeating: false, count: count), [Bool](repeating: false, count: count))
    for state in facts.indices {
      let parent = states.parent(of: state)
      if parent >= 0 {
        isBelow[state] = isBelow[parent] || hasStar[parent]
        isBeside[state] =
          isBeside[parent]
          || facts[parent].kind == .parallel && starsBelow[parent] - (hasStar[parent] ? 1 : 0) > starsBelow[state]
      }
      guard let after = source.present(.after, of: facts[state].node) else { continue }
      // Its own `*`, in version 4, and those of ancestors are reached if no transition of the timer is enabled.
      let isTaken =
        isBeside[state] || starsBelow[state] > (hasStar[state] ? 1 : 0) || isFour && hasStar[state]
        || (isBelow[state] || hasStar[state]) && mayDecline(after)
      if isTaken {
        facts[state].sendsTimers = true
        hasEvents[state] = true
      }
    }
    asksBySubtree = matters(hasEvents)
    if isFour {
      let eventless = facts.map { fact in
        let on = source.member(.on, of: fact.node).map { source.children(of: $0).contains { isEventless($0) } }
        return on == true || source.present(.always, of: fact.node) != nil
      }
      asksAlwaysBySubtree = matters(eventless)
      places = XStateEventPlaces(
        facts.indices.map { state in
          let node = facts[state].node
          let on = source.member(.on, of: node).map { Array(source.children(of: $0)) } ?? []
          return XStateEventPlaces.Entry(
            names: on.filter { moves($0) }.compactMap { entry in
              let key = source.tree.nodes[entry].key < 0 ? nil : source.keyText(entry)
              return (source.string(.event, of: entry) ?? key).map { event($0) }
            },
            answers: source.present(.invoke, of: node) != nil,
            hasOthers: [XStateKey.onDone, .after].contains { source.present($0, of: node) != nil },
            isEventless: eventless[state])
        },
        parent: { states.parent(of: $0) })
    }
  }

  /// True if a transition of an entry of `on` has a target: one without a target never conflicts.
  private func moves(_ entry: Int) -> Bool {
    transitions(entry).contains { source.kind($0) == .string || source.present(.target, of: $0) != nil }
  }

  /// True if a timer has only guarded transitions.
  private func mayDecline(_ after: Int) -> Bool {
    entries(after, named: .delay).contains { entry in
      entry.transitions.allSatisfy {
        source.present(.guardKey, of: $0) != nil || source.present(.cond, of: $0) != nil
          || source.present(.inState, of: $0) != nil
      }
    }
  }

  /// Finds the states that are active when the machine ends, if it ends.
  mutating func findEnd() {
    var raised = NameSet()
    for node in source.tree.nodes.indices where source.string(.type, of: node) == "xstate.raise" {
      guard let event = argument(.event, of: node) else { continue }
      if let name = source.string(event) ?? source.string(.type, of: event) { raised.insert(self.event(name)) }
    }
    end = XStateEnd(
      kinds: facts.map(\.kind), children: { facts[$0].children }, reference: { states.reference(to: $0) },
      raised: raised)
  }

  /// True if an entry of `on` has no event.
  private func isEventless(_ entry: Int) -> Bool {
    if source.string(.event, of: entry) == "" { return true }
    return source.tree.nodes[entry].key >= 0 && source.keyText(entry).isEmpty
  }

  /// True if a parallel state or an ancestor has events, and a descendant also has events.
  private func matters(_ hasEvents: [Bool]) -> Bool {
    var hasAbove = hasEvents
    var isInRegion = [Bool](repeating: false, count: facts.count)
    for state in facts.indices.dropFirst() {
      let parent = states.parent(of: state)
      isInRegion[state] = isInRegion[parent] || facts[parent].kind == .parallel && hasAbove[parent]
      if isInRegion[state], hasEvents[state] { return true }
      hasAbove[state] = hasEvents[state] || hasAbove[parent]
    }
    return false
  }

  /// True if a state is below a parallel one.
  func isInRegion(_ state: Int) -> Bool {
    var next = states.parent(of: state)
    while next >= 0, facts[next].kind != .parallel { next = states.parent(of: next) }
    return next >= 0
  }

  /// The names of a state's events.
  private func eventKeys(of node: Int) -> NameSet {
    guard let on = source.member(.on, of: node) else { return NameSet() }
    if source.kind(on) == .array {
      return NameSet(source.children(of: on).compactMap { source.string(.event, of: $0) })
    }
    let members = source.members(of: on).filter { !transitions($0).isEmpty }
    return NameSet(members.map { source.keyText($0) }.filter { !$0.isEmpty })
  }

  // MARK: Timers as events

  /// The event of a timer, in XState's notation.
  func timerEvent(_ delay: String, of state: Int) -> String { "\(Self.timerPrefix)\(delay).\(idOfState[state])" }

  static let timerPrefix = "xstate.after."

  /// True if a state's timer is written as an event; an action must be able to express its delay.
  func sends(_ delay: String, of state: Int) -> Bool {
    facts[state].sendsTimers
      && (Delay.isName(delay.utf8Bytes.span)
        || delay.utf8.allSatisfy { (0x30...0x39).contains($0) } && delay.utf8.count < 16)
  }

  /// The delays of a state's timers that are written as events, with their transitions.
  func sentTimers(of state: Int) -> [Group] {
    guard facts[state].sendsTimers, let after = source.member(.after, of: facts[state].node) else { return [] }
    var groups = Groups()
    for (key, transitions) in entries(after, named: .delay) { groups.add(key, transitions: transitions) }
    return groups.all.filter { sends($0.key.text, of: state) }
  }

  mutating func writeSends(of timers: [Group], state: Int, in list: Int) {
    for timer in timers {
      let event = ExpressionText.template(timerEvent(timer.key.text, of: state))
      made.insert(timerEvent(timer.key.text, of: state))
      draft.wording.add(only: SourceWording.whole, as: "", at: timer.key.origin)
      let delay = Int64(timer.key.text).map { Delay.text($0) } ?? timer.key.text
      for transition in timer.transitions {
        draft.wording.add(only: SourceWording.timer, as: delay, at: source.span(transition))
      }
      let action = draft.object(nil, in: list, origin: timer.key.origin)
      for (key, text) in [("send", event), ("delay", timer.key.text), ("id", event)] {
        draft.string(key, value: text, in: action, origin: timer.key.origin)
      }
    }
  }

  func writeCancels(of timers: [Group], state: Int, in list: Int) {
    for timer in timers {
      let event = ExpressionText.template(timerEvent(timer.key.text, of: state))
      let action = draft.object(nil, in: list, origin: timer.key.origin)
      draft.string("cancel", value: event, in: action, origin: timer.key.origin)
    }
  }
}
