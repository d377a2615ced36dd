/// Where the programs of steps begin, by where a step begins and what it takes: a hash table of numbers.
struct StepTable: Sendable {
  /// A step that is made in full every time: too much has a part in it.
  static let unknowable: Int32 = -2
  /// There is none.
  static let missing: Int32 = -1

  struct Slot: Sendable {
    var origin: Int32
    var symbol: Int32
    var program: Int32

    fileprivate static let empty = Slot(origin: .min, symbol: 0, program: StepTable.missing)
  }

  private static let mostSteps = 1 << 16
  /// As many as a power of two; at most half of them are taken.
  private(set) var slots = [Slot](repeating: .empty, count: 16)
  private var count = 0

  var isFull: Bool { count >= Self.mostSteps }

  /// The program of a step, or one of the above.
  func program(from origin: Int32, _ symbol: Int32) -> Int32 {
    unsafe slots.withUnsafeBufferPointer { slots in unsafe Self.program(in: slots, from: origin, symbol) }
  }

  /// The same in slots that are lent.
  @inline(__always)
  @unsafe static func program(in slots: UnsafeBufferPointer<Slot>, from origin: Int32, _ symbol: Int32) -> Int32 {
    var index = Self.index(origin, symbol, in: slots.count)
    while true {
      if unsafe slots[index].origin == origin, unsafe slots[index].symbol == symbol {
        return unsafe slots[index].program
      }
      if unsafe slots[index].origin == .min { return missing }
      index = (index + 1) & (slots.count - 1)
    }
  }

  mutating func set(_ program: Int32, from origin: Int32, _ symbol: Int32) {
    if (count + 1) * 2 > slots.count { grow() }
    insert(Slot(origin: origin, symbol: symbol, program: program))
  }

  private mutating func insert(_ new: Slot) {
    var index = Self.index(new.origin, new.symbol, in: slots.count)
    while slots[index].origin != .min {
      if slots[index].origin == new.origin, slots[index].symbol == new.symbol {
        slots[index].program = new.program
        return
      }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = new
    count += 1
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: .empty, count: old.count * 2)
    count = 0
    for slot in old where slot.origin != .min { insert(slot) }
  }

  @inline(__always)
  private static func index(_ origin: Int32, _ symbol: Int32, in count: Int) -> Int {
    let key = UInt64(UInt32(bitPattern: origin)) << 32 | UInt64(UInt32(bitPattern: symbol))
    return Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (count - 1)
  }
}
