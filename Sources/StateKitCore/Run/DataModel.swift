package import CEL

/// The data of a machine: the context, the event that expressions see, and the evaluator.
///
/// Slots are numbered as in the chart's expressions: the context's keys, then `event`, then the names of the enclosing
/// `forEach` loops.
package struct DataModel {
  let chart: Chart
  package internal(set) var slots: [Value]
  private var evaluator: Evaluator
  /// The memory use of the machine and its family.
  var memory: MemoryUse
  /// The event that expressions see. Its slot is filled when an expression first reads it.
  package internal(set) var seen = SeenEvent.start
  var isStale = true
  /// Replacements for the embedding program: answers to host guards, and named delays.
  package var answers: HostAnswers?
  /// The embedding program, which is asked if there is no replacement.
  var embedder: (any MachineHost)?
  /// The expressions that failed in this macrostep, for explanations.
  var failed: [FailedExpression] = []
  /// True if failed expressions are kept.
  var keepsFailed = true
  /// The size of the event's payload in bytes.
  private var seenSize = 0
  /// Records reads and writes; nil without a recording.
  var recorder: MacrostepRecorder?

  /// The error of an expression without a value.
  package struct Failure: Error {
    /// The error message, with the fix if one is known.
    package let message: String
    package let span: SourceSpan
    /// The error alone.
    package let cause: String
    /// The id of the event whose sending failed.
    var sendID: String?

    init(message: String, advice: String = "", span: SourceSpan) {
      cause = message
      self.message = message + advice
      self.span = span
    }
  }

  /// The result of a guard.
  enum Verdict {
    case holds
    case fails
    /// An error; the guard counts as false.
    case error(Failure)
  }

  init(_ chart: Chart, context: [Value]?, limits: Limits) {
    self.chart = chart
    evaluator = Evaluator(CostMeter(limit: limits.cost, isInterrupted: limits.isInterrupted))
    memory = MemoryUse(limits.memory)
    slots = Self.slots(chart, context: context ?? chart.contextValues)
    memory.holdAnyway(Self.size(of: slots))
  }

  /// The cost of the script line, and its limit.
  var meter: CostMeter {
    _read { yield evaluator.meter }
    _modify { yield &evaluator.meter }
  }

  /// The values of a context, with room for the event and for loops.
  package static func slots(_ chart: Chart, context: [Value]) -> [Value] {
    context + repeatElement(.null, count: 1 + chart.loopSlots)
  }

  var eventSlot: Int { chart.contextNames.count }

  /// Shows an event of the chart, without a payload, to expressions.
  @inline(__always)
  mutating func show(_ event: EventID) {
    countSeen(nil)
    seen.become(.known(chart.eventNames[event.index]), data: nil, in: .external)
    noteSeen()
  }

  mutating func show(_ event: Event) {
    let data = chart.seenData(event.data, of: event.label)
    countSeen(data)
    event.show(data, as: &seen)
    noteSeen()
  }

  /// Shows the event of the start and of `after` handlers to expressions.
  mutating func show(platform name: String) {
    show(SeenEvent(label: .other(name), data: nil, source: .platform))
  }

  /// Shows an earlier event to expressions again.
  mutating func show(_ event: consuming SeenEvent) {
    countSeen(event.data)
    show(replayed: event)
  }

  /// Counts the size of the payload that expressions see.
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
    guard let recorder else { return }
    recorder.shownEvents += 1
    if recorder.shownEvents == 1 { recorder.record.firstSeen = seen }
  }

  /// Shows an event to expressions during the replay of a step.
  mutating func show(replayed event: consuming SeenEvent) {
    seen = event
    noteSeen()
  }

  /// Restores earlier values and an earlier event, when the family held `held` bytes and the machine `own` of them.
  mutating func restore(_ slots: [Value], event: SeenEvent, held: Int, own: Int) {
    self.slots = slots
    show(event)
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
    // Looks the tests up before the evaluation, because the closure must not capture the borrowed configuration.
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
      let message = chart.written(message: error.message, at: part.source.span)
      throw Failure(message: message, advice: missingPayload(error, expression: part), span: span)
    }
  }

  /// Evaluates a program that asks host guards.
  mutating func evaluate(
    program: borrowing Program, test: (Int) -> Bool, host: (Int, Value) -> HostAnswer
  ) throws(EvaluationError) -> Value {
    try evaluator.evaluate(program, slots: slots, test: test, host: host)
  }

  /// The results of the named guards of an expression that notes them.
  mutating func guardsNoted(
    by expression: Expression, in configuration: borrowing Configuration
  ) -> [(guardIndex: Int, holds: Bool)] {
    evaluator.noted = []
    _ = try? evaluate(expression, in: configuration)
    return evaluator.noted
  }

  mutating func evaluate(_ index: Int32, in configuration: borrowing Configuration) throws(Failure) -> Value {
    if let value = quickValue(of: index, isActive: { configuration.isActive($0) }) {
      recorder?.note(reading: chart.expressions[Int(index)], slots: slots) { configuration.isActive($0) }
      return value
    }
    return try evaluate(chart.expressions[Int(index)], in: configuration)
  }

  /// The value of an expression by its fast path, without copying the expression's parts.
  private mutating func quickValue(of index: Int32, isActive: (StateID) -> Bool) -> Value? {
    let kind = chart.expressions.kind(index)
    // Borrowed, because a copy of a program retains three references.
    return unsafe chart.expressions.distinct.withUnsafeBufferPointer { distinct in
      if isStale, unsafe distinct[kind].readsEvent { fillEvent() }
      return unsafe evaluator.quickValue(distinct[kind].program, slots: slots) {
        isActive(unsafe distinct[kind].tests[$0])
      }
    }
  }

  /// True if a condition is true; throws for any value other than a bool.
  mutating func holds(_ index: Int32, in configuration: borrowing Configuration) throws(Failure) -> Bool {
    let before = recorder?.record.dependence
    let firstQuestion = recorder?.record.questions.count ?? 0
    let value = try evaluate(index, in: configuration)
    if case .bool(let flag) = value {
      if let before { note(flag, of: index, since: before, questionsFrom: firstQuestion, in: configuration) }
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

  /// The value of an expression with earlier answers of the configuration; nil if it fails.
  mutating func value(of index: Int32, answers: UInt64) -> Value? {
    let kind = Int(chart.expressions.uses.all[Int(index)].kind)
    if isStale, chart.expressions.distinct[kind].readsEvent { fillEvent() }
    // A replayed step has the cost of its first run, whatever this evaluation costs.
    let spent = meter.spent
    defer { meter.goBack(to: spent) }
    let expression = chart.expressions[Int(index)]
    return try? evaluator.evaluate(expression.program, slots: slots) { answers >> UInt64($0) & 1 == 1 }
  }
}
