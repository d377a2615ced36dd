internal import CEL
internal import StateKitCore

/// What a program gives to one machine: closures for actions, guards and sources, hooks and observers; and what waits while
/// one of them runs.
@safe final class HostTable {
  var actions: [Name: ActionClosure] = [:] {
    didSet { closures = needs.actions.map { closure(named: $0) } }
  }
  /// Those and the chart's own, by their indices among what the chart needs; empty where there are none.
  private var closures: [ActionClosure?] {
    _read { yield unsafe uncheckedClosures }
    _modify { yield unsafe &uncheckedClosures }
  }

  /// A struct: a closure that stands in an optional by itself is called by way of another one.
  struct ActionClosure {
    let body: (Call) throws -> Void
    /// It stands in the chart.
    var isOwn = false
  }
  // What is read and written for each action: nothing else is called meanwhile, so that no access can meet another one.
  @exclusivity(unchecked) private var uncheckedClosures: [ActionClosure?] = []
  @exclusivity(unchecked) private var uncheckedMayListen = false
  @exclusivity(unchecked) private var uncheckedWaiting: [Statechart.Work] = []
  @exclusivity(unchecked) private var uncheckedMoment = Moment.rest
  @exclusivity(unchecked) private var uncheckedReplayed = unsafe Replayed()
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

  /// The known step that is being made.
  @unsafe var replayed: Replayed {
    _read { yield unsafe uncheckedReplayed }
    _modify { yield unsafe &uncheckedReplayed }
  }

  @unsafe struct Replayed {
    /// Kept by the chart; nil where none is made.
    var step: Unmanaged<KnownStep>?
    var payload = ChartValue.null
    /// Nil where the data stay as they are.
    var change: Change?
    /// Entries that have been made.
    var entries = 0
    /// The call of a closure that it has come to; below zero before the first, and beyond them after the last.
    var call = -1

    var mark: KnownStep.Mark {
      guard unsafe call >= 0, let marks = unsafe step?.takeUnretainedValue().calls.marks else { return .beginning }
      return unsafe call < marks.count ? marks[call] : .end
    }
  }

  /// What a step does to the data.
  final class Change {
    fileprivate(set) var program: SharedProgram
    fileprivate(set) var effects: SharedProgram.Effects
    /// The bytes that the data counted for before, where they have been changed already.
    fileprivate(set) var held: Int
    /// The data afterwards, where they change when the step is over: timers cannot be started and stopped back.
    let after: RestingData?

    init(_ program: SharedProgram, _ effects: SharedProgram.Effects, held: Int, after: RestingData? = nil) {
      self.program = program
      self.effects = effects
      self.held = held
      self.after = after
    }
  }

  /// Kept for the next step that changes data.
  private var spareChange: Change?

  /// What a step has done that leaves timers as they are, in the object of the step before.
  func change(_ program: SharedProgram, _ effects: SharedProgram.Effects, held: Int) -> Change {
    guard let spare = spareChange else {
      let made = Change(program, effects, held: held)
      spareChange = made
      return made
    }
    if spare.program !== program { spare.program = program }
    spare.effects = effects
    spare.held = held
    return spare
  }

  init(_ core: ChartCore) {
    chart = core.chart
    own = core.closures
    needs = core.needs
    if !own.actions.isEmpty { closures = needs.actions.map { closure(named: $0) } }
  }

  deinit {
    for stream in streams { stream.finish() }
  }

  /// Whether anything wants to know of entries, exits or events.
  @inline(never)
  var hasHooks: Bool { !entries.isEmpty || !exits.isEmpty || hasEventHooks }
  var hasEventHooks: Bool { !before.isEmpty || !after.isEmpty }
  var hasObservers: Bool { !observers.isEmpty || !streams.isEmpty }

  /// Does a host action; why that failed, or nil.
  func perform(_ name: String, _ call: @autoclosure () -> Call) -> String? {
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

  /// The same by the index of the action among what the chart needs.
  @inline(__always)
  func perform(_ action: Int, _ facts: Call.Facts, _ payload: Payload) -> String? {
    guard action < closures.count, let closure = closures[action] else { return nil }
    do {
      try closure.body(Call(facts, payload, givesPayload: closure.isOwn))
      return nil
    } catch {
      return Self.text(of: error)
    }
  }

  private func closure(named name: Name) -> ActionClosure? {
    if let given = actions[name] { return given }
    return own.actions[name].map { ActionClosure(body: $0, isOwn: true) }
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
