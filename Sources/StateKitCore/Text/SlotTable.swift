@usableFromInline
package protocol TableSlot {
  static var empty: Self { get }
  var isEmpty: Bool { get }
}

/// A hash table with open addressing: a power of two of slots, at most half of them filled unless its user wants less
/// memory. It has no keys: its user supplies the hash of a slot and the comparison.
///
/// Everything is inlinable, because a call or a closure costs more than the search.
@usableFromInline
package struct SlotTable<Slot: TableSlot> {
  @usableFromInline package var slots: [Slot]
  /// The number of filled slots.
  @usableFromInline package var count = 0

  /// Creates a table; `capacity` is a power of two.
  @inlinable
  package init(capacity: Int) {
    slots = [Slot](repeating: .empty, count: capacity)
  }

  /// Inserts a slot; call `grow` before the next insertion.
  @inlinable
  @inline(__always)
  package var isCrowded: Bool { (count + 1) * 2 > slots.count }

  /// The index of the matching slot, or of the empty slot where it would be inserted. `look` classifies the slot at an
  /// index.
  @inlinable
  @inline(__always)
  package static func index(_ hash: Int, mask: Int, look: (Int) -> SlotContent) -> Int {
    var index = hash & mask
    while case .other = look(index) { index = (index + 1) & mask }
    return index
  }

  /// Searches these slots.
  @inlinable
  @inline(__always)
  package func index(_ hash: Int, where isMeant: (Slot) -> Bool) -> Int {
    Self.index(hash, mask: slots.count - 1) { index in
      let slot = slots[index]
      return slot.isEmpty ? .empty : isMeant(slot) ? .meant : .other
    }
  }

  /// Fills the empty slot at an index, or replaces its contents.
  @inlinable
  @inline(__always)
  package mutating func put(_ slot: Slot, at index: Int) {
    if slots[index].isEmpty { count += 1 }
    slots[index] = slot
  }

  /// Enlarges and empties the table. The caller inserts its contents again.
  @inlinable
  package mutating func clear(capacity: Int) {
    // Releases the old slots first, because both together would double the peak memory.
    slots = []
    slots = [Slot](repeating: .empty, count: capacity)
    count = 0
  }

  /// Inserts a slot that is not in the table.
  @inlinable
  @inline(__always)
  package mutating func insert(_ slot: Slot, hash: Int) {
    put(slot, at: index(hash) { _ in false })
  }
}

extension SlotTable: Sendable where Slot: Sendable {}

/// The result of comparing a slot.
@usableFromInline
@frozen
package enum SlotContent {
  case meant
  case empty
  /// Another key that occupies the slot.
  case other
}
