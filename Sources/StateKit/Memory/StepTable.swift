/// Where the programs of steps begin, by where a step begins and what it takes: a hash table of numbers.
struct StepTable: Sendable {
  /// A step that is made in full every time: too much has a part in it.
  static let unknowable: Int32 = -2

  private struct Slot {
    var origin: Int32
    var symbol: Int32
    var program: Int32
  }

  private static let mostSteps = 1 << 16
  private static let empty = Slot(origin: .min, symbol: 0, program: -1)
  private var slots: [Slot] = []
  private(set) var count = 0

  var isFull: Bool { count >= Self.mostSteps }

  /// The place of the program; nil where none is known.
  func program(from origin: Int32, _ symbol: Int32) -> Int32? {
    if slots.isEmpty { return nil }
    var index = Self.index(origin, symbol, in: slots.count)
    while true {
      let slot = slots[index]
      if slot.origin == origin, slot.symbol == symbol { return slot.program }
      if slot.origin == .min { return nil }
      index = (index + 1) & (slots.count - 1)
    }
  }

  mutating func set(_ program: Int32, from origin: Int32, _ symbol: Int32) {
    if slots.isEmpty { slots = Array(repeating: Self.empty, count: 256) }
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
    slots = Array(repeating: Self.empty, count: old.count * 4)
    count = 0
    for slot in old where slot.origin != .min { insert(slot) }
  }

  private static func index(_ origin: Int32, _ symbol: Int32, in count: Int) -> Int {
    let key = UInt64(UInt32(bitPattern: origin)) << 32 | UInt64(UInt32(bitPattern: symbol))
    return Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (count - 1)
  }
}
