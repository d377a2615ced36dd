extension Chart {
  /// The delays that the host defines, each name once.
  package var hostDelays: [String] {
    var known: Set<NameID> = []
    return delayNames.filter { known.insert($0.name).inserted }.map { names.text($0.name) }
  }

  /// The invocations with this id, as indices of `invocations`.
  package func invocations(named id: Span<UInt8>) -> [Int32] {
    invocationIDs.find(id).map { invocationsOfID[$0.index] } ?? []
  }

  /// The guard with this name; nil if the chart declares none.
  package func namedGuard(_ name: String) -> NamedGuard? {
    guardSlots.find(name).map { guards[$0.index] }
  }

  /// True if the host defines a delay of this name.
  package func hasHostDelay(named name: String) -> Bool {
    names.find(name).map { hostDelayNames.contains($0) } ?? false
  }

  /// True if the chart or a child of it needs guards or delays from the host.
  package var asksHost: Bool {
    if !delayNames.isEmpty || !hostGuards.isEmpty { return true }
    return family?.members.contains { !$0.chart.delayNames.isEmpty || !$0.chart.hostGuards.isEmpty }
      ?? false
  }

  /// The full path of a state, as text.
  package func path(_ state: StateID) -> String {
    ByteBuffer.text { appendPath(state, to: &$0) }
  }

  /// The shortest reference to a state, without quotes.
  package func reference(_ state: StateID) -> String {
    ByteBuffer.text { appendReference(state, to: &$0) }
  }
}

extension Chart {
  /// True if only the chart raises or sends an event with this name.
  package func isInternal(_ event: String) -> Bool {
    names.find(event).map { internalEvents.contains($0) } ?? false
  }

  /// The names of events that states handle, without internal ones.
  package var inputEventNames: [String] { handledEventNames.filter { !isInternal($0) } }

  /// The names of the declared events in the order of their first occurrence, without internal ones; empty without a
  /// declaration.
  package var declaredEvents: [String] { declared { !internalEvents.contains($0) } }

  /// The names of the events that only the chart raises or sends, in the order of their first occurrence.
  package var ownEvents: [String] { declared(internalEvents.contains) }

  private func declared(_ isIncluded: (NameID) -> Bool) -> [String] {
    (alphabet ?? [:]).keys.filter(isIncluded).sorted { $0.rawValue < $1.rawValue }.map { names.text($0) }
  }

  /// The text before the star of each event pattern, in the order of first occurrence: `a.` for `a.*`, empty for `*`.
  package var patterns: [String] {
    var found: [(pattern: Int32, prefix: String)] = []
    if anyPattern >= 0 { found.append((anyPattern, "")) }
    for (name, pattern) in patternOfName.enumerated() where pattern >= 0 {
      found.append((pattern, names.text(NameID(rawValue: Int32(name)))))
    }
    return found.sorted { $0.pattern < $1.pattern }.map(\.prefix)
  }

  /// All lists of candidates for events, with the key of each, in document order.
  package var candidateLists: [(key: Int, state: Int, list: TableRange)] {
    states.indices.flatMap { state in
      let (base, mask) = (Int(states[state].slotBase), Int(states[state].slotMask))
      guard base >= 0 else { return [(key: Int, state: Int, list: TableRange)]() }
      return handlerSlots[base..<base + (mask < 0 ? -mask : mask + 1)].compactMap { slot in
        slot.key < 0 ? nil : (Int(slot.key), state, slot.candidates)
      }
    }
  }

  /// The keys under which states handle an event, in search order.
  package func keys(of event: EventID) -> [Int] {
    eventKeys[event.index].indices.map { Int(keys[$0]) }
  }
}

/// The handlers of each event: for callers that query many events of a chart.
package struct HandlersOfEvents: Sendable {
  private let chart: Chart
  private var lists: [[(state: Int, list: TableRange)]] = []

  package init(_ chart: Chart) {
    self.chart = chart
    for (key, state, list) in chart.candidateLists {
      while lists.count <= key { lists.append([]) }
      lists[key].append((state, list))
    }
  }

  /// The lists of candidates for an event in document order; several lists of one state are in search order.
  package func lists(of event: EventID) -> [(state: Int, list: TableRange)] {
    let found = chart.keys(of: event).enumerated().flatMap { rank, key in
      lists.indices.contains(key) ? lists[key].map { (state: $0.state, rank: rank, list: $0.list) } : []
    }
    return found.sorted { ($0.state, $0.rank) < ($1.state, $1.rank) }.map { ($0.state, $0.list) }
  }

  /// The candidate handlers for an event, in document order.
  package func handlers(of event: EventID) -> [Int] {
    lists(of: event).flatMap(\.list.indices)
  }
}

extension Chart {
  /// The key of a list of candidates.
  package enum HandlerKey: Sendable {
    case event(NameID)
    /// Events with this prefix; empty for `*`.
    case pattern(String)
    /// `onDone`.
    case done
  }

  /// Each list of candidates for events with its key, including `onDone`. `always` handlers and timers are stored with
  /// their states.
  package var handlerKeys: [(key: HandlerKey, candidates: TableRange)] {
    let patterns = patterns
    return handlerSlots.lazy.filter { !$0.isEmpty }.map { slot in
      let index = Int(slot.key)
      if index < eventCount { return (.event(eventNames[index]), slot.candidates) }
      let isPattern = index - eventCount < patterns.count
      return (isPattern ? .pattern(patterns[index - eventCount]) : .done, slot.candidates)
    }
  }
}
