internal import CEL
internal import StateKitCore

/// Records the arguments of closures while a step is recorded, and calls the closures that exist.
final class CallRecorder: MachineHost {
  private let host: HostTable?
  /// The calls for each action, entry and exit, in order.
  private(set) var calls: [Call] = []
  /// The progress of the step at each call.
  private(set) var marks: [MemoisedStep.Mark] = []
  /// The calls before and after the first event is handled.
  private(set) var before: Call?
  private(set) var after: Call?
  /// True if the step cannot be kept: a closure failed, a guard has no answer, a child ran, or the host worked.
  private(set) var hasFailed = false

  init(_ host: HostTable?) {
    self.host = host
  }

  private func note(_ call: Call, in machine: borrowing Machine) {
    calls.append(call)
    let (accesses, timerChanges) = machine.recorded
    marks.append(MemoisedStep.Mark(accesses: accesses, timerChanges: timerChanges))
  }

  func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String? {
    note(Call(machine.chart.names.text(action), data: Payload(data), in: machine), in: machine)
    let why = host?.perform(action, data: data, on: &machine)
    if why != nil { hasFailed = true }
    return why
  }

  func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer? {
    let answer = host?.answer(guardName, parameters: parameters, for: machine)
    switch answer {
    case .yes, .no: break
    case .error, nil: hasFailed = true
    }
    return answer
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

/// Repeats a step after a closure ended it differently than before. Closures that have already been called are skipped.
final class ResumingHost: MachineHost {
  private let host: HostTable
  /// True if the event of the step has already been reported.
  private var isTold = true
  /// The number of actions, entries and exits that closures have already seen.
  private var passed: Int
  /// The reason why the action after them failed.
  private var failure: String?

  init(_ host: HostTable, passed: Int, failure: String?) {
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
