package import CEL

/// The data of a machine: the context, the event that expressions see, and the evaluator.
///
/// Slots are numbered as the chart's expressions were compiled: the context's keys, then `event`, then the names of the
/// `forEach` loops around.
package struct DataModel {
  let chart: Chart
  package internal(set) var slots: [Value]
  private var evaluator: Evaluator
  /// What the machine and its family hold.
  var memory: MemoryUse
  /// The event that expressions see. Its slot is filled when the first expression looks.
  package internal(set) var seen = SeenEvent.start
  var isStale = true
  /// What stands in for the program that embeds the machine: answers to host guards, named delays.
  package var answers: HostAnswers?
  /// That program, which is asked where nothing stands in for it.
  var embedder: (any MachineHost)?
  /// The expressions that failed in this macrostep, for people who ask why.
  var failed: [FailedExpression] = []
  /// Whether they are kept.
  var keepsFailed = true
  /// Bytes that its payload counts for.
  private var seenSize = 0
  /// Notes what is asked and set, while somebody records.
  var recorder: MacrostepRecorder?

  /// An expression gave no value.
  package struct Failure: Error {
    /// What went wrong, and what to do where that is known.
    package let message: String
    package let span: SourceSpan
    /// What went wrong alone.
    package let cause: String
    /// The id of the event whose sending failed.
    var sendID: String?

    init(message: String, advice: String = "", span: SourceSpan) {
      cause = message
      self.message = message + advice
      self.span = span
    }
  }

  /// What a guard says.
  enum Verdict {
    case holds
    case fails
    /// It counts as false.
    case error(Failure)
  }

  init(_ chart: Chart, context: [Value]?, limits: Limits) {
    self.chart = chart
    evaluator = Evaluator(CostMeter(limit: limits.cost, isInterrupted: limits.isInterrupted))
    memory = MemoryUse(limits.memory)
    slots = Self.slots(chart, context: context ?? chart.contextValues)
    memory.holdAnyway(Self.size(of: slots))
  }

  /// What the script line has cost, and may.
  var meter: CostMeter {
    _read { yield evaluator.meter }
    _modify { yield &evaluator.meter }
  }

  /// The values of a context, with room for the event and for loops.
  static func slots(_ chart: Chart, context: [Value]) -> [Value] {
    context + repeatElement(.null, count: 1 + chart.loopSlots)
  }

  var eventSlot: Int { chart.contextNames.count }

  /// Makes an event of the chart, without a payload, the one that expressions see.
  @inline(__always)
  mutating func see(_ event: EventID) {
    countSeen(nil)
    seen.become(.known(chart.eventNames[event.index]), data: nil, in: .external)
    noteSeen()
  }

  /// Makes an event the one that expressions see.
  mutating func see(_ event: Event) {
    countSeen(event.data)
    event.show(as: &seen)
    noteSeen()
  }

  /// The event that expressions see at the start and in `after` handlers.
  mutating func see(platform name: String) {
    see(SeenEvent(label: .other(name), data: nil, source: .platform))
  }

  /// Sees again what was seen before.
  mutating func see(_ event: consuming SeenEvent) {
    countSeen(event.data)
    see(replayed: event)
  }

  /// What is seen holds its payload.
  @inline(__always)
  private mutating func countSeen(_ data: Value?) {
    if data == nil, seenSize == 0 { return }
    let size = data?.size ?? 0
    if size == seenSize { return }
    memory.holdAnyway(size - seenSize)
    seenSize = size
  }

  @inline(__always)
  private mutating func noteSeen() {
    isStale = true
    if let recorder { recorder.shownEvents += 1 }
  }

  /// The same for a moment, while a step is replayed.
  mutating func see(replayed event: consuming SeenEvent) {
    seen = event
    noteSeen()
  }

  /// Takes back the values and the event of another time, when the family held `held` bytes and the machine `own` of them.
  mutating func restore(_ slots: [Value], event: SeenEvent, held: Int, own: Int) {
    self.slots = slots
    see(event)
    memory.restore(held: held, own: own)
  }

  /// Swaps with other values of the same keys.
  mutating func exchange(_ other: inout [Value]) {
    swap(&slots, &other)
    isStale = true
  }

  private mutating func fillEvent() {
    isStale = false
    slots[eventSlot] = seen.value(in: chart)
  }

  // MARK: Evaluating

  package mutating func evaluate(
    _ expression: Expression, in configuration: borrowing Configuration
  ) throws(Failure) -> Value {
    recorder?.note(reading: expression, slots: slots) { configuration.isActive($0) }
    if isStale, expression.readsEvent || expression.program.asksHost { fillEvent() }
    // A question is asked of a copy of the active flags: the closure must not hold on to what is borrowed.
    let tests = expression.tests.map { configuration.isActive($0) }
    do throws(EvaluationError) {
      if expression.program.asksHost { return try evaluateAskingHost(expression, tests: tests, in: configuration) }
      return try evaluator.evaluate(expression.program, slots: slots) { tests[$0] }
    } catch {
      let part = part(of: expression, in: error)
      let span = part.source.span(of: error.offset..<error.offset + 1)
      if keepsFailed, failed.count < FailedExpression.most {
        failed.append(FailedExpression(expression: expression, span: span, slots: slots, seen: seen))
      }
      throw Failure(message: error.message, advice: missingPayload(error, expression: part), span: span)
    }
  }

  /// Evaluates a program that asks host guards.
  mutating func evaluate(
    program: borrowing Program, test: (Int) -> Bool, host: (Int, Value) -> HostAnswer
  ) throws(EvaluationError) -> Value {
    try evaluator.evaluate(program, slots: slots, test: test, host: host)
  }

  /// What the named guards came to that an expression asks which notes it.
  mutating func guardsNoted(
    by expression: Expression, in configuration: borrowing Configuration
  ) -> [(guardIndex: Int, holds: Bool)] {
    evaluator.noted = []
    _ = try? evaluate(expression, in: configuration)
    return evaluator.noted
  }

  mutating func evaluate(_ index: Int32, in configuration: borrowing Configuration) throws(Failure) -> Value {
    if recorder == nil, let value = shortValue(of: index) { return value }
    if let value = quickValue(of: index, isActive: { configuration.isActive($0) }) {
      recorder?.note(reading: chart.expressions[Int(index)], slots: slots) { configuration.isActive($0) }
      return value
    }
    return try evaluate(chart.expressions[Int(index)], in: configuration)
  }

  /// The value of a comparison or a sum of a variable and a whole number, without a look at anything but these.
  @inline(__always)
  private mutating func shortValue(of index: Int32) -> Value? {
    let kind = chart.expressions.kind(index)
    guard meter.admits(1), !chart.expressions.distinct[kind].readsEvent,
      let value = chart.expressions.distinct[kind].program.short.value(slots)
    else { return nil }
    _ = meter.spend(1)
    return value
  }

  /// The value of an expression that has a short way to it, without a copy of all that belongs to the expression.
  private mutating func quickValue(of index: Int32, isActive: (StateID) -> Bool) -> Value? {
    let kind = chart.expressions.kind(index)
    // Borrowed: a copy of a program counts three references.
    return unsafe chart.expressions.distinct.withUnsafeBufferPointer { distinct in
      if isStale, unsafe distinct[kind].readsEvent { fillEvent() }
      return unsafe evaluator.quickValue(distinct[kind].program, slots: slots) {
        isActive(unsafe distinct[kind].tests[$0])
      }
    }
  }

  /// Whether a condition holds; anything but a bool is an error.
  mutating func holds(_ index: Int32, in configuration: borrowing Configuration) throws(Failure) -> Bool {
    let before = recorder?.record.dependence
    let value = try evaluate(index, in: configuration)
    if case .bool(let flag) = value {
      if recorder == nil { return flag }
      let expression = chart.expressions[Int(index)]
      if let recorder, let before, let answers = answers(for: expression, in: configuration) {
        let inputs = inputs(of: expression)
        recorder.replace(before, with: .question(index, answers: answers, inputs: inputs, holds: flag))
      }
      return flag
    }
    let expression = chart.expressions[Int(index)]
    throw Failure(
      message: "a condition must be a bool, this is \(value.typeName.rawValue)",
      span: expression.source.span(of: 0..<expression.text.utf8.count))
  }

  mutating func verdict(_ index: Int32, in configuration: borrowing Configuration) -> Verdict {
    do throws(Failure) {
      return try holds(index, in: configuration) ? .holds : .fails
    } catch {
      return .error(error)
    }
  }

  /// The value of an expression for which the configuration has answered before; nil where it fails.
  mutating func value(of index: Int32, answers: UInt64) -> Value? {
    let kind = Int(chart.expressions.uses.all[Int(index)].kind)
    if isStale, chart.expressions.distinct[kind].readsEvent { fillEvent() }
    // A step that is replayed costs what it did the first time, whatever this costs.
    let spent = meter.spent
    defer { meter.goBack(to: spent) }
    let expression = chart.expressions[Int(index)]
    return try? evaluator.evaluate(expression.program, slots: slots) { answers >> UInt64($0) & 1 == 1 }
  }
}
