/// The messages of a machine to its family, and the outcomes of events and timers.
extension MachineFamily {
  /// Called when the first machine begins a step of the trace.
  func beginStep(of machine: borrowing Machine) {
    living = machine.kin.children.total
    passed.removeAll(keepingCapacity: true)
    firstTaken = nil
    lastFired = nil
  }

  /// Forwards an event that a machine handles to those of its children that want all events.
  func forward(_ event: Event, from machine: inout Machine) {
    guard machine.kin.children.forwarding > 0, event.origin.isExternal else { return }
    if machine.kin.passed < 0 {
      machine.kin.passed = Int32(passed.count)
      passed.append(PassedEvent(asker: machine.kin.address))
    }
    passed[Int(machine.kin.passed)].waiting += 1
    machine.trace.recorder?.note(.machines)
    let sent = machine.sentEvent(event, invokeID: nil)
    machine.post(
      .forward(sent, from: machine.kin.address, below: machine.kin.children.nextSerial, passed: machine.kin.passed),
      family: self)
  }

  /// Records a machine's outcome of an event that it passed on, or that was passed on to it. `refusals`: the guards
  /// that were false.
  func note(_ outcome: Outcome, refusals: [TraceEntry], from machine: borrowing Machine) {
    passed[Int(machine.kin.passed)].note(outcome)
    passed[Int(machine.kin.passed)].note(refusals, of: machine.kin.address)
  }

  /// Records a machine's outcome of a timer, or of a delayed event.
  func note(fired outcome: Outcome, from machine: borrowing Machine) {
    lastFired = FiredTimer(outcome: outcome, isOfChild: machine.kin.address != .first, passed: machine.kin.passed)
  }

  /// Queues an event for the time after this macrostep.
  func queue(_ event: Event, from machine: inout Machine) {
    machine.post(.event(machine.sentEvent(event, invokeID: nil, isOwn: true), to: machine.kin.address), family: self)
  }

  /// Queues a message for a child or the parent. The receiver is looked up at delivery. `isDue`: true if its timer has
  /// fired.
  func queue(_ event: Event, to recipient: TimerQueue.Recipient, isDue: Bool, from machine: inout Machine) {
    if machine.kin.isSilenced { return }
    if recipient.isParent, let parent = machine.kin.address.parent {
      // The parent outlives this machine, which may have ended when the message is delivered.
      var sent = machine.sentEvent(event, invokeID: machine.kin.path.last, isOwn: true)
      sent.isDue = isDue
      sent.action = (machine.kin.member, recipient.span)
      machine.post(.event(sent, to: parent), family: self)
    } else {
      var sent = machine.sentEvent(event, invokeID: nil)
      sent.isDue = isDue
      sent.action = (machine.kin.member, recipient.span)
      machine.post(.message(sent, from: machine.kin.address, to: recipient), family: self)
    }
  }

  func dropMessages(for machine: inout Machine) {
    let address = machine.kin.address
    let id = machine.kin.path.last
    var bytes = 0
    messages.removeAll { message in
      let isDropped =
        switch message {
        case .event(_, let to): to == address
        case .message(_, let from, let to):
          id.map { from == address.parent && to.name.utf8.elementsEqual($0.utf8) } ?? false
        // It waits for the children, which continue.
        case .forward: false
        }
      if isDropped { bytes += message.size }
      return isDropped
    }
    machine.data.memory.holdForAll(-bytes)
  }
}
