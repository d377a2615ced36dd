import CEL

/// Checks of events before any machine handles them.
extension Chart {
  /// The reason for rejecting an event that `events` does not declare.
  package static let undeclared = "the event is not declared"

  /// The reason for rejecting an event of `internalEvents` from outside.
  package static let onlyInternal = "only the chart raises it, as \"internalEvents\" says"

  /// The reason why an event is rejected: the chart declares its events (Charts.md). `isOwn`: the chart or a child of
  /// it raised or sent the event.
  package func rejection(of event: Event, isOwn: Bool = false) -> String? {
    guard let alphabet else { return nil }
    let name: NameID
    switch event.label {
    case .known(let id): name = id
    case .other(let text):
      if EventType.comesByItself(text) { return nil }
      guard let id = names.find(text) else { return isClosed ? Self.undeclared : nil }
      name = id
    }
    guard let type = alphabet[name] else {
      return !isClosed || EventType.comesByItself(names.text(name)) ? nil : Self.undeclared
    }
    if !isOwn, internalEvents.contains(name) { return Self.onlyInternal }
    return type.misfit(of: event.data)
  }

  /// The reason why a child with this chart rejects an event that is forwarded to it; nil for an event that it accepts,
  /// and for one that it does not declare, which is not passed on to it.
  package func rejection(ofForwarded event: Event, isOwn: Bool = false) -> String? {
    let why = rejection(of: event, isOwn: isOwn)
    return why == Self.undeclared ? nil : why
  }

  /// True if a state handles an event, in this chart or in a child to which it is passed on.
  package func isKnown(_ event: Event) -> Bool {
    // A pattern matches an event that is not declared, but the event is rejected.
    if let id = event.id, isHandled(id) { return rejection(of: event, isOwn: true) != Self.undeclared }
    let name = text(of: event.label)
    if endsWork(name) { return true }
    return receivers.dropFirst().contains { receiver in
      let chart = relative(receiver.chart)
      return chart.event(named: name.utf8Bytes.span).map { chart.isHandled($0) || chart.endsWork(name) } ?? false
    }
  }

  /// The chart itself, and the charts of the children that `forward` passes its events to, each once: the index in the
  /// family, and the ids of the children on the way.
  package var receivers: [(chart: Int, path: [String])] {
    var found: [(chart: Int, path: [String])] = [(0, [])]
    guard let family else { return found }
    var next = 0
    while next < found.count {
      let (index, path) = found[next]
      next += 1
      for (number, invocation) in relative(index).invocations.enumerated() where invocation.forwards {
        let child = family.chart(invokedBy: index, invocation: number)
        if !found.contains(where: { $0.chart == child }) { found.append((child, path + [invocation.id])) }
      }
    }
    return found
  }

  /// True if an event's name may be that of the end of a host invocation; the first bytes exclude most names.
  func mayEndWork(_ label: EventLabel) -> Bool {
    if invocations.isEmpty { return false }
    switch label {
    case .known(let name): return names.hasMore(name, than: 12) && Self.mayEndWork(names[name].first)
    case .other(let name): return name.utf8.count > 12 && Self.mayEndWork(name.utf8.first)
    }
  }

  private static func mayEndWork(_ first: UInt8?) -> Bool {
    first == UInt8(ascii: "d") || first == UInt8(ascii: "e")
  }

  /// The ids of the work that it asks of the host.
  package var hostWork: [String] { invocations.filter { $0.source != nil }.map(\.id) }

  /// True if an event can be the end of a host invocation of this chart, by its id or its source.
  private func endsWork(_ name: String) -> Bool {
    let prefix = EventType.invocationEnds.first { name.utf8.starts(with: $0.utf8) }
    guard let prefix else { return false }
    let work = name.utf8.dropFirst(prefix.utf8.count)
    return invocations.contains { invocation in
      guard let source = invocation.source else { return false }
      return invocation.id.utf8.elementsEqual(work) || source.utf8.elementsEqual(work)
    }
  }

  /// The states with a handler for an event, active or not, in document order.
  package func statesHandling(_ event: Event) -> [StateID] {
    guard let id = event.id else { return [] }
    let keys = keys[eventKeys[id.index].indices]
    return states.indices.filter { state in
      keys.contains { !candidates(of: state, key: $0).isEmpty }
    }.map { StateID($0) }
  }

  /// The states with a handler for an event, active or not, also those of the children that receive it.
  package func statesReceiving(_ event: Event) -> [StateReference] {
    let name = text(of: event.label)
    return receivers.flatMap { receiver in
      let chart = relative(receiver.chart)
      return chart.statesHandling(chart.event(name.utf8Bytes.span, data: nil)).map {
        StateReference(path: receiver.path, states: [(receiver.chart, $0)])
      }
    }
  }
}

extension Chart {
  /// The handlers of active states for the chart's events, from the deepest states upwards; each event once for each
  /// handler, in the order of the events.
  package func handlers(in leaves: [StateID]) -> [(event: String, handler: EventHandler)] {
    let owners = owners(above: leaves)
    var found: [(event: String, handler: EventHandler)] = []
    for index in eventsHandled(by: owners) {
      for state in owners {
        for list in candidateLists(of: state.index, for: EventID(rawValue: Int32(index))) {
          for handler in list.indices { found.append((names.text(eventNames[index]), handlers[handler])) }
        }
      }
    }
    return found
  }

  /// The handlers of active states for patterns of events, such as `door.*`, from the deepest states upwards, in the
  /// order of the patterns.
  package func patternHandlers(in leaves: [StateID]) -> [(event: String, handler: EventHandler)] {
    let owners = owners(above: leaves)
    return patterns.enumerated().flatMap { index, prefix in
      owners.flatMap { state in
        candidates(of: state.index, key: Int32(eventCount + index)).indices.map { (prefix + "*", handlers[$0]) }
      }
    }
  }

  /// States with their ancestors, each once.
  private func owners(above leaves: [StateID]) -> [StateID] {
    var seen: Set<StateID> = []
    return leaves.flatMap { states.line(upFrom: $0) }.filter { seen.insert($0).inserted }
  }

  /// The indices of the events that states themselves handle; all handled events if one of them has a pattern.
  private func eventsHandled(by owners: [StateID]) -> [Int] {
    var found: Set<Int> = []
    for state in owners {
      let (base, mask) = (Int(states[state.index].slotBase), Int(states[state.index].slotMask))
      guard base >= 0 else { continue }
      for slot in handlerSlots[base..<base + (mask < 0 ? -mask : mask + 1)] where slot.key >= 0 {
        if slot.key < eventCount {
          found.insert(Int(slot.key))
        } else if anyPattern >= 0 || !patternOfName.isEmpty {
          return eventNames.indices.filter { eventIsHandled[$0] }
        }
      }
    }
    return found.sorted()
  }
}
