import CEL

/// Starting, running and stopping children (SPEC §2.9).
extension Machine {
  /// Starts the children of states that were entered in this macrostep and are still active.
  mutating func startChildren() {
    if waiting.isEmpty { return }
    let states = waiting.sorted()
    waiting.removeAll(keepingCapacity: true)
    for state in states where configuration.isActive(state) {
      for number in chart.invocations(of: state) { startChild(number) }
    }
  }

  private mutating func startChild(_ number: Int) {
    guard let family else { return }
    let invocation = chart.invocations[number]
    let member = family.charts.chart(invokedBy: Int(member), number)
    let start: MachineSnapshot
    do throws(DataModel.Failure) {
      start = try self.start(of: invocation, family.first.relative(member), family)
    } catch {
      let message = "\(DisplayText.name(invocation.id)) cannot start: \(error.message)"
      let sent = SentEvent(
        name: "error.invoke." + invocation.id, data: Self.details(message),
        origin: .failure(message: message, error.span), sendID: nil, invokeID: invocation.id)
      family.send(.event(sent, to: address))
      return
    }
    family.living += 1
    family.macrosteps += 1
    let place = children.add(number, chart: member, path: path + [invocation.id], forwards: invocation.forwards)
    children.put(start, due: nil, at: place)
    withChild(place) { $0.enterRoot() }
  }

  /// What a child begins as.
  private mutating func start(
    of invocation: Invocation, _ chart: Chart, _ family: MachineFamily
  ) throws(DataModel.Failure) -> MachineSnapshot {
    if address.depth >= limits.invokeDepth {
      throw DataModel.Failure(
        message: "children of children are \(limits.invokeDepth) deep already, the limit", span: invocation.span)
    }
    if family.living >= limits.children {
      throw DataModel.Failure(
        message: "\(limits.children) children are there already, the limit", span: invocation.span)
    }
    if children.number(named: invocation.id) != nil {
      throw DataModel.Failure(message: "a child of that name is there already", span: invocation.span)
    }
    var context = chart.contextValues
    for input in invocation.input {
      let value = try data.value(of: input.value, in: configuration)
      if let slot = chart.contextSlot(named: input.name) { context[slot] = value }
    }
    return MachineSnapshot(unborn: chart, context: context)
  }

  /// Lets a child run, and looks what has become of it.
  mutating func withChild(_ place: Int, _ body: (inout Machine) -> Void) {
    guard let family, let childAddress = address.child(children.all[place].number) else { return }
    flush()
    let child = children.all[place]
    var machine = family.borrow(child.chart)
    machine.take(child, children.take(place), at: childAddress, time, timers.nextSerial)
    body(&machine)
    if machine.isFinished { machine.stop() }
    machine.flush()
    timers.nextSerial = machine.timers.nextSerial
    takeFaults(of: machine)
    if machine.isFinished {
      let done = SentEvent(
        name: "done.invoke." + child.id, data: machine.output, origin: .platform, sendID: nil, invokeID: child.id)
      family.send(.event(done, to: address))
      removeChild(place, family)
    } else {
      children.put(machine.snapshot, due: machine.earliest(), at: place)
    }
    family.giveBack(machine, child.chart)
  }

  private mutating func takeFaults(of machine: borrowing Machine) {
    for fault in machine.faults where faults.count < 100 { faults.append(fault) }
  }

  private mutating func removeChild(_ place: Int, _ family: MachineFamily) {
    family.living -= 1
    children.remove(at: place)
  }

  /// The state was exited: what it invoked is stopped.
  mutating func stopChildren(of state: StateID) {
    // A child that was started when the state was active before is among them; one that waits to start is not there yet.
    var place = 0
    while place < children.all.count {
      if chart.invocations[Int(children.all[place].invocation)].state == state {
        stopChild(place)
      } else {
        place += 1
      }
    }
  }

  /// Stops all children, the first one first.
  mutating func stopChildren() {
    while !children.isEmpty { stopChild(0) }
  }

  private mutating func stopChild(_ place: Int) {
    guard let family, let childAddress = address.child(children.all[place].number) else { return }
    flush()
    let child = children.all[place]
    var machine = family.borrow(child.chart)
    machine.take(child, children.take(place), at: childAddress, time, timers.nextSerial)
    machine.stop()
    machine.flush()
    timers.nextSerial = machine.timers.nextSerial
    takeFaults(of: machine)
    removeChild(place, family)
    family.giveBack(machine, child.chart)
  }

  /// Exits every state that is active, in reverse document order; nothing comes after that.
  mutating func stop() {
    finish()
    isStopping = true
    actionCount = 0
    steps.removeAll()
    var exits: [StateID] = []
    configuration.appendActive(below: .root, to: &exits)
    for state in exits + [.root] {
      do throws(Halt) {
        try exit(state)
      } catch {
        report(error.message, error.span)
      }
    }
    while let event = raised.popFirst() {
      if case .failure(let message, let span) = event.origin { report(message, span) }
    }
  }

  /// Makes an idle machine a child, as that was after its last macrostep.
  private mutating func take(
    _ child: Child, _ state: consuming MachineSnapshot, at address: MachineAddress, _ time: Int64, _ serial: Int64
  ) {
    restore(state)
    self.address = address
    path = child.path
    self.time = time
    timers.nextSerial = serial
    faults.removeAll()
    waiting.removeAll(keepingCapacity: true)
    isStopping = false
    output = nil
    (sink as? ChildSink)?.path = child.path
  }

  static func details(_ message: String) -> Value {
    .map(MapValue([(key: .string("message"), value: .string(message))]))
  }
}
