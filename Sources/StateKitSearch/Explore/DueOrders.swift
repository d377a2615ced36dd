import StateKitCore

/// A number for each list of timers that were due together (`RunningTimers.dueNumber`).
struct DueOrders: Sendable {
  private struct Slot: TableSlot {
    static var empty: Slot { Slot(due: 0, way: 0) }
    let due: UInt64
    let way: Int
    var isEmpty: Bool { due == 0 }
  }

  private var table = SlotTable<Slot>(capacity: 16)

  /// The number of a list; nil if it has none.
  subscript(due: UInt64) -> Int? {
    let slot = table.slots[slot(due)]
    return slot.isEmpty ? nil : slot.way
  }

  /// Assigns a number to a list that has none.
  mutating func add(_ due: UInt64, way: Int) {
    if table.isCrowded {
      let known = table.slots
      table.clear(capacity: known.count * 2)
      for slot in known where !slot.isEmpty { table.insert(slot, hash: Self.hash(slot.due)) }
    }
    table.put(Slot(due: due, way: way), at: slot(due))
  }

  private static func hash(_ due: UInt64) -> Int { Int(truncatingIfNeeded: ByteHash.mix(0, word: due)) }

  private func slot(_ due: UInt64) -> Int { table.index(Self.hash(due)) { $0.due == due } }
}
