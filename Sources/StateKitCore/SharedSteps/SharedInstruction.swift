import CEL

/// An instruction of a `SharedProgram`. A struct of numbers, without reference counting.
struct SharedInstruction: Sendable {
  enum Kind: UInt8, Sendable {
    /// Compares a variable with a whole number.
    case compare
    /// A condition.
    case ask
    /// A condition with host guards, which get their recorded answers: `slot` questions, the first at `from`.
    case askHost
    /// Sets a variable to a value of the chart.
    case set
    /// Sets a variable to the sum of a variable and a whole number.
    case add
    /// Sets a variable to the value of an expression.
    case assign
    /// Shows the value of an expression in a text.
    case show
    /// Begins a loop over a list, if the list has exactly as many elements as `slot`.
    case loop
    /// Takes the next element of the innermost loop.
    case round
    case endLoop
  }

  let kind: Kind
  var relation = Relation.equal
  /// The expected result of the condition.
  var expects = true
  /// True if the step can still take another course: the replaced value is kept.
  var saves = false
  /// The variable that is set or compared, and the one that is read; for a round, those of the element and of its
  /// index, or -1.
  var slot: Int32 = 0
  var from: Int32 = -1
  /// The index of an expression, or of a value.
  var index: Int32 = 0
  /// The number to compare with or to add; the configuration's answers to an expression; or the index of an element.
  var operand: Int64 = 0

  var setsContext: Bool {
    switch kind {
    case .set, .add, .assign: true
    case .compare, .ask, .askHost, .show, .loop, .round, .endLoop: false
    }
  }

  /// True if it only reads.
  var isQuestion: Bool { [.compare, .ask, .askHost].contains(kind) }

  /// The instructions of a macrostep, one for each access to the data.
  struct Assembly {
    private(set) var instructions: [SharedInstruction] = []
    private(set) var evaluations: [SharedEvaluation] = []
    private(set) var literals: [Value] = []
    private let chart: Chart

    init(_ record: MacrostepRecord, in chart: Chart, startsTimers: Bool) {
      self.chart = chart
      for access in record.accesses { add(access) }
      // The last assignments need no undo, because no check follows them, unless timers are started afterwards.
      let last = startsTimers ? instructions.count : record.accesses.lastIndex(where: \.mayFail) ?? -1
      for index in instructions.indices { instructions[index].saves = index < last }
    }

    private mutating func add(_ access: DataAccess) {
      switch access {
      case .question(let expression, let answers, _, let questions, let holds) where !questions.isEmpty:
        instructions.append(
          SharedInstruction(
            kind: .askHost, expects: holds, slot: Int32(questions.count), from: Int32(questions.lowerBound),
            index: evaluation(expression), operand: operand(answers)))
      case .question(let expression, let answers, _, _, let holds):
        if let (relation, slot, number) = chart.expressions[Int(expression)].program.comparison {
          instructions.append(
            SharedInstruction(
              kind: .compare, relation: relation, expects: holds, slot: Int32(slot), operand: number))
        } else {
          instructions.append(
            SharedInstruction(
              kind: .ask, expects: holds, index: evaluation(expression), operand: operand(answers)))
        }
      case .set(let slot, let value):
        literals.append(value)
        instructions.append(SharedInstruction(kind: .set, slot: slot, index: Int32(literals.count - 1)))
      case .assign(let slot, let expression, let answers, _, _):
        if let (from, number) = chart.expressions[Int(expression)].program.sum {
          instructions.append(SharedInstruction(kind: .add, slot: slot, from: Int32(from), operand: number))
        } else {
          instructions.append(
            SharedInstruction(kind: .assign, slot: slot, index: evaluation(expression), operand: operand(answers)))
        }
      case .show(let expression, let answers, _, _):
        instructions.append(SharedInstruction(kind: .show, index: evaluation(expression), operand: operand(answers)))
      case .loop(let expression, let answers, let count):
        instructions.append(
          SharedInstruction(
            kind: .loop, slot: Int32(count), index: evaluation(expression), operand: operand(answers)))
      case .round(let number, let element, let index):
        instructions.append(SharedInstruction(kind: .round, slot: element, from: index ?? -1, operand: Int64(number)))
      case .endLoop: instructions.append(SharedInstruction(kind: .endLoop))
      }
    }

    private func operand(_ answers: UInt64) -> Int64 { Int64(bitPattern: answers) }

    /// The expressions that read the payload in place of the event.
    var readingEvaluations: [SharedEvaluation] {
      instructions.compactMap { instruction in
        switch instruction.kind {
        case .ask, .askHost, .assign, .show, .loop: evaluations[Int(instruction.index)]
        case .compare, .set, .add, .round, .endLoop: nil
        }
      }
    }

    private mutating func evaluation(_ expression: Int32) -> Int32 {
      evaluations.append(
        SharedEvaluation(chart.expressions[Int(expression)].program, eventSlot: chart.contextNames.count))
      return Int32(evaluations.count - 1)
    }
  }
}
