/// A compiled expression: a flat program for a stack machine, with names resolved to slots.
package struct Program: Sendable {
  /// One instruction. Jumps go to indices in `code`.
  enum Operation: Sendable {
    case constant(Int32)
    /// The value of a variable.
    case slot(Int32)
    /// The variable of a comprehension.
    case local(Int32)
    /// A yes-or-no question to the host.
    case test(Int32)
    /// A error that only counts when it is reached.
    case fail(Int32, dropping: Int32)
    case select(Int32)
    case has(Int32)
    case index
    case list(Int32)
    case map(Int32)
    case not
    case negate
    case binary(BinaryOperator)
    /// The same with a variable on the left and a constant on the right, which is what most guards are made of.
    case compareSlot(BinaryOperator, slot: Int32, constant: Int32)
    /// Goes on to the right side, unless the left one has decided.
    case orElse(Int32)
    case andThen(Int32)
    /// Combines both sides by the error rules of the logical operators.
    case or
    case and
    /// Takes a condition: goes on where it holds, to `otherwise` where not, to `end` with the error of one that is none.
    case branch(otherwise: Int32, end: Int32)
    case jump(Int32)
    case call(Function, Int32)
    case begin(Comprehension, end: Int32)
    /// Puts the next element in a local; ends the comprehension where there is none.
    case next(local: Int32, end: Int32)
    /// The parameters with which a definition is evaluated by itself; an empty map where there are none.
    case parameters
    /// Puts the map on the stack in a local, the parameters of a named guard; goes to `end` with an error in its place.
    case bind(local: Int32, end: Int32)
    /// Asks the host for the guard with this index; its parameters are the map on the stack.
    case host(Int32)
    /// Notes what the nth of `guards` came to, which is on the stack; only in programs that are compiled for that.
    case note(Int32)
    /// Drops the element where the condition is false: `map` with three arguments.
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

  /// The instructions; nil for a comparison of a variable with a whole number. Guards like that are most of what charts hold:
  /// they are kept in a few bytes.
  let kept: ProgramCode?
  /// The short way of the instructions, where there is one; here, because the way through `kept` costs as much again.
  private let decision: Decision?
  /// The whole of a comparison; a sum, which has its instructions, too.
  package let short: ShortProgram

  init(_ code: ProgramCode) {
    kept = code
    decision = code.decision
    short = ShortProgram(code.sum)
  }

  /// The program of a comparison, whose operator stands at `offset`.
  init(comparing slot: Int32, relation: Relation, number: Int64, offset: Int32) {
    (kept, decision) = (nil, nil)
    short = ShortProgram(comparing: slot, relation: relation, number: number, offset: offset)
  }

  /// What does nothing.
  package static let null = Program(
    ProgramCode(
      operations: [.constant(0)], offsets: [0], constants: [.null], messages: [], tests: [], slots: [], type: .null))

  /// The instructions; those of a comparison are made for the occasion.
  var code: ProgramCode {
    kept
      ?? ProgramCode(
        operations: [.compareSlot(short.relation.asked, slot: short.slot, constant: 0)],
        offsets: [Int32(short.offset)], constants: [.int(short.number)], messages: [], tests: [],
        slots: [Int(short.slot)], type: .bool)
  }

  /// The value, where it is known without a run, and what that costs.
  @inline(__always)
  func quickValue(_ slots: borrowing [Value], test: (Int) -> Bool) -> (value: Bool, cost: Int)? {
    if let decision { return decision.decide(slots, test: test) }
    if kept == nil, case .bool(let flag)? = short.value(slots) { return (flag, 1) }
    return nil
  }

  /// The short way that needs nothing but variables and answers, where there is one.
  package var scalar: ScalarProgram? {
    guard let kept, let scalar = kept.scalar ?? ScalarProgram(kept.operations, constants: kept.constants),
      scalar.sources.isEmpty
    else { return nil }
    return scalar
  }

  /// The same by a longer way, for expressions that compute.
  @inline(__always)
  func scalarValue(_ slots: borrowing [Value], test: (Int) -> Bool) -> (value: Value, cost: Int)? {
    kept?.scalar?.value(slots, test: test)
  }

  /// The texts that tests are about, each with the bytes of its literal.
  package var tests: [(text: String, range: Range<Int>)] {
    kept?.tests ?? []
  }

  /// The named guards that it asks, directly or in the definitions of others; a name that no identifier can be as it is
  /// referred to.
  package var guards: [String] {
    kept?.guards ?? []
  }

  /// Whether it asks host guards, whose answers nothing else tells.
  package var asksHost: Bool {
    kept?.asksHost ?? false
  }

  /// Comparisons in it whose result the types alone decide.
  package var sureComparisons: [SureComparison] {
    kept?.sureComparisons ?? []
  }

  /// Whether what it comes to may be known without a run of the chart, wholly or in part.
  package var maySayTheSame: Bool {
    kept.map { !$0.sureComparisons.isEmpty || readsNothing } ?? false
  }

  /// The slots that the expression reads.
  package var slots: [Int] {
    kept?.slots ?? [Int(short.slot)]
  }

  /// Notes the variables and the questions that decide the value of a chain of comparisons, in the order in which they are
  /// looked at; false where it is none, or one of them has no plain answer: then all that it reads may decide.
  package func noteDeciding(
    _ slots: borrowing [Value], test: (Int) -> Bool, slot: (Int) -> Void, question: (Int) -> Void
  ) -> Bool {
    guard let decision else { return false }
    return decision.follow(slots, test: test, noteSlot: slot, noteTest: question)
  }

  /// Whether the expression reads no slot and asks nothing.
  package var readsNothing: Bool {
    kept.map { $0.slots.isEmpty && $0.tests.isEmpty } ?? false
  }

  /// Whether the expression reads a slot.
  package func reads(_ slot: Int) -> Bool {
    kept?.slots.contains(slot) ?? (Int(short.slot) == slot)
  }

  /// Notes which slots the expression reads, in a list that may have fewer elements than there are slots.
  package func noteReads(in isRead: inout [Bool]) {
    if let kept {
      for slot in kept.slots where slot < isRead.count { isRead[slot] = true }
    } else if short.slot < isRead.count {
      isRead[Int(short.slot)] = true
    }
  }

  /// What is known of the result.
  package var type: StaticType {
    kept?.type ?? .bool
  }
}

/// The instructions of a program, shared by all who hold it.
final class ProgramCode: Sendable {
  let operations: [Program.Operation]
  /// For each instruction, its byte in the expression; in the definition of the nth of `guards`, n * 65,536 more.
  let offsets: [Int32]
  let constants: [Value]
  let messages: [String]
  let tests: [(text: String, range: Range<Int>)]
  let slots: [Int]
  let type: StaticType
  let sureComparisons: [SureComparison]
  let asksHost: Bool
  let guards: [String]
  /// The short ways, at most one of the two.
  let decision: Decision?
  let scalar: ScalarProgram?

  init(
    operations: [Program.Operation], offsets: [Int32], constants: [Value], messages: [String],
    tests: [(text: String, range: Range<Int>)], slots: [Int], type: StaticType, sureComparisons: [SureComparison] = [],
    guards: [String] = []
  ) {
    self.operations = operations
    self.offsets = offsets
    self.constants = constants
    self.messages = messages
    self.tests = tests
    self.slots = slots
    self.type = type
    self.sureComparisons = sureComparisons
    self.guards = guards
    asksHost = operations.contains { if case .host = $0 { true } else { false } }
    decision = type == .bool ? Decision(operations, constants: constants) : nil
    scalar = decision == nil ? ScalarProgram(operations, constants: constants) : nil
  }
}

/// Operators with two sides that are both evaluated.
enum BinaryOperator: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case modulo = "%"
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case contained = "in"
}
