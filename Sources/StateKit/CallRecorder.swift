internal import CEL
internal import StateKitCore

/// Notes what closures are called with, or would be, while a step is recorded; those that are there are called.
final class CallRecorder: MachineHost {
  private let host: HostTable?
  /// For each action, entry and exit, in order.
  private(set) var calls: [Call] = []
  /// How far the step was at each of them.
  private(set) var marks: [KnownStep.Mark] = []
  /// Before, and after, the first event is handled.
  private(set) var before: Call?
  private(set) var after: Call?
  /// A closure failed, a child ran or the host worked: the step cannot be kept.
  private(set) var hasFailed = false

  init(_ host: HostTable?) {
    self.host = host
  }

  private func note(_ call: Call, in machine: borrowing Machine) {
    calls.append(call)
    let (accesses, timerChanges) = machine.recorded
    marks.append(KnownStep.Mark(accesses: accesses, timerChanges: timerChanges))
  }

  func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String? {
    note(Call(machine.chart.names.text(action), data: Payload(data), in: machine), in: machine)
    let why = host?.perform(action, data: data, on: &machine)
    if why != nil { hasFailed = true }
    return why
  }

  func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer? {
    host?.answer(guardName, parameters: parameters, for: machine)
  }

  func willRunChild(of machine: inout Machine) {
    hasFailed = true
    host?.willRunChild(of: &machine)
  }

  func didEnter(_ state: StateID, machine: inout Machine) {
    note(Call("", data: nil, in: machine, at: state), in: machine)
    host?.didEnter(state, machine: &machine)
  }

  func willRunExit(of state: StateID, machine: inout Machine) {
    note(Call("", data: nil, in: machine, at: state), in: machine)
    host?.willRunExit(of: state, machine: &machine)
  }

  func willHandle(_ machine: inout Machine) {
    if before == nil { before = Call("", data: nil, in: machine, seeing: machine.data.seen) }
    host?.willHandle(&machine)
  }

  func didHandle(_ event: SeenEvent, machine: inout Machine) {
    if after == nil { after = Call("", data: nil, in: machine, seeing: event) }
    host?.didHandle(event, machine: &machine)
  }

  func delay(named name: String) -> Int64? { host?.delay(named: name) }

  func start(_ work: HostWork, input: Value?, machine: inout Machine) {
    hasFailed = true
    host?.start(work, input: input, machine: &machine)
  }

  func stop(_ work: HostWork, machine: inout Machine) {
    hasFailed = true
    host?.stop(work, machine: &machine)
  }
}

/// Makes a step again that a closure has ended otherwise than it did before: closures that have been called are not called
/// again.
final class ResumingHost: MachineHost {
  private let host: HostTable
  /// The event of the step has been reported already.
  private var isTold = true
  /// Actions, entries and exits that closures have heard of already.
  private var passed: Int
  /// Why the action after those failed.
  private var failure: String?

  init(_ host: HostTable, passed: Int, failure: String) {
    self.host = host
    self.passed = passed
    self.failure = failure
  }

  private func skips() -> Bool {
    if passed == 0 { return false }
    passed -= 1
    return true
  }

  func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String? {
    if skips() { return nil }
    if let failure {
      self.failure = nil
      return failure
    }
    return host.perform(action, data: data, on: &machine)
  }

  func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer? {
    host.answer(guardName, parameters: parameters, for: machine)
  }

  func willRunChild(of machine: inout Machine) { host.willRunChild(of: &machine) }

  func didEnter(_ state: StateID, machine: inout Machine) {
    if !skips() { host.didEnter(state, machine: &machine) }
  }

  func willRunExit(of state: StateID, machine: inout Machine) {
    if !skips() { host.willRunExit(of: state, machine: &machine) }
  }

  func willHandle(_ machine: inout Machine) {
    if !isTold { host.willHandle(&machine) }
    isTold = false
  }

  func didHandle(_ event: SeenEvent, machine: inout Machine) {
    host.didHandle(event, machine: &machine)
  }

  func delay(named name: String) -> Int64? { host.delay(named: name) }

  func start(_ work: HostWork, input: Value?, machine: inout Machine) {
    host.start(work, input: input, machine: &machine)
  }

  func stop(_ work: HostWork, machine: inout Machine) { host.stop(work, machine: &machine) }
}
