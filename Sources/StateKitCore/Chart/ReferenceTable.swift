/// States by the names of which their shortest references are made, from the last one on: a hash only says where to look.
struct ReferenceTable: Sendable {
  private var table = SlotTable<Slot>(capacity: 1)
  /// What the hash of a path begins with: no chart can be written against it.
  let seed = UInt64(HashSeed.value)

  private struct Slot: TableSlot {
    let hash: UInt32
    let state: Int32

    static var empty: Slot { Slot(hash: 0, state: -1) }
    var isEmpty: Bool { state < 0 }
  }

  init() {}

  /// With room for `count` states.
  init(count: Int) {
    if count == 0 { return }
    var capacity = 2
    while capacity < count * 2 { capacity *= 2 }
    table = SlotTable(capacity: capacity)
  }

  var isEmpty: Bool { table.count == 0 }

  /// The hash of a path that goes on above with a name.
  func hash(_ hash: UInt64, name: NameID) -> UInt64 { ByteHash.mix(hash, word: UInt64(name.index + 1)) }

  mutating func insert(_ state: StateID, hash: UInt64) {
    let hash = UInt32(truncatingIfNeeded: hash)
    table.insert(Slot(hash: hash, state: state.rawValue), hash: Int(truncatingIfNeeded: hash))
  }

  /// The state with this hash that is meant.
  func state(_ hash: UInt64, where isMeant: (StateID) -> Bool) -> StateID? {
    let hash = UInt32(truncatingIfNeeded: hash)
    let index = table.index(Int(truncatingIfNeeded: hash)) { $0.hash == hash && isMeant(StateID(rawValue: $0.state)) }
    return table.slots[index].isEmpty ? nil : StateID(rawValue: table.slots[index].state)
  }
}
