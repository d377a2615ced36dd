import CEL

/// Reading running parts: timers, host invocations, children.
extension SavedMachineReader {
  /// The valid range of an index in a chart.
  private static let indices = 0..<Int64(Int32.max)

  mutating func readTimer(_ value: Value, snapshot: inout MachineSnapshot) -> Bool {
    guard case .map(let map) = value, case .int(let left)? = map["left"], case .int(let order)? = map["order"],
      (0...Int64(Int32.max) << 20).contains(order)
    else { return false }
    let (due, overflow) = now.addingReportingOverflow(left)
    if overflow || due > Delay.longest || due < 0 { return false }
    lastOrder = max(lastOrder, order)
    func restore(_ payload: TimerQueue.Payload) {
      snapshot.timers.restore(TimerQueue.Timer(due: due, serial: order, payload: payload))
    }
    if case .string(let name)? = map["send"] {
      var id: [UInt8]?
      if case .string(let text)? = map["id"] { id = Array(text.utf8) }
      var recipient: TimerQueue.Recipient?
      if case .string(let text)? = map["to"] {
        recipient = TimerQueue.Recipient(name: text, span: span(ofAction: map["action"]))
      }
      let ids = Event.IDs(send: id.map { String(decoding: $0, as: UTF8.self) })
      let event = chart.event(name.utf8Bytes.span, data: map["data"], origin: .external, ids: ids)
      restore(.send(event, id: id, to: recipient))
      return true
    }
    guard let name = map["state"], case .int(let index)? = map["after"], Self.indices.contains(index),
      case .int(let milliseconds)? = map["delay"], (0...Delay.longest).contains(milliseconds)
    else { return false }
    guard let state = state(name), snapshot.leaves.contains(where: { chart.isWithin($0, ancestor: state) }) else {
      // Missing states are already reported.
      if hasStates { lose("the state \(Self.shown(name)), whose timer runs, is not active") }
      return true
    }
    let timers = chart.states[state.index].timers.indices
    guard index < timers.count else {
      lose("the timer \(index + 1) of \(Self.shown(name)) is gone")
      return true
    }
    let timer = Int32(timers.lowerBound) + Int32(index)
    // No timer may occur twice.
    guard startedTimers.insert(timer).inserted else { return false }
    restore(.after(state, timer: timer, milliseconds: milliseconds))
    return true
  }

  /// The span of an action in the file; the beginning of the file if it is unknown.
  private func span(ofAction value: Value?) -> SourceSpan {
    guard case .int(let index)? = value, let index = Int(exactly: index), chart.actionSpans.indices.contains(index)
    else {
      return SourceSpan(0, end: 0)
    }
    return chart.actionSpans[index]
  }

  mutating func readWorks(_ value: Value, snapshot: inout MachineSnapshot) -> Bool {
    guard case .list(let list) = value else { return false }
    for entry in list.elements {
      guard case .int(let index) = entry, Self.indices.contains(index) else { return false }
      guard let invocation = invocation(index, snapshot: snapshot), invocation.source != nil,
        !snapshot.works.contains(Int32(index))
      else {
        if hasStates { lose("the host invocation \(index + 1) is gone") }
        continue
      }
      snapshot.works.append(Int32(index))
    }
    return true
  }

  private func invocation(_ index: Int64, snapshot: MachineSnapshot) -> Invocation? {
    guard let index = Int(exactly: index), chart.invocations.indices.contains(index) else { return nil }
    let invocation = chart.invocations[index]
    return snapshot.leaves.contains { chart.isWithin($0, ancestor: invocation.state) } ? invocation : nil
  }

  mutating func readChildren(_ value: Value, snapshot: inout MachineSnapshot) -> Bool {
    guard case .list(let list) = value, let family = first.family, path.count < 16 else { return false }
    for entry in list.elements {
      guard case .map(let map) = entry, case .int(let index)? = map["invocation"], Self.indices.contains(index) else {
        return false
      }
      guard let invocation = invocation(index, snapshot: snapshot), invocation.source == nil,
        snapshot.children.serial(named: invocation.id) == nil
      else {
        if hasStates { lose("the child \(index + 1) is gone") }
        continue
      }
      let own = member
      let child = family.chart(invokedBy: own, invocation: Int(index))
      let relative = first.relative(child)
      var state = MachineSnapshot(unborn: relative, context: relative.contextValues)
      var reader = SavedMachineReader(
        relative, first: first, now: now, path: path + [invocation.id], isSameChart: isSameChart)
      reader.member = child
      guard reader.read(map, into: &state) else { return false }
      fits += reader.fits
      lost += reader.lost
      lastOrder = max(lastOrder, reader.lastOrder)
      heldByChildren += state.own + reader.heldByChildren
      let position = snapshot.children.add(
        Int(index), chart: child, path: path + [invocation.id], forwards: invocation.forwards)
      let due = state.earliestTimer
      snapshot.children.put(state, due: due, at: position)
    }
    return true
  }
}

extension MachineSnapshot {
  /// The next timer of the machine and its descendants.
  fileprivate var earliestTimer: TimerQueue.Moment? {
    let own = timers.inOrder.first.map { TimerQueue.Moment(due: $0.due, serial: $0.serial) }
    return (children.all.compactMap(\.due) + [own].compactMap(\.self)).min()
  }
}
