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

  let code: [Operation]
  /// For each instruction, the byte of the expression that it belongs to.
  let offsets: [Int32]
  let constants: [Value]
  let messages: [String]
  /// The texts that tests are about, each with the bytes of its literal.
  package let tests: [(text: String, range: Range<Int>)]
  /// The slots that the expression reads.
  package let slots: [Int]
  /// What is known of the result.
  package let type: StaticType

  /// The short way, where there is one.
  let decision: Decision?

  /// The whole numbers, and the texts, that stand in the expression.
  package var integers: [Int64] {
    constants.compactMap { if case .int(let number) = $0 { number } else { nil } }
  }

  package var texts: [String] {
    constants.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// A comparison of a variable with a whole number, where that is all there is.
  package var comparison: (relation: Relation, slot: Int, number: Int64)? {
    guard let nodes = decision?.nodes, nodes.count == 1, case .int(let found, let slot, let number) = nodes[0].question,
      nodes[0].whenTrue == Decision.yes
    else { return nil }
    return Relation(found).map { ($0, slot, number) }
  }

  /// A variable to which a whole number is added, where that is all there is.
  package var sum: (slot: Int, number: Int64)? {
    guard code.count == 1, case .compareSlot(let found, let slot, let place) = code[0],
      case .int(let number) = constants[Int(place)], number > .min
    else { return nil }
    switch found {
    case .add: return (Int(slot), number)
    case .subtract: return (Int(slot), -number)
    default: return nil
    }
  }

  /// The expression is the name of a variable and nothing else.
  package var isPlainVariable: Bool {
    if code.count == 1, case .slot = code[0] { true } else { false }
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
