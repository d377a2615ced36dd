import CEL

/// Messages between machines of a family, and the order of their delivery (Children.md).
extension Machine {
  func sentEvent(_ event: Event, invokeID: String?, isOwn: Bool = false) -> SentEvent {
    let ids = Event.IDs(send: event.ids.send, invoke: invokeID ?? event.ids.invoke)
    return SentEvent(name: chart.text(of: event.label), data: event.data, origin: event.origin, ids: ids, isOwn: isOwn)
  }

  mutating func post(_ message: MachineFamily.Message, family: MachineFamily) {
    data.memory.holdForAll(message.size)
    family.messages.append(message)
  }

  private mutating func dropMessages(_ family: MachineFamily) {
    for message in family.messages.waiting { data.memory.holdForAll(-message.size) }
    family.messages.removeAll()
  }

  // MARK: Taking up

  /// Handles due timers and messages of the whole family, each as a macrostep, until nothing is due at `target`; for
  /// nil, until nothing is left. Timers come first, by time and start; then messages, in the order of sending.
  mutating func settleFamily(_ family: MachineFamily, until target: Int64?) {
    family.macrosteps = 0
    family.isOver = false
    while !isFinished {
      let next = earliest()
      let isDue = next.map { $0.due <= time } ?? false
      if family.isOver || (isDue || !family.messages.isEmpty) && isOver(&family.macrosteps) {
        dropMessages(family)
        return
      }
      if isDue {
        fireEarliest(family)
      } else if let message = family.messages.popFirst() {
        data.memory.holdForAll(-message.size)
        deliver(message, family: family)
      } else if let due = next?.due, due <= target ?? due {
        time = due
      } else {
        break
      }
    }
    if isFinished { dropMessages(family) }
    if let target { time = max(time, target) }
  }

  /// The next timer of this machine and its descendants.
  mutating func earliest() -> TimerQueue.Moment? {
    let own = timers.next()
    guard !kin.children.isEmpty, let index = kin.children.indexOfEarliest(), let below = kin.children.all[index].due
    else {
      return own
    }
    guard let own else { return below }
    return min(own, below)
  }

  private mutating func fireEarliest(_ family: MachineFamily) {
    let own = timers.next()
    if !kin.children.isEmpty, let index = kin.children.indexOfEarliest(), let below = kin.children.all[index].due,
      own.map({ below < $0 }) ?? true
    {
      withChild(index, family: family) { $0.fireEarliest(family) }
    } else if let timer = changeTimers({ [time] in $0.popDue(at: time) }) {
      fire(timer)
    }
  }

  private mutating func deliver(_ message: MachineFamily.Message, family: MachineFamily) {
    switch message {
    case .event(let event, let target):
      guard let parent = target.parent else { return receive(event, passed: -1, endsWork: false) }
      withMachine(at: parent, family: family) { machine in
        let serial = target[parent.depth]
        machine.pass(event, from: serial, below: serial + 1, passed: -1, family: family)
      }
    case .message(let event, let sender, let recipient):
      withMachine(at: sender, family: family) { machine in
        if let serial = machine.kin.children.serial(named: recipient.name) {
          machine.pass(event, from: serial, below: serial + 1, passed: -1, family: family)
        } else {
          machine.failToDeliver(.other(event.name), sendID: event.ids.send, to: recipient)
        }
      }
    case .forward(let event, let source, let end, let passed):
      withMachine(at: source, family: family) { $0.pass(event, from: 0, below: end, passed: passed, family: family) }
      conclude(passed, named: event.name, family: family)
    }
  }

  /// Passes an event to children by their serials. If `passed` is not -1, only to children that want all events. Known
  /// steps are replayed, and machines make the others.
  private mutating func pass(
    _ event: SentEvent, from first: Int32, below end: Int32, passed: Int32, family: MachineFamily
  ) {
    let passesOn = passed >= 0
    var next = first
    while true {
      var index = kin.children.firstIndex(from: next)
      var symbol: Int32?
      if let replay = family.replay {
        flush()
        family.line.resume(from: data)
        var delivery = Delivery(event: event, isForwarded: passesOn, next: index, end: end)
        symbol = kin.children.withAll { replay.pass(&delivery, to: &$0) }
        if passesOn {
          family.passed[Int(passed)].note(delivery.outcome)
        } else if event.isDue, delivery.next > index {
          family.lastFired = FiredTimer(outcome: delivery.outcome, isOfChild: true, passed: -1)
        }
        index = delivery.next
        data.resume(from: family.line)
      }
      guard index < kin.children.all.count, kin.children.all[index].facts.serial < end else { return }
      let child = kin.children.all[index].facts
      next = child.serial + 1
      if passesOn {
        if !child.forwards { continue }
        if isOver(&family.macrosteps) { return }
      }
      withChild(index, taking: symbol, family: family) { $0.receive(event, passed: passed, endsWork: true) }
    }
  }

  /// Calls `body` with a descendant machine; does nothing if it no longer exists.
  mutating func withMachine(
    at target: MachineAddress, family: MachineFamily, body: (inout Machine) -> Void
  ) {
    if target.depth <= kin.address.depth {
      body(&self)
    } else if let index = kin.children.index(of: target[kin.address.depth]) {
      withChild(index, family: family) { $0.withMachine(at: target, family: family, body: body) }
    }
  }

  /// Handles an event that another machine sent or passed on; `passed` is its index if it was passed on, else -1.
  /// `endsWork`: true if it may be the end of a host invocation.
  mutating func receive(_ sent: SentEvent, passed: Int32, endsWork: Bool) {
    let isForwarded = passed >= 0
    var event = sent.received(in: chart)
    var rejection: String?
    if !endsWork {
      rejection = chart.rejection(of: event, isOwn: sent.isOwn)
    } else {
      switch arrival(of: event, isOwn: sent.isOwn) {
      case .event: break
      case .rejected(let why): rejection = why
      case .end(let ending, let work):
        end(work, by: ending)
        event = ending
      }
    }
    if let why = rejection {
      if isForwarded {
        trace.recorder?.record.unhandledOutcome = .ignored
        if let why = chart.rejection(ofForwarded: event, isOwn: sent.isOwn), let family = relatives {
          family.passed[Int(passed)].note(rejection: why)
          trace.recorder?.note(.machines)
        }
        return
      }
      note(taken: .rejected)
      if sent.isDue { relatives?.note(fired: .rejected, from: self) }
      emit(.event(event.label))
      emit(.rejected(why))
      let name = DisplayText.name(sent.name)
      addFault(
        Fault(
          code: .rejected, message: "\(name) was rejected by \(DisplayText.name(kin.path.last ?? "parent")): \(why)",
          span: sent.action?.span),
        in: sent.action?.chart)
      return
    }
    emit(.event(event.label))
    let isAnswered = !isForwarded && sent.origin.isExternal
    let outcome = handle(external: event, isAnswered: isAnswered, passed: passed, isDue: sent.isDue)
    if !isForwarded { note(taken: outcome) }
  }

  private func note(taken outcome: Outcome) {
    if relatives?.firstTaken == nil { relatives?.firstTaken = outcome }
  }
}

extension SentEvent {
  /// The event in the numbering of a chart.
  func received(in chart: Chart) -> Event {
    chart.event(name.utf8Bytes.span, data: data, origin: origin, ids: ids)
  }
}
