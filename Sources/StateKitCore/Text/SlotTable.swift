/// What a `SlotTable` is made of.
@usableFromInline
package protocol TableSlot {
  static var empty: Self { get }
  var isEmpty: Bool { get }
}

/// A hash table with open addressing: a power of two of slots, at most half of them filled unless its user asks for less
/// memory. It knows no keys: whoever uses it tells a slot's hash, and which slot is the one that is looked for.
///
/// All is inlined, in other modules too: a call or a closure that is not costs more than the search.
@usableFromInline
package struct SlotTable<Slot: TableSlot> {
  @usableFromInline package var slots: [Slot]
  /// How many are filled.
  @usableFromInline package var count = 0

  /// `capacity` is a power of two.
  @inlinable
  package init(capacity: Int) {
    slots = [Slot](repeating: .empty, count: capacity)
  }

  /// The next insertion must be preceded by `grow`.
  @inlinable
  @inline(__always)
  package var isCrowded: Bool { (count + 1) * 2 > slots.count }

  /// The index of the slot that is looked for, or of the empty one where it would be. `look`: what stands at an index.
  @inlinable
  @inline(__always)
  package static func index(_ hash: Int, mask: Int, look: (Int) -> SlotContent) -> Int {
    var index = hash & mask
    while case .other = look(index) { index = (index + 1) & mask }
    return index
  }

  /// The same in these slots.
  @inlinable
  @inline(__always)
  package func index(_ hash: Int, where isMeant: (Slot) -> Bool) -> Int {
    Self.index(hash, mask: slots.count - 1) { index in
      let slot = slots[index]
      return slot.isEmpty ? .empty : isMeant(slot) ? .meant : .other
    }
  }

  /// Fills the empty slot at an index, or replaces what stands there.
  @inlinable
  @inline(__always)
  package mutating func put(_ slot: Slot, at index: Int) {
    if slots[index].isEmpty { count += 1 }
    slots[index] = slot
  }

  /// Becomes larger, and empty. What was in it is to be inserted again.
  @inlinable
  package mutating func clear(capacity: Int) {
    // The old slots are let go of first: both together would be the most that a table ever takes.
    slots = []
    slots = [Slot](repeating: .empty, count: capacity)
    count = 0
  }

  /// Inserts what is not there yet.
  @inlinable
  @inline(__always)
  package mutating func insert(_ slot: Slot, hash: Int) {
    put(slot, at: index(hash) { _ in false })
  }
}

extension SlotTable: Sendable where Slot: Sendable {}

/// What a search finds in a slot.
@usableFromInline
@frozen
package enum SlotContent {
  case meant
  case empty
  /// Another key, which had the slot first.
  case other
}
