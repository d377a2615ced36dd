/// The short way through an expression that only computes with whole numbers, bools, sizes, and texts that are compared.
///
/// What it computes is kept in registers instead of on a stack of values. Anything else that comes up (another type, an overflow, a
/// division by zero, a key that is missing) ends it without a value: the program is run as usual then, and says what is
/// wrong. It costs what the program costs.
package struct ScalarProgram: Sendable {
  enum Kind: UInt8, Sendable {
    case number
    case flag
    /// Loads a whole number or a bool: from a source, or from a variable.
    case load, variable
    case size
    case has
    /// Whether two sources are the same.
    case same
    case test
    case add, subtract, multiply, divide, modulo
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual
    case not, negate
    /// Moves the bool of the register behind here.
    case take
    case jump
    /// Jumps where the bool here is true, or false, and leaves it.
    case jumpIfTrue, jumpIfFalse

    /// Of operators: the result is a number, not a bool.
    @inline(__always)
    var givesNumber: Bool { rawValue <= Kind.modulo.rawValue }
  }

  /// Where a side of an operator comes from: a register (the left side that of the result, the right side the one behind), a
  /// variable, or the number that stands in the instruction.
  enum Operand: UInt8, Sendable {
    case register, variable, number
  }

  package struct Instruction: Sendable {
    var kind: Kind
    /// Where the result goes.
    var register: UInt8
    var left = Operand.register
    var right = Operand.register
    /// Instructions of the program that it stands for.
    var cost: UInt8 = 1
    /// A source, a variable, a test, or the instruction to jump to; of two sources that are compared, the first.
    var index: Int32 = 0
    /// The variable on the right side.
    var other: Int32 = 0
    /// A number, or the second source; for `same`, negative where they are to differ.
    var number: Int64 = 0
  }

  /// Where a value comes from.
  package enum Source: Sendable {
    case variable(Int)
    /// A field of a variable, or of a field of it.
    case field(Int, [String])
    case text(String)
  }

  static let registers = 8

  package let instructions: [Instruction]
  package let sources: [Source]

  /// What a program came to.
  package struct Result {
    /// A bool is 1 or 0.
    package let number: Int64
    package let isFlag: Bool
    package let cost: Int
  }

  /// The short way of a program; nil where it does more than that.
  init?(_ code: [Program.Operation], _ constants: [Value]) {
    guard let (instructions, sources) = ScalarTranslation.translate(code, constants) else { return nil }
    self.instructions = instructions
    self.sources = sources
  }

  /// The value, and what it cost; nil where there is no short way to it.
  func value(_ slots: borrowing [Value], _ test: (Int) -> Bool) -> (value: Value, cost: Int)? {
    let result = unsafe instructions.withUnsafeBufferPointer { instructions in
      unsafe slots.withUnsafeBufferPointer { unsafe Self.run(instructions, sources, $0, test) }
    }
    return result.map { ($0.isFlag ? .bool($0.number == 1) : .int($0.number), $0.cost) }
  }

  /// Runs the instructions of a program, with its sources and the values of all variables.
  @unsafe package static func run(
    _ instructions: UnsafeBufferPointer<Instruction>, _ sources: [Source], _ slots: UnsafeBufferPointer<Value>,
    _ test: (Int) -> Bool
  ) -> Result? {
    unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.registers) { registers in
      guard let registers = registers.baseAddress else { return nil }
      return unsafe run(instructions, sources, slots, test, registers)
    }
  }

  @unsafe private static func run(
    _ instructions: UnsafeBufferPointer<Instruction>, _ sources: [Source], _ slots: UnsafeBufferPointer<Value>,
    _ test: (Int) -> Bool, _ registers: UnsafeMutablePointer<Int64>
  ) -> Result? {
    // A bit for each register that holds a bool.
    var flags: UInt32 = 0
    var cost = 0
    var index = 0
    let count = instructions.count
    while index < count {
      let instruction = unsafe instructions[index]
      let register = Int(instruction.register)
      let here = UInt32(1) << UInt32(register)
      cost += Int(instruction.cost)
      index += 1
      switch instruction.kind {
      case .number:
        unsafe registers[register] = instruction.number
        flags &= ~here
      case .flag:
        unsafe registers[register] = instruction.number
        flags |= here
      case .variable:
        switch unsafe slots[Int(instruction.index)] {
        case .int(let number):
          unsafe registers[register] = number
          flags &= ~here
        case .bool(let flag):
          unsafe registers[register] = flag ? 1 : 0
          flags |= here
        default: return nil
        }
      case .load:
        switch unsafe resolve(sources[Int(instruction.index)], slots) {
        case .int(let number)?:
          unsafe registers[register] = number
          flags &= ~here
        case .bool(let flag)?:
          unsafe registers[register] = flag ? 1 : 0
          flags |= here
        default: return nil
        }
      case .size:
        guard let (count, extra) = unsafe size(resolve(sources[Int(instruction.index)], slots)) else { return nil }
        unsafe registers[register] = Int64(count)
        flags &= ~here
        cost += extra
      case .has:
        guard let has = unsafe has(sources[Int(instruction.index)], slots) else { return nil }
        unsafe registers[register] = has ? 1 : 0
        flags |= here
      case .same:
        let isWanted = instruction.number >= 0
        let other = Int(isWanted ? instruction.number : -1 - instruction.number)
        guard
          let (isSame, extra) = unsafe areSame(
            resolve(sources[Int(instruction.index)], slots), resolve(sources[other], slots))
        else { return nil }
        unsafe registers[register] = isSame == isWanted ? 1 : 0
        flags |= here
        cost += extra
      case .test:
        unsafe registers[register] = test(Int(instruction.index)) ? 1 : 0
        flags |= here
      case .add, .subtract, .multiply, .divide, .modulo, .equal, .unequal, .less, .lessOrEqual, .greater,
        .greaterOrEqual:
        let (left, right): (Int64, Int64)
        var (isLeftFlag, isRightFlag) = (false, false)
        switch instruction.left {
        case .register: unsafe (left, isLeftFlag) = (registers[register], flags & here != 0)
        case .number: left = instruction.number
        case .variable:
          switch unsafe slots[Int(instruction.index)] {
          case .int(let number): left = number
          case .bool(let flag): (left, isLeftFlag) = (flag ? 1 : 0, true)
          default: return nil
          }
        }
        switch instruction.right {
        case .register: unsafe (right, isRightFlag) = (registers[register + 1], flags & here << 1 != 0)
        case .number: right = instruction.number
        case .variable:
          switch unsafe slots[Int(instruction.other)] {
          case .int(let number): right = number
          case .bool(let flag): (right, isRightFlag) = (flag ? 1 : 0, true)
          default: return nil
          }
        }
        // Two bools can be equal; all else is for numbers.
        if isLeftFlag || isRightFlag {
          guard isLeftFlag == isRightFlag, instruction.kind == .equal || instruction.kind == .unequal else {
            return nil
          }
        }
        let (result, overflow): (Int64, Bool)
        switch instruction.kind {
        case .add: (result, overflow) = left.addingReportingOverflow(right)
        case .subtract: (result, overflow) = left.subtractingReportingOverflow(right)
        case .multiply: (result, overflow) = left.multipliedReportingOverflow(by: right)
        case .divide: (result, overflow) = left.dividedReportingOverflow(by: right)
        case .modulo: (result, overflow) = left.remainderReportingOverflow(dividingBy: right)
        case .equal: (result, overflow) = (left == right ? 1 : 0, false)
        case .unequal: (result, overflow) = (left != right ? 1 : 0, false)
        case .less: (result, overflow) = (left < right ? 1 : 0, false)
        case .lessOrEqual: (result, overflow) = (left <= right ? 1 : 0, false)
        case .greater: (result, overflow) = (left > right ? 1 : 0, false)
        default: (result, overflow) = (left >= right ? 1 : 0, false)
        }
        if overflow { return nil }
        unsafe registers[register] = result
        flags = instruction.kind.givesNumber ? flags & ~here : flags | here
      case .not:
        if flags & here == 0 { return nil }
        unsafe registers[register] ^= 1
      case .negate:
        if flags & here != 0 { return nil }
        let (result, overflow) = unsafe (0 as Int64).subtractingReportingOverflow(registers[register])
        if overflow { return nil }
        unsafe registers[register] = result
      case .take:
        if flags & here << 1 == 0 { return nil }
        unsafe registers[register] = registers[register + 1]
        flags |= here
      case .jump: index = Int(instruction.index)
      case .jumpIfTrue:
        if flags & here == 0 { return nil }
        if unsafe registers[register] == 1 { index = Int(instruction.index) }
      case .jumpIfFalse:
        if flags & here == 0 { return nil }
        if unsafe registers[register] == 0 { index = Int(instruction.index) }
      }
    }
    return unsafe Result(number: registers[0], isFlag: flags & 1 != 0, cost: cost)
  }
}
