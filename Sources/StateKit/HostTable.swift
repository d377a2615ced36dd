internal import CEL
internal import StateKitCore

/// What a program gives to one machine: closures for actions, guards and sources, hooks and observers; and what waits while
/// one of them runs.
@safe final class HostTable {
  private(set) var actions: [Name: ActionClosure] = [:]
  /// The chart's own, by their indices among what the chart needs.
  private let inChart: [ActionClosure?]
  // What is read and written for each action: nothing else is called meanwhile, so that no access can meet another one.
  /// Both by the indices of actions among what the chart needs: `actions` and `inChart` keep them.
  @exclusivity(unchecked) private var closures: [Unmanaged<ActionClosure>?] = unsafe []
  /// Closures that were replaced while a known step was made: one of them may be running.
  @exclusivity(unchecked) private var replaced: [ActionClosure] = []
  @exclusivity(unchecked) private var uncheckedMayListen = false
  @exclusivity(unchecked) private var uncheckedWaiting: [Statechart.Work] = []
  @exclusivity(unchecked) private var uncheckedMoment = Moment.rest
  /// The known step that is being made.
  @exclusivity(unchecked) @unsafe var replayed = unsafe ReplayedStep()
  private let needs: HostNeeds
  var guards: [Name: (Call) throws -> Bool] = [:]
  var sources: [Name: Performer] = [:]
  /// Milliseconds.
  var delays: [Name: Int64] = [:]
  var entries = Hooks<StateID>() {
    didSet { if !entries.isEmpty { mayListen = true } }
  }
  var exits = Hooks<StateID>() {
    didSet { if !exits.isEmpty { mayListen = true } }
  }
  var before = Hooks<Name>() {
    didSet { if !before.isEmpty { mayListen = true } }
  }
  var after = Hooks<Name>() {
    didSet { if !after.isEmpty { mayListen = true } }
  }
  var observers = Listeners<(Step) -> Void>() {
    didSet { if !observers.isEmpty { mayListen = true } }
  }
  var streams: [AsyncStream<Step>.Continuation] = [] {
    didSet { if !streams.isEmpty { mayListen = true } }
  }
  /// There have been hooks, or observers.
  private(set) var mayListen: Bool {
    get { unsafe uncheckedMayListen }
    set { unsafe uncheckedMayListen = newValue }
  }

  /// What came while something ran, in order.
  var waiting: [Statechart.Work] {
    _read { yield unsafe uncheckedWaiting }
    _modify { yield unsafe &uncheckedWaiting }
  }
  /// How the machine can be looked at now.
  var moment: Moment {
    _read { yield unsafe uncheckedMoment }
    _modify { yield unsafe &uncheckedMoment }
  }
  /// Guards that ask guards, and so on.
  var depth = 0
  private let chart: StateKitCore.Chart
  /// What the chart itself does for its actions and guards.
  let own: ChartClosures

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
    indirect case snapshot(MachineSnapshot)
    /// The known step of `replayed` is being made.
    case replay
    /// A guard is asked.
    indirect case guarding(HostView)
  }

  init(_ core: ChartCore) {
    chart = core.chart
    own = core.closures
    needs = core.needs
    let closures = core.closures.actions
    inChart = closures.isEmpty ? [] : needs.actions.map { closures[$0].map { ActionClosure($0, isInChart: true) } }
    placeClosures()
  }

  deinit {
    for stream in streams { stream.finish() }
  }

  /// Whether anything wants to know of entries, exits or events.
  @inline(never)
  var hasHooks: Bool { !entries.isEmpty || !exits.isEmpty || hasEventHooks }
  var hasEventHooks: Bool { !before.isEmpty || !after.isEmpty }
  var hasObservers: Bool { !observers.isEmpty || !streams.isEmpty }

  // What goes with a closure that is replaced may use the machine: it goes when the table has the new one.

  /// Answers a host guard by this closure from now on.
  func give(_ guardName: Name, closure: @escaping (Call) throws -> Bool) {
    let old = guards.updateValue(closure, forKey: guardName)
    withExtendedLifetime(old) {}
  }

  /// Lets this do the work of a source from now on.
  func give(_ source: Name, performer: Performer) {
    let old = sources.updateValue(performer, forKey: source)
    withExtendedLifetime(old) {}
  }

  /// Does a host action by this closure from now on.
  func give(_ action: Name, closure: ActionClosure) {
    let old = actions.updateValue(closure, forKey: action)
    placeClosures()
    if unsafe replayed.step != nil, let old { unsafe replaced.append(old) }
    withExtendedLifetime(old) {}
  }

  /// Does the host actions by the closures of another machine.
  func takeActions(of other: HostTable) {
    actions = other.actions
    placeClosures()
  }

  /// Lets go of closures that were replaced while a step was made, now that it is over.
  func forgetReplaced() {
    if unsafe !replaced.isEmpty { unsafe replaced = [] }
  }

  /// A step is over with what its closures did: they asked for nothing, and nobody wants to hear of it.
  var isSettled: Bool { unsafe !mayListen && waiting.isEmpty && replaced.isEmpty }

  private func placeClosures() {
    unsafe closures = needs.actions.indices.map { index in
      let closure = actions[needs.actions[index]] ?? (inChart.isEmpty ? nil : inChart[index])
      return unsafe closure.map { unsafe .passUnretained($0) }
    }
  }

  /// Does a host action; why that failed, or nil.
  func perform(_ name: String, call: @autoclosure () -> Call) -> String? {
    do {
      if let closure = actions[Name(name)] {
        try closure.body(call())
      } else if let closure = own.actions[Name(name)] {
        try closure(call().givingPayload)
      }
      return nil
    } catch {
      return Self.text(of: error)
    }
  }

  /// The same for an action of a known step.
  @inline(__always)
  func perform(_ action: KnownAction, payload: Payload) -> String? {
    guard unsafe action.index < closures.count, let closure = unsafe closures[action.index] else { return nil }
    return unsafe closure._withUnsafeGuaranteedRef { action.perform(by: $0, payload: payload) }
  }

  /// An error as a chart sees it.
  static func text(of error: any Error) -> String {
    DisplayText.cut(String(describing: error), to: DisplayText.longestMessage)
  }

  func notify(_ listeners: [Listener<(Call) -> Void>], call: @autoclosure () -> Call) {
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
  func during<Result>(_ moment: Moment, body: () -> Result) -> Result {
    let outer = self.moment
    self.moment = moment
    defer { self.moment = outer }
    return body()
  }
}
