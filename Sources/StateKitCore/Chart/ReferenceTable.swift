/// States by the hashes of their shortest references, computed from the last name upwards. A hash only narrows the
/// search.
struct ReferenceTable: Sendable {
  private var table = SlotTable<Slot>(capacity: 1)
  /// The initial value of path hashes. It is random, so that no chart can be crafted to cause collisions.
  let seed = UInt64(HashSeed.value)

  private struct Slot: TableSlot {
    let hash: UInt32
    let state: Int32

    static var empty: Slot { Slot(hash: 0, state: -1) }
    var isEmpty: Bool { state < 0 }
  }

  init() {}

  /// Creates a table with room for `count` states.
  init(count: Int) {
    if count == 0 { return }
    var capacity = 2
    while capacity < count * 2 { capacity *= 2 }
    table = SlotTable(capacity: capacity)
  }

  var isEmpty: Bool { table.count == 0 }

  /// The hash of a path extended upwards by a name.
  func hash(_ hash: UInt64, name: NameID) -> UInt64 { ByteHash.mix(hash, word: UInt64(name.index + 1)) }

  mutating func insert(_ state: StateID, hash: UInt64) {
    let hash = UInt32(truncatingIfNeeded: hash)
    table.insert(Slot(hash: hash, state: state.rawValue), hash: Int(truncatingIfNeeded: hash))
  }

  /// The state with this hash for which `isMeant` returns true.
  func state(_ hash: UInt64, where isMeant: (StateID) -> Bool) -> StateID? {
    let hash = UInt32(truncatingIfNeeded: hash)
    let index = table.index(Int(truncatingIfNeeded: hash)) { $0.hash == hash && isMeant(StateID(rawValue: $0.state)) }
    return table.slots[index].isEmpty ? nil : StateID(rawValue: table.slots[index].state)
  }
}
