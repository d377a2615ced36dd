/// Steps of some states whose successors are still to be looked up: together, so that the memory is waited for once.
struct StepBatch {
  private(set) var count = 0
  private(set) var states: [Int]
  private(set) var inputs: [Int]
  private(set) var flags: [LocalSteps.Flags]
  /// The words of the successors.
  var words: [UInt64]
  private(set) var hashes: [Int]
  /// What stands in the first slot to look at for each, and the first word of that state.
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

  /// Where the words of the next successor go.
  var offset: Int { count * width }

  @inline(__always)
  mutating func append(_ state: Int, input: Int, flags: LocalSteps.Flags) {
    states[count] = state
    inputs[count] = input
    self.flags[count] = flags
    count += 1
  }

  mutating func removeAll() { count = 0 }

  /// Looks where the successors may stand.
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

  /// The number of a successor where it stands in the first slot to look at, which is nearly always so; nil else.
  @inline(__always)
  func quickFind(_ index: Int, in table: inout StateTable) -> Int? {
    let entry = entries[index]
    guard !entry.isEmpty, firstWords[index] == words[index * width] else { return nil }
    return width == 1 || table.isEqual(entry.number, state: words, at: index * width) ? entry.number : nil
  }
}
