/// The fast path for an expression that only compares variables with constants, the shape of most guards.
///
/// A graph of comparisons, each with a successor for true and for false. It handles the plain cases. Anything else, for
/// example another type or an error, ends it, and the program runs as usual.
struct Decision: Sendable {
  enum Question: Sendable {
    case int(Relation, slot: Int, Int64)
    case double(Relation, slot: Int, Double)
    case text(isEqual: Bool, slot: Int, String)
    case flag(slot: Int)
    case test(Int)
  }

  struct Node: Sendable {
    let question: Question
    /// The index of the next node; `yes` or `no` at the end.
    var whenTrue: Int
    var whenFalse: Int
  }

  static let yes = -1
  static let no = -2

  let nodes: [Node]

  /// Builds the graph of a program; nil if the program does more than compare.
  init?(_ code: [Program.Operation], constants: [Value]) {
    var questions: [(index: Int, question: Question)] = []
    for (index, operation) in code.enumerated() {
      switch operation {
      case .andThen, .orElse, .and, .or, .not: continue
      default:
        guard let question = Self.question(operation, constants: constants) else { return nil }
        questions.append((index, question))
      }
    }
    guard questions.first?.index == 0 else { return nil }
    // The successors of an answer before each instruction: the next question, or the end. A jump leads forward.
    var whenTrue = [Int](repeating: Self.yes, count: code.count + 1)
    var whenFalse = [Int](repeating: Self.no, count: code.count + 1)
    var next = questions.count
    for index in code.indices.reversed() {
      switch code[index] {
      case .andThen(let target): (whenTrue[index], whenFalse[index]) = (whenTrue[index + 1], whenFalse[Int(target)])
      case .orElse(let target): (whenTrue[index], whenFalse[index]) = (whenTrue[Int(target)], whenFalse[index + 1])
      // The left side did not decide, so this side does.
      case .and, .or: (whenTrue[index], whenFalse[index]) = (whenTrue[index + 1], whenFalse[index + 1])
      case .not: (whenTrue[index], whenFalse[index]) = (whenFalse[index + 1], whenTrue[index + 1])
      default:
        next -= 1
        (whenTrue[index], whenFalse[index]) = (next, next)
      }
    }
    nodes = questions.map { index, question in
      Node(question: question, whenTrue: whenTrue[index + 1], whenFalse: whenFalse[index + 1])
    }
  }

  private static func question(_ operation: Program.Operation, constants: [Value]) -> Question? {
    switch operation {
    case .slot(let slot): return .flag(slot: Int(slot))
    case .test(let number): return .test(Int(number))
    case .compareSlot(let found, let slot, let constant):
      guard let relation = Relation(rawValue: found.rawValue) else { return nil }
      switch (relation, constants[Int(constant)]) {
      case (_, .int(let number)): return .int(relation, slot: Int(slot), number)
      case (_, .double(let number)): return .double(relation, slot: Int(slot), number)
      case (.equal, .string(let text)): return .text(isEqual: true, slot: Int(slot), text)
      case (.unequal, .string(let text)): return .text(isEqual: false, slot: Int(slot), text)
      default: return nil
      }
    default: return nil
    }
  }

  /// Returns the value and the number of questions asked, and passes each of them to `body`; nil if a question has no
  /// plain answer.
  func decide(
    _ slots: borrowing [Value], test: (Int) -> Bool, body: (Question) -> Void = { _ in }
  ) -> (value: Bool, cost: Int)? {
    var number = 0
    var cost = 0
    while number >= 0 {
      body(nodes[number].question)
      guard let answer = answer(to: nodes[number].question, slots: slots, test: test) else { return nil }
      cost += 1
      number = answer ? nodes[number].whenTrue : nodes[number].whenFalse
    }
    return (number == Self.yes, cost)
  }

  @inline(__always)
  private func answer(to question: Question, slots: borrowing [Value], test: (Int) -> Bool) -> Bool? {
    switch question {
    case .int(let relation, let slot, let limit):
      if case .int(let value) = slots[slot] { relation.holds(value, limit) } else { nil }
    case .double(let relation, let slot, let limit):
      if case .double(let value) = slots[slot] { relation.holds(value, limit) } else { nil }
    case .text(let isEqual, let slot, let wanted):
      if case .string(let value) = slots[slot] { isSame(value, wanted) == isEqual } else { nil }
    case .flag(let slot): if case .bool(let value) = slots[slot] { value } else { nil }
    case .test(let question): test(question)
    }
  }
}
