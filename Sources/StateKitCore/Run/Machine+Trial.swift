import CEL

extension Machine {
  /// True if no other machine invoked it.
  package var isFirst: Bool { kin.address == .first }

  /// Returns a copy of the first machine of a family for steps on trial: the host answers guards and delays, and is told
  /// of nothing. `sink` gets the trace of the copy.
  package func trial(_ sink: any TraceSink) -> Machine {
    // A recorded question must not depend on what a recorder does not see.
    trace.recorder?.note(.machines)
    var copy = Machine(chart, limits: limits, sink: sink)
    copy.restore(snapshot)
    copy.attach(data.embedder.map { TrialHost($0) })
    return copy
  }
}

/// The host of a machine on trial: only guards and delays are asked.
private final class TrialHost: MachineHost {
  private let host: any MachineHost

  init(_ host: any MachineHost) {
    self.host = host
  }

  func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer? {
    host.answer(guardName, parameters: parameters, for: machine)
  }

  func delay(named name: String) -> Int64? { host.delay(named: name) }

  func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String? { nil }
  func willRunChild(of machine: inout Machine) {}
  func didEnter(_ state: StateID, machine: inout Machine) {}
  func willRunExit(of state: StateID, machine: inout Machine) {}
  func willHandle(_ machine: inout Machine) {}
  func didHandle(_ event: SeenEvent, machine: inout Machine) {}
}
