import CEL

/// Starting, running and stopping children (Children.md).
extension Machine {
  mutating func startChild(_ index: Int, family: MachineFamily) {
    let invocation = chart.invocations[index]
    let member = family.charts.chart(invokedBy: Int(kin.member), invocation: index)
    let start: MachineSnapshot
    do throws(DataModel.Failure) {
      start = try self.start(of: invocation, in: family.first.relative(member), family: family)
    } catch {
      let message = "\(DisplayText.name(invocation.id)) cannot start: \(error.message)"
      let sent = SentEvent(
        name: "error.invoke." + invocation.id, data: Self.details(message),
        origin: .failure(message: message, error.span), ids: Event.IDs(invoke: invocation.id))
      post(.event(sent, to: kin.address), family: family)
      return
    }
    data.memory.holdForAll(start.own)
    family.living += 1
    let index = kin.children.add(index, chart: member, path: kin.path + [invocation.id], forwards: invocation.forwards)
    kin.children.put(start, due: nil, at: index)
    withChild(index, family: family) { $0.enterRoot() }
  }

  /// The snapshot with which a child begins.
  private mutating func start(
    of invocation: Invocation, in chart: Chart, family: MachineFamily
  ) throws(DataModel.Failure) -> MachineSnapshot {
    if kin.address.depth >= limits.invokeDepth {
      throw DataModel.Failure(
        message: "children are already nested \(limits.invokeDepth) deep, the limit", span: invocation.spans.whole)
    }
    if family.living >= limits.children {
      throw DataModel.Failure(
        message: "\(limits.children) children are already running, the limit", span: invocation.spans.whole)
    }
    try checkIsFree(invocation)
    var context = chart.contextValues
    guard case .chart(_, let inputs, _) = invocation.work else { return .nowhere }
    for input in inputs {
      let value = try data.value(of: input.value, in: configuration)
      if let slot = chart.contextSlot(named: input.name) { context[slot] = value }
    }
    let start = MachineSnapshot(unborn: chart, context: context)
    try data.admit(start.own, at: invocation.spans.whole)
    return start
  }

  /// Runs a child and records the result. `symbol`: the child's event, if the symbol describes it completely.
  mutating func withChild(
    _ index: Int, taking symbol: Int32? = nil, family: MachineFamily, body: (inout Machine) -> Void
  ) {
    let child = kin.children.all[index].facts
    let before = kin.children.all[index].state.mark
    let idle = load(index, family: family)
    var record: MacrostepRecord?
    if symbol != nil, before != nil { record = idle.machine.recording(body) } else { body(&idle.machine) }
    if idle.machine.isFinished {
      idle.machine.stop(isSilenced: false)
      let done = SentEvent(
        name: "done.invoke." + child.id, data: idle.machine.kin.output, origin: .platform,
        ids: Event.IDs(invoke: child.id))
      idle.machine.post(.event(done, to: kin.address), family: family)
      idle.machine.dropHeld()
      family.living -= 1
      kin.children.remove(at: [index])
    } else {
      // Comes before the snapshot shares the timers, because the query removes finished timers.
      let due = idle.machine.earliest()
      var state = idle.machine.markedSnapshot
      state.mark = family.replay?.mark(of: idle.machine, after: record, of: symbol, from: before)
      kin.children.put(state, due: due, at: index)
    }
    unload(idle, in: child.chart, family: family)
  }

  /// Loads a child into a machine. Its state must then be put back or removed; it is not stored twice, so that it can
  /// change in place.
  private mutating func load(_ index: Int, family: MachineFamily) -> IdleMachine {
    flush()
    let child = kin.children.all[index].facts
    if let host { host.willRunChild(of: &self) }
    let idle = family.borrow(child.chart)
    let state = kin.children.moveOut(index)
    let held = state.own
    idle.machine.load(child, state: state, of: self, family: family)
    idle.machine.resume(from: self, own: held)
    idle.machine.data.answers = data.answers
    return idle
  }

  /// Copies the shared values of a machine, and releases it.
  private mutating func unload(_ idle: IdleMachine, in chart: Int32, family: MachineFamily) {
    idle.machine.flush()
    timers.nextSerial = idle.machine.timers.nextSerial
    data.meter.resume(from: idle.machine.data.meter)
    data.memory.resume(from: idle.machine.data.memory)
    for fault in idle.machine.faults where keepsFault(fault.code, isLimit: fault.isLimit) { faults.append(fault) }
    family.release(idle, in: chart)
  }

  /// Stops children by their invocations, or all of them, in the order of their starts.
  mutating func stopChildren(_ invocations: Range<Int>?) {
    guard let family = relatives, !kin.children.isEmpty else { return }
    var stopped: [Int] = []
    // Does not include a child that waits to start because its state was entered again.
    for index in kin.children.all.indices {
      let child = kin.children.all[index].facts
      if let invocations, !invocations.contains(Int(child.invocation)) { continue }
      let idle = load(index, family: family)
      idle.machine.stop(isSilenced: true)
      idle.machine.dropHeld()
      unload(idle, in: child.chart, family: family)
      stopped.append(index)
    }
    family.living -= stopped.count
    kin.children.remove(at: stopped)
  }

  /// Exits every active state in reverse document order, finally. `isSilenced`: drops everything that it sends, because
  /// it was stopped before it was done.
  mutating func stop(isSilenced: Bool) {
    // The host work of an unfinished machine ends with the states that invoked it.
    let works = kin.works
    kin.works = []
    finish()
    kin.works = works
    kin.isStopping = true
    kin.isSilenced = isSilenced
    work.selection.removeAll()
    work.actionCount = 0
    work.steps.removeAll()
    var exits: [StateID] = []
    configuration.appendActive(below: .root, to: &exits)
    for state in exits + [.root] {
      do throws(Halt) {
        try exit(state)
      } catch {
        report(error.message, at: error.span)
      }
    }
    while let event = work.raised.popFirst() {
      if case .failure(let message, let span) = event.origin { report(message, at: span) }
    }
  }

  /// Continues with the costs and the memory of another machine's script line; this machine itself holds `own`.
  fileprivate mutating func resume(from other: borrowing Machine, own: Int) {
    // Adds the memory that changed meanwhile.
    let change = data.memory.own - own
    data.memory.resume(from: other.data.memory, own: own)
    data.memory.holdAnyway(change)
    data.meter.resume(from: other.data.meter)
  }

  /// Releases the memory of a machine that has ended.
  fileprivate mutating func dropHeld() {
    data.memory.release(data.memory.own)
  }

  /// Loads a child of `parent`, in its state after its last macrostep, into an idle machine.
  mutating func load(
    _ child: Child.Facts, state: consuming MachineSnapshot, of parent: borrowing Machine, family: MachineFamily
  ) {
    let ahead = state.mark.flatMap { family.replay?.resolve($0, in: child.chart) }
    restore(state)
    if let ahead {
      configuration.restore(ahead.situation.leaves)
      if chart.hasHistory { history.restore(ahead.situation.history) }
      data.show(ahead.seen)
    }
    kin.address = parent.kin.address.child(child.serial) ?? parent.kin.address
    kin.path = child.path
    time = parent.time
    timers.nextSerial = parent.timers.nextSerial
    faults.removeAll()
    kin.waiting.removeAll(keepingCapacity: true)
    kin.isStopping = false
    kin.isSilenced = false
    kin.output = nil
    (trace.sink as? ChildSink)?.path = child.path
  }
}
