/// Where the programs of steps begin, by where a step begins and what it takes: a hash table of indices.
struct StepTable: Sendable {
  /// A step that is made in full every time: too much has a part in it.
  static let unknowable: Int32 = -2
  /// There is none.
  static let missing: Int32 = -1

  struct Slot: TableSlot, Sendable {
    var origin: Int32
    var symbol: Int32
    var program: Int32

    static let empty = Slot(origin: .min, symbol: 0, program: StepTable.missing)
    var isEmpty: Bool { origin == .min }
  }

  private static let mostSteps = 1 << 16
  private var table = SlotTable<Slot>(capacity: 16)

  var slots: [Slot] { table.slots }
  var isFull: Bool { table.count >= Self.mostSteps }

  /// The program of a step, or one of the above.
  func program(from origin: Int32, symbol: Int32) -> Int32 {
    unsafe slots.withUnsafeBufferPointer { slots in unsafe Self.program(in: slots, from: origin, symbol: symbol) }
  }

  mutating func set(_ program: Int32, from origin: Int32, symbol: Int32) {
    if table.isCrowded {
      let old = table.slots
      table.clear(capacity: old.count * 2)
      for slot in old where !slot.isEmpty { table.insert(slot, hash: Self.hash(slot.origin, symbol: slot.symbol)) }
    }
    let index = table.index(Self.hash(origin, symbol: symbol)) { $0.origin == origin && $0.symbol == symbol }
    table.put(Slot(origin: origin, symbol: symbol, program: program), at: index)
  }
}
