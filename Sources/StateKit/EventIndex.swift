internal import CEL
internal import StateKitCore

/// Finds the index of an event by its name without reference counting, which would take most of the time of a known
/// step.
///
/// A hash table in memory of its own that never changes after it is built. A chart with very many events has no table.
@safe final class EventIndex: @unchecked Sendable {
  private struct Slot {
    var start: Int32
    var count: Int32
    /// The index; negative if the slot is free.
    var index: Int32
  }

  private let slots: UnsafeMutableBufferPointer<Slot>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let mask: Int
  private let seed: UInt64
  private static let mostEvents = 1 << 16

  init(_ chart: StateKitCore.Chart) {
    let names = chart.eventNames.count > Self.mostEvents ? [] : chart.eventNames.map { Array(chart.names[$0]) }
    var capacity = 16
    while capacity < names.count * 2 + 1 { capacity *= 2 }
    mask = capacity - 1
    seed = UInt64.random(in: .min ... .max)
    unsafe slots = .allocate(capacity: capacity)
    unsafe slots.initialize(repeating: Slot(start: 0, count: 0, index: -1))
    unsafe bytes = .allocate(capacity: max(1, names.reduce(0) { $0 + $1.count }))
    unsafe bytes.initialize(repeating: 0)
    var start = 0
    for (index, name) in names.enumerated() {
      for (offset, byte) in name.enumerated() { unsafe bytes[start + offset] = byte }
      var slot = hash(name.span)
      while unsafe slots[slot].index >= 0 { slot = (slot + 1) & mask }
      unsafe slots[slot] = Slot(start: Int32(start), count: Int32(name.count), index: Int32(index))
      start += name.count
    }
  }

  deinit {
    unsafe slots.deallocate()
    unsafe bytes.deallocate()
  }

  /// The index of an event; nil if the name is unknown.
  @inline(__always)
  func find(_ name: String) -> Int? { name.withUTF8Bytes { find($0) } }

  @inline(__always)
  private func find(_ name: Span<UInt8>) -> Int? {
    var slot = hash(name)
    while true {
      let found = unsafe slots[slot]
      if found.index < 0 { return nil }
      if Int(found.count) == name.count, isSame(found, name: name) { return Int(found.index) }
      slot = (slot + 1) & mask
    }
  }

  @inline(__always)
  private func isSame(_ slot: Slot, name: Span<UInt8>) -> Bool {
    for offset in name.indices {
      if unsafe bytes[Int(slot.start) + offset] != name[offset] { return false }
    }
    return true
  }

  @inline(__always)
  private func hash(_ name: Span<UInt8>) -> Int {
    var hash = seed
    for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 29) & mask
  }
}
