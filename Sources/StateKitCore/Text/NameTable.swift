import CEL

/// A name of a chart (state, event, action, id, reference), as its index in a `NameTable`.
@usableFromInline
package struct NameID: Hashable, Sendable {
  @usableFromInline package let rawValue: Int32

  @inlinable
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  @inlinable package var index: Int { Int(rawValue) }
}

/// Every name of a chart once, as UTF-8 bytes: names are equal if their bytes are (Charts.md).
///
/// The hashes are seeded (`HashSeed`), so that no chart can cause collisions. No result depends on the order of the
/// slots.
package struct NameTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  private var table = SlotTable<Slot>(capacity: 64)
  private let seed: UInt64

  /// The low bits, as many as in a slot index, contain the index of a name plus one, or 0 for none. The other bits are
  /// the bits of its hash that the slot index does not determine.
  private struct Slot: TableSlot {
    private let bits: UInt32

    private init(bits: UInt32) {
      self.bits = bits
    }

    @inline(__always)
    init(_ hash: UInt32, id: Int32, mask: UInt32) {
      bits = hash & ~mask | UInt32(id + 1)
    }

    static var empty: Slot { Slot(bits: 0) }
    var isEmpty: Bool { bits == 0 }

    @inline(__always)
    func mayHave(_ hash: UInt32, mask: UInt32) -> Bool { (bits ^ hash) & ~mask == 0 }

    @inline(__always)
    func id(_ mask: UInt32) -> NameID { NameID(rawValue: Int32(bits & mask) - 1) }
  }

  package init() {
    seed = HashSeed.value
  }

  package var count: Int { ends.count }

  /// The size of the table in bytes.
  package var bytesHeld: Int { bytes.count + (ends.count + table.slots.count) * MemoryLayout<Int32>.stride }

  /// Reserves capacity for the expected names in the rest of a file.
  package mutating func makeRoom(_ progress: inout ReadingProgress) {
    ends.makeRoom(&progress)
    bytes.makeRoom(&progress)
    if ends.count >= ReadingProgress.stride, progress.upcoming(ends.count) * 2 > table.slots.count {
      _ = progress.admits(table.slots.count * 2 * MemoryLayout<UInt32>.stride)
    }
  }

  /// The index of `name`; a new name is added.
  package mutating func intern(_ name: Span<UInt8>) -> NameID {
    let hash = ByteHash.of(name, seed: seed)
    let (slot, known) = find(name, hash: hash)
    return known ?? add(name, hash: hash, at: slot)
  }

  @inline(never)
  private mutating func add(_ name: Span<UInt8>, hash: UInt32, at slot: Int) -> NameID {
    let id = Int32(ends.count)
    table.put(Slot(hash, id: id, mask: mask), at: slot)
    unsafe name.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    ends.append(Int32(bytes.count))
    if table.isCrowded { grow() }
    return NameID(rawValue: id)
  }

  package mutating func intern(_ name: String) -> NameID {
    name.withUTF8Bytes { intern($0) }
  }

  /// The index of `name`, or nil for a name that was never interned.
  package func find(_ name: Span<UInt8>) -> NameID? {
    find(name, hash: ByteHash.of(name, seed: seed)).known
  }

  private var mask: UInt32 { UInt32(table.slots.count - 1) }

  /// The slot of the name, or the slot where it would be inserted.
  @inline(__always)
  private func find(_ name: Span<UInt8>, hash: UInt32) -> (slot: Int, known: NameID?) {
    let mask = self.mask
    let index = table.index(Int(truncatingIfNeeded: hash)) { slot in
      slot.mayHave(hash, mask: mask) && bytes.span.extracting(range(slot.id(mask))).equals(name)
    }
    let slot = table.slots[index]
    return (index, slot.isEmpty ? nil : slot.id(mask))
  }

  package func find(_ name: String) -> NameID? {
    name.withUTF8Bytes { find($0) }
  }

  /// True if a name has at most `most` bytes, including a visible ASCII character.
  package func isVisible(_ id: NameID, within most: Int) -> Bool {
    let range = range(id)
    return range.count <= most && range.contains { bytes[$0] > 0x20 && bytes[$0] < 0x7F }
  }

  /// True if a name is longer than a number of bytes.
  @inline(__always)
  func hasMore(_ id: NameID, than count: Int) -> Bool { range(id).count > count }

  /// The last byte of a name; nil for the empty name.
  package func lastByte(of id: NameID) -> UInt8? {
    let range = range(id)
    return range.isEmpty ? nil : bytes[range.upperBound - 1]
  }

  package func has(_ id: NameID, prefix: StaticString) -> Bool {
    bytes.span.extracting(range(id)).begins(with: prefix)
  }

  package subscript(id: NameID) -> ArraySlice<UInt8> {
    bytes[range(id)]
  }

  package func text(_ id: NameID) -> String {
    String(decoding: self[id], as: UTF8.self)
  }

  package func append(_ id: NameID, to out: inout ByteBuffer) {
    out.append(bytes.span.extracting(range(id)))
  }

  @inline(__always)
  private func range(_ id: NameID) -> Range<Int> {
    let start = id.index == 0 ? 0 : Int(ends[id.index - 1])
    return start..<Int(ends[id.index])
  }

  private mutating func grow() {
    table.clear(capacity: table.slots.count * 2)
    let mask = self.mask
    for id in 0..<Int32(ends.count) {
      let hash = ByteHash.of(bytes.span.extracting(range(NameID(rawValue: id))), seed: seed)
      table.insert(Slot(hash, id: id, mask: mask), hash: Int(truncatingIfNeeded: hash))
    }
  }
}
