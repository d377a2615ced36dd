/// Short ways that only compute with whole numbers, and may compare two at the end: what loops and counters mostly do. That
/// each step gives a number is known before, so nothing is asked but whether the variables hold numbers.
extension ScalarProgram {
  /// Whether instructions are such a way.
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

  /// Whether such a way ends with a comparison.
  package static func compares(_ instructions: [Instruction]) -> Bool {
    if let last = instructions.last { last.kind == .binary && last.found.isOrder } else { false }
  }

  /// What such a way comes to: a number, or of a comparison 1 or 0; nil where a variable holds something else, or no number
  /// comes out.
  @unsafe package static func arithmetic(
    _ instructions: UnsafeBufferPointer<Instruction>, slots: UnsafeBufferPointer<Value>
  ) -> Int64? {
    guard var next = instructions.baseAddress else { return nil }
    let end = unsafe next + instructions.count
    // Of two instructions, the second reads at most one register: what the first has come to.
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
      // The register behind is read before anything stands in it, where that is not used.
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

  /// What an instruction comes to, of its sides, where they are registers.
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

  /// A side of an operator; nil where it is no whole number.
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
  /// Two numbers give a number.
  var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .modulo: true
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained: false
    }
  }

  /// Two numbers give a bool.
  var isOrder: Bool {
    switch self {
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .modulo, .contained: false
    }
  }

  /// What two numbers come to, a bool as 1 or 0; nil where that is no whole number.
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
