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
  /// The context, the clock and timers.
  var data: RestingData {
    _read { yield unsafe uncheckedData }
    _modify { yield unsafe &uncheckedData }
  }
  // No closure is called while it is read or written, so that no access can meet another one.
  @exclusivity(unchecked) private var uncheckedData: RestingData
  /// What the last event carried, where its step was known by the event's name.
  var carried: ChartValue?
  /// Where the machine is more than what stands above: something was invoked, or timers are overdue.
  var extra: Extra?
  /// What the program gives to the machine; nil where that is nothing.
  var host: HostTable?
  private(set) var hasStarted = false
  /// A step is made, or observers are called for one.
  var isBusy = false

  /// A machine before its start.
  public init(_ chart: Chart) {
    self.chart = chart
    unsafe standingReference = .passUnretained(chart.core.beforeStart)
    unsafe cells = UnsafeMutableBufferPointer(start: nil, count: 0)
    unsafe uncheckedData = chart.core.data
    if !chart.core.closures.isEmpty { host = HostTable(chart.core) }
    standing = chart.core.beforeStart
  }

  /// The values of the context.
  var slots: [Value] { data.slots }
  /// Bytes that the context and the timers count for.
  var held: Int { data.held }
  /// In milliseconds since the start.
  var clock: Int64 {
    get { data.time }
    set { data.time = newValue }
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
    if hasStarted { return Step(at: configuration, outcome: .handled) }
    hasStarted = true
    return submit(.start)
  }

  /// Lets an event be taken to its end. It never throws: what becomes of it is said by `Step.outcome`, what goes wrong by
  /// `Step.errors`. Before the start it is rejected; from inside a closure it is queued.
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

  /// The index of an event. Of what the chart keeps no references are counted.
  @inline(__always)
  private func index(of event: String) -> Int? {
    unsafe Unmanaged.passUnretained(chart.core)._withUnsafeGuaranteedRef { core in
      unsafe Unmanaged.passUnretained(core.events)._withUnsafeGuaranteedRef { $0.find(event) }
    }
  }

  /// The same where more than the situation decides what the known step does, or host actions are done.
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

  /// Of known steps that only ask: the one whose answers the data give, or else the first that does more, or none. It is a
  /// function of its own, since a step that one function gets from another is copied.
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

  /// Makes what a known step does to the data; false, with nothing done, where it goes another way.
  @inline(__always)
  private func holds(
    _ known: UnsafePointer<FastStep>, data: Payload, effects: inout SharedProgram.Effects
  ) -> Bool {
    guard let program = unsafe known.pointee.program else { return true }
    return unsafe program._withUnsafeGuaranteedRef { $0.run(on: &self.data, payload: data.value, effects: &effects) }
  }

  /// Makes a known step that does host actions; nil where it goes another way.
  @inline(__always)
  private func act(_ known: UnsafePointer<FastStep>, event: String, data: Payload) -> Step? {
    // The machine keeps it.
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

  /// Stands where a known step has led.
  @inline(__always)
  private func become(_ known: UnsafePointer<FastStep>, data: Payload) {
    if unsafe data.isNull || !known.pointee.event.isSeen {
      if carried != nil { carried = nil }
    } else {
      carried = data.value
    }
    unsafe standingReference = known.pointee.next
    unsafe cells = known.pointee.cells
    unsafe lastReference = known.pointee.facts
    if ownLast != nil { ownLast = nil }
  }

  /// Nothing but the situation and the event decides what a known step does, and nobody wants to hear of it.
  @inline(__always)
  private var isPlain: Bool {
    hasStarted && !isBusy && extra == nil && (host == nil || !listens)
  }

  @inline(never)
  var listens: Bool { host.map { $0.mayListen && ($0.hasHooks || $0.hasObservers) } ?? false }

  /// Moves the clock, and fires what is due on the way. Less than a millisecond is nothing, as is going back.
  @discardableResult
  public func advance(by duration: Swift.Duration) -> Step {
    submit(.advance(.by(duration.milliseconds)))
  }

  func markStarted() {
    hasStarted = true
  }

  /// Becomes a machine before its start, with what the program has given it.
  func reset() {
    standing = core.beforeStart
    data = core.data
    last = nil
    extra = nil
    hasStarted = false
  }
}
