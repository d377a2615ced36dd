/// The first operations of steps, by situation and symbol: a hash table of indices.
struct StepTable: Sendable {
  /// A step that the machine makes each time, because it depends on too much.
  static let unknowable: Int32 = -2
  /// No step is known.
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

  /// The program of a step, or one of the two values above.
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
