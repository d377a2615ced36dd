internal import CEL
internal import StateKitCore

/// Answers the requests of a machine during a step.
extension HostTable: MachineHost {
  func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String? {
    let name = machine.chart.names.text(action)
    let call = Call(name, data: Payload(data), in: machine)
    return whileLooked(at: &machine) { perform(name, call: call) }
  }

  func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer? {
    if let known = given.popFirst() { return known }
    guard let index = needs.guards.index(of: guardName), let closure = guards[index] else { return nil }
    let seen = Call.Seen(machine.data.seen, in: machine.chart)
    let facts = Call.Facts(action: guardName, data: closure.isInChart ? nil : Payload(parameters), event: seen.event)
    defer { renewRefused() }
    return ask(closure, call: Call(facts, payload: seen.payload, mailbox: refused), moment: .guarding(machine))
  }

  /// Asks a host guard. `moment`: how the closure can read the machine.
  func ask(_ closure: GuardClosure, call: Call, moment: Moment) -> HostAnswer {
    if depth >= Self.deepest { return .error("host guards ask one another more than \(Self.deepest) deep, the limit") }
    // A guard that asks several times about its own event would multiply the questions at each depth.
    if depth == 0 { asked = 0 }
    if asked == Self.mostAsked {
      return .error("host guards ask one another more than \(Self.mostAsked) times, the limit")
    }
    asked += 1
    depth += 1
    defer { depth -= 1 }
    // The kept call of another guard may have sent something.
    if depth == 1, refused.needsReading { _ = refused.clear() }
    return during(moment) {
      do {
        let holds = try closure.body(call)
        if refused.needsReading {
          _ = refused.clear()
          throw GuardWithEffect()
        }
        return holds ? .yes : .no
      } catch {
        _ = refused.clear()
        return .error(note(error, of: "guard", named: call.action).message)
      }
    }
  }

  private static let deepest = 10
  private static let mostAsked = 1_000

  /// A guard that changed the machine.
  private struct GuardWithEffect: Error, CustomStringConvertible {
    var description: String { "it sends an event, but a guard only reads" }
  }

  func willRunChild(of machine: inout Machine) {
    if machine.member == 0 { moment = .snapshot(machine.snapshot) }
  }

  func didEnter(_ state: StateID, machine: inout Machine) {
    if machine.member == 0 { notify(entries.wanted(state), machine: &machine, at: state) }
  }

  func willRunExit(of state: StateID, machine: inout Machine) {
    if machine.member == 0 { notify(exits.wanted(state), machine: &machine, at: state) }
  }

  func willHandle(_ machine: inout Machine) {
    let event = machine.data.seen
    if let name = name(of: event, in: machine, for: before) {
      notify(before.wanted(name), machine: &machine, seeing: event)
    }
  }

  func didHandle(_ event: SeenEvent, machine: inout Machine) {
    if let name = name(of: event, in: machine, for: after) {
      notify(after.wanted(name), machine: &machine, seeing: event)
    }
  }

  /// The name of an event of the first machine; nil if no hook exists.
  private func name(of event: SeenEvent, in machine: borrowing Machine, for hooks: Hooks<Name>) -> Name? {
    hooks.isEmpty || machine.member != 0 ? nil : Name(machine.chart.text(of: event.label))
  }

  private func notify(
    _ listeners: Listeners<(Call) -> Void>, machine: inout Machine, at state: StateID? = nil,
    seeing event: SeenEvent? = nil
  ) {
    if listeners.isEmpty { return }
    let call = Call("", data: nil, in: machine, at: state, seeing: event).sending(to: mailbox)
    whileLooked(at: &machine) { notify(listeners, call: call) }
  }

  func delay(named name: String) -> Int64? {
    delays[Name(name)] ?? ownDelays[Name(name)]
  }

  func start(_ work: HostWork, input: Value?, machine: inout Machine) {
    guard let performer = sources[Name(work.source)] else { return }
    let call = Call(work, input: input, in: machine).sending(to: mailbox)
    let failure: (any Error)? = whileLooked(at: &machine) {
      do {
        try performer.start(call)
        return nil
      } catch {
        return error
      }
    }
    if let failure { mailbox.post(.failedWork(call.invocation ?? work.id, failure, atStart: true)) }
  }

  func stop(_ work: HostWork, machine: inout Machine) {
    guard let performer = sources[Name(work.source)] else { return }
    let call = Call(work, input: nil, in: machine).sending(to: mailbox)
    whileLooked(at: &machine) { performer.stop(call) }
  }

  /// Calls `body` while closures can read the machine that calls them. Closures of a child read the first machine, in
  /// its state before the child ran.
  private func whileLooked<Result>(at machine: inout Machine, body: () -> Result) -> Result {
    if machine.member != 0 { return body() }
    return unsafe withUnsafeMutablePointer(to: &machine) { pointer in
      unsafe during(.machine(pointer), body: body)
    }
  }
}
