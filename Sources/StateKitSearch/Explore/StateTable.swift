import StateKitCore

/// States, each once, by their numbers in the order in which they were found. The table compares words: a hash only
/// chooses the slot.
struct StateTable: Sendable {
  private(set) var layout: StateLayout
  /// The number of words of a state.
  private(set) var width: Int
  private var words: [UInt64] = []
  private(set) var count = 0
  private var table = SlotTable<NumberSlot>(capacity: 1 << 8)
  private var scratch: [UInt64] = []
  /// The number of layout changes.
  private(set) var generation = 0

  init(_ layout: StateLayout) {
    self.layout = layout
    width = layout.words
    scratch = [UInt64](repeating: 0, count: layout.words)
  }

  /// The size of the states in bytes.
  var bytes: Int { words.count * MemoryLayout<UInt64>.stride + table.slots.count * MemoryLayout<NumberSlot>.stride }

  /// Adds a state by the values of its fields. Returns its number, and whether it is new.
  mutating func insert(_ values: [UInt32]) -> (index: Int, isNew: Bool) {
    if !layout.pack(values, into: &scratch) {
      widen(for: values)
      _ = layout.pack(values, into: &scratch)
    }
    return insert(scratch, at: 0, hash: hash(scratch, at: 0))
  }

  /// Adds a packed state, the words from `offset`. Returns its number, and whether it is new. `hash`: the hash of
  /// these words.
  mutating func insert(_ state: [UInt64], at offset: Int, hash: Int) -> (index: Int, isNew: Bool) {
    let slot = slot(of: state, at: offset, hash: hash)
    if !table.slots[slot].isEmpty { return (table.slots[slot].number, false) }
    table.put(NumberSlot(count), at: slot)
    for word in 0..<width { words.append(state[offset + word]) }
    count += 1
    // Fuller than other tables: a little slower, with half of the memory.
    if count * 4 > table.slots.count * 3 { rehash(capacity: table.slots.count * 2) }
    return (count - 1, true)
  }

  /// The number of a state; nil if it is not in the table.
  func find(_ state: [UInt64], at offset: Int) -> Int? {
    let entry = table.slots[slot(of: state, at: offset, hash: hash(state, at: offset))]
    return entry.isEmpty ? nil : entry.number
  }

  /// The number of a state by the values of its fields; nil if it is not in the table.
  mutating func find(_ values: [UInt32]) -> Int? {
    layout.pack(values, into: &scratch) ? find(scratch, at: 0) : nil
  }

  @inline(__always)
  func firstWord(_ index: Int) -> UInt64 { words[index * width] }

  /// The first slot to check for a hash.
  @inline(__always)
  func firstEntry(_ hash: Int) -> NumberSlot { table.slots[hash & (table.slots.count - 1)] }

  private func slot(of state: [UInt64], at offset: Int, hash: Int) -> Int {
    table.index(hash) { isEqual($0.number, state: state, at: offset) }
  }

  func load(_ index: Int, into state: inout [UInt64]) {
    if width == 1 {
      state[0] = words[index]
      return
    }
    for word in 0..<width { state[word] = words[index * width + word] }
  }

  /// The values of a state's fields.
  func values(_ index: Int, into values: inout [UInt32]) {
    var state = [UInt64](repeating: 0, count: width)
    load(index, into: &state)
    layout.unpack(state, into: &values)
  }

  @inline(__always)
  func isEqual(_ index: Int, state: [UInt64], at offset: Int) -> Bool {
    if width == 1 { return words[index] == state[offset] }
    for word in 0..<width where words[index * width + word] != state[offset + word] { return false }
    return true
  }

  @inline(__always)
  func hash(_ state: [UInt64], at offset: Int) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in 0..<width { hash = ByteHash.mix(hash, word: state[offset + word]) }
    // The words differ in few bits: one more round lets all of them affect the lowest ones.
    hash = ByteHash.mix(hash, word: 0xD6E8_FEB8_6659_FD93)
    return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
  }

  private mutating func rehash(capacity: Int) {
    table.clear(capacity: capacity)
    for index in 0..<count { table.insert(NumberSlot(index), hash: hash(words, at: index * width)) }
  }

  /// Packs all states again, with fields wide enough for these values. All are packed at once, because there may be
  /// very many.
  private mutating func widen(for values: [UInt32]) {
    let wider = layout.widened(for: values)
    var repacked: [UInt64] = []
    repacked.reserveCapacity(count * wider.words)
    var values = [UInt32](repeating: 0, count: layout.fields.count)
    var old = [UInt64](repeating: 0, count: layout.words)
    var new = [UInt64](repeating: 0, count: wider.words)
    for index in 0..<count {
      load(index, into: &old)
      layout.unpack(old, into: &values)
      _ = wider.pack(values, into: &new)
      repacked += new
    }
    layout = wider
    width = wider.words
    words = repacked
    scratch = [UInt64](repeating: 0, count: wider.words)
    generation += 1
    rehash(capacity: table.slots.count)
  }
}
