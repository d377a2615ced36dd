package import CEL

/// What a machine is between two lines of a script, in parts that can be kept and compared one by one.
///
/// What nothing can ask for is left out: what the clock reads, the serial numbers of timers, the last event, counters.
package struct MachineParts: Sendable {
  /// The deepest active states, in document order.
  package var leaves: [StateID] = []
  /// The values of the context keys, in their order.
  package var values: [Value] = []
  /// What history states have recorded, without those that have nothing.
  package var records: [(history: StateID, record: [StateID])] = []
  /// In the order in which they fire.
  package var timers: [PendingTimer] = []
  /// What it has invoked.
  package var children = RunningChildren()
  /// `root` is done.
  package var isFinished = false

  package init() {}

  /// When the next timer is due, its own or that of a child, in milliseconds from now; nil where none waits.
  package var nextDue: Int64? {
    guard let own = timers.first?.remaining else { return children.nextDue }
    return min(own, children.nextDue ?? .max)
  }

  /// All that what the machine does depends on, as bytes that stand for nothing else. `isOrdered`: so is the order of timers of
  /// children that are due at the same time.
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
  /// What `root` was done with; nil for nothing, and before that.
  package var finalOutput: Value? { kin.output }

  /// Timers with a smaller serial than this have been started already.
  package var nextTimerSerial: Int64 { timers.nextSerial }

  /// What the machine is now, between two lines of a script.
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

  /// Makes the machine what another one was; it has taken no event yet.
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
