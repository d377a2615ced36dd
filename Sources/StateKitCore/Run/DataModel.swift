package import CEL

/// The event that expressions see.
package struct SeenEvent: Sendable {
  let label: EventLabel
  let data: Value?
  let type: String
  let sendID: String?
  var invokeID: String?
  /// As a value, where it was made before.
  var value: Value?

  /// The event as expressions see it.
  func value(in chart: Chart) -> Value {
    if let value { return value }
    let name: String
    switch label {
    case .known(let id): name = chart.names.text(id)
    case .other(let text): name = text
    }
    return .map(
      MapValue([
        (.string("name"), .string(name)), (.string("data"), data ?? .null), (.string("type"), .string(type)),
        (.string("sendId"), sendID.map { .string($0) } ?? .null),
        (.string("invokeId"), invokeID.map { .string($0) } ?? .null),
      ]))
  }
}

/// The data of a machine: the context, the event that expressions see, and the evaluator.
///
/// Slots are numbered as the chart's expressions were compiled: the context's keys, then `event`, then the names of the
/// `forEach` loops around.
package struct DataModel {
  let chart: Chart
  package private(set) var slots: [Value]
  private var evaluator: Evaluator
  /// What the machine and its family hold.
  var memory: MemoryUse
  /// The event that expressions see. Its slot is filled when the first expression looks.
  package private(set) var seen = SeenEvent(label: .other("init"), data: nil, type: "platform", sendID: nil)
  private var isStale = true
  /// What answers the host guards.
  package var host = GuardHost()
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
    slots = Self.slots(chart, context ?? chart.contextValues)
    memory.holdAnyway(Self.size(of: slots))
  }

  /// Bytes that the values of a context count for.
  static func size(of slots: [Value]) -> Int {
    slots.reduce(0) { $0 + $1.size }
  }

  /// What the script line has cost, and may.
  var meter: CostMeter {
    _read { yield evaluator.meter }
    _modify { yield &evaluator.meter }
  }

  /// Goes on with the line of another machine of the family.
  mutating func goOn(from line: borrowing LineUse) {
    meter.goOn(from: line.meter)
    memory.goOn(from: line.memory)
  }

  /// Holds `bytes` more; where that is more than there may be, nothing is held and the line is over.
  mutating func hold(_ bytes: Int, at span: SourceSpan) throws(Failure) {
    if memory.hold(bytes) { return }
    meter.stop(.memory)
    throw Failure(message: memoryRefusal, span: span)
  }

  /// Ends the line where `bytes` more could not be held.
  mutating func admit(_ bytes: Int, at span: SourceSpan) throws(Failure) {
    if memory.admits(bytes) { return }
    meter.stop(.memory)
    throw Failure(message: memoryRefusal, span: span)
  }

  /// Why nothing more can be held.
  var memoryRefusal: String {
    "the machines would hold more than \(memory.pool.shownLimit), the limit of --max-memory"
  }

  /// The values of a context, with room for the event and for loops.
  static func slots(_ chart: Chart, _ context: [Value]) -> [Value] {
    context + repeatElement(.null, count: 1 + chart.loopSlots)
  }

  private var eventSlot: Int { chart.contextNames.count }

  /// Makes an event the one that expressions see.
  mutating func see(_ event: Event) {
    see(
      SeenEvent(
        label: event.label, data: event.data, type: event.origin.typeName, sendID: event.sendID,
        invokeID: event.invokeID))
  }

  /// The event that expressions see at the start and in `after` handlers.
  mutating func see(platform name: String) {
    see(SeenEvent(label: .other(name), data: nil, type: "platform", sendID: nil))
  }

  /// Sees again what was seen before.
  mutating func see(_ event: SeenEvent) {
    let size = event.data?.size ?? 0
    if size != seenSize {
      memory.holdAnyway(size - seenSize)
      seenSize = size
    }
    see(replayed: event)
  }

  /// The same for a moment, while a step is replayed.
  mutating func see(replayed event: SeenEvent) {
    seen = event
    isStale = true
    if let recorder { recorder.shownEvents += 1 }
  }

  /// Takes back the values and the event of another time, when the family held `held` bytes and the machine `own` of them.
  mutating func restore(_ slots: [Value], _ event: SeenEvent, held: Int, own: Int) {
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

  /// Sets the variable of a loop.
  mutating func setLoop(_ slot: Int32, to value: Value) {
    slots[eventSlot + 1 + Int(slot)] = value
  }

  // MARK: Evaluating

  package mutating func evaluate(
    _ expression: Expression, in configuration: borrowing Configuration
  ) throws(Failure) -> Value {
    recorder?.note(.data)
    if isStale, expression.readsEvent { fillEvent() }
    // A question is asked of a copy of the active flags: the closure must not hold on to what is borrowed.
    let tests = expression.tests.map { configuration.isActive($0) }
    do throws(EvaluationError) {
      if expression.program.asksHost { return try evaluateAskingHost(expression, tests, in: configuration) }
      return try evaluator.evaluate(expression.program, slots: slots) { tests[$0] }
    } catch {
      let span = expression.source.span(of: error.offset..<error.offset + 1)
      throw Failure(message: error.message, advice: missingPayload(error, expression), span: span)
    }
  }

  /// What to ask first where an expression looks for a field of a payload and the event has none; else nothing.
  private func missingPayload(_ error: EvaluationError, _ expression: Expression) -> String {
    if seen.data != nil || !error.message.utf8.elementsEqual("null_type has no fields".utf8) { return "" }
    let text = Array(expression.text.utf8)
    let owner = "event.data."
    guard text.prefix(error.offset).suffix(owner.utf8.count).elementsEqual(owner.utf8) else { return "" }
    let field = text[error.offset...].prefix {
      $0 == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || 0x30...0x39 ~= $0
    }
    return ": the event came without a payload; ask has(\(owner)\(String(decoding: field, as: UTF8.self))) first"
  }

  mutating func evaluate(_ number: Int32, in configuration: borrowing Configuration) throws(Failure) -> Value {
    try evaluate(chart.expressions[Int(number)], in: configuration)
  }

  /// Whether a condition holds; anything but a bool is an error.
  mutating func holds(_ number: Int32, in configuration: borrowing Configuration) throws(Failure) -> Bool {
    let before = recorder?.record.dependence
    let value = try evaluate(number, in: configuration)
    let expression = chart.expressions[Int(number)]
    if case .bool(let flag) = value {
      if let recorder, let before, let answers = answers(for: expression, in: configuration) {
        recorder.replace(before, with: .question(number, answers: answers, holds: flag))
      }
      return flag
    }
    throw Failure(
      message: "a condition must be a bool, this is \(value.typeName.rawValue)",
      span: expression.source.span(of: 0..<expression.text.utf8.count))
  }

  mutating func verdict(_ number: Int32, in configuration: borrowing Configuration) -> Verdict {
    do throws(Failure) {
      return try holds(number, in: configuration) ? .holds : .fails
    } catch {
      return .error(error)
    }
  }

  /// A value that can be kept: put together, and such that JSON can hold it.
  mutating func value(
    of template: DataTemplate, in configuration: borrowing Configuration
  ) throws(Failure) -> Value {
    var stack: [Value] = []
    if let step = template.onlyStep {
      let value: Value
      switch step {
      case .literal(let literal): value = literal
      case .expression(let number): value = try evaluate(number, in: configuration)
      case .list, .map: value = .null
      }
      if let why = Self.whyNotKept(value) { throw Failure(message: why, span: template.span(in: chart)) }
      return value
    }
    var size = 0
    for step in template.steps {
      switch step {
      case .literal(let value): stack.append(value)
      case .expression(let number):
        let value = try evaluate(number, in: configuration)
        size += value.size
        try admit(size, at: template.span(in: chart))
        stack.append(value)
      case .list(let count):
        let items = Array(stack.suffix(count))
        stack.removeLast(count)
        stack.append(.list(ListValue(items)))
      case .map(let keys):
        let values = stack.suffix(keys.count)
        let entries = zip(keys, values).map { (key: Value.string($0), value: $1) }
        stack.removeLast(keys.count)
        stack.append(.map(MapValue(entries)))
      }
    }
    let value = stack.popLast() ?? .null
    if let why = Self.whyNotKept(value) { throw Failure(message: why, span: template.span(in: chart)) }
    return value
  }

  static func whyNotKept(_ value: Value) -> String? {
    if value.nodes > ValueLimits.nodes { return "a value of more than \(ValueLimits.nodes) nodes, the limit" }
    if value.depth > ValueLimits.depth { return "a value nested deeper than \(ValueLimits.depth), the limit" }
    return value.whyNotJSON
  }

  /// A text with its expressions replaced: texts go in as they are, other values as compact JSON.
  mutating func text(
    of template: TextTemplate, in configuration: borrowing Configuration
  ) throws(Failure) -> String {
    if let literal = template.literal { return literal }
    var out = ""
    for part in template.parts {
      switch part {
      case .literal(let text): out += text
      case .expression(let number):
        let value = try evaluate(number, in: configuration)
        if case .string(let text) = value {
          out += text
        } else if let why = Self.whyNotKept(value) {
          throw Failure(message: why, span: chart.expressions[Int(number)].source.span)
        } else {
          try admit(value.size, at: chart.expressions[Int(number)].source.span)
          out += value.json
        }
        _ = meter.spend(out.utf8.count / Self.textBytesOfCost)
      }
      if out.utf8.count > Self.longestText {
        let span = template.parts.lazy.compactMap { part in
          if case .expression(let number) = part { number } else { nil }
        }.first.map { chart.expressions[Int($0)].source.span }
        throw Failure(
          message: "a text of more than \(Self.longestText >> 20) MiB, the limit", span: span ?? SourceSpan(0, 0))
      }
    }
    return out
  }

  /// Bytes that may be put together for each step of the cost.
  private static let textBytesOfCost = 16

  /// Bytes of a text that is put together.
  static let longestText = 16 << 20

  // MARK: Recording

  /// What the configuration answers to an expression, a bit a question; nil where the expression depends on more than
  /// that, the context, and the event that the recording began with.
  private func answers(for expression: Expression, in configuration: borrowing Configuration) -> UInt64? {
    guard expression.tests.count <= 64, !expression.program.asksHost,
      !expression.readsEvent || recorder?.shownEvents == 1
    else { return nil }
    var answers: UInt64 = 0
    for (bit, state) in expression.tests.enumerated() where configuration.isActive(state) { answers |= 1 << bit }
    return answers
  }

  /// The value of an expression for which the configuration has answered before; nil where it fails.
  mutating func value(of number: Int32, answers: UInt64) -> Value? {
    let expression = chart.expressions[Int(number)]
    if isStale, expression.readsEvent { fillEvent() }
    // A step that is replayed costs what it did the first time, whatever this costs.
    let spent = meter.spent
    defer { meter.goBack(to: spent) }
    return try? evaluator.evaluate(expression.program, slots: slots) { answers >> UInt64($0) & 1 == 1 }
  }

  /// Sets a context key as a whole; false, with nothing set, where that would be more than the machines may hold.
  mutating func set(_ slot: Int, to value: Value) -> Bool {
    guard memory.hold(value.size - slots[slot].size) else { return false }
    slots[slot] = value
    return true
  }

  /// Sets a context key to a whole number. Most were one before: then there is nothing to let go of.
  @inline(__always)
  mutating func set(_ slot: Int, toInt number: Int64) {
    precondition(slot < slots.count)
    var freed = 0
    unsafe slots.withUnsafeMutableBufferPointer { all in
      guard let pointer = unsafe all.baseAddress.map({ unsafe $0 + slot }) else { return }
      if case .int = unsafe pointer.pointee {
        unsafe pointer.initialize(to: .int(number))
      } else {
        freed = unsafe pointer.pointee.size - Value.int(0).size
        unsafe pointer.pointee = .int(number)
      }
    }
    if freed != 0 { memory.release(freed) }
  }

  // MARK: Setting

  /// Evaluates what an action assigns, and sets it.
  mutating func assign(
    _ path: ContextPath, _ template: DataTemplate, in configuration: borrowing Configuration, at span: SourceSpan
  ) throws(Failure) -> Value {
    let before = recorder?.record.dependence
    let value = try value(of: template, in: configuration)
    try assign(path.names, value, at: span)
    guard let recorder, let before, path.names.count == 1, let step = template.onlyStep,
      let slot = chart.contextSlot(named: path.names[0])
    else {
      return value
    }
    switch step {
    case .literal(let literal): recorder.replace(before, with: .set(slot: Int32(slot), literal))
    case .expression(let number):
      guard let answers = answers(for: chart.expressions[Int(number)], in: configuration) else { return value }
      recorder.replace(before, with: .assign(slot: Int32(slot), number, answers: answers))
    case .list, .map: break
    }
    return value
  }

  /// Sets what stands at a path: a context key, then keys of maps.
  package mutating func assign(
    _ path: [String], _ value: Value, at span: SourceSpan, adds: Bool = true
  ) throws(Failure) {
    recorder?.note(.data)
    guard let slot = chart.contextSlot(named: path[0]) else {
      throw Failure(message: "the context has no \(DisplayText.quoted(path[0]))", span: span)
    }
    guard let changed = slots[slot].setting(path.dropFirst(), to: value, adds: adds) else {
      let shown = DisplayText.quoted(path.joined(separator: "."))
      throw Failure(message: "the path \(shown) does not lead through maps", span: span)
    }
    if changed.nodes > ValueLimits.nodes || changed.depth > ValueLimits.depth {
      throw Failure(message: Self.whyNotKept(changed) ?? "a value that is too large", span: span)
    }
    try hold(changed.size - slots[slot].size, at: span)
    slots[slot] = changed
  }
}
