// Longer than others: the tables of known steps, looked up and filled.
import StateKitCore

/// Memoised steps, by the fields that they looked at. An input in a state with equal values in these fields makes
/// equal changes, without the machine (`Footprint`). A step is a mask over the words of a state, the masked words,
/// and the values to set.
///
/// Steps are looked up by input. Steps to the next timer are looked up by the timers due then, because each list of
/// timers looks at other fields. Both have numbers: first the inputs, then the lists of timers that were due
/// together.
struct LocalSteps: Sendable {
  /// The number of each input for `groups`.
  private var ways: [Int]
  private(set) var layout: StateLayout
  private var width: Int
  private var dueWays: [UInt64: Int] = [:]
  /// The groups of each number, with one mask each; at most `mostGroups` each, the most useful ones first.
  private var groups: [Int32]
  private var groupCounts: [Int]
  private var masks: [UInt64] = []
  private var groupHits: [UInt32] = []
  /// The start of each group's slots, and the mask of their indices (`SlotTable`).
  private var tableStarts: [Int] = []
  private var tableMasks: [Int] = []
  private var tableCounts: [Int] = []
  private var tables: [NumberSlot] = []
  /// The masked words of each step.
  private var keys: [UInt64] = []
  private var allFlags: [Flags] = []
  private var kept: [UInt64] = []
  private var set: [UInt64] = []
  private var copyEnds: [Int32] = []
  private var copies: [Copy] = []
  /// The timers that each step stops, a bit for each, and the end of the timers that it starts.
  private(set) var stopped: [UInt32] = []
  private var startEnds: [Int32] = []
  private(set) var started: [RunningTimers.Timer] = []
  private var misses: [Int]
  private var hits: [Int]

  private static let mostGroups = 16
  private static let mostWays = 1 << 14
  private static let mostSteps = 1 << 18
  /// The number of steps of an input after which their use is checked.
  private static let trial = 4_096

  init(inputs: Int, layout: StateLayout) {
    ways = Array(0..<inputs)
    self.layout = layout
    width = layout.words
    groups = [Int32](repeating: 0, count: inputs * Self.mostGroups)
    groupCounts = [Int](repeating: 0, count: inputs)
    misses = groupCounts
    hits = groupCounts
  }

  /// The approximate size in bytes.
  var bytes: Int { allFlags.count * (width * 24 + 32) + (tables.count + groups.count) * 4 }

  /// Removes all steps: states are packed differently from now on.
  mutating func reset(_ layout: StateLayout) {
    self = LocalSteps(inputs: ways.count, layout: layout)
  }

  /// Adds an input after the others.
  mutating func addInput() {
    ways.append(addWay())
    misses.append(0)
    hits.append(0)
  }

  private mutating func addWay() -> Int {
    groupCounts.append(0)
    groups += [Int32](repeating: 0, count: Self.mostGroups)
    return groupCounts.count - 1
  }

  // MARK: Looking up

  /// The step of an input in a state; nil if it is unknown. `due`: the timers that it fires (`RunningTimers`).
  @inline(__always)
  mutating func find(_ input: Int, state: [UInt64], due: UInt64) -> Int? {
    var way = ways[input]
    if due != 0 {
      guard let known = dueWays[due] else { return nil }
      way = known
    }
    let first = way * Self.mostGroups
    for index in first..<first + groupCounts[way] {
      let group = Int(groups[index])
      let found = width == 1 ? findNarrow(group, state: state[0]) : findWide(group, state: state)
      if found < 0 { continue }
      hits[input] &+= 1
      if index > first { promote(index) }
      return found
    }
    return nil
  }

  /// A step of a group; negative if there is none.
  @inline(__always)
  private func findNarrow(_ group: Int, state: UInt64) -> Int {
    let masked = state & masks[group]
    let start = tableStarts[group]
    let slot = SlotTable<NumberSlot>.index(
      Int(truncatingIfNeeded: ByteHash.mix(0, word: masked)), mask: tableMasks[group]
    ) { index in
      let step = tables[start + index].number
      return step < 0 ? .empty : keys[step] == masked ? .meant : .other
    }
    return tables[start + slot].number
  }

  private func findWide(_ group: Int, state: [UInt64]) -> Int {
    let start = tableStarts[group]
    var hash: UInt64 = 0
    for word in 0..<width { hash = ByteHash.mix(hash, word: state[word] & masks[group * width + word]) }
    let slot = SlotTable<NumberSlot>.index(Int(truncatingIfNeeded: hash), mask: tableMasks[group]) { index in
      let step = tables[start + index].number
      if step < 0 { return .empty }
      for word in 0..<width where keys[step * width + word] != state[word] & masks[group * width + word] {
        return .other
      }
      return .meant
    }
    return tables[start + slot].number
  }

  /// Moves a group forward if it is more useful than the one before it.
  private mutating func promote(_ index: Int) {
    groupHits[Int(groups[index])] &+= 1
    if groupHits[Int(groups[index])] > groupHits[Int(groups[index - 1])] &+ 64 { groups.swapAt(index, index - 1) }
  }

  @inline(__always)
  func flags(of step: Int) -> Flags { allFlags[step] }

  /// Writes the state after a step, except timers. Returns false if a value does not fit.
  @inline(__always)
  func apply(_ step: Int, to state: [UInt64], into next: inout [UInt64], at offset: Int) -> Bool {
    for word in 0..<width {
      next[offset + word] = state[word] & kept[step * width + word] | set[step * width + word]
    }
    if !allFlags[step].contains(.copies) { return true }
    let first = step == 0 ? 0 : Int(copyEnds[step - 1])
    for index in first..<Int(copyEnds[step]) {
      let copy = copies[index]
      let value = (state[copy.from.word] & copy.from.mask) >> copy.from.shift
      if value > UInt64(copy.to.limit) { return false }
      next[offset + copy.to.word] |= value << copy.to.shift
    }
    return true
  }

  /// The indices in `started` of the timers that a step starts.
  @inline(__always)
  func starts(of step: Int) -> Range<Int> { (step == 0 ? 0 : Int(startEnds[step - 1]))..<Int(startEnds[step]) }

  // MARK: Learning

  /// True if steps of an input are worth storing.
  mutating func isWorthKeeping(_ input: Int) -> Bool {
    misses[input] += 1
    return (misses[input] < Self.trial || hits[input] > misses[input]) && allFlags.count < Self.mostSteps
  }

  /// Stores the step of an input in a state. The values are those of all fields before and after the step.
  mutating func learn(_ input: Int, step: Step, before: [UInt32], after: [UInt32]) {
    var mask = [UInt64](repeating: 0, count: width)
    for (index, field) in layout.fields.enumerated() where step.isRead[index] { mask[field.word] |= field.mask }
    guard let way = way(of: input, due: step.due), let group = group(of: way, mask: mask) else { return }
    var state = [UInt64](repeating: 0, count: width)
    guard layout.pack(before, into: &state) else { return }
    let number = allFlags.count
    for word in 0..<width { keys.append(state[word] & mask[word]) }
    append(step, after: after)
    insert(number, in: group)
  }

  private mutating func append(_ step: Step, after: [UInt32]) {
    var kept = [UInt64](repeating: .max, count: width)
    var set = [UInt64](repeating: 0, count: width)
    var flags = step.flags
    for (index, source) in step.writes {
      let field = layout.fields[index]
      kept[field.word] &= ~field.mask
      if let source {
        flags.insert(.copies)
        copies.append(Copy(from: layout.fields[source], to: field))
      } else {
        set[field.word] |= UInt64(after[index]) << field.shift
      }
    }
    if !step.writes.isEmpty { flags.insert(.writes) }
    if step.timers.stopped != 0 || !step.timers.started.isEmpty {
      flags.insert(.changesTimers)
    }
    stopped.append(step.timers.stopped)
    started += step.timers.started
    startEnds.append(Int32(started.count))
    self.kept += kept
    self.set += set
    copyEnds.append(Int32(copies.count))
    allFlags.append(flags)
  }

  /// The number of an input that fires these timers; nil if there are too many.
  private mutating func way(of input: Int, due: UInt64) -> Int? {
    if due == 0 { return ways[input] }
    if let known = dueWays[due] { return known }
    guard groupCounts.count < Self.mostWays else { return nil }
    let way = addWay()
    dueWays[due] = way
    return way
  }

  /// The group of a number with a mask; nil if there are too many.
  private mutating func group(of way: Int, mask: [UInt64]) -> Int? {
    let first = way * Self.mostGroups
    for index in first..<first + groupCounts[way] {
      let group = Int(groups[index])
      if (0..<width).allSatisfy({ masks[group * width + $0] == mask[$0] }) { return group }
    }
    guard groupCounts[way] < Self.mostGroups else { return nil }
    let group = tableStarts.count
    groups[first + groupCounts[way]] = Int32(group)
    groupCounts[way] += 1
    masks += mask
    groupHits.append(0)
    tableStarts.append(tables.count)
    tableMasks.append(7)
    tableCounts.append(0)
    tables += [NumberSlot](repeating: .empty, count: 8)
    return group
  }

  private mutating func insert(_ step: Int, in group: Int) {
    tableCounts[group] += 1
    if tableCounts[group] * 2 > tableMasks[group] + 1 { grow(group) }
    put(step, in: group)
  }

  /// Writes a step to the first free slot for its masked words.
  private mutating func put(_ step: Int, in group: Int) {
    let start = tableStarts[group]
    var hash: UInt64 = 0
    for word in 0..<width { hash = ByteHash.mix(hash, word: keys[step * width + word]) }
    let slot = SlotTable<NumberSlot>.index(Int(truncatingIfNeeded: hash), mask: tableMasks[group]) { index in
      tables[start + index].isEmpty ? .empty : .other
    }
    tables[start + slot] = NumberSlot(step)
  }

  /// Moves a group to a larger table after the others.
  private mutating func grow(_ group: Int) {
    let old = tableStarts[group]..<tableStarts[group] + tableMasks[group] + 1
    tableStarts[group] = tables.count
    tableMasks[group] = 4 * old.count - 1
    tables += [NumberSlot](repeating: .empty, count: 4 * old.count)
    for index in old where !tables[index].isEmpty { put(tables[index].number, in: group) }
  }
}
