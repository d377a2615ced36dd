/// A name of a chart (state, event, action, id, reference), as its number in a `NameTable`.
package struct NameID: Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package var index: Int { Int(rawValue) }
}

/// Every name of a chart once, as UTF-8 bytes: two names are the same when their bytes are (SPEC §1.2).
///
/// Open addressing, with hashes that no chart can be written against (`HashSeed`).
/// Nothing ever depends on the order of the slots.
package struct NameTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  private var slots: [Slot]
  private let seed: UInt64

  /// A name and its hash together, so that looking it up touches as little memory as can be.
  private struct Slot {
    var hash: UInt32
    var id: Int32

    static let empty = Slot(hash: 0, id: -1)
  }

  package init() {
    slots = [Slot](repeating: .empty, count: 64)
    seed = HashSeed.value
  }

  package var count: Int { ends.count }

  /// Makes room for so many names of usual length.
  package mutating func reserve(names: Int) {
    ends.reserveCapacity(names)
    bytes.reserveCapacity(names * 16)
  }

  /// Keeps the names and gives up finding them: from here on they are asked for by number.
  mutating func giveUpFinding() {
    slots = [.empty, .empty]
  }

  /// The number of `name`, given now if it is new.
  package mutating func intern(_ name: Span<UInt8>) -> NameID {
    let hash = self.hash(of: name)
    let place = place(of: name, hash)
    if slots[place].id >= 0 { return NameID(rawValue: slots[place].id) }
    let id = Int32(ends.count)
    slots[place] = Slot(hash: hash, id: id)
    unsafe name.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    ends.append(Int32(bytes.count))
    if ends.count * 2 > slots.count { grow() }
    return NameID(rawValue: id)
  }

  package mutating func intern(_ name: String) -> NameID {
    intern(name.utf8.span)
  }

  /// The number of `name`, or nil for a name that was never interned.
  package func find(_ name: Span<UInt8>) -> NameID? {
    let place = place(of: name, hash(of: name))
    return slots[place].id >= 0 ? NameID(rawValue: slots[place].id) : nil
  }

  /// The slot that has the name, or that it would have.
  private func place(of name: Span<UInt8>, _ hash: UInt32) -> Int {
    var place = Int(hash) & (slots.count - 1)
    while slots[place].id >= 0 {
      if slots[place].hash == hash, isName(slots[place].id, name) { return place }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  package func find(_ name: String) -> NameID? {
    find(name.utf8.span)
  }

  /// The bytes of a name.
  package subscript(id: NameID) -> ArraySlice<UInt8> {
    bytes[range(id)]
  }

  /// The name as text.
  package func text(_ id: NameID) -> String {
    String(decoding: self[id], as: UTF8.self)
  }

  package func append(_ id: NameID, to out: inout ByteBuffer) {
    out.append(bytes.span.extracting(range(id)))
  }

  private func range(_ id: NameID) -> Range<Int> {
    let start = id.index == 0 ? 0 : Int(ends[id.index - 1])
    return start..<Int(ends[id.index])
  }

  private func isName(_ id: Int32, _ name: Span<UInt8>) -> Bool {
    let range = range(NameID(rawValue: id))
    guard range.count == name.count else { return false }
    let own = bytes.span
    var place = 0
    while place < name.count {
      if Self.word(own, range.lowerBound + place, name.count - place)
        != Self.word(name, place, name.count - place)
      {
        return false
      }
      place += 8
    }
    return true
  }

  /// Eight bytes at a time; the length goes in first, so that zeros at the end count.
  private func hash(of name: Span<UInt8>) -> UInt32 {
    var hash = seed ^ UInt64(truncatingIfNeeded: name.count)
    var place = 0
    repeat {
      hash = Self.mix(hash, Self.word(name, place, name.count - place))
      place += 8
    } while place < name.count
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ (mixed >> 29)
  }

  /// The next bytes of a name, eight at most, as a number; what is behind them counts as zero.
  @inline(__always)
  private static func word(_ text: Span<UInt8>, _ place: Int, _ left: Int) -> UInt64 {
    if place + 8 <= text.count {
      let word = unsafe UInt64(
        littleEndian: text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self))
      return left >= 8 ? word : word & ((1 << UInt64(left * 8)) &- 1)
    }
    var word: UInt64 = 0
    for offset in 0..<min(8, left) { word |= UInt64(text[place + offset]) << UInt64(offset * 8) }
    return word
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: .empty, count: old.count * 2)
    for slot in old where slot.id >= 0 {
      var place = Int(slot.hash) & (slots.count - 1)
      while slots[place].id >= 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }
}
