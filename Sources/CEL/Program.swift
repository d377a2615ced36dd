/// A compiled expression: a flat program for a stack machine, with names resolved to slots.
package struct Program: Sendable {
  /// One instruction. Jumps go to places in `code`.
  enum Operation: Sendable {
    case constant(Int32)
    /// The value of a variable.
    case slot(Int32)
    /// The variable of a comprehension.
    case local(Int32)
    /// A yes-or-no question to the host.
    case test(Int32)
    /// A mistake that only counts when it is reached.
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
    /// Puts the next item in a local; ends the comprehension where there is none.
    case next(local: Int32, end: Int32)
    /// Drops the item where the condition is false: `map` with three arguments.
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

  /// What an expression comes to. Guards that compare a variable with a whole number are most of what charts hold: they
  /// are kept in a few bytes.
  private enum Form: Sendable {
    case comparison(BinaryOperator, slot: Int32, offset: Int32, Int64)
    case code(ProgramCode)
  }

  private let form: Form

  init(_ code: ProgramCode) {
    form = .code(code)
  }

  /// The program of a comparison, the place of whose operator is `offset`.
  init(comparing slot: Int32, _ found: BinaryOperator, _ number: Int64, offset: Int32) {
    form = .comparison(found, slot: slot, offset: offset, number)
  }

  /// What does nothing.
  package static let null = Program(
    ProgramCode(
      operations: [.constant(0)], offsets: [0], constants: [.null], messages: [], tests: [], slots: [], type: .null))

  /// The instructions; those of a comparison are made for the occasion.
  var code: ProgramCode {
    switch form {
    case .code(let code): code
    case .comparison(let found, let slot, let offset, let number):
      ProgramCode(
        operations: [.compareSlot(found, slot: slot, constant: 0)], offsets: [offset], constants: [.int(number)],
        messages: [], tests: [], slots: [Int(slot)], type: .bool)
    }
  }

  /// The value, where it can be told at a glance.
  @inline(__always)
  func quickValue(_ slots: borrowing [Value], _ test: (Int) -> Bool) -> Bool? {
    switch form {
    case .comparison(let found, let slot, _, let number):
      if case .int(let value) = slots[Int(slot)] { Decision.compare(found, value, number) } else { nil }
    case .code(let code): code.decision?.decide(slots, test)
    }
  }

  /// The texts that tests are about, each with the bytes of its literal.
  package var tests: [(text: String, range: Range<Int>)] {
    if case .code(let code) = form { code.tests } else { [] }
  }

  /// The slots that the expression reads.
  package var slots: [Int] {
    switch form {
    case .comparison(_, let slot, _, _): [Int(slot)]
    case .code(let code): code.slots
    }
  }

  /// Whether the expression reads no slot and asks nothing.
  package var readsNothing: Bool {
    if case .code(let code) = form { code.slots.isEmpty && code.tests.isEmpty } else { false }
  }

  /// Whether the expression reads a slot.
  package func reads(_ slot: Int) -> Bool {
    switch form {
    case .comparison(_, let own, _, _): Int(own) == slot
    case .code(let code): code.slots.contains(slot)
    }
  }

  /// What is known of the result.
  package var type: StaticType {
    if case .code(let code) = form { code.type } else { .bool }
  }

  /// The whole numbers, and the texts, that stand in the expression.
  package var integers: [Int64] {
    code.constants.compactMap { if case .int(let number) = $0 { number } else { nil } }
  }

  package var texts: [String] {
    code.constants.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// A comparison of a variable with a whole number, where that is all there is.
  package var comparison: (relation: Relation, slot: Int, number: Int64)? {
    guard case .comparison(let found, let slot, _, let number) = form else { return nil }
    return Relation(found).map { ($0, Int(slot), number) }
  }

  /// A variable to which a whole number is added, where that is all there is.
  package var sum: (slot: Int, number: Int64)? {
    guard case .code(let code) = form, code.operations.count == 1,
      case .compareSlot(let found, let slot, let place) = code.operations[0],
      case .int(let number) = code.constants[Int(place)], number > .min
    else { return nil }
    switch found {
    case .add: return (Int(slot), number)
    case .subtract: return (Int(slot), -number)
    default: return nil
    }
  }

  /// The expression is the name of a variable and nothing else.
  package var isPlainVariable: Bool {
    if case .code(let code) = form, code.operations.count == 1, case .slot = code.operations[0] { true } else { false }
  }
}

/// The instructions of a program, shared by all who hold it.
final class ProgramCode: Sendable {
  let operations: [Program.Operation]
  /// For each instruction, the byte of the expression that it belongs to.
  let offsets: [Int32]
  let constants: [Value]
  let messages: [String]
  let tests: [(text: String, range: Range<Int>)]
  let slots: [Int]
  let type: StaticType
  /// The short way, where there is one.
  let decision: Decision?

  init(
    operations: [Program.Operation], offsets: [Int32], constants: [Value], messages: [String],
    tests: [(text: String, range: Range<Int>)], slots: [Int], type: StaticType
  ) {
    self.operations = operations
    self.offsets = offsets
    self.constants = constants
    self.messages = messages
    self.tests = tests
    self.slots = slots
    self.type = type
    decision = type == .bool ? Decision(operations, constants) : nil
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
