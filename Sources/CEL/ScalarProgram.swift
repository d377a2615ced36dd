/// The fast path for an expression that only computes with whole numbers, bools and sizes, and compares texts.
///
/// It computes in registers instead of on a stack of values. Anything else, for example another type, an overflow, a
/// division by zero or a missing key, ends it without a value. Then the program runs as usual and reports the error.
/// The cost is that of the program.
package struct ScalarProgram: Sendable {
  enum Kind: UInt8, Sendable {
    case number
    case flag
    /// Loads a whole number or a bool: from a source, or from a variable.
    case load, variable
    case size
    case has
    /// Compares two sources for equality.
    case same
    case test
    case binary
    case not, negate
    /// Moves the bool of the next register to this one.
    case take
    case jump
    /// Jumps if the bool in this register is true, or false, and keeps it.
    case jumpIfTrue, jumpIfFalse
  }

  /// The source of an operand: a register, a variable, or the number in the instruction. The left
  /// register is the register of the result, the right one is the next.
  enum Operand: UInt8, Sendable {
    case register, variable, number
  }

  package struct Instruction: Sendable {
    var kind: Kind
    /// The register of the result.
    var register: UInt8
    var left = Operand.register
    var right = Operand.register
    var found = BinaryOperator.add
    /// The number of program instructions that it replaces.
    var cost: UInt8 = 1
    /// A source, a variable, a test, or the jump target; when two sources are compared, the first one.
    var index: Int32 = 0
    /// The variable on the right side.
    var other: Int32 = 0
    /// A number, or the second source; for `same`, negative to test for inequality.
    var number: Int64 = 0
  }

  /// The origin of a value.
  package enum Source: Sendable {
    case variable(Int)
    /// A field of a variable, or a nested field.
    case field(Int, [String])
    case text(String)
  }

  static let registers = 8

  package let instructions: [Instruction]
  package let sources: [Source]

  package struct Result {
    /// The number; 1 or 0 for a bool.
    package let number: Int64
    package let isFlag: Bool
    package let cost: Int
  }

  /// Builds the fast path of a program; nil if the program does more than that.
  init?(_ code: [Program.Operation], constants: [Value]) {
    guard let (instructions, sources) = ScalarTranslation.translate(code, constants: constants) else { return nil }
    self.instructions = instructions
    self.sources = sources
  }

  /// The value and its cost; nil if the fast path cannot compute it.
  func value(_ slots: borrowing [Value], test: (Int) -> Bool) -> (value: Value, cost: Int)? {
    let result = unsafe instructions.withUnsafeBufferPointer { instructions in
      unsafe slots.withUnsafeBufferPointer { unsafe Self.run(instructions, sources: sources, slots: $0, test: test) }
    }
    return result.map { ($0.isFlag ? .bool($0.number == 1) : .int($0.number), $0.cost) }
  }

  /// Runs the instructions of a program, with its sources and the values of all variables.
  @unsafe package static func run(
    _ instructions: UnsafeBufferPointer<Instruction>, sources: [Source], slots: UnsafeBufferPointer<Value>,
    test: (Int) -> Bool
  ) -> Result? {
    unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.registers) { registers in
      guard let registers = registers.baseAddress else { return nil }
      return unsafe run(instructions, sources: sources, slots: slots, test: test, memory: registers)
    }
  }

  @unsafe private static func run(
    _ instructions: UnsafeBufferPointer<Instruction>, sources: [Source], slots: UnsafeBufferPointer<Value>,
    test: (Int) -> Bool, memory: UnsafeMutablePointer<Int64>
  ) -> Result? {
    var registers = unsafe ScalarRegisters(numbers: memory)
    var cost = 0
    var index = 0
    let count = instructions.count
    while index < count {
      let instruction = unsafe instructions[index]
      let register = Int(instruction.register)
      cost += Int(instruction.cost)
      index += 1
      let result: Scalar
      switch instruction.kind {
      case .number: result = Scalar(instruction.number)
      case .flag: result = Scalar(instruction.number == 1)
      case .variable:
        guard let value = unsafe Scalar(slots[Int(instruction.index)]) else { return nil }
        result = value
      case .load:
        guard let found = unsafe resolve(sources[Int(instruction.index)], slots: slots), let value = Scalar(found)
        else {
          return nil
        }
        result = value
      case .size:
        guard let (count, extra) = unsafe size(resolve(sources[Int(instruction.index)], slots: slots)) else {
          return nil
        }
        result = Scalar(Int64(count))
        cost += extra
      case .has:
        guard let has = unsafe has(sources[Int(instruction.index)], slots: slots) else { return nil }
        result = Scalar(has)
      case .same:
        let isWanted = instruction.number >= 0
        let other = Int(isWanted ? instruction.number : -1 - instruction.number)
        guard
          let (isSame, extra) = unsafe areSame(
            resolve(sources[Int(instruction.index)], slots: slots), resolve(sources[other], slots: slots))
        else { return nil }
        result = Scalar(isSame == isWanted)
        cost += extra
      case .test: result = Scalar(test(Int(instruction.index)))
      case .binary:
        guard
          let left = unsafe side(
            instruction.left, instruction: instruction, slot: instruction.index, register: registers[register],
            slots: slots),
          let right = unsafe side(
            instruction.right, instruction: instruction, slot: instruction.other, register: registers[register + 1],
            slots: slots),
          let value = apply(instruction.found, left: left, right: right)
        else { return nil }
        result = value
      case .not:
        let value = registers[register]
        if !value.isFlag { return nil }
        result = Scalar(value.number == 0)
      case .negate:
        let value = registers[register]
        let (negative, overflow) = (0 as Int64).subtractingReportingOverflow(value.number)
        if value.isFlag || overflow { return nil }
        result = Scalar(negative)
      case .take:
        result = registers[register + 1]
        if !result.isFlag { return nil }
      case .jump:
        index = Int(instruction.index)
        continue
      case .jumpIfTrue, .jumpIfFalse:
        let value = registers[register]
        if !value.isFlag { return nil }
        if (value.number == 1) == (instruction.kind == .jumpIfTrue) { index = Int(instruction.index) }
        continue
      }
      registers[register] = result
    }
    let value = registers[0]
    return Result(number: value.number, isFlag: value.isFlag, cost: cost)
  }

  /// A side of an operator; nil if it is neither a whole number nor a bool.
  @inline(__always)
  @unsafe private static func side(
    _ operand: Operand, instruction: Instruction, slot: Int32, register: @autoclosure () -> Scalar,
    slots: UnsafeBufferPointer<Value>
  ) -> Scalar? {
    switch operand {
    case .register: register()
    case .number: Scalar(instruction.number)
    case .variable: unsafe Scalar(slots[Int(slot)])
    }
  }

  /// Bools can only be compared for equality; all other operators need numbers.
  @inline(__always)
  private static func apply(_ found: BinaryOperator, left: Scalar, right: Scalar) -> Scalar? {
    let (a, b) = (left.number, right.number)
    if left.isFlag || right.isFlag {
      guard left.isFlag == right.isFlag, found == .equal || found == .unequal else { return nil }
    }
    return found.number(a, b).map { Scalar($0, isFlag: found.isOrder) }
  }
}
