package import CEL

/// The changes of a macrostep to the data and to the timers of states, for replay without the machine: for any machine
/// of the chart, and in any number of threads at once.
///
/// The counterpart of a program of the step cache, which belongs to one run. Each shared program is one course of a
/// step, and shown texts are lists of values here. If a condition has another result than expected, or an expression
/// has no value, the changes are undone.
@safe package final class SharedProgram: @unchecked Sendable {
  let chart: Chart
  /// The event of the step, without its payload.
  private let event: SeenEvent
  /// Memory of its own that never changes, without reference counting.
  private let instructions: UnsafeMutableBufferPointer<SharedInstruction>
  private let evaluations: UnsafeMutableBufferPointer<Unmanaged<SharedEvaluation>>
  private let keptEvaluations: [SharedEvaluation]
  private let literals: [Value]
  /// The questions to host guards, with the answers on which the program is based. All are asked before the step
  /// changes anything.
  package let questions: [HostQuestion]
  let timerChanges: [TimerChange]
  /// True if timers are started or stopped.
  package let changesTimers: Bool
  private let startedTimers: Int
  private let longestTimer: Int64
  /// The memory limit of a machine in bytes.
  private let limit: Int
  let eventSlot: Int
  /// True if the variable `event` has to contain the payload, or the whole event if an expression reads that.
  private let seesPayload: Bool
  private let seesEvent: Bool
  /// True if it changes and shows nothing, so that the memory limit need not be checked.
  package let onlyAsks: Bool
  /// True if the step takes this course whatever the data are, apart from the questions, and changes none.
  package var isEmpty: Bool { unsafe instructions.count == 0 && !changesTimers }
  /// True if the context or timers are changed.
  package let changesData: Bool

  private static let longest = 1 << 12
  /// A text with larger values is built by the machine, because it may become too long.
  private static let longestShown = 1 << 12

  /// Creates the program of the macrostep for one of the chart's events; nil if it cannot be replayed. `limit`: the
  /// memory limit of a machine in bytes.
  package init?(_ record: MacrostepRecord, of event: Int, in chart: Chart, limit: Int) {
    guard record.isReplayableWithTimers, record.accesses.count + record.timerChanges.count <= Self.longest else {
      return nil
    }
    self.chart = chart
    self.event = SeenEvent(label: .known(chart.eventNames[event]), data: nil, source: .external)
    self.limit = limit
    eventSlot = chart.contextNames.count
    timerChanges = record.timerChanges
    let started = record.timerChanges.filter(\.areStarted).flatMap { chart.states[$0.state.index].timers.indices }
    startedTimers = started.count
    longestTimer = started.map { chart.timers[$0].milliseconds }.max() ?? 0
    let assembly = SharedInstruction.Assembly(record, in: chart, startsTimers: !started.isEmpty)
    literals = assembly.literals
    questions = record.questions
    unsafe instructions = .allocate(capacity: assembly.instructions.count)
    _ = unsafe instructions.initialize(from: assembly.instructions)
    unsafe evaluations = .allocate(capacity: assembly.evaluations.count)
    _ = unsafe evaluations.initialize(from: assembly.evaluations.map { unsafe .passUnretained($0) })
    keptEvaluations = assembly.evaluations
    let looking = assembly.readingEvaluations
    seesEvent = looking.contains(where: \.readsEvent)
    seesPayload = !seesEvent && looking.contains(where: \.readsPayload)
    changesTimers = !timerChanges.isEmpty
    changesData = changesTimers || assembly.instructions.contains { $0.setsContext }
    onlyAsks = !changesTimers && assembly.instructions.allSatisfy(\.isQuestion)
  }

  deinit {
    unsafe instructions.deallocate()
    unsafe evaluations.deallocate()
  }

  /// Applies the changes to the data of a machine, for an event with `payload` (null for none). Returns false without
  /// any change if the step takes another course.
  package func run(on data: inout RestingData, payload: Value, effects: inout Effects) -> Bool {
    let held = data.held
    // Released values count as if they were still held, because the machine may work in another order.
    effects.most = onlyAsks ? 0 : held + payload.size
    if perform(on: &data, payload: payload, effects: &effects),
      !changesTimers || changeTimers(of: &data, most: effects.most)
    {
      return true
    }
    if !changesData { return false }
    undo(effects.replaced, of: &data, held: held)
    effects.replaced = []
    effects.values = []
    return false
  }

  /// Runs a program that only reads. Returns false if the step takes another course.
  package func holds(for data: inout RestingData, payload: Value) -> Bool {
    var effects = Effects()
    return perform(on: &data, payload: payload, effects: &effects)
  }

  private func perform(on data: inout RestingData, payload: Value, effects: inout Effects) -> Bool {
    let payload = chart.seenData(payload, of: event.label) ?? .null
    if seesPayload || seesEvent { show(payload, in: &data) }
    var loops: [ListValue] = []
    for access in unsafe 0..<instructions.count {
      let instruction = unsafe instructions[access]
      switch instruction.kind {
      case .compare:
        guard case .int(let number) = data.slots[Int(instruction.slot)],
          instruction.relation.holds(number, instruction.operand) == instruction.expects
        else { return false }
      case .ask:
        guard case .bool(let holds)? = value(of: instruction, payload: payload, data: &data),
          holds == instruction.expects
        else {
          return false
        }
      case .askHost:
        guard case .bool(instruction.expects)? = value(asking: instruction, data: data) else { return false }
      case .set:
        let value = literals[Int(instruction.index)]
        if !set(instruction, access: access, to: value, data: &data, effects: &effects) { return false }
      case .add:
        guard case .int(let number) = data.slots[Int(instruction.from)] else { return false }
        let (sum, overflow) = number.addingReportingOverflow(instruction.operand)
        if overflow || !set(instruction, access: access, to: .int(sum), data: &data, effects: &effects) { return false }
        effects.values.append(.int(sum))
      case .assign:
        guard let value = keptValue(of: instruction, payload: payload, data: &data),
          set(instruction, access: access, to: value, data: &data, effects: &effects)
        else { return false }
        effects.values.append(value)
      case .show:
        guard let value = keptValue(of: instruction, payload: payload, data: &data), value.size <= Self.longestShown,
          effects.most + value.size <= limit
        else { return false }
        effects.values.append(value)
      case .loop:
        guard case .list(let list)? = value(of: instruction, payload: payload, data: &data),
          list.elements.count == Int(instruction.slot), effects.most + list.size <= limit
        else { return false }
        effects.most += list.size
        loops.append(list)
      case .round:
        guard let list = loops.last, list.elements.indices.contains(Int(instruction.operand)) else { return false }
        data.slots[eventSlot + 1 + Int(instruction.slot)] = list.elements[Int(instruction.operand)]
        if instruction.from >= 0 { data.slots[eventSlot + 1 + Int(instruction.from)] = .int(instruction.operand) }
      case .endLoop: _ = loops.popLast()
      }
    }
    return true
  }

  /// Shows the event to expressions.
  private func show(_ payload: Value, in data: inout RestingData) {
    data.slots[eventSlot] = seesPayload ? payload : event.carrying(payload.isNull ? nil : payload).value(in: chart)
  }

  private func keptValue(of instruction: SharedInstruction, payload: Value, data: inout RestingData) -> Value? {
    guard let value = value(of: instruction, payload: payload, data: &data), DataModel.whyNotKept(value) == nil else {
      return nil
    }
    return value
  }

  /// The value of an expression; nil if it fails.
  private func value(of instruction: SharedInstruction, payload: Value, data: inout RestingData) -> Value? {
    let answers = UInt64(bitPattern: instruction.operand)
    return unsafe evaluations[Int(instruction.index)]._withUnsafeGuaranteedRef { evaluation in
      value(by: evaluation, answers: answers, payload: payload, data: &data)
    }
  }

  @inline(__always)
  private func value(
    by evaluation: SharedEvaluation, answers: UInt64, payload: Value, data: inout RestingData
  ) -> Value? {
    // The fast path reads the payload in place of the event, the full evaluation does not.
    if seesPayload || !evaluation.readsPayload, let value = evaluation.quickValue(data.slots, answers: answers) {
      return value
    }
    if seesEvent || !evaluation.readsPayload { return evaluation.value(data.slots, answers: answers) }
    data.slots[eventSlot] = event.carrying(payload.isNull ? nil : payload).value(in: chart)
    defer { data.slots[eventSlot] = payload }
    return evaluation.value(data.slots, answers: answers)
  }

  /// The value of a condition with the recorded answers of its host guards; nil if it fails or asks other questions.
  private func value(asking instruction: SharedInstruction, data: RestingData) -> Value? {
    let end = Int(instruction.from + instruction.slot)
    var next = Int(instruction.from)
    let value = unsafe evaluations[Int(instruction.index)]._withUnsafeGuaranteedRef { evaluation in
      evaluation.value(data.slots, answers: UInt64(bitPattern: instruction.operand)) { index, parameters in
        guard next < end, questions[next].isEqual(toGuard: index, parameters: parameters) else { return .error("") }
        next += 1
        return questions[next - 1].holds ? .yes : .no
      }
    }
    return next == end ? value : nil
  }

  /// Sets a variable; returns false if the memory limit would be exceeded.
  @inline(__always)
  private func set(
    _ instruction: SharedInstruction, access: Int, to value: Value, data: inout RestingData, effects: inout Effects
  ) -> Bool {
    let slot = Int(instruction.slot)
    let growth = value.size - data.slots[slot].size
    if growth > 0 {
      effects.most += growth
      if effects.most > limit { return false }
    }
    if instruction.saves || effects.keepsReplaced {
      effects.replaced.append(Replaced(access: access, slot: slot, value: data.slots[slot]))
    }
    data.held += growth
    data.slots[slot] = value
    return true
  }

  /// Changes the timers, which cannot be undone. Returns false if the memory limit would be exceeded, or one would be
  /// due too late.
  private func changeTimers(of data: inout RestingData, most: Int) -> Bool {
    if startedTimers > 0 {
      let (due, overflow) = data.time.addingReportingOverflow(longestTimer)
      if overflow || due > Delay.longest || most + startedTimers * HeldBytes.timer > limit { return false }
    }
    data.change(timerChanges[...], of: chart)
    return true
  }
}
