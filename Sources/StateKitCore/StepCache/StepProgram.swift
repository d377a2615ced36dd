// Longer than others: the code that adds a program and the code that extends one must agree, case by case.
import CEL

/// The programs of memoised steps: trees of operations that share the operations before a condition.
struct StepPrograms: Sendable {
  /// The limits on the stored data.
  private static let mostOperations = 1 << 20
  private static let mostEntries = 1 << 20
  /// The limit on inputs, of at most a KiB each.
  private static let mostInputs = 1 << 13

  private(set) var operations: [StepOperation] = []
  private(set) var bytes = StepBytes()
  private(set) var literals: [Value] = []
  /// The values that expressions read when the steps were made.
  private(set) var inputs: [KnownInput] = []
  /// The fast paths of expressions, concatenated.
  private(set) var scalars: [ScalarProgram.Instruction] = []
  private(set) var endings: [StepEnding] = []
  /// The costs of steps by their endings.
  private(set) var costs: [Int] = []
  private var entries = 0
  /// The highest possible cost of a recorded step.
  private(set) var highestCost = 0

  /// Adds a program for a step; nil if there is no room.
  mutating func add(_ source: Source, in chart: Chart) -> Int32? {
    guard let ending = addEnding(source) else { return nil }
    return append(source, in: chart, start: Progress(), ending: ending)
  }

  /// Adds the unknown part of a step that begins at the operation `first`, along the results of its conditions.
  mutating func extend(_ first: Int32, source: Source, chart: Chart) {
    var progress = Progress()
    var index = Int(first)
    while true {
      let operation = operations[index]
      switch operation.kind {
      case .end, .block, .headBlock: return
      case .text, .stepHead, .prefix, .admitTimers, .startTimers, .stopTimers: break
      case .showEvent: progress.hasSeen = true
      case .set, .add, .assign, .show, .showQuoted, .round, .endLoop:
        guard progress.moment < source.record.accesses.count else { return }
        switch source.record.accesses[progress.moment] {
        case .assign, .show:
          guard let value = source.nextValue(progress.hole) else { break }
          progress.offset = source.text.holes[value].offset
          progress.hole = value + 1
        case .question, .set, .loop, .round, .endLoop: break
        }
        progress.moment += 1
      case .ask, .compare, .loop:
        let isExpected: Bool
        if operation.kind == .loop {
          guard let count = source.loopCount(progress.moment) else { return }
          isExpected = count == Int(operation.slot)
        } else {
          guard let holds = source.holds(progress.moment) else { return }
          isExpected = holds == operation.expects
        }
        // For another expected number of elements, the loop is checked again.
        if isExpected || operation.kind != .loop { progress.moment += 1 }
        if isExpected { break }
        if operation.otherwise >= 0 {
          index = Int(operation.otherwise)
          continue
        }
        guard let ending = addEnding(source), let added = append(source, in: chart, start: progress, ending: ending)
        else {
          return
        }
        operations[index].otherwise = added
        return
      }
      index += 1
    }
  }

  // MARK: Appending

  /// The progress of translating a step into operations.
  private struct Progress {
    var moment = 0
    var offset = 0
    /// The next hole of the text.
    var hole = 0
    var hasSeen = false
  }

  /// Adds the ending of a step; nil if there is no room.
  private mutating func addEnding(_ source: Source) -> Int32? {
    let kept = source.keepsEntries ? source.record.trace.entries : []
    guard let outcome = source.record.trace.summary.outcome, operations.count < Self.mostOperations,
      entries + kept.count <= Self.mostEntries, endings.count < Self.mostOperations
    else { return nil }
    entries += kept.count
    highestCost = max(highestCost, source.record.cost)
    costs.append(source.record.cost)
    let first = source.record.firstSeen ?? source.seen
    endings.append(StepEnding(outcome: outcome, first: first, seen: source.seen, entries: kept))
    return Int32(endings.count - 1)
  }

  private mutating func append(_ source: Source, in chart: Chart, start: Progress, ending: Int32) -> Int32? {
    let first = Int32(operations.count)
    var progress = start
    let moments = source.record.accesses
    var last = moments.lastIndex(where: \.mayFail) ?? -1
    // The check of timers comes after all others.
    if source.record.timerChanges.contains(where: \.areStarted) { last = moments.count }
    for moment in moments.indices.dropFirst(progress.moment) {
      switch moments[moment] {
      case .question(let expression, let answers, let inputs, _, let holds):
        addEvent(for: expression, source: source, chart: chart, progress: &progress, ending: ending)
        var question = StepOperation(kind: .ask, index: expression, operand: Int64(bitPattern: answers))
        if let (relation, slot, limit) = chart.expressions[Int(expression)].program.comparison {
          question = StepOperation(kind: .compare, relation: relation, slot: Int32(slot), operand: limit)
        }
        question.expects = holds
        if question.kind == .ask, !addScalar(expression, in: chart, to: &question) { add(inputs, to: &question) }
        operations.append(question)
      case .set(let slot, let value):
        literals.append(value)
        operations.append(StepOperation(kind: .set, saves: moment < last, index: Int32(literals.count - 1), slot: slot))
      case .assign(let slot, let expression, let answers, let inputs, let value):
        if let next = source.nextValue(progress.hole) {
          let offset = source.text.holes[next].offset
          guard write(upTo: offset, holes: next, in: source, progress: &progress) else { return nil }
          progress.hole = next + 1
        }
        addEvent(for: expression, source: source, chart: chart, progress: &progress, ending: ending)
        var setting = StepOperation(
          kind: .assign, saves: moment < last, index: expression, slot: slot, operand: Int64(bitPattern: answers))
        if let (from, sum) = chart.expressions[Int(expression)].program.sum {
          setting = StepOperation(kind: .add, saves: moment < last, slot: slot, from: Int32(from), operand: sum)
        }
        if setting.kind == .assign, !addScalar(expression, in: chart, to: &setting) {
          add(inputs, value: value, to: &setting)
        }
        absorbText(from: first, into: &setting)
        operations.append(setting)
      case .show(let expression, let answers, let inputs, let value):
        var isQuoted = false
        if let next = source.nextValue(progress.hole) {
          if case .text(true) = source.text.holes[next].hole { isQuoted = true }
          let offset = source.text.holes[next].offset
          guard write(upTo: offset, holes: next, in: source, progress: &progress) else { return nil }
          progress.hole = next + 1
        }
        addEvent(for: expression, source: source, chart: chart, progress: &progress, ending: ending)
        var showing = StepOperation(
          kind: isQuoted ? .showQuoted : .show, index: expression, operand: Int64(bitPattern: answers))
        if !addScalar(expression, in: chart, to: &showing) { add(inputs, value: value, to: &showing) }
        absorbText(from: first, into: &showing)
        operations.append(showing)
      case .loop(let expression, let answers, let count):
        addEvent(for: expression, source: source, chart: chart, progress: &progress, ending: ending)
        operations.append(
          StepOperation(kind: .loop, index: expression, slot: Int32(count), operand: Int64(bitPattern: answers)))
      case .round(let number, let element, let index):
        operations.append(StepOperation(kind: .round, slot: element, from: index ?? -1, operand: Int64(number)))
      case .endLoop: operations.append(StepOperation(kind: .endLoop))
      }
    }
    appendTimers(source.record.timerChanges, in: chart)
    let beginsWithHead = progress.hole == 0 && source.text.beginsWithHead
    if progress.hole + (beginsWithHead ? 1 : 0) == source.text.holes.count {
      guard let piece = bytes.add(source.text.bytes[progress.offset...]) else { return nil }
      operations.append(
        StepOperation(kind: beginsWithHead ? .headBlock : .block, piece: piece, next: source.next, index: ending))
    } else {
      let (end, holes) = (source.text.bytes.count, source.text.holes.count)
      guard write(upTo: end, holes: holes, in: source, progress: &progress) else { return nil }
      operations.append(StepOperation(kind: .end, next: source.next, index: ending))
    }
    return first
  }

  /// Stores the fast path of an expression; returns false if it has none. The fast path is as fast as comparing the
  /// expression's inputs.
  private mutating func addScalar(_ expression: Int32, in chart: Chart, to operation: inout StepOperation) -> Bool {
    guard let scalar = chart.expressions[Int(expression)].program.scalar,
      scalars.count + scalar.instructions.count < Self.mostOperations
    else { return false }
    operation.isScalar = true
    operation.from = Int32(scalars.count)
    operation.next = Int32(scalar.instructions.count)
    scalars += scalar.instructions
    return true
  }

  /// Stores the inputs of an expression, and its value for them.
  private mutating func add(_ inputs: [KnownInput]?, value: Value, to operation: inout StepOperation) {
    guard value.size <= KnownInput.mostBytes, add(inputs, to: &operation) else { return }
    operation.otherwise = Int32(literals.count)
    literals.append(value)
  }

  /// Stores the inputs of an expression; returns false if there is no room, or they are not known.
  @discardableResult
  private mutating func add(_ inputs: [KnownInput]?, to operation: inout StepOperation) -> Bool {
    guard let inputs, self.inputs.count + literals.count < Self.mostInputs else { return false }
    operation.from = Int32(self.inputs.count)
    operation.next = Int32(inputs.count)
    self.inputs += inputs
    return true
  }

  private mutating func appendTimers(_ changes: [TimerChange], in chart: Chart) {
    let started = changes.filter(\.areStarted).flatMap { chart.states[$0.state.index].timers.indices }
    if let longest = started.map({ chart.timers[$0].milliseconds }).max() {
      operations.append(StepOperation(kind: .admitTimers, index: Int32(started.count), operand: longest))
    }
    for change in changes {
      operations.append(
        StepOperation(kind: change.areStarted ? .startTimers : .stopTimers, index: change.state.rawValue))
    }
  }

  /// Adds the text before a value to the operation of the value, which saves an operation.
  private mutating func absorbText(from first: Int32, into operation: inout StepOperation) {
    guard let text = operations.last, operations.count > first, text.kind == .text else { return }
    operation.piece = text.piece
    operations.removeLast()
  }

  /// Adds the operation that shows the event, before the first expression that reads it.
  private mutating func addEvent(
    for expression: Int32, source: Source, chart: Chart, progress: inout Progress, ending: Int32
  ) {
    guard !progress.hasSeen, chart.expressions[Int(expression)].readsEvent else { return }
    progress.hasSeen = true
    // Built once, not for each expression that reads it.
    endings[Int(ending)].first.value = endings[Int(ending)].first.value(in: chart)
    operations.append(StepOperation(kind: .showEvent, index: ending))
  }

  /// Adds operations that write the text up to an offset, and the values in its holes up to one of them.
  private mutating func write(upTo end: Int, holes: Int, in source: Source, progress: inout Progress) -> Bool {
    while progress.hole < holes {
      let (offset, hole) = source.text.holes[progress.hole]
      progress.hole += 1
      switch hole {
      case .stepHead: operations.append(StepOperation(kind: .stepHead))
      case .prefix:
        guard let piece = bytes.add(source.text.bytes[progress.offset..<offset]) else { return false }
        operations.append(StepOperation(kind: .prefix, piece: piece))
        progress.offset = offset
      case .value, .text: break
      }
    }
    guard append(source.text.bytes[progress.offset..<end]) else { return false }
    progress.offset = end
    return true
  }

  private mutating func append(_ piece: ArraySlice<UInt8>) -> Bool {
    if piece.isEmpty { return true }
    guard let kept = bytes.add(piece) else { return false }
    operations.append(StepOperation(kind: .text, piece: kept))
    return true
  }
}
