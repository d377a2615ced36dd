import CEL

/// Reading running parts: timers, host invocations, children.
extension SavedMachineReader {
  /// The valid range of an index in a chart.
  private static let indices = 0..<Int64(Int32.max)

  /// A running timer whose delay its state does not have any more.
  struct ChangedTimer {
    let due: Int64
    let order: Int64
    let state: StateID
    /// The timer at its place; nil if its state has fewer timers.
    let own: Int32?
    let milliseconds: Int64
  }

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
      // Another machine checks the events that it gets when they arrive.
      if !isSameChart, recipient == nil, let why = chart.rejection(of: event, isOwn: true) {
        lose("the delayed event \(DisplayText.name(name)) is not accepted: \(why)")
      }
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
    let own = index < timers.count ? Int32(timers.lowerBound) + Int32(index) : nil
    guard let timer = isSameChart ? own : timer(of: state, own: own, delay: milliseconds) else {
      changedTimers.append(ChangedTimer(due: due, order: order, state: state, own: own, milliseconds: milliseconds))
      return true
    }
    // No timer may occur twice.
    guard startedTimers.insert(timer).inserted else { return false }
    restore(.after(state, timer: timer, milliseconds: milliseconds))
    return true
  }

  /// Gives timers whose delays have changed the places that the others leave.
  mutating func placeChangedTimers(_ snapshot: inout MachineSnapshot) {
    for changed in changedTimers {
      let delay = changed.milliseconds
      guard let own = changed.own, startedTimers.insert(own).inserted else {
        lose("the timer after \(Delay.text(delay)) of \(DisplayText.name(chart.path(changed.state))) is gone")
        continue
      }
      let payload = TimerQueue.Payload.after(changed.state, timer: own, milliseconds: delay)
      snapshot.timers.restore(TimerQueue.Timer(due: changed.due, serial: changed.order, payload: payload))
    }
  }

  /// The timer of another chart that has a delay: the one at the place in the file, if it still has, or another one.
  private mutating func timer(of state: StateID, own: Int32?, delay: Int64) -> Int32? {
    if let own, !startedTimers.contains(own) {
      switch chart.timers[Int(own)].delay {
      case .milliseconds(let length): if length == delay { return own }
      case .named: return own
      }
    }
    if timersOfDelay[state] == nil {
      var found: [Int64: [Int32]] = [:]
      for timer in chart.states[state.index].timers.indices {
        guard case .milliseconds(let length) = chart.timers[timer].delay else { continue }
        found[length, default: []].append(Int32(timer))
      }
      timersOfDelay[state] = found
    }
    return timersOfDelay[state]?[delay]?.first { !startedTimers.contains($0) }
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
      guard case .map(let map) = entry, let saved = SavedInvocation(map) else { return false }
      guard let index = invocation(saved, snapshot: snapshot), chart.invocations[Int(index)].source != nil,
        !snapshot.works.contains(index)
      else {
        if hasStates { lose("the host invocation \(saved.shown) is gone") }
        continue
      }
      snapshot.works.append(index)
    }
    return true
  }

  /// An invocation in a file: the path of its state, and its id.
  private struct SavedInvocation {
    let state: Value
    let id: String

    init?(_ map: MapValue) {
      guard let state = map["state"], case .string(let id)? = map["id"] else { return nil }
      (self.state, self.id) = (state, id)
    }

    var shown: String { "\(DisplayText.name(id)) of \(SavedMachineReader.shown(state))" }
  }

  /// The invocation in the chart; nil if its state is not active.
  private mutating func invocation(_ saved: SavedInvocation, snapshot: MachineSnapshot) -> Int32? {
    guard let state = state(saved.state), snapshot.leaves.contains(where: { chart.isWithin($0, ancestor: state) })
    else { return nil }
    return chart.invocations(named: saved.id.utf8Bytes.span).first { chart.invocations[Int($0)].state == state }
  }

  mutating func readChildren(_ value: Value, snapshot: inout MachineSnapshot) -> Bool {
    guard case .list(let list) = value, path.count < 16 else { return false }
    for entry in list.elements {
      guard case .map(let map) = entry, let saved = SavedInvocation(map) else { return false }
      guard let family = first.family, let index = invocation(saved, snapshot: snapshot),
        case let invocation = chart.invocations[Int(index)], invocation.source == nil,
        snapshot.children.serial(named: invocation.id) == nil
      else {
        if hasStates { lose("the child \(saved.shown) is gone") }
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
