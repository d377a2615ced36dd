/// The fast path for programs that only compute with whole numbers, and may compare two at the end: mostly loops and
/// counters. Every step is known to give a number, so the only check is whether the variables hold numbers.
extension ScalarProgram {
  /// True if instructions are of this kind.
  package static func isArithmetic(_ instructions: [Instruction]) -> Bool {
    guard let last = instructions.last, last.register == 0 else { return false }
    return instructions.enumerated().allSatisfy { index, instruction in
      switch instruction.kind {
      case .number, .variable: true
      case .binary: instruction.found.isArithmetic || instruction.found.isOrder && index == instructions.count - 1
      case .flag, .load, .size, .has, .same, .test, .not, .negate, .take, .jump, .jumpIfTrue, .jumpIfFalse: false
      }
    }
  }

  /// True if instructions of this kind end with a comparison.
  package static func compares(_ instructions: [Instruction]) -> Bool {
    if let last = instructions.last { last.kind == .binary && last.found.isOrder } else { false }
  }

  /// The result of instructions of this kind: a number, or 1 or 0 for a comparison. Nil if a variable holds another
  /// type, or the result is not a number.
  @unsafe package static func arithmetic(
    _ instructions: UnsafeBufferPointer<Instruction>, slots: UnsafeBufferPointer<Value>
  ) -> Int64? {
    guard var next = instructions.baseAddress else { return nil }
    let end = unsafe next + instructions.count
    // With two instructions, the second reads at most one register: the result of the first.
    if instructions.count > 2 { return unsafe arithmetic(next, end: end, slots: slots) }
    var last: Int64 = 0
    while unsafe next < end {
      guard let result = unsafe result(of: next, register: last, behind: last, slots: slots) else { return nil }
      last = result
      unsafe next += 1
    }
    return last
  }

  @unsafe private static func arithmetic(
    _ first: UnsafePointer<Instruction>, end: UnsafePointer<Instruction>, slots: UnsafeBufferPointer<Value>
  ) -> Int64? {
    unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: registers + 1) { memory in
      guard let registers = memory.baseAddress else { return nil }
      // If the register behind is not used, it is read before it is written.
      unsafe memory.initialize(repeating: 0)
      var next = unsafe first
      while unsafe next < end {
        let register = unsafe registers + Int(next.pointee.register)
        guard let result = unsafe result(of: next, register: register[0], behind: register[1], slots: slots) else {
          return nil
        }
        unsafe register.pointee = result
        unsafe next += 1
      }
      return unsafe registers.pointee
    }
  }

  /// The result of an instruction. `register` and `behind` are its sides if they are registers.
  @inline(__always)
  @unsafe private static func result(
    of instruction: UnsafePointer<Instruction>, register: Int64, behind: Int64, slots: UnsafeBufferPointer<Value>
  ) -> Int64? {
    switch unsafe instruction.pointee.kind {
    case .number: return unsafe instruction.pointee.number
    case .variable: return unsafe number(in: instruction.pointee.index, slots: slots)
    default:
      guard
        let left = unsafe side(
          instruction.pointee.left, instruction: instruction, slot: instruction.pointee.index, register: register,
          slots: slots),
        let right = unsafe side(
          instruction.pointee.right, instruction: instruction, slot: instruction.pointee.other, register: behind,
          slots: slots)
      else { return nil }
      return unsafe instruction.pointee.found.number(left, right)
    }
  }

  /// A side of an operator; nil if it is not a whole number.
  @inline(__always)
  @unsafe private static func side(
    _ operand: Operand, instruction: UnsafePointer<Instruction>, slot: Int32, register: Int64,
    slots: UnsafeBufferPointer<Value>
  ) -> Int64? {
    switch operand {
    case .register: register
    case .number: unsafe instruction.pointee.number
    case .variable: unsafe number(in: slot, slots: slots)
    }
  }

  @inline(__always)
  @unsafe private static func number(in slot: Int32, slots: UnsafeBufferPointer<Value>) -> Int64? {
    if case .int(let number) = unsafe slots[Int(slot)] { number } else { nil }
  }
}

extension BinaryOperator {
  /// True if two numbers give a number.
  var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .modulo: true
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained: false
    }
  }

  /// True if two numbers give a bool.
  var isOrder: Bool {
    switch self {
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .modulo, .contained: false
    }
  }

  /// The result of the operator for two numbers, a bool as 1 or 0; nil if the result is not a whole number.
  @inline(__always)
  func number(_ a: Int64, _ b: Int64) -> Int64? {
    let (result, overflow): (Int64, Bool)
    switch self {
    case .add: (result, overflow) = a.addingReportingOverflow(b)
    case .subtract: (result, overflow) = a.subtractingReportingOverflow(b)
    case .multiply: (result, overflow) = a.multipliedReportingOverflow(by: b)
    case .divide: (result, overflow) = a.dividedReportingOverflow(by: b)
    case .modulo: (result, overflow) = a.remainderReportingOverflow(dividingBy: b)
    case .equal: return a == b ? 1 : 0
    case .unequal: return a != b ? 1 : 0
    case .less: return a < b ? 1 : 0
    case .lessOrEqual: return a <= b ? 1 : 0
    case .greater: return a > b ? 1 : 0
    case .greaterOrEqual: return a >= b ? 1 : 0
    case .contained: return nil
    }
    return overflow ? nil : result
  }
}
