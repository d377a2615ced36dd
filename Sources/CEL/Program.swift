/// A compiled expression: a flat program for a stack machine, with names resolved to slots.
package struct Program: Sendable {
  /// One instruction. Jump targets are indices in `code`.
  enum Operation: Sendable {
    case constant(Int32)
    /// The value of a variable.
    case slot(Int32)
    /// The variable of a comprehension.
    case local(Int32)
    /// A yes-or-no question to the host.
    case test(Int32)
    /// An error that only counts when it is reached.
    case fail(Int32, dropping: Int32)
    case select(Int32)
    case has(Int32)
    case index
    case list(Int32)
    case map(Int32)
    case not
    case negate
    case binary(BinaryOperator)
    /// A comparison with a variable on the left and a constant on the right, the shape of most guards.
    case compareSlot(BinaryOperator, slot: Int32, constant: Int32)
    /// Continues with the right side, unless the left side has decided.
    case orElse(Int32)
    case andThen(Int32)
    /// Combines both sides by the error rules of the logical operators.
    case or
    case and
    /// Pops a condition: continues if it is true, jumps to `otherwise` if it is false, and to `end` with an error if it
    /// is not a bool.
    case branch(otherwise: Int32, end: Int32)
    case jump(Int32)
    case call(Function, Int32)
    case begin(Comprehension, end: Int32)
    /// Puts the next element in a local; ends the comprehension after the last element.
    case next(local: Int32, end: Int32)
    /// The parameters of the definition that is evaluated by itself; an empty map if it has none.
    case parameters
    /// Pops a map into a local as the parameters of a named guard; on an error, jumps to `end`.
    case bind(local: Int32, end: Int32)
    /// Asks the host for the guard with this index; its parameters are the map on the stack.
    case host(Int32)
    /// Notes the value on the stack as the result of the nth of `guards`. Only programs compiled for that have this
    /// instruction.
    case note(Int32)
    /// Drops the element if the condition is false: `map` with three arguments.
    case keep(next: Int32, end: Int32)
    case collect(next: Int32, end: Int32)
  }

  enum Comprehension: Sendable {
    case all
    case exists
    case existsOne
    case map
    case filter
  }

  /// The instructions; nil for a comparison of a variable with a whole number.
  let kept: ProgramCode?
  /// The fast path, if the program has one. Stored here, because access through `kept` would double its cost.
  private let decision: Decision?
  /// The complete comparison.
  let short: ShortProgram

  /// The number of instructions, if there are named guards among them; else 0.
  package var expandedCount: Int { kept.map { $0.guards.isEmpty ? 0 : $0.operations.count } ?? 0 }

  init(_ code: ProgramCode) {
    kept = code
    decision = code.decision
    short = .none
  }

  /// Creates the program of a comparison.
  init(_ short: ShortProgram) {
    (kept, decision) = (nil, nil)
    self.short = short
  }

  /// The program that returns null.
  package static let null = Program(
    ProgramCode(
      operations: [.constant(0)], offsets: [0], constants: [.null], messages: [], tests: [], slots: [], type: .null))

  /// The instructions; for a comparison they are created on each access.
  var code: ProgramCode {
    kept
      ?? ProgramCode(
        operations: [.compareSlot(BinaryOperator(short.relation), slot: short.slot, constant: 0)],
        offsets: [Int32(short.offset)], constants: [.int(short.number)], messages: [], tests: [],
        slots: [Int(short.slot)], type: .bool)
  }

  /// The value by the fast path, and its cost.
  @inline(__always)
  func quickValue(_ slots: borrowing [Value], test: (Int) -> Bool) -> (value: Bool, cost: Int)? {
    if let decision { return decision.decide(slots, test: test) }
    return short.value(slots).map { ($0, 1) }
  }

  /// The fast path that needs only variables and answers; nil if the program has none.
  package var scalar: ScalarProgram? {
    guard let kept, let scalar = kept.scalar ?? ScalarProgram(kept.operations, constants: kept.constants),
      scalar.sources.isEmpty
    else { return nil }
    return scalar
  }

  /// The value by the scalar path, for expressions that compute.
  @inline(__always)
  func scalarValue(_ slots: borrowing [Value], test: (Int) -> Bool) -> (value: Value, cost: Int)? {
    kept?.scalar?.value(slots, test: test)
  }

  /// The literal texts of the tests, each with its byte range.
  package var tests: [(text: String, range: Range<Int>)] {
    kept?.tests ?? []
  }

  /// The named guards that it asks, directly or in the definitions of others. A guard whose name is not an identifier
  /// appears in backquotes.
  package var guards: [String] {
    kept?.guards ?? []
  }

  /// True if it asks host guards, whose answers depend on the embedding program.
  package var asksHost: Bool {
    kept?.asksHost ?? false
  }

  /// True if it is one host guard without parameters.
  package var isHostGuard: Bool {
    guard let kept, kept.operations.count == 2, case .map(0) = kept.operations[0] else { return false }
    if case .host = kept.operations[1] { return true } else { return false }
  }

  /// Comparisons in the expression whose result the types alone decide, or the texts that a field can have.
  package var sureResults: [SureResult] {
    kept?.sureResults ?? []
  }

  /// True if the result may be known, wholly or in part, without a run of the chart; false is certain.
  package var maySayTheSame: Bool {
    kept.map { !$0.sureResults.isEmpty || readsNothing || $0.mayFailSurely } ?? false
  }

  /// The slots that the expression reads.
  package var slots: [Int] {
    kept?.slots ?? [Int(short.slot)]
  }

  /// Notes the variables and questions that decide the value of a chain of comparisons, in evaluation order. Returns
  /// false for any other program, or if a question has no plain answer: then everything that it reads may decide.
  package func noteDeciding(
    _ slots: borrowing [Value], test: (Int) -> Bool, slot: (Int) -> Void, question: (Int) -> Void
  ) -> Bool {
    let found = decision?.decide(slots, test: test) {
      switch $0 {
      case .int(_, let number, _), .double(_, let number, _), .text(_, let number, _), .flag(let number): slot(number)
      case .test(let number): question(number)
      }
    }
    return found != nil
  }

  /// True if the expression reads no slot and asks no question.
  package var readsNothing: Bool {
    kept.map { $0.slots.isEmpty && $0.tests.isEmpty } ?? false
  }

  package func reads(_ slot: Int) -> Bool {
    kept?.slots.contains(slot) ?? (Int(short.slot) == slot)
  }

  /// Marks the slots that the expression reads. The list may be shorter than the number of slots.
  package func noteReads(in isRead: inout [Bool]) {
    if let kept {
      for slot in kept.slots where slot < isRead.count { isRead[slot] = true }
    } else if short.slot < isRead.count {
      isRead[Int(short.slot)] = true
    }
  }

  package var type: StaticType {
    kept?.type ?? .bool
  }
}

/// The instructions of a program, shared by all copies of it.
final class ProgramCode: Sendable {
  let operations: [Program.Operation]
  /// The byte offset of each instruction in the expression; plus n * 65,536 for an instruction of the nth of `guards`.
  let offsets: [Int32]
  let constants: [Value]
  let messages: [String]
  let tests: [(text: String, range: Range<Int>)]
  let slots: [Int]
  let type: StaticType
  let sureResults: [SureResult]
  let asksHost: Bool
  /// True if it has an operation that can fail with constants.
  let mayFailSurely: Bool
  let guards: [String]
  /// The fast paths; at most one of the two is set.
  let decision: Decision?
  let scalar: ScalarProgram?

  init(
    operations: [Program.Operation], offsets: [Int32], constants: [Value], messages: [String],
    tests: [(text: String, range: Range<Int>)], slots: [Int], type: StaticType, sureResults: [SureResult] = [],
    guards: [String] = []
  ) {
    self.operations = operations
    self.offsets = offsets
    self.constants = constants
    self.messages = messages
    self.tests = tests
    self.slots = slots
    self.type = type
    self.sureResults = sureResults
    self.guards = guards
    asksHost = operations.contains { if case .host = $0 { true } else { false } }
    mayFailSurely = operations.contains {
      switch $0 {
      case .call, .index, .bind, .binary(.divide), .binary(.modulo), .compareSlot(.modulo, _, _): true
      default: false
      }
    }
    decision = type == .bool ? Decision(operations, constants: constants) : nil
    scalar = decision == nil ? ScalarProgram(operations, constants: constants) : nil
  }
}
