// Longer than others: one switch over all instructions, which compiles to one jump only within one function.

/// Runs programs on a stack that is kept between runs, so that scalars need no allocation.
package struct Evaluator {
  /// The highest cost of one evaluation: instructions, and the cost of long texts, lists and comparisons.
  package static let highestCost = 1_000_000

  /// An entry of the stack: a value, or the error in its place. Errors propagate like values until an operation needs
  /// the value.
  enum Operand {
    case value(Value)
    case failure(EvaluationError)
  }

  private struct Frame {
    let kind: Program.Comprehension
    let elements: [Value]
    var next = 0
    var collected: [Value] = []
    var matches = 0
    var failure: EvaluationError?
  }

  var stack: [Operand] = []
  private var locals: [Value] = []
  /// The parameters of the definition that is being evaluated; nil for other programs.
  private var parameters: Value?
  private var frames: [Frame] = []
  /// The results of named guards, by their indices in `Program.guards`, in programs that note them.
  package var noted: [(guardIndex: Int, holds: Bool)] = []
  /// Counts the cost of all evaluations.
  package var meter: CostMeter

  /// Creates an evaluator whose evaluations share the limit of `meter`. Without a meter, only each evaluation by itself
  /// is bounded.
  package init(_ meter: CostMeter = CostMeter(limit: .max)) {
    self.meter = meter
  }

  /// Evaluates a program. `slots` are the variables, `test` answers the program's questions by index, and `host`
  /// answers its host guards by index and parameters.
  package mutating func evaluate(
    _ program: borrowing Program, slots: borrowing [Value], test: (Int) -> Bool,
    host: (Int, Value) -> HostAnswer = { _, _ in .error("nothing answers it") }
  ) throws(EvaluationError) -> Value {
    if let value = quickValue(program, slots: slots, test: test) { return value }
    stack.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    meter.beginEvaluation(atMost: Self.highestCost)
    defer { meter.endEvaluation() }
    try run(program.code, slots: slots, test: test, host: host)
    switch stack.popLast() {
    case .value(let value)?: return value
    case .failure(let error)?: throw error
    case nil: throw EvaluationError("nothing was evaluated", at: 0)
    }
  }

  /// The value by the fast path; nil if the program has none.
  package mutating func quickValue(
    _ program: borrowing Program, slots: borrowing [Value], test: (Int) -> Bool
  ) -> Value? {
    if let (flag, cost) = program.quickValue(slots, test: test) { return meter.spend(cost) ? .bool(flag) : nil }
    if let (value, cost) = program.scalarValue(slots, test: test), meter.spend(cost) { return value }
    return nil
  }

  /// Evaluates a program that was compiled as the definition of a guard, with its parameters.
  package mutating func evaluate(
    _ program: borrowing Program, slots: borrowing [Value], parameters: Value, test: (Int) -> Bool,
    host: (Int, Value) -> HostAnswer
  ) throws(EvaluationError) -> Value {
    self.parameters = parameters
    defer { self.parameters = nil }
    return try evaluate(program, slots: slots, test: test, host: host)
  }

  private mutating func run(
    _ program: ProgramCode, slots: borrowing [Value], test: (Int) -> Bool, host: (Int, Value) -> HostAnswer
  ) throws(EvaluationError) {
    var instruction = 0
    while instruction < program.operations.count {
      let offset = Int(program.offsets[instruction])
      try charge(1, at: offset)
      let operation = program.operations[instruction]
      instruction += 1
      switch operation {
      case .constant(let number): push(program.constants[Int(number)])
      case .slot(let number): push(slots[Int(number)])
      case .local(let number): push(locals[Int(number)])
      case .test(let number): push(.bool(test(Int(number))))
      case .fail(let number, let dropping):
        stack.removeLast(Int(dropping))
        push(failing: program.messages[Int(number)], at: offset)
      case .select(let name): select(program.constants[Int(name)], at: offset)
      case .has(let name): has(program.constants[Int(name)], at: offset)
      case .index: try index(offset)
      case .list(let count): try makeList(Int(count), at: offset)
      case .map(let count): try makeMap(Int(count), at: offset)
      case .not: not(offset)
      case .negate: negate(offset)
      case .binary(let found): try binary(found, at: offset)
      case .compareSlot(let found, let slot, let constant):
        stack.append(try apply(found, left: slots[Int(slot)], right: program.constants[Int(constant)], at: offset))
      case .orElse(let target): if case .value(.bool(true))? = stack.last { instruction = Int(target) }
      case .andThen(let target): if case .value(.bool(false))? = stack.last { instruction = Int(target) }
      case .or: logical(decides: true, name: "||", at: offset)
      case .and: logical(decides: false, name: "&&", at: offset)
      case .branch(let otherwise, let end):
        switch pop() {
        case .value(.bool(true)): break
        case .value(.bool(false)): instruction = Int(otherwise)
        case .value(let value):
          push(failing: "the condition of ?: is \(value.typeName.rawValue), it must be bool", at: offset)
          instruction = Int(end)
        case .failure(let error):
          stack.append(.failure(error))
          instruction = Int(end)
        }
      case .jump(let target): instruction = Int(target)
      case .call(let function, let count): try call(function, count: Int(count), at: offset)
      case .begin(let kind, let end): if !begin(kind, at: offset) { instruction = Int(end) }
      case .parameters: push(parameters ?? .map(MapValue([])))
      case .bind(let local, let end): if !bind(Int(local), at: offset) { instruction = Int(end) }
      case .host(let number): try ask(Int(number), host: host, at: offset)
      case .note(let number): if case .value(.bool(let flag))? = stack.last { noted.append((Int(number), flag)) }
      case .next(let local, let end): if try !next(Int(local), at: offset) { instruction = Int(end) }
      case .keep(let next, let end):
        switch condition("map", at: offset) {
        case true?: break
        case false?: instruction = Int(next)
        case nil: instruction = Int(end)
        }
      case .collect(let next, let end): instruction = try collect(offset) ? Int(next) : Int(end)
      }
    }
  }

  mutating func setLocal(_ local: Int, to value: Value) {
    while locals.count <= local { locals.append(.null) }
    locals[local] = value
  }

  // MARK: Stack

  private mutating func push(_ value: Value) {
    stack.append(.value(value))
  }

  mutating func push(failing message: String, at offset: Int) {
    stack.append(.failure(EvaluationError(message, at: offset)))
  }

  private mutating func pop() -> Operand {
    stack.removeLast()
  }

  /// Pops the topmost values. If one of them is an error, pushes the first error and returns nil.
  private mutating func popValues(_ count: Int) -> [Value]? {
    var values: [Value] = []
    values.reserveCapacity(count)
    var failure: EvaluationError?
    for operand in stack.suffix(count) {
      switch operand {
      case .value(let value): values.append(value)
      case .failure(let error): failure = failure ?? error
      }
    }
    stack.removeLast(count)
    if let failure {
      stack.append(.failure(failure))
      return nil
    }
    return values
  }

  mutating func charge(_ amount: Int, at offset: Int) throws(EvaluationError) {
    if meter.spend(amount) { return }
    throw EvaluationError(refusal, at: offset, isFatal: true)
  }

  /// The message for a reached limit.
  private var refusal: String {
    switch meter.refusal {
    case .evaluation: "the expression costs more than \(Self.highestCost) steps, the limit"
    case .line: "the script line costs more than \(meter.limit), the limit of --max-cost"
    case .interruption: "interrupted"
    case .memory: "the machines hold as much as they may"
    }
  }

  // MARK: Members

  private mutating func select(_ name: Value, at offset: Int) {
    guard case .string(let field) = name, case .value(let value) = stack[stack.count - 1] else { return }
    stack.removeLast()
    guard case .map(let map) = value else {
      push(failing: "\(value.typeName.rawValue) has no fields", at: offset)
      return
    }
    if let found = map[field] { push(found) } else { push(failing: "no such key: \(field)", at: offset) }
  }

  private mutating func has(_ name: Value, at offset: Int) {
    guard case .string(let field) = name, case .value(let value) = stack[stack.count - 1] else { return }
    stack.removeLast()
    switch value {
    case .map(let map): push(.bool(map[field] != nil))
    // The payload of an event without one is null, which has no fields.
    case .null: push(.bool(false))
    default: push(failing: "\(value.typeName.rawValue) has no fields", at: offset)
    }
  }

  private mutating func index(_ offset: Int) throws(EvaluationError) {
    guard let values = popValues(2) else { return }
    switch values[0] {
    case .list(let list):
      let instruction: Int?
      switch values[1] {
      case .int(let number): instruction = Int(exactly: number)
      case .uint(let number): instruction = Int(exactly: number)
      case .double(let number): instruction = Int(exactly: number)
      default: instruction = nil
      }
      if let instruction, list.elements.indices.contains(instruction) {
        push(list.elements[instruction])
      } else {
        push(failing: "no such element: a list of \(list.elements.count)", at: offset)
      }
    case .map(let map):
      try charge(values[1].textLength / 16, at: offset)
      if let found = map[values[1]] {
        push(found)
      } else {
        push(failing: "no such key" + (shown(values[1]).map { ": " + $0 } ?? ""), at: offset)
      }
    default: push(failing: "\(values[0].typeName.rawValue) has no elements", at: offset)
    }
  }

  private mutating func makeList(_ count: Int, at offset: Int) throws(EvaluationError) {
    guard let values = popValues(count) else { return }
    try charge(count, at: offset)
    stack.append(checked(.list(ListValue(values)), at: offset))
  }

  private mutating func makeMap(_ count: Int, at offset: Int) throws(EvaluationError) {
    guard let values = popValues(2 * count) else { return }
    try charge(2 * count, at: offset)
    var entries: [(key: Value, value: Value)] = []
    entries.reserveCapacity(count)
    for instruction in 0..<count {
      switch values[2 * instruction] {
      case .bool, .int, .uint, .string:
        try charge(values[2 * instruction].textLength / 16, at: offset)
        entries.append((values[2 * instruction], values[2 * instruction + 1]))
      default:
        push(failing: "\(values[2 * instruction].typeName.rawValue) cannot be a key", at: offset)
        return
      }
    }
    let map = MapValue(entries)
    if map.hasRepeatedKey {
      push(failing: "a map has the same key twice", at: offset)
    } else {
      stack.append(checked(.map(map), at: offset))
    }
  }

  /// Returns a constructed value, or an error if it exceeds the size limit.
  func checked(_ value: Value, at offset: Int) -> Operand {
    if value.nodes > ValueLimits.nodes {
      return .failure(EvaluationError("a value of more than \(ValueLimits.nodes) nodes, the limit", at: offset))
    }
    if value.depth > ValueLimits.depth {
      return .failure(EvaluationError("a value nested deeper than \(ValueLimits.depth), the limit", at: offset))
    }
    return .value(value)
  }

  // MARK: Operators

  private mutating func not(_ offset: Int) {
    switch stack[stack.count - 1] {
    case .value(.bool(let flag)): stack[stack.count - 1] = .value(.bool(!flag))
    case .value(let value):
      stack[stack.count - 1] = .failure(noOverload("!", values: value, at: offset))
    case .failure: break
    }
  }

  private mutating func negate(_ offset: Int) {
    guard case .value(let value) = stack[stack.count - 1] else { return }
    let result: Operand
    switch value {
    case .int(let number):
      let (negative, overflow) = (0 as Int64).subtractingReportingOverflow(number)
      result = overflow ? .failure(EvaluationError("integer overflow", at: offset)) : .value(.int(negative))
    case .double(let number): result = .value(.double(-number))
    case .duration(let duration):
      result =
        duration.negated.map { .value(.duration($0)) } ?? .failure(EvaluationError("duration out of range", at: offset))
    default: result = .failure(noOverload("-", values: value, at: offset))
    }
    stack[stack.count - 1] = result
  }

  /// `||` decides with true, `&&` with false; a side that decides absorbs an error of the other side.
  private mutating func logical(decides: Bool, name: String, at offset: Int) {
    let right = pop()
    let left = pop()
    var failure: EvaluationError?
    for side in [left, right] {
      switch side {
      case .value(.bool(let flag)):
        if flag == decides {
          push(.bool(decides))
          return
        }
      case .value(let value): failure = failure ?? noOverload(name, values: value, at: offset)
      case .failure(let error): failure = failure ?? error
      }
    }
    stack.append(failure.map { .failure($0) } ?? .value(.bool(!decides)))
  }

  private mutating func binary(_ found: BinaryOperator, at offset: Int) throws(EvaluationError) {
    let right = pop()
    let left = pop()
    switch (left, right) {
    case (.value(let a), .value(let b)): stack.append(try apply(found, left: a, right: b, at: offset))
    case (.failure, _): stack.append(left)
    case (_, .failure): stack.append(right)
    }
  }

  private mutating func call(_ function: Function, count: Int, at offset: Int) throws(EvaluationError) {
    guard let values = popValues(count) else { return }
    stack.append(try apply(function, values: values, at: offset))
  }

  // MARK: Comprehensions

  /// Starts a comprehension. Returns false if there are no elements to iterate.
  private mutating func begin(_ kind: Program.Comprehension, at offset: Int) -> Bool {
    guard case .value(let range) = stack[stack.count - 1] else { return false }
    stack.removeLast()
    switch range {
    case .list(let list): frames.append(Frame(kind: kind, elements: list.elements))
    case .map(let map): frames.append(Frame(kind: kind, elements: map.entries.map(\.key)))
    default:
      push(failing: "\(range.typeName.rawValue) has no elements", at: offset)
      return false
    }
    return true
  }

  /// Puts the next element in its local; after the last element, pushes the result and returns false.
  private mutating func next(_ local: Int, at offset: Int) throws(EvaluationError) -> Bool {
    let top = frames.count - 1
    if frames[top].next < frames[top].elements.count {
      setLocal(local, to: frames[top].elements[frames[top].next])
      frames[top].next += 1
      return true
    }
    let frame = frames.removeLast()
    if let failure = frame.failure {
      stack.append(.failure(failure))
      return false
    }
    switch frame.kind {
    case .all: push(.bool(true))
    case .exists: push(.bool(false))
    case .existsOne: push(.bool(frame.matches == 1))
    case .map, .filter: stack.append(checked(.list(ListValue(frame.collected)), at: offset))
    }
    return false
  }

  /// Pops a condition of the comprehension; nil, with the error as the result, if it is not a bool.
  private mutating func condition(_ name: String, at offset: Int) -> Bool? {
    switch pop() {
    case .value(.bool(let flag)): return flag
    case .value(let value): stack.append(.failure(noOverload(name, values: value, at: offset)))
    case .failure(let error): stack.append(.failure(error))
    }
    frames.removeLast()
    return nil
  }

  /// Adds the result of the body; if that decides the result, pushes it and returns false.
  private mutating func collect(_ offset: Int) throws(EvaluationError) -> Bool {
    let top = frames.count - 1
    switch frames[top].kind {
    case .map:
      switch pop() {
      case .value(let value):
        frames[top].collected.append(value)
        try charge(1, at: offset)
        return true
      case .failure(let error):
        frames.removeLast()
        stack.append(.failure(error))
        return false
      }
    case .filter, .existsOne:
      guard let flag = condition(frames[top].kind == .filter ? "filter" : "exists_one", at: offset) else {
        return false
      }
      if flag {
        frames[top].matches += 1
        if frames[top].kind == .filter { frames[top].collected.append(frames[top].elements[frames[top].next - 1]) }
      }
      return true
    case .all, .exists:
      // As with && and ||, one element that decides absorbs the errors of others.
      let decides = frames[top].kind == .exists
      switch pop() {
      case .value(.bool(let flag)):
        if flag != decides { return true }
        frames.removeLast()
        push(.bool(decides))
        return false
      case .value(let value):
        frames[top].failure = frames[top].failure ?? noOverload(decides ? "exists" : "all", values: value, at: offset)
      case .failure(let error): frames[top].failure = frames[top].failure ?? error
      }
      return true
    }
  }
}

extension Program {
  /// The value of an expression that reads nothing; nil if it reads a variable or fails. `evaluator` limits the cost.
  package func constantValue(_ evaluator: inout Evaluator) -> Value? {
    guard readsNothing else { return nil }
    return try? evaluator.evaluate(self, slots: [], test: { _ in false })
  }
}
