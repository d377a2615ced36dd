/// A name of a chart (state, event, action, id, reference), as its number in a `NameTable`.
package struct NameID: Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package var index: Int { Int(rawValue) }
}

/// Every name of a chart once, as UTF-8 bytes: two names are the same when their bytes are (Charts.md).
///
/// Open addressing, with hashes that no chart can be written against (`HashSeed`).
/// Nothing ever depends on the order of the slots.
package struct NameTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  /// A power of two of them, at most half of them filled. The low bits, so many as number the slots, hold the number of a
  /// name and one more, 0 where there is none; above them stand the bits of its hash that do not tell the slot.
  private var slots: [UInt32]
  private let seed: UInt64

  package init() {
    slots = [UInt32](repeating: 0, count: 64)
    seed = HashSeed.value
  }

  package var count: Int { ends.count }

  /// Makes room for the names that the rest of a file can be expected to have.
  package mutating func makeRoom(_ progress: inout ReadingProgress) {
    ends.makeRoom(&progress)
    bytes.makeRoom(&progress)
    if ends.count >= ReadingProgress.stride, progress.upcoming(ends.count) * 2 > slots.count {
      _ = progress.admits(slots.count * 2 * MemoryLayout<UInt32>.stride)
    }
  }

  /// The number of `name`, given now if it is new.
  package mutating func intern(_ name: Span<UInt8>) -> NameID {
    let hash = ByteHash.of(name, seed: seed)
    let (place, known) = place(of: name, hash)
    if let known { return known }
    let id = Int32(ends.count)
    slots[place] = hash & ~mask | UInt32(id + 1)
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
    place(of: name, ByteHash.of(name, seed: seed)).known
  }

  private var mask: UInt32 { UInt32(slots.count - 1) }

  /// The slot that has the name, or that it would have.
  private func place(of name: Span<UInt8>, _ hash: UInt32) -> (slot: Int, known: NameID?) {
    let mask = self.mask
    var place = hash & mask
    while true {
      let slot = slots[Int(place)]
      if slot & mask == 0 { return (Int(place), nil) }
      if (slot ^ hash) & ~mask == 0 {
        let id = NameID(rawValue: Int32(slot & mask) - 1)
        if bytes.span.extracting(range(id)).equals(name) { return (Int(place), id) }
      }
      place = (place + 1) & mask
    }
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

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = self.mask
    for id in ends.indices {
      let hash = ByteHash.of(bytes.span.extracting(range(NameID(rawValue: Int32(id)))), seed: seed)
      var place = hash & mask
      while slots[Int(place)] & mask != 0 { place = (place + 1) & mask }
      slots[Int(place)] = hash & ~mask | UInt32(id + 1)
    }
  }
}
