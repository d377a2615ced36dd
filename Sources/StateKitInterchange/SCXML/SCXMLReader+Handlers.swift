import CEL
import StateKitCore
import StateKitFormat

/// Transitions: by event descriptors, in document order.
extension SCXMLReader {
  /// A transition with a prefix of the event names that it matches; an empty prefix matches all.
  struct Descriptor {
    let node: Int
    /// The position of the event.
    let origin: SourceSpan
    let prefix: String
  }

  /// The transitions of one state with at most this many descriptors are not counted as repeated.
  private static let few = 16

  mutating func writeHandlers(of state: Int, in object: Int) {
    var always: [Int] = []
    var descriptors: [Descriptor] = []
    var timers: [(delay: Part, nodes: [Int])] = []
    // Our own writer names the events exactly.
    let isExact = foreign(.exact, of: root) != nil
    var exact = NameMap<(origin: SourceSpan, nodes: [Int])>()
    for node in children(.transition, of: facts[state].node) {
      if let delay = foreign(.after, of: node) {
        if timers.last?.delay.text != delay.text { timers.append((delay, [])) }
        timers[timers.count - 1].nodes.append(node)
        continue
      }
      guard let event = attribute(.event, of: node) else {
        always.append(node)
        continue
      }
      if isExact {
        let key = key(foreign(.event, of: node)?.text ?? event.text)
        exact[key, default: (event.origin, [])].nodes.append(node)
        if foreign(.exact, of: node) != nil { exact[key + ".*", default: (event.origin, [])].nodes.append(node) }
      } else if let own = foreign(.event, of: node) {
        descriptors.append(Descriptor(node: node, origin: event.origin, prefix: prefix(own.text)))
      } else {
        for word in words(event) {
          descriptors.append(Descriptor(node: node, origin: event.origin, prefix: prefix(word)))
        }
      }
    }
    if let first = timers.first {
      let after = draft.object("after", in: object, origin: first.delay.origin)
      for timer in timers { write(timer.delay, transitions: timer.nodes, of: state, in: after) }
    }
    if !always.isEmpty {
      write(part("always", of: always[0]), transitions: always, of: state, in: object)
    }
    if !exact.isEmpty {
      let handlers = draft.object("on", in: object, origin: exact.values[0].origin)
      for (name, value) in zip(exact.names, exact.values) {
        write(Part(name, origin: value.origin), transitions: value.nodes, of: state, in: handlers)
      }
    }
    guard let first = descriptors.first else { return }
    let handlers = draft.object("on", in: object, origin: origin(first.node))
    write(descriptors, of: state, in: handlers)
  }

  private mutating func write(_ descriptors: [Descriptor], of state: Int, in handlers: Int) {
    var seen = NameSet()
    // For each prefix, the transitions that name it: those that match an event are found by its own prefixes.
    var byPrefix = NameMap<[Int]>()
    for descriptor in descriptors {
      if byPrefix[descriptor.prefix]?.last == descriptor.node { continue }
      byPrefix[descriptor.prefix, default: []].append(descriptor.node)
    }
    let prefixes = SCXMLPrefixes(byPrefix)
    if descriptors.count > Self.few {
      let count = prefixes.counts.reduce(-prefixes.counts.count, +)
      let isAdmitted = mayRepeat(
        count, at: origin(facts[state].node),
        message: "transitions for \"*\" and other patterns are repeated for each event that they match")
      if !isAdmitted { return }
    }
    var next = 0
    for descriptor in descriptors where seen.insert(descriptor.prefix) {
      // The prefixes are numbered in order of first occurrence.
      let covering = covering(prefixes.lists(covering: next))
      next += 1
      write(descriptor.prefix, origin: descriptor.origin, covering: covering, of: state, in: handlers)
    }
  }

  /// Writes the handlers for a prefix: of the event with that name, and of events whose names continue after a dot.
  private mutating func write(
    _ prefix: String, origin: SourceSpan, covering: [Int], of state: Int, in handlers: Int
  ) {
    for node in covering { noteEvent(of: node, under: prefix) }
    if prefix.isEmpty {
      write(Part("*", origin: origin), transitions: covering, of: state, in: handlers)
      return
    }
    write(Part(prefix, origin: origin), transitions: covering, of: state, in: handlers)
    if SCXMLEventNames.isWhole(prefix) { return }
    if sharesHandlers {
      draft.shareLast(below: Part(prefix, origin: origin), in: handlers)
    } else {
      draft.addAgain(Part(prefix + ".*", origin: origin), in: handlers)
    }
  }

  /// A transition may be written for several events, or under a part of what it says.
  private mutating func noteEvent(of node: Int, under prefix: String) {
    guard !notedEvents.contains(node), let event = attribute(.event, of: node),
      !event.text.utf8.elementsEqual(prefix.utf8)
    else { return }
    notedEvents.insert(node)
    let words = normalised(event.text)
    draft.wording.add(only: SourceWording.event, as: words, at: origin(node))
    // One that says its target alone is written as that.
    if let target = attribute(.target, of: node) {
      draft.wording.add(only: SourceWording.event, as: words, at: target.origin)
    }
  }

  /// True if handlers can be shared, because only the reader of charts reads the translation. Not with declared event
  /// types: each handler is then checked against the type of its own event.
  private var sharesHandlers: Bool { options.isUnseen && !declaresEvents }

  /// The transitions that match events with a prefix, in document order, which is the order of their nodes: those that
  /// name it, and those for more events that are tried before the last of these. The keys of more events have the others.
  private func covering(_ lists: [[Int]]) -> [Int] {
    guard lists.count > 1, let last = lists[0].last else { return lists[0] }
    let own = Set(lists[0])
    var isOver = false
    return Set(lists.joined()).sorted().filter { node in
      if node > last || isOver && !own.contains(node) { return false }
      isOver = isOver || attribute(.cond, of: node) == nil
      return true
    }
  }

  /// The key of an event as our own writer names it.
  private func key(_ event: String) -> String {
    let done = "done.state."
    guard event.utf8.starts(with: done.utf8), let state = ids[String(event.dropFirst(done.count))] else { return event }
    return done + states.reference(to: state)
  }

  /// The prefix of event names that a descriptor matches.
  private mutating func prefix(_ descriptor: String) -> String {
    if descriptor == "*" { return "" }
    var text = descriptor[...]
    if text.hasSuffix(".*") { text = text.dropLast(2) }
    if text.hasSuffix(".") { text = text.dropLast() }
    let done = "done.state."
    if text.utf8.starts(with: done.utf8), let state = ids[String(text.dropFirst(done.count))] {
      return done + states.reference(to: state)
    }
    return String(text)
  }
}
