internal import CEL
internal import StateKitCore
internal import Synchronization

/// A machine that runs a chart, for one owner: a task, an actor or a `@MainActor` type.
///
/// Whatever comes from inside one of its closures (an action, a guard, a hook, an observer) is queued and taken up when the
/// step is over; reading it from there shows the state of that moment. No chart, no event and no order of calls traps.
@safe public final class Statechart {
  /// The chart that it runs.
  public let chart: Chart
  var core: ChartCore { chart.core }
  /// Where it stands; the chart keeps it, or `ownStanding`.
  private var standingReference: Unmanaged<Standing>
  private var ownStanding: Standing?
  /// The steps from there.
  private var cells: UnsafeMutableBufferPointer<Atomic<UInt>>
  /// The last step; the chart keeps it, or `ownLast`.
  private var lastReference: Unmanaged<StepFacts>?
  private var ownLast: StepFacts?
  /// The values of the context.
  var slots: [Value]
  /// Bytes that the context counts for.
  var held: Int
  /// What the last event carried, where its step was known by the event's name.
  var carried: ChartValue?
  /// In milliseconds since the start.
  var clock: Int64 = 0
  /// Where the machine is more than what stands above: timers run, or something was invoked.
  var extra: Extra?
  /// What the program gives to the machine; nil where that is nothing.
  var host: HostTable?
  private(set) var hasStarted = false
  /// A step is made, or observers are called for one.
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
    /// A host invocation is over, by its id: done with a result, or failed with an error's details.
    case end(String, isDone: Bool, Payload)
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
    unsafe standingReference = .passUnretained(chart.core.beforeStart)
    unsafe cells = UnsafeMutableBufferPointer(start: nil, count: 0)
    slots = chart.core.context
    held = chart.core.contextSize
    if !chart.core.closures.isEmpty { host = HostTable(chart.core) }
    standing = chart.core.beforeStart
  }

  /// Where it stands.
  var standing: Standing {
    get { unsafe standingReference.takeUnretainedValue() }
    set {
      ownStanding = newValue.keepsSteps ? nil : newValue
      unsafe standingReference = .passUnretained(newValue)
      unsafe cells = newValue.steps?.cells ?? UnsafeMutableBufferPointer(start: nil, count: 0)
    }
  }

  /// The last step; nil before the start.
  var last: StepFacts? {
    get { unsafe lastReference?.takeUnretainedValue() }
    set {
      carried = nil
      ownLast = newValue
      unsafe lastReference = newValue.map { unsafe .passUnretained($0) }
    }
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
    let core = chart.core
    if isPlain, let index = core.events.find(event.utf8.span), unsafe index < cells.count,
      let step = unsafe UnsafePointer<FastStep>(bitPattern: cells[index].load(ordering: .acquiring)),
      unsafe step.pointee.isSilent, unsafe data.isNull || step.pointee.takesPayloads, data.problem == nil
    {
      if data.isNull {
        if carried != nil { carried = nil }
      } else {
        carried = data.value
      }
      unsafe standingReference = step.pointee.next
      unsafe cells = step.pointee.cells
      unsafe lastReference = step.pointee.facts
      if ownLast != nil { ownLast = nil }
      return unsafe Step(core, known: step.pointee.facts)
    }
    return submit(.event(event, data))
  }

  /// Nothing but the situation and the event decides what a known step does, and nobody wants to hear of it.
  @inline(__always)
  private var isPlain: Bool {
    hasStarted && !isBusy && extra == nil && (host == nil || !listens)
  }

  @inline(never)
  var listens: Bool { host.map { $0.hasHooks || $0.hasObservers } ?? false }

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
    case .end(let id, let isDone, let data): return end(id, isDone: isDone, data)
    case .set(let path, let expression): return run(nil) { $0.set(path, to: expression, shown: "") }
    case .show(let expression): return run(nil) { $0.show(expression, shown: "") }
    case .host(let line): return run(nil) { $0.answer(line) }
    }
  }

  private func begin() -> Step {
    if let known = standing.step(0), known.isReplayable, let step = replay(known, nil) { return step }
    return run(standing.step(0) == nil ? 0 : nil) { $0.start() }
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
