internal import CEL
internal import StateKitCore

/// A machine that runs a chart, for one owner: a task, an actor or a `@MainActor` type.
///
/// Whatever comes from inside one of its closures (an action, a guard, a hook, an observer) is queued and taken up when the
/// step is over; reading it from there shows the state of that moment. No chart, no event and no order of calls traps.
public final class Statechart {
  /// The chart that it runs.
  public let chart: Chart
  var core: ChartCore { chart.core }
  /// Where it stands, and the values of its context.
  var standing: Standing
  var slots: [Value]
  /// Bytes that the context and the last event count for.
  var held: Int
  /// In milliseconds since the start.
  var clock: Int64 = 0
  /// The last step.
  var last: StepFacts?
  /// Where the machine is more than what stands above: timers run, or something was invoked.
  var extra: Extra?
  /// What the program gives to the machine; nil where that is nothing.
  var host: HostTable?
  private(set) var hasStarted = false
  /// A step is made, or observers are told of one.
  private var isBusy = false

  /// The whole of a machine that is more than a situation and a context.
  final class Extra {
    let snapshot: MachineSnapshot

    init(_ snapshot: MachineSnapshot) {
      self.snapshot = snapshot
    }
  }

  /// What a machine is made to do.
  enum Work {
    case start
    case event(String, Payload)
    case advance(Machine.Advance)
    /// A host invocation could not begin, or failed: its id, and why.
    case failure(String, String)
    /// Sets a path of the context, as a script does.
    case set([String], Expression)
    /// Evaluates an expression, as a script does.
    case show(Expression)
    /// Lets a line of a script stand in for the host.
    case host(HostAnswers.Line)
  }

  /// More that came from inside closures is dropped: they would go on for ever.
  private static let mostQueued = 100_000

  /// A machine before its start.
  public init(_ chart: Chart) {
    self.chart = chart
    standing = chart.core.beforeStart
    slots = chart.core.context
    held = chart.core.contextSize
    if !chart.core.closures.isEmpty { host = HostTable(chart.core) }
  }

  /// What the program gives, made when it gives the first thing.
  var ownHost: HostTable {
    if let host { return host }
    let made = HostTable(core)
    host = made
    return made
  }

  // MARK: Running

  /// Enters the chart. A machine that has been started, or was restored, is left as it is: then only what the host gives is
  /// checked.
  ///
  /// - Returns: what the start did.
  /// - Throws: `MissingHost` where the chart wants actions, guards or sources that nobody gave.
  @discardableResult
  public func start() throws(MissingHost) -> Step {
    try checkHost()
    if hasStarted { return Step(at: configuration, .handled) }
    hasStarted = true
    return submit(.start)
  }

  /// Lets an event be taken to its end. It never throws: what becomes of it is said by `Step.outcome`, what goes wrong by
  /// `Step.errors`. Before the start it is rejected; from inside a closure it is queued.
  @discardableResult
  public func send(_ event: String, _ data: Payload = .null) -> Step {
    if case .null = data.value, data.problem == nil, extra == nil, !isBusy, let known = known(event),
      known.context == nil, host.map({ !known.callsHost && !$0.hasHooks && !$0.hasObservers }) ?? true
    {
      standing = known.next
      last = known.facts
      return Step(core, known.facts)
    }
    return submit(.event(event, data))
  }

  /// The step of an event without a payload, where that is known.
  @inline(__always)
  private func known(_ event: String) -> KnownStep? {
    guard let id = core.chart.event(named: event.utf8.span), let known = standing.step(id.index), known.isReplayable,
      hasStarted
    else { return nil }
    return known
  }

  /// Moves the clock, and fires what is due on the way. Less than a millisecond is nothing, as is going back.
  @discardableResult
  public func advance(by duration: Swift.Duration) -> Step {
    submit(.advance(.by(duration.milliseconds)))
  }

  /// Makes a step, and those that are queued meanwhile.
  func submit(_ work: Work) -> Step {
    if isBusy {
      ownHost.waiting.append(work)
      return Step(at: configuration, .queued)
    }
    isBusy = true
    defer { isBusy = false }
    let step = make(work)
    tell(step)
    var count = 0
    while let host, !host.waiting.isEmpty {
      let waiting = host.waiting
      host.waiting = []
      for work in waiting {
        count += 1
        if count > Self.mostQueued { break }
        tell(make(work))
      }
      if count > Self.mostQueued {
        host.waiting = []
        tell(Step(failed("\(Self.mostQueued) events from inside closures in one step, the limit"), self))
      }
    }
    return step
  }

  private func tell(_ step: Step) {
    if let host, host.hasObservers { host.tell(step) }
  }

  private func make(_ work: Work) -> Step {
    switch work {
    case .start: return begin()
    case .event(let name, let data): return take(name, data)
    case .advance(let advance):
      guard hasStarted else { return Step(at: [], .rejected(Self.notStarted)) }
      return run(nil) { $0.advance(advance, shown: "") }
    case .failure(let id, let why): return take("error.invoke." + id, ["message": .string(why)])
    case .set(let path, let expression): return run(nil) { $0.set(path, to: expression, shown: "") }
    case .show(let expression): return run(nil) { $0.show(expression, shown: "") }
    case .host(let line): return run(nil) { $0.answer(line) }
    }
  }

  private func begin() -> Step {
    if let known = standing.step(0), known.isReplayable, let step = replay(known, nil) { return step }
    return run(standing.step(0) == nil ? 0 : nil) { $0.start() }
  }

  static let notStarted = "the machine has not been started"

  private func take(_ name: String, _ data: Payload) -> Step {
    if let why = refusal(of: name, data) { return Step(at: configuration, .rejected(why)) }
    let event = event(name, data)
    let index = extra == nil ? EventSymbol.of(event, in: core.chart).map { Int($0) } : nil
    guard let index, let known = standing.step(index) else { return run(index) { $0.send(event) } }
    if known.isReplayable, let step = replay(known, name) { return step }
    return run(nil) { $0.send(event) }
  }

  /// Why an event is not let in, whatever the chart says.
  func refusal(of name: String, _ data: Payload) -> String? {
    if !hasStarted { return Self.notStarted }
    if name.utf8.isEmpty { return "the name of the event is empty" }
    if name.utf8.count > InputLimits.nameBytes {
      return "the name of the event has \(name.utf8.count) bytes, the limit is \(InputLimits.nameBytes)"
    }
    return data.problem
  }

  func event(_ name: String, _ data: Payload) -> Event {
    core.chart.event(name.utf8.span, data: data.isNull ? nil : data.value)
  }

  func markStarted() {
    hasStarted = true
  }

  /// Becomes a machine before its start, with what the program has given it.
  func reset() {
    standing = core.beforeStart
    slots = core.context
    held = core.contextSize
    clock = 0
    last = nil
    extra = nil
    hasStarted = false
  }
}

extension Swift.Duration {
  /// Whole milliseconds, none below zero, and the longest time there is for what is longer.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflow || overflows ? .max : sum
  }
}
