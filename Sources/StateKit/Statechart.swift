internal import CEL
internal import StateKitCore
internal import Synchronization

/// A machine that runs a chart for one owner: a task, an actor or a `@MainActor` type.
///
/// Work from inside one of its closures (an action, a guard, a hook, an observer) is queued until the step is over.
/// Queries from inside a closure return the state at that moment. No chart, event or order of calls traps.
@safe public final class Statechart {
  /// The chart that it runs.
  public let chart: Chart
  var core: ChartCore { chart.core }
  /// The current `StepNode`, kept alive by the chart or by `ownNode`.
  private var nodeReference: Unmanaged<StepNode>
  private var ownNode: StepNode?
  /// The step cells of the `StepNode`.
  private var cells: UnsafeMutableBufferPointer<Atomic<UInt>>
  /// The last step, kept alive by the chart or by `ownLast`.
  private var lastReference: Unmanaged<StepFacts>?
  private var ownLast: StepFacts?
  /// The context, the clock and the timers.
  var data: RestingData {
    _read { yield unsafe uncheckedData }
    _modify { yield unsafe &uncheckedData }
  }
  // No closure is called during an access, so accesses cannot overlap.
  @exclusivity(unchecked) private var uncheckedData: RestingData
  /// The payload of the last event, if its step was found by the event's name.
  var carried: ChartValue?
  /// The complete state, if the properties above cannot represent it: there are invocations or overdue timers.
  var extra: Extra?
  /// The host of the machine; nil if the program provides nothing.
  var host: HostTable?
  private(set) var hasStarted = false
  /// True while a step is made or observers are called.
  var isBusy = false

  /// Creates a machine before its start.
  ///
  /// ```swift
  /// let machine = Statechart(chart)
  /// machine.on("beep") { _ in print("beep") }
  /// try machine.start()
  /// ```
  ///
  /// - Parameter chart: the chart to run. Other machines may run on it, too.
  public init(_ chart: Chart) {
    self.chart = chart
    unsafe nodeReference = .passUnretained(chart.core.beforeStart)
    unsafe cells = UnsafeMutableBufferPointer(start: nil, count: 0)
    unsafe uncheckedData = chart.core.data
    if !chart.core.closures.isEmpty { host = HostTable(chart.core) }
    node = chart.core.beforeStart
  }

  /// The values of the context.
  var slots: [Value] { data.slots }
  /// The size of the context and the timers in bytes.
  var held: Int { data.held }
  /// Milliseconds since the start.
  var clock: Int64 {
    get { data.time }
    set { data.time = newValue }
  }

  /// The current `StepNode`.
  var node: StepNode {
    get { unsafe nodeReference.takeUnretainedValue() }
    set {
      ownNode = newValue.keepsSteps ? nil : newValue
      unsafe nodeReference = .passUnretained(newValue)
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

  /// The host, created on first use.
  var ownHost: HostTable {
    if let host { return host }
    let made = HostTable(core)
    host = made
    return made
  }

  // MARK: Running

  /// Enters the chart. A machine that has been started or restored does not change: then the call only checks what the
  /// program provides.
  ///
  /// - Returns: the step of the start.
  /// - Throws: `MissingHost` if the program does not provide all actions, guards and sources that the chart requires.
  @discardableResult
  public func start() throws(MissingHost) -> Step {
    try checkHost()
    if hasStarted { return Step(at: configuration, outcome: .handled) }
    hasStarted = true
    return submit(.start)
  }

  /// Handles an event to its end, without throwing. `Step.outcome` is the result, and `Step.errors` contains the
  /// errors. Before the start the event is rejected; from inside a closure it is queued.
  ///
  /// ```swift
  /// let step = machine.send("insertCoin", ["value": 25])
  /// if step.outcome == .handled { print(step.to) }
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: its payload, which expressions see as `event.data`.
  /// - Returns: the step: outcome, errors, and the active states after it.
  @discardableResult
  public func send(_ event: String, _ data: Payload = .null) -> Step {
    if isPlain, let index = index(of: event), unsafe index < cells.count,
      let step = unsafe UnsafePointer<FastStep>(bitPattern: cells[index].load(ordering: .acquiring)),
      data.problem == nil
    {
      if unsafe step.pointee.isSilent, unsafe data.isNull || step.pointee.takesPayloads {
        unsafe become(step, data: data)
        return unsafe Step(chart.core, known: step.pointee.facts)
      }
      guard unsafe step.pointee.onlyAsks else { return unsafe sendSlower(step, event: event, data: data) }
      let (next, isFound) = unsafe answered(step, event: event, data: data)
      if let next = unsafe next {
        guard isFound else { return unsafe sendSlower(next, event: event, data: data) }
        unsafe become(next, data: data)
        return unsafe Step(chart.core, known: next.pointee.facts)
      }
    }
    return submit(.event(event, data))
  }

  /// The index of an event, without reference counting.
  @inline(__always)
  private func index(of event: String) -> Int? {
    unsafe Unmanaged.passUnretained(chart.core)._withUnsafeGuaranteedRef { core in
      unsafe Unmanaged.passUnretained(core.events)._withUnsafeGuaranteedRef { $0.find(event) }
    }
  }

  /// Handles an event whose memoised step depends on more than the situation, or carries out host actions.
  @inline(never)
  private func sendSlower(_ first: UnsafePointer<FastStep>, event: String, data: Payload) -> Step {
    var known = unsafe first
    while unsafe known.pointee.isQuiet || known.pointee.acts,
      unsafe admits(data, admission: known.pointee.event, name: event)
    {
      if unsafe known.pointee.acts {
        if let step = unsafe act(known, event: event, data: data) { return step }
      } else {
        var effects = SharedProgram.Effects()
        if unsafe holds(known, data: data, effects: &effects) {
          unsafe become(known, data: data)
          return unsafe Step(chart.core, known: known.pointee.facts, values: effects.values)
        }
      }
      guard let next = unsafe known.pointee.step._withUnsafeGuaranteedRef({ $0.alternative }) else { break }
      unsafe known = UnsafePointer(next.fast)
    }
    return submit(.event(event, data))
  }

  /// Of the memoised steps that only read data, finds the one whose answers fit. Returns the first step that does more if
  /// none fits, or nil. A separate function, because a step that one function passes to another is copied.
  @inline(never)
  private func answered(
    _ first: UnsafePointer<FastStep>, event: String, data: Payload
  ) -> (UnsafePointer<FastStep>?, isFound: Bool) {
    var known = unsafe first
    while unsafe known.pointee.onlyAsks, unsafe admits(data, admission: known.pointee.event, name: event) {
      let holds = unsafe known.pointee.program.map { program in
        unsafe program._withUnsafeGuaranteedRef { $0.holds(for: &self.data, payload: data.value) }
      }
      if holds ?? true { return unsafe (known, true) }
      guard let next = unsafe known.pointee.step._withUnsafeGuaranteedRef({ $0.alternative }) else {
        return (nil, false)
      }
      unsafe known = UnsafePointer(next.fast)
    }
    return unsafe (known, false)
  }

  /// Applies the data changes of a memoised step; returns false without any change if the step takes another course.
  @inline(__always)
  private func holds(
    _ known: UnsafePointer<FastStep>, data: Payload, effects: inout SharedProgram.Effects
  ) -> Bool {
    guard let program = unsafe known.pointee.program else { return true }
    return unsafe program._withUnsafeGuaranteedRef { $0.run(on: &self.data, payload: data.value, effects: &effects) }
  }

  /// Replays a memoised step with host actions; nil if the step takes another course.
  @inline(__always)
  private func act(_ known: UnsafePointer<FastStep>, event: String, data: Payload) -> Step? {
    // The machine keeps the table alive.
    guard let table = unsafe host.map({ unsafe Unmanaged.passUnretained($0) }) else { return nil }
    var values = ShownValues.none
    if let program = unsafe known.pointee.program {
      let isMade = unsafe program._withUnsafeGuaranteedRef { program in
        unsafe table._withUnsafeGuaranteedRef { changeData(by: program, payload: data, telling: $0, values: &values) }
      }
      guard isMade else { return nil }
    }
    isBusy = true
    defer { isBusy = false }
    let failed = unsafe known.pointee.step._withUnsafeGuaranteedRef { step in
      unsafe table._withUnsafeGuaranteedRef { tell($0, step: step, event: event, payload: data) }
    }
    if let failed { return finish(failed) }
    unsafe table._withUnsafeGuaranteedRef { settleData($0) }
    unsafe become(known, data: data)
    let step = unsafe Step(chart.core, known: known.pointee.facts, values: values)
    let isOver = unsafe table._withUnsafeGuaranteedRef { $0.isSettled }
    return isOver ? step : finish(step)
  }

  /// Sets the `StepNode` to the one after a memoised step.
  @inline(__always)
  private func become(_ known: UnsafePointer<FastStep>, data: Payload) {
    if unsafe data.isNull || !known.pointee.event.isSeen {
      if carried != nil { carried = nil }
    } else {
      carried = data.value
    }
    unsafe nodeReference = known.pointee.next
    unsafe cells = known.pointee.cells
    unsafe lastReference = known.pointee.facts
    if ownLast != nil { ownLast = nil }
  }

  /// True if only the situation and the event decide a memoised step, and there are no listeners.
  @inline(__always)
  private var isPlain: Bool {
    hasStarted && !isBusy && extra == nil && (host == nil || !listens)
  }

  @inline(never)
  var listens: Bool { host.map { $0.mayListen && ($0.hasHooks || $0.hasObservers) } ?? false }

  /// Advances the clock, and fires the timers that are due on the way. Negative durations and fractions of a
  /// millisecond are ignored.
  ///
  /// ```swift
  /// machine.advance(by: .seconds(30))
  /// ```
  ///
  /// - Parameter duration: the time that passes.
  /// - Returns: one step for all timers that were due.
  @discardableResult
  public func advance(by duration: Swift.Duration) -> Step {
    submit(.advance(.by(duration.milliseconds)))
  }

  func markStarted() {
    hasStarted = true
  }

  /// Resets the machine to its state before the start, and keeps what the program provided.
  func reset() {
    node = core.beforeStart
    data = core.data
    last = nil
    extra = nil
    hasStarted = false
  }
}
