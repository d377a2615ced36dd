package import CEL

/// The program that embeds a machine, while the machine runs: what it does for actions, and whom it tells.
///
/// Called at the moment at which something happens, with the machine as it is then. It may read the machine and must not
/// keep it; whatever it wants to change has to wait until the step is over.
package protocol MachineHost: AnyObject {
  /// Does a host action; why that failed, or nil.
  func perform(_ action: NameID, data: Value?, on machine: inout Machine) -> String?
  /// Answers a host guard of a machine; nil where nothing does.
  func answer(_ guardName: String, parameters: Value, for machine: HostView) -> HostAnswer?
  /// A child of the machine is about to run.
  func willRunChild(of machine: inout Machine)
  /// A state was entered, and has done nothing yet.
  func didEnter(_ state: StateID, machine: inout Machine)
  /// A state was exited, and its `exitState` has not been run yet.
  func willRunExit(of state: StateID, machine: inout Machine)
  /// Somebody handles an event, and nothing has been done for it yet.
  func willHandle(_ machine: inout Machine)
  /// What an event led to is over.
  func didHandle(_ event: SeenEvent, machine: inout Machine)
  /// How long a named delay is, in milliseconds from 0 on; nil where the program gives none.
  func delay(named name: String) -> Int64?
  /// A host invocation of the machine has begun; it is over when `done.invoke.ID` or `error.invoke.ID` is sent.
  func start(_ work: HostWork, input: Value?, machine: inout Machine)
  /// A host invocation that has begun is not wanted any more.
  func stop(_ work: HostWork, machine: inout Machine)
}

/// A program that gives no delays and does no work.
extension MachineHost {
  package func delay(named name: String) -> Int64? { nil }
  package func start(_ work: HostWork, input: Value?, machine: inout Machine) {}
  package func stop(_ work: HostWork, machine: inout Machine) {}
}

/// What can be known of a machine while one of its guards is asked.
package struct HostView {
  package let chart: Chart
  /// The deepest active states.
  package let leaves: [StateID]
  package let data: DataModel
}

/// What an action belongs to.
package struct Occasion: Sendable {
  /// The state whose hook runs; nil for the actions of a handler or an `initial`.
  package let hook: StateID?
  /// The state of the handler that is taken; nil at the start.
  package let source: StateID?
  package let targets: [StateID]
}

extension Machine {
  /// Attaches the program that embeds the machine, for its children, too.
  package mutating func attach(_ host: (any MachineHost)?) {
    self.host = host
    data.embedder = host
    relatives?.attach(host)
  }

  /// Tells the host before and after what a handled event leads to.
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

  /// What the action that runs now belongs to.
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
  /// An error that lies nowhere in a file.
  package init(_ message: String) {
    self.init(code: .runError, message: message, span: nil, chart: 0, parts: [])
  }
}
