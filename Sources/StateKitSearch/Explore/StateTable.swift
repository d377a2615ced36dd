/// States, each once, by their numbers in the order in which they were found. Exact: a hash only says where to look.
struct StateTable: Sendable {
  private(set) var layout: StateLayout
  private var words = PagedArray<UInt64>()
  private(set) var count = 0
  /// The number of a state and one more; 0 where there is none.
  private var table = [UInt32](repeating: 0, count: 1 << 8)
  private var scratch: [UInt64] = []

  init(_ layout: StateLayout) {
    self.layout = layout
    scratch = [UInt64](repeating: 0, count: layout.words)
  }

  /// Bytes that the states take.
  var bytes: Int { words.bytes + table.count * MemoryLayout<UInt32>.stride }

  /// The number of a state by the values of its fields, and whether it is new.
  mutating func insert(_ values: [UInt32]) -> (index: Int, isNew: Bool) {
    while let narrow = layout.pack(values, into: &scratch) { widen(narrow, for: values[narrow]) }
    return insert(packed: scratch)
  }

  /// The same of a packed state.
  mutating func insert(packed state: [UInt64]) -> (index: Int, isNew: Bool) {
    let mask = table.count - 1
    var slot = Self.hash(state) & mask
    while table[slot] != 0 {
      let index = Int(table[slot]) - 1
      if isEqual(index, state) { return (index, false) }
      slot = (slot + 1) & mask
    }
    table[slot] = UInt32(count + 1)
    for word in state { words.append(word) }
    count += 1
    if count * 4 > table.count * 3 { rehash(capacity: table.count * 2) }
    return (count - 1, true)
  }

  /// The words of a state.
  func load(_ index: Int, into state: inout [UInt64]) {
    if layout.words == 1 {
      state[0] = words[index]
      return
    }
    for word in 0..<layout.words { state[word] = words[index * layout.words + word] }
  }

  /// The values of a state's fields.
  func values(_ index: Int, into values: inout [UInt32]) {
    var state = [UInt64](repeating: 0, count: layout.words)
    load(index, into: &state)
    layout.unpack(state, into: &values)
  }

  private func isEqual(_ index: Int, _ state: [UInt64]) -> Bool {
    if layout.words == 1 { return words[index] == state[0] }
    for word in 0..<layout.words where words[index * layout.words + word] != state[word] { return false }
    return true
  }

  private static func hash(_ state: [UInt64]) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in state {
      let product = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = product.high ^ product.low
    }
    return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
  }

  private mutating func rehash(capacity: Int) {
    table = [UInt32](repeating: 0, count: capacity)
    let mask = capacity - 1
    for index in 0..<count {
      load(index, into: &scratch)
      var slot = Self.hash(scratch) & mask
      while table[slot] != 0 { slot = (slot + 1) & mask }
      table[slot] = UInt32(index + 1)
    }
  }

  /// Packs all states again, with a field wide enough for a value.
  private mutating func widen(_ field: Int, for value: UInt32) {
    let wider = layout.widened(field, for: value)
    var repacked = PagedArray<UInt64>()
    var values = [UInt32](repeating: 0, count: layout.fields.count)
    var old = [UInt64](repeating: 0, count: layout.words)
    var new = [UInt64](repeating: 0, count: wider.words)
    for index in 0..<count {
      load(index, into: &old)
      layout.unpack(old, into: &values)
      _ = wider.pack(values, into: &new)
      for word in new { repacked.append(word) }
    }
    layout = wider
    words = repacked
    scratch = [UInt64](repeating: 0, count: wider.words)
    rehash(capacity: table.count)
  }
}
