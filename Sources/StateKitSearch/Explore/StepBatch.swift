/// Steps of some states whose successors are looked up together later, so that memory waits overlap.
struct StepBatch {
  private(set) var count = 0
  private(set) var states: [Int]
  private(set) var inputs: [Int]
  private(set) var flags: [LocalSteps.Flags]
  /// The words of the successors.
  var words: [UInt64]
  private(set) var hashes: [Int]
  /// The first slot to check for each successor, and the first word of the state in that slot.
  private var entries: [NumberSlot]
  private var firstWords: [UInt64]
  let width: Int

  private static let most = 96

  init(width: Int) {
    states = [Int](repeating: 0, count: Self.most)
    inputs = states
    flags = [LocalSteps.Flags](repeating: [], count: Self.most)
    words = [UInt64](repeating: 0, count: Self.most * width)
    hashes = states
    entries = [NumberSlot](repeating: .empty, count: Self.most)
    firstWords = [UInt64](repeating: 0, count: Self.most)
    self.width = width
  }

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count == Self.most }

  /// The offset for the words of the next successor.
  var offset: Int { count * width }

  @inline(__always)
  mutating func append(_ state: Int, input: Int, flags: LocalSteps.Flags) {
    states[count] = state
    inputs[count] = input
    self.flags[count] = flags
    count += 1
  }

  mutating func removeAll() { count = 0 }

  /// Loads the slots for the successors.
  @inline(__always)
  mutating func prepare(_ table: inout StateTable) {
    for index in 0..<count where flags[index].contains(.writes) {
      hashes[index] = table.hash(words, at: index * width)
    }
    for index in 0..<count where flags[index].contains(.writes) { entries[index] = table.firstEntry(hashes[index]) }
    for index in 0..<count where flags[index].contains(.writes) && !entries[index].isEmpty {
      firstWords[index] = table.firstWord(entries[index].number)
    }
  }

  /// The number of a successor if it is in the first slot, which is nearly always so; else nil.
  @inline(__always)
  func quickFind(_ index: Int, in table: inout StateTable) -> Int? {
    let entry = entries[index]
    guard !entry.isEmpty, firstWords[index] == words[index * width] else { return nil }
    return width == 1 || table.isEqual(entry.number, state: words, at: index * width) ? entry.number : nil
  }
}
