/// The numbered situations of a machine.
struct SituationTable: Sendable {
  /// The limit on the stored data, for charts of any size.
  private static let mostCells = 1 << 22
  private var cells: [StateID] = []
  private var ends: [Int32] = []
  private var table = SlotTable<Slot>(capacity: 64)
  private var key: [StateID] = []

  private struct Slot: TableSlot {
    let id: Int32

    static let empty = Slot(id: -1)
    var isEmpty: Bool { id < 0 }
  }

  var count: Int { ends.count }

  /// The id of the machine's situation; nil if there are too many to keep.
  mutating func id(of machine: borrowing Machine) -> Int32? {
    key.removeAll(keepingCapacity: true)
    key.append(contentsOf: machine.configuration.leaves)
    if machine.chart.hasHistory { machine.history.append(to: &key) }
    let slot = table.index(Self.hash(key[...])) { cells[range($0.id)] == key[...] }
    if !table.slots[slot].isEmpty { return table.slots[slot].id }
    guard cells.count + key.count <= Self.mostCells else { return nil }
    let id = Int32(ends.count)
    table.put(Slot(id: id), at: slot)
    cells.append(contentsOf: key)
    ends.append(Int32(cells.count))
    if table.isCrowded { grow() }
    return id
  }

  func situation(_ id: Int32) -> Situation {
    var situation = Situation()
    for cell in cells[range(id)] {
      if cell.rawValue < 0 {
        situation.history.append((StateID(rawValue: -1 - cell.rawValue), []))
      } else if situation.history.isEmpty {
        situation.leaves.append(cell)
      } else {
        situation.history[situation.history.count - 1].record.append(cell)
      }
    }
    return situation
  }

  private func range(_ id: Int32) -> Range<Int> {
    (id == 0 ? 0 : Int(ends[Int(id) - 1]))..<Int(ends[Int(id)])
  }

  private mutating func grow() {
    table.clear(capacity: table.slots.count * 4)
    for id in 0..<Int32(ends.count) { table.insert(Slot(id: id), hash: Self.hash(cells[range(id)])) }
  }

  private static func hash(_ key: ArraySlice<StateID>) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for cell in key {
      hash = (hash ^ UInt64(UInt32(bitPattern: cell.rawValue))) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    return Int(truncatingIfNeeded: hash)
  }
}

extension HistoryStore {
  /// Appends the records, each history state as a negative value before its record.
  fileprivate func append(to key: inout [StateID]) {
    for state in states where !record(of: state).isEmpty {
      key.append(StateID(rawValue: -1 - state.rawValue))
      key.append(contentsOf: record(of: state))
    }
  }
}
