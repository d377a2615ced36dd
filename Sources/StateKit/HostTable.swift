internal import CEL
internal import StateKitCore

/// What a program gives to one machine: closures for actions, guards and sources, hooks and observers; and what waits while
/// one of them runs.
final class HostTable {
  var actions: [Name: (Call) throws -> Void] = [:] {
    didSet { closuresByIndex = nil }
  }
  /// Those, by their indices among what the chart needs; nil where that was not asked since they changed.
  private var closuresByIndex: [((Call) throws -> Void)?]?
  private let needs: HostNeeds
  var guards: [Name: (Call) throws -> Bool] = [:]
  var sources: [Name: Performer] = [:]
  /// Milliseconds.
  var delays: [Name: Int64] = [:]
  var entries = Hooks<StateID>()
  var exits = Hooks<StateID>()
  var before = Hooks<Name>()
  var after = Hooks<Name>()
  var observers = Listeners<(Step) -> Void>()
  var streams: [AsyncStream<Step>.Continuation] = []

  /// What came while something ran, in order.
  var waiting: [Statechart.Work] = []
  /// How the machine can be looked at now.
  var moment = Moment.rest
  /// Guards that ask guards, and so on.
  private var depth = 0
  private let chart: StateKitCore.Chart
  private let closures: ChartClosures

  /// What does the work of a source.
  struct Performer {
    let start: (Call) throws -> Void
    let stop: (Call) -> Void
  }

  /// How the machine can be looked at while a closure runs.
  @safe enum Moment {
    /// Nothing runs.
    case rest
    /// The machine waits for the closure.
    case machine(UnsafeMutablePointer<Machine>)
    /// As a snapshot.
    case snapshot(MachineSnapshot)
    /// A step is replayed up to one of its entries.
    case replay(StepFacts, upTo: Int)
    /// A guard is asked.
    case guarding(HostView)
  }

  init(_ core: ChartCore) {
    chart = core.chart
    closures = core.closures
    needs = core.needs
  }

  deinit {
    for stream in streams { stream.finish() }
  }

  /// Whether anything wants to know of entries, exits or events.
  var hasHooks: Bool { !entries.isEmpty || !exits.isEmpty || hasEventHooks }
  var hasEventHooks: Bool { !before.isEmpty || !after.isEmpty }
  var hasObservers: Bool { !observers.isEmpty || !streams.isEmpty }

  /// Does a host action; why that failed, or nil.
  func perform(_ name: String, _ call: @autoclosure () -> Call) -> String? {
    do {
      if let closure = actions[Name(name)] {
        try closure(call())
      } else if let closure = closures.actions[Name(name)] {
        try closure(call().carryingPayload)
      }
      return nil
    } catch {
      return Self.text(of: error)
    }
  }

  /// The same by the index of the action among what the chart needs.
  func perform(_ action: Int, _ call: Call) -> String? {
    let closures = closuresByIndex ?? needs.actions.map { actions[$0] }
    closuresByIndex = closures
    guard let closure = closures[action] else { return perform(call.action, call) }
    do {
      try closure(call)
      return nil
    } catch {
      return Self.text(of: error)
    }
  }

  /// An error as a chart sees it.
  static func text(of error: any Error) -> String {
    DisplayText.cut(String(describing: error), to: DisplayText.longestMessage)
  }

  func notify(_ listeners: [Listener<(Call) -> Void>], _ call: @autoclosure () -> Call) {
    if listeners.isEmpty { return }
    let call = call()
    for listener in listeners where listener.isWanted { listener.closure(call) }
  }

  /// Tells observers of a step.
  func tell(_ step: Step) {
    for listener in observers.wanted() where listener.isWanted { listener.closure(step) }
    if streams.isEmpty { return }
    streams.removeAll { stream in
      if case .terminated = stream.yield(step) { true } else { false }
    }
  }

  /// Runs `body` while the machine can be looked at as `moment` says.
  func during<Result>(_ moment: Moment, _ body: () -> Result) -> Result {
    let outer = self.moment
    self.moment = moment
    defer { self.moment = outer }
    return body()
  }
}

extension HostTable: MachineHost {
  func perform(_ action: NameID, _ data: Value?, on machine: inout Machine) -> String? {
    let name = machine.chart.names.text(action)
    let call = Call(name, Payload(data), machine)
    return whileLooked(at: &machine) { perform(name, call) }
  }

  func answer(_ guardName: String, _ parameters: Value, for machine: HostView) -> HostAnswer? {
    let name = Name(guardName)
    guard let closure = guards[name] ?? closures.guards[name] else { return nil }
    if depth >= Self.deepest {
      return .error("host guards ask one another more than \(Self.deepest) deep, the limit")
    }
    depth += 1
    defer { depth -= 1 }
    let seen = Call.Seen(machine.data.seen, machine.chart)
    let data = guards[name] == nil ? seen.payload : Payload(parameters)
    let call = Call(
      action: guardName, data: data, event: seen.event, payload: seen.payload, state: nil, source: nil, targets: [])
    return during(.guarding(machine)) {
      do {
        return try closure(call) ? .yes : .no
      } catch {
        return .error("the guard \(DisplayText.name(guardName)) failed: \(Self.text(of: error))")
      }
    }
  }

  private static let deepest = 10

  func willRunChild(of machine: inout Machine) {
    if machine.member == 0 { moment = .snapshot(machine.snapshot) }
  }

  func didEnter(_ state: StateID, _ machine: inout Machine) {
    if machine.member == 0 { notify(entries.wanted(state), &machine, at: state) }
  }

  func willRunExit(of state: StateID, _ machine: inout Machine) {
    if machine.member == 0 { notify(exits.wanted(state), &machine, at: state) }
  }

  func willHandle(_ machine: inout Machine) {
    let event = machine.data.seen
    if let name = name(of: event, machine, for: before) { notify(before.wanted(name), &machine, seeing: event) }
  }

  func didHandle(_ event: SeenEvent, _ machine: inout Machine) {
    if let name = name(of: event, machine, for: after) { notify(after.wanted(name), &machine, seeing: event) }
  }

  /// The name of an event of the first machine, where there are hooks for any.
  private func name(of event: SeenEvent, _ machine: borrowing Machine, for hooks: Hooks<Name>) -> Name? {
    hooks.isEmpty || machine.member != 0 ? nil : Name(machine.chart.text(of: event.eventLabel))
  }

  private func notify(
    _ listeners: [Listener<(Call) -> Void>], _ machine: inout Machine, at state: StateID? = nil,
    seeing event: SeenEvent? = nil
  ) {
    if listeners.isEmpty { return }
    let call = Call("", nil, machine, at: state, seeing: event)
    whileLooked(at: &machine) { notify(listeners, call) }
  }

  func delay(named name: String) -> Int64? {
    delays[Name(name)]
  }

  func start(_ work: HostWork, input: Value?, _ machine: inout Machine) {
    guard let performer = sources[Name(work.source)] else { return }
    let call = Call(work, input, machine)
    let why: String? = whileLooked(at: &machine) {
      do {
        try performer.start(call)
        return nil
      } catch {
        return Self.text(of: error)
      }
    }
    if let why {
      waiting.append(.end(call.invocation ?? work.id, isDone: false, ["message": .string(why)]))
    }
  }

  func stop(_ work: HostWork, _ machine: inout Machine) {
    guard let performer = sources[Name(work.source)] else { return }
    let call = Call(work, nil, machine)
    whileLooked(at: &machine) { performer.stop(call) }
  }

  /// Lets closures see the machine that calls them. Of children they see the first machine, as it was before they ran.
  private func whileLooked<Result>(at machine: inout Machine, _ body: () -> Result) -> Result {
    if machine.member != 0 { return body() }
    return unsafe withUnsafeMutablePointer(to: &machine) { pointer in
      unsafe during(.machine(pointer), body)
    }
  }
}
