/// A whole number or a bool, which is 1 or 0.
struct Scalar {
  let number: Int64
  let isFlag: Bool

  @inline(__always)
  init(_ number: Int64) { (self.number, isFlag) = (number, false) }

  @inline(__always)
  init(_ flag: Bool) { (number, isFlag) = (flag ? 1 : 0, true) }

  @inline(__always)
  init(_ number: Int64, isFlag: Bool) { (self.number, self.isFlag) = (number, isFlag) }

  /// Returns nil for any other value.
  @inline(__always)
  init?(_ value: borrowing Value) {
    switch value {
    case .int(let number): self.init(number)
    case .bool(let flag): self.init(flag)
    default: return nil
    }
  }
}

/// The registers of a run: borrowed memory, and a bit for each register that holds a bool.
@safe struct ScalarRegisters {
  private let numbers: UnsafeMutablePointer<Int64>
  private var flags: UInt32 = 0

  @unsafe init(numbers: UnsafeMutablePointer<Int64>) { unsafe self.numbers = unsafe numbers }

  @inline(__always)
  subscript(register: Int) -> Scalar {
    get { unsafe Scalar(numbers[register], isFlag: flags >> UInt32(register) & 1 == 1) }
    set {
      unsafe numbers[register] = newValue.number
      let bit = UInt32(1) << UInt32(register)
      flags = newValue.isFlag ? flags | bit : flags & ~bit
    }
  }
}
