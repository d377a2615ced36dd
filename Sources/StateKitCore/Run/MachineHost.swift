package import CEL

/// The embedding program during a run: it carries out actions and receives notifications.
///
/// Each method is called at the moment of its occasion, with the machine in its state at that moment. The program may
/// read the machine but must not keep it; changes wait until the step is over.
package protocol MachineHost: AnyObject {
  /// Carries out a host action. Returns the reason if it failed.
  func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String?
  /// Answers a host guard of a machine; nil without an answer.
  func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer?
  /// A child of the machine is about to run.
  func willRunChild(of machine: inout Machine)
  /// A state was entered, and its actions have not run yet.
  func didEnter(_ state: StateID, machine: inout Machine)
  /// A state is being exited, and its `exitState` has not run yet.
  func willRunExit(of state: StateID, machine: inout Machine)
  /// An event is about to be handled; its actions have not run yet.
  func willHandle(_ machine: inout Machine)
  /// An event and everything that followed from it have been handled.
  func didHandle(_ event: SeenEvent, machine: inout Machine)
  /// The length of a named delay in milliseconds, at least 0; nil if the program does not define it.
  func delay(named name: String) -> Int64?
  /// A host invocation of the machine began. It ends when `done.invoke.ID` or `error.invoke.ID` is sent.
  func start(_ work: HostWork, input: Value?, machine: inout Machine)
  /// A host invocation that runs is stopped.
  func stop(_ work: HostWork, machine: inout Machine)
}

/// The defaults: no delays and no work.
extension MachineHost {
  package func delay(named name: String) -> Int64? { nil }
  package func start(_ work: HostWork, input: Value?, machine: inout Machine) {}
  package func stop(_ work: HostWork, machine: inout Machine) {}
}

/// The state of a machine while one of its guards is evaluated.
package struct HostView {
  package let chart: Chart
  /// The deepest active states.
  package let leaves: [StateID]
  package let data: DataModel
}

package struct Occasion: Sendable {
  /// The state whose hook runs; nil for the actions of a handler or an `initial`.
  package let hook: StateID?
  /// The state of the handler that is carried out; nil at the start.
  package let source: StateID?
  package let targets: [StateID]
}

extension Machine {
  /// Attaches the embedding program, also for the machine's children.
  package mutating func attach(_ host: (any MachineHost)?) {
    self.host = host
    data.embedder = host
    relatives?.host = host
  }

  /// Notifies the host before and after the handling of an event.
  @inline(__always)
  mutating func telling<Result, Failure: Error>(
    _ body: (inout Machine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let host, work.selection.outcome == .handled else { return try body(&self) }
    let event = data.seen
    host.willHandle(&self)
    let result = try body(&self)
    host.didHandle(event, machine: &self)
    return result
  }

  /// The index of the machine's chart in its family.
  package var member: Int32 { kin.member }

  /// The occasion of the current action.
  package var occasion: Occasion {
    let hook = work.hook < 0 ? nil : StateID(rawValue: work.hook)
    if work.handler >= 0 {
      let handler = chart.handlers[Int(work.handler)]
      return Occasion(hook: hook, source: handler.state, targets: Array(chart.targets[handler.targets.indices]))
    }
    let handlers = work.selection.handlers.map { chart.handlers[Int($0)] }
    if work.depth > 0 {
      let target = work.transitions[work.depth].targets.first?.state
      return Occasion(hook: hook, source: handlers.first?.state, targets: target.map { [$0] } ?? [])
    }
    var targets: [StateID] = []
    for handler in handlers {
      for target in chart.targets[handler.targets.indices] where !targets.contains(target) { targets.append(target) }
    }
    return Occasion(hook: hook, source: handlers.first?.state, targets: targets)
  }
}

extension Machine.Fault {
  /// Creates an error without a position in a file.
  package init(_ message: String) {
    self.init(code: .runError, message: message)
  }
}
