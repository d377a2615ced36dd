internal import CEL
internal import StateKitCore

/// The host of one machine: closures for actions, guards and sources, hooks, observers, and the work that waits while a
/// closure runs.
final class HostTable {
  /// The closures of actions, by their indices in the chart's needs.
  private var closures: [ActionClosure?]
  /// The number of actions without a closure.
  private var missing: Int
  /// The work that arrives during a step.
  let mailbox = Mailbox()
  /// The events that guards send, which is an error.
  private(set) var refused = Mailbox()
  /// True while a step is made or observers are called.
  var isBusy = false
  /// The errors that closures have thrown in the current step, with the messages that steps have for them.
  private(set) var thrown: [Thrown] = []
  /// The current way to read the machine.
  var moment = Moment.rest
  /// The memoised step in progress.
  var replayed = ReplayedStep()
  /// The changes that it makes to the data.
  var change = DataChange()
  let needs: HostNeeds
  /// The closures of guards, by their indices in the chart's needs.
  private(set) var guards: [GuardClosure?]
  /// The answers of guards to the memoised steps that were tried for the current event, in order.
  var answered: [HostAnswer] = []
  /// The answers that an engine gets in place of asking the guards again.
  var given: ArraySlice<HostAnswer> = []
  var sources: [Name: Performer] = [:]
  /// The lengths of named delays in milliseconds.
  var delays: [Name: Int64] = [:]
  var entries = Hooks<StateID>() { didSet { updateFlags() } }
  var exits = Hooks<StateID>() { didSet { updateFlags() } }
  var before = Hooks<Name>() { didSet { updateFlags() } }
  var after = Hooks<Name>() { didSet { updateFlags() } }
  var observers = Listeners<(Step) -> Void>() { didSet { updateFlags() } }
  var streams: [AsyncStream<Step>.Continuation] = [] { didSet { updateFlags() } }
  /// True if there is a hook for an entry, an exit or an event.
  private(set) var hasHooks = false
  private(set) var hasEventHooks = false
  /// True if there is an observer or a stream of steps.
  private(set) var hasObservers = false
  /// The nesting depth of observers that cause steps.
  private var telling = 0
  /// The nesting depth of guards that ask guards.
  var depth = 0
  /// The number of questions since the outermost of them began.
  var asked = 0
  private let chart: Chart
  /// The lengths of named delays in a chart in code.
  let ownDelays: [Name: Int64]

  typealias Thrown = (message: String, error: any Error)

  /// Does the work of a source.
  struct Performer {
    let start: (Call) throws -> Void
    let stop: (Call) -> Void
  }

  /// How the machine can be read at this moment.
  @safe enum Moment {
    /// No closure is running.
    case rest
    /// The machine is waiting for the closure.
    case machine(UnsafeMutablePointer<Machine>)
    indirect case snapshot(MachineSnapshot)
    /// The memoised step of `replayed` is in progress.
    case replay
    /// A guard is being evaluated.
    indirect case guarding(HostView)
    /// The question of `replayed` is being answered.
    case asking
  }

  init(_ core: ChartCore) {
    chart = core.chart
    ownDelays = core.closures.delays
    needs = core.needs
    closures = needs.actions.names.map { name in
      core.closures.actions[Name(name)].map { ActionClosure($0, isInChart: true) }
    }
    missing = closures.count { $0 == nil }
    guards = needs.guards.names.map { name in
      core.closures.guards[Name(name)].map { GuardClosure($0, isInChart: true) }
    }
  }

  deinit {
    for stream in streams { stream.finish() }
  }

  /// Updates the flags of listeners. Every step reads them, and most machines have no listener.
  private func updateFlags() {
    hasEventHooks = !before.isEmpty || !after.isEmpty
    hasHooks = hasEventHooks || !entries.isEmpty || !exits.isEmpty
    hasObservers = !observers.isEmpty || !streams.isEmpty
  }

  // Releasing the replaced closure may run code that uses the machine, so it is released after the table has the new
  // one.

  /// Leaves the mailbox to a call that a guard has kept: what it sends later is no effect of another guard.
  func renewRefused() {
    if depth == 0, !isKnownUniquelyReferenced(&refused) { refused = Mailbox() }
  }

  /// Sets the closure that answers a host guard, by its index in the chart's needs.
  func give(_ index: Int, closure: GuardClosure) {
    let old = guards[index]
    guards[index] = closure
    withExtendedLifetime(old) {}
  }

  func give(_ source: Name, performer: Performer) {
    let old = sources.updateValue(performer, forKey: source)
    withExtendedLifetime(old) {}
  }

  /// Sets the closure of an action, by its index in the chart's needs.
  func give(_ action: Int, closure: ActionClosure) {
    let old = closures[action]
    closures[action] = closure
    if old == nil { missing -= 1 }
    withExtendedLifetime(old) {}
  }

  /// Uses the closures of another machine of the chart.
  func takeClosures(of other: HostTable) {
    closures = other.closures
    missing = other.missing
    guards = other.guards
    sources = other.sources
    delays = other.delays
  }

  /// True if a step may call a closure, which can read the machine.
  var mayLook: Bool {
    missing < closures.count || hasHooks || !sources.isEmpty || guards.contains { $0 != nil }
  }

  /// True if an action has a closure, by its index in the chart's needs.
  func hasClosure(forAction index: Int) -> Bool { closures[index] != nil }

  /// True if a guard has a closure, by its index in the chart's needs.
  func hasClosure(forGuard index: Int) -> Bool { guards[index] != nil }

  /// Returns the step with the names of its host actions that have no closure.
  func markingMissing(_ step: consuming Step) -> Step {
    if missing == 0 { return step }
    return step.missing(
      step.calledActions.filter { name in needs.actions.index(of: name).map { closures[$0] == nil } ?? false })
  }

  /// Carries out a host action. Returns the reason if it failed.
  func perform(_ name: String, call: @autoclosure () -> Call) -> String? {
    guard let index = needs.actions.index(of: name), let closure = closures[index] else { return nil }
    do {
      let call = call()
      try closure.body(call.carrying(call.payload, givesPayload: closure.isInChart, sendingTo: mailbox))
      return nil
    } catch {
      return note(error, of: "action", named: name).text
    }
  }

  /// Keeps an error that a closure threw, for the errors of the step. Returns its text, and the message of the step.
  func note(_ error: any Error, of kind: String, named name: String) -> (text: String, message: String) {
    let text = Self.text(of: error)
    let message = "the \(kind) \(DisplayText.name(name)) failed: \(text)"
    // Outside a step there is no step whose error it could be.
    if isBusy, thrown.count < Self.mostThrown { thrown.append((message, error)) }
    return (text, message)
  }

  private static let mostThrown = 100

  /// Returns the errors that closures have thrown since the last call.
  func popThrown() -> [Thrown] {
    if thrown.isEmpty { return [] }
    defer { thrown = [] }
    return thrown
  }

  /// Carries out an action of a memoised step. Returns the reason if it failed.
  func perform(_ action: KnownAction, payload: Payload) -> String? {
    guard action.index < closures.count, let closure = closures[action.index] else { return nil }
    do {
      try action.perform(by: closure, payload: payload, mailbox: mailbox)
      return nil
    } catch {
      return note(error, of: "action", named: needs.actions.names[action.index]).text
    }
  }

  /// The text of an error, for a chart.
  static func text(of error: any Error) -> String {
    DisplayText.cut(String(describing: error), to: DisplayText.longestMessage)
  }

  /// Calls hooks. `call`: their argument, whose events go to the mailbox.
  func notify(_ listeners: Listeners<(Call) -> Void>, call: @autoclosure () -> Call) {
    if listeners.isEmpty { return }
    let call = call()
    guard listeners.forEach({ $0(call) }) else { return }
    entries.removeEnded()
    exits.removeEnded()
    before.removeEnded()
    after.removeEnded()
  }

  /// Reports a step to observers.
  func tell(_ step: Step) {
    if !observers.isEmpty { tellObservers(step) }
    if streams.isEmpty { return }
    streams.removeAll { stream in
      if case .terminated = stream.yield(step) { true } else { false }
    }
  }

  /// Calls the observers. One of them may add others, which hear the next step.
  private func tellObservers(_ step: Step) {
    telling += 1
    let current = observers
    let hasEnded = current.forEach { $0(step) }
    telling -= 1
    if hasEnded, telling == 0 { observers.removeEnded() }
  }

  /// Ends the streams of steps, after the last step of the machine.
  func finishStreams() {
    let ended = streams
    streams = []
    for stream in ended { stream.finish() }
  }

  /// Calls `body` while the machine can be read in the way of `moment`.
  func during<Result>(_ moment: Moment, body: () -> Result) -> Result {
    let outer = self.moment
    self.moment = moment
    defer { self.moment = outer }
    return body()
  }
}
