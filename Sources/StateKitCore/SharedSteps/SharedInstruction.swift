import CEL

/// One thing that a `SharedProgram` does. A struct of numbers: nothing in it is counted by reference.
struct SharedInstruction: Sendable {
  enum Kind: UInt8, Sendable {
    /// Compares a variable with a whole number.
    case compare
    /// A condition.
    case ask
    /// Compares a field of what the event carries with a whole number.
    case askPayload
    /// Sets a variable to a value of the chart.
    case set
    /// Sets a variable to a whole number more than one.
    case add
    /// Sets a variable to the value of an expression.
    case assign
    /// The value of an expression stands in a text.
    case show
    /// A loop over a list begins, where that has as many elements as `slot` says.
    case loop
    /// The innermost loop takes an element.
    case round
    case endLoop
  }

  let kind: Kind
  var relation = Relation.equal
  /// What the condition came to.
  var expects = true
  /// The step can still go another way: what was before is kept.
  var saves = false
  /// The variable that is set or compared, and the one that is read; of a round, those of the element and of its index or -1.
  var slot: Int32 = 0
  var from: Int32 = -1
  /// Of the way of an expression, or of a value.
  var index: Int32 = 0
  /// What is compared with or added; what the configuration answers to an expression; the index of an element.
  var operand: Int64 = 0

  /// It sets the context.
  var setsContext: Bool {
    switch kind {
    case .set, .add, .assign: true
    case .compare, .ask, .askPayload, .show, .loop, .round, .endLoop: false
    }
  }

  /// It only asks: nothing is put anywhere.
  var isQuestion: Bool { kind == .compare || kind == .ask || kind == .askPayload }

  /// The instructions of a macrostep, one for each access to the data.
  struct Assembly {
    private(set) var instructions: [SharedInstruction] = []
    private(set) var ways: [ValueWay] = []
    private(set) var literals: [Value] = []
    private let chart: Chart

    init(_ record: MacrostepRecord, in chart: Chart, startsTimers: Bool) {
      self.chart = chart
      for access in record.accesses { add(access) }
      // What is set last cannot turn out to be wrong, unless timers are started afterwards.
      let last = startsTimers ? instructions.count : instructions.lastIndex { $0.kind != .set } ?? -1
      for index in instructions.indices { instructions[index].saves = index < last }
    }

    private mutating func add(_ access: DataAccess) {
      switch access {
      case .question(let expression, let answers, _, let holds):
        if let (relation, slot, number) = chart.expressions[Int(expression)].program.comparison {
          instructions.append(
            SharedInstruction(
              kind: .compare, relation: relation, expects: holds, slot: Int32(slot), operand: number))
        } else {
          let way = way(expression)
          instructions.append(
            SharedInstruction(
              kind: ways[Int(way)].comparesPayload ? .askPayload : .ask, expects: holds, index: way,
              operand: operand(answers)))
        }
      case .set(let slot, let value):
        literals.append(value)
        instructions.append(SharedInstruction(kind: .set, slot: slot, index: Int32(literals.count - 1)))
      case .assign(let slot, let expression, let answers, _, _):
        if let (from, number) = chart.expressions[Int(expression)].program.sum {
          instructions.append(SharedInstruction(kind: .add, slot: slot, from: Int32(from), operand: number))
        } else {
          instructions.append(
            SharedInstruction(kind: .assign, slot: slot, index: way(expression), operand: operand(answers)))
        }
      case .show(let expression, let answers, _, _):
        instructions.append(SharedInstruction(kind: .show, index: way(expression), operand: operand(answers)))
      case .loop(let expression, let answers, let count):
        instructions.append(
          SharedInstruction(
            kind: .loop, slot: Int32(count), index: way(expression), operand: operand(answers)))
      case .round(let number, let element, let index):
        instructions.append(
          SharedInstruction(kind: .round, slot: element, from: index ?? -1, operand: Int64(number)))
      case .endLoop: instructions.append(SharedInstruction(kind: .endLoop))
      }
    }

    private func operand(_ answers: UInt64) -> Int64 { Int64(bitPattern: answers) }

    /// The ways that look for the payload where expressions see it.
    var lookingWays: [ValueWay] {
      instructions.compactMap { instruction in
        switch instruction.kind {
        case .ask, .assign, .show, .loop: ways[Int(instruction.index)]
        case .compare, .askPayload, .set, .add, .round, .endLoop: nil
        }
      }
    }

    private mutating func way(_ expression: Int32) -> Int32 {
      ways.append(
        ValueWay(chart.expressions[Int(expression)].program, eventSlot: chart.contextNames.count))
      return Int32(ways.count - 1)
    }
  }
}
