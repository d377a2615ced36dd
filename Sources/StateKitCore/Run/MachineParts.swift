package import CEL

/// The state of a machine between two script lines, in parts that can be stored and compared separately.
///
/// It leaves out values that no chart can observe: the clock's reading, the serial numbers of timers, its last event,
/// counters.
package struct MachineParts: Sendable {
  /// The deepest active states, in document order.
  package var leaves: [StateID] = []
  /// The values of the context keys, in their order.
  package var values: [Value] = []
  /// The records of history states, without empty ones.
  package var records: [(history: StateID, record: [StateID])] = []
  /// The timers in the order in which they fire.
  package var timers: [PendingTimer] = []
  /// The running children and host work.
  package var children = RunningChildren()
  /// True if `root` is done.
  package var isFinished = false

  package init() {}

  /// The time until the next timer of the machine or of a child, in milliseconds; nil if there is none.
  package var nextDue: Int64? {
    guard let own = timers.first?.remaining else { return children.nextDue }
    return min(own, children.nextDue ?? .max)
  }

  /// Appends the state that decides the machine's behaviour, as unambiguous bytes. `isOrdered`: includes the order of
  /// timers of children that are due at one time.
  package func appendIdentity(in chart: Chart, isOrdered: Bool = true, to out: inout ByteBuffer) {
    out.append(isFinished ? 1 as UInt8 : 0)
    out.append(number: UInt64(leaves.count))
    for leaf in leaves { out.append(number: UInt64(leaf.rawValue)) }
    for value in values { value.appendIdentity(to: &out) }
    out.append(number: UInt64(records.count))
    for (history, record) in records {
      out.append(number: UInt64(history.rawValue))
      out.append(number: UInt64(record.count))
      for state in record { out.append(number: UInt64(state.rawValue)) }
    }
    out.append(number: UInt64(timers.count))
    for timer in timers {
      out.append(number: UInt64(bitPattern: timer.remaining))
      timer.appendIdentity(to: &out)
    }
    children.appendIdentity(in: chart, isOrdered: isOrdered, to: &out)
  }
}

extension Machine {
  /// The output with which `root` is done; nil without an output, and before that.
  package var finalOutput: Value? { kin.output }

  /// The serial of the next timer: timers that have been started have smaller ones.
  package var nextTimerSerial: Int64 { timers.nextSerial }

  /// The parts of the machine between two script lines.
  package var parts: MachineParts {
    var parts = MachineParts()
    parts.leaves = configuration.leaves
    parts.values = Array(data.slots.prefix(chart.contextNames.count))
    if chart.hasHistory { parts.records = history.all }
    parts.timers = timers.pending(now: time)
    if !kin.children.isEmpty {
      parts.children.list = kin.children
      parts.children.time = time
      parts.children.held = data.memory.held - data.memory.own
      parts.children.noteTimers(parts.timers, nextSerial: timers.nextSerial)
    }
    parts.children.works = kin.works
    parts.isFinished = isFinished
    return parts
  }

  /// Gives the machine the state of another one; it has handled no event yet.
  package mutating func restore(_ parts: MachineParts) {
    configuration.restore(parts.leaves)
    let slots = DataModel.slots(chart, context: parts.values)
    let own = DataModel.size(of: slots)
    data.restore(slots, event: SeenEvent.start, held: own + parts.children.held, own: own)
    time = parts.children.time
    isFinished = parts.isFinished
    faults.removeAll()
    rejection = nil
    lastOutcome = nil
    if chart.hasHistory { history.restore(parts.records) }
    if parts.children.list.isEmpty {
      timers.restore(parts.timers, now: time)
    } else {
      timers.restore(parts.timers, among: parts.children, now: time)
    }
    kin.children = parts.children.list
    kin.works = parts.children.works
  }
}
