import StateKitCore

/// Steps that were made once, by what they looked at: the same input in a state that is the same there leads to the same
/// changes, without the machine (`Footprint`). A step is a mask over the words of a state, the masked words, and what is set.
struct LocalSteps: Sendable {
  private let inputs: Int
  private(set) var layout: StateLayout
  private var width: Int
  /// The groups of each input, those with the same mask; at most `mostGroups` each, the most useful ones first.
  private var groups: [Int32]
  private var groupCounts: [Int]
  private var masks: [UInt64] = []
  private var groupHits: [UInt32] = []
  /// Where the hash table of each group begins, and the mask of its indices; what stands there is a step and one more.
  private var tableStarts: [Int] = []
  private var tableMasks: [Int] = []
  private var tableCounts: [Int] = []
  private var tables: [Int32] = []
  /// The masked words of each step, and its key.
  private var keys: [UInt64] = []
  private var allFlags: [Flags] = []
  private var kept: [UInt64] = []
  private var set: [UInt64] = []
  private var copyEnds: [Int32] = []
  private var copies: [Copy] = []
  /// The timers that each step stops, a bit for each, and where those end that it starts.
  private(set) var stopped: [UInt32] = []
  private var startEnds: [Int32] = []
  private(set) var started: [AfterTimers.Running] = []
  private var misses: [Int]
  private var hits: [Int]

  private static let mostGroups = 16
  private static let mostSteps = 1 << 18
  /// After this number of steps of an input it is looked whether they are of use.
  private static let trial = 4_096

  init(inputs: Int, _ layout: StateLayout) {
    self.inputs = inputs
    self.layout = layout
    width = layout.words
    groups = [Int32](repeating: 0, count: inputs * Self.mostGroups)
    groupCounts = [Int](repeating: 0, count: inputs)
    misses = groupCounts
    hits = groupCounts
  }

  /// Bytes that all this takes, roughly.
  var bytes: Int { allFlags.count * (width * 24 + 32) + tables.count * 4 }

  /// Forgets all steps: states are packed in another way from now on.
  mutating func reset(_ layout: StateLayout) {
    self = LocalSteps(inputs: inputs, layout)
  }

  // MARK: Looking up

  /// The step that an input leads to in a state; nil where it is not known.
  @inline(__always)
  mutating func find(_ input: Int, _ state: [UInt64], key: UInt64 = 0) -> Int? {
    let first = input * Self.mostGroups
    for index in first..<first + groupCounts[input] {
      let group = Int(groups[index])
      let found = width == 1 ? findNarrow(group, state[0], key) : findWide(group, state, key)
      guard let found else { continue }
      hits[input] &+= 1
      if index > first { promote(index) }
      return found
    }
    return nil
  }

  @inline(__always)
  private func findNarrow(_ group: Int, _ state: UInt64, _ key: UInt64) -> Int? {
    let masked = state & masks[group]
    let (start, mask) = (tableStarts[group], tableMasks[group])
    var slot = Int(truncatingIfNeeded: ByteHash.mix(key, masked)) & mask
    while true {
      let step = Int(tables[start + slot]) - 1
      if step < 0 { return nil }
      if keys[2 * step] == masked, keys[2 * step + 1] == key { return step }
      slot = (slot + 1) & mask
    }
  }

  private func findWide(_ group: Int, _ state: [UInt64], _ key: UInt64) -> Int? {
    var hash = key
    for word in 0..<width { hash = ByteHash.mix(hash, state[word] & masks[group * width + word]) }
    let (start, mask) = (tableStarts[group], tableMasks[group])
    var slot = Int(truncatingIfNeeded: hash) & mask
    search: while true {
      let step = Int(tables[start + slot]) - 1
      if step < 0 { return nil }
      slot = (slot + 1) & mask
      let offset = step * (width + 1)
      if keys[offset + width] != key { continue }
      for word in 0..<width where keys[offset + word] != state[word] & masks[group * width + word] { continue search }
      return step
    }
  }

  /// Moves a group forward that is of more use than the one before it.
  private mutating func promote(_ index: Int) {
    groupHits[Int(groups[index])] &+= 1
    if groupHits[Int(groups[index])] > groupHits[Int(groups[index - 1])] &+ 64 { groups.swapAt(index, index - 1) }
  }

  @inline(__always)
  func flags(of step: Int) -> Flags { allFlags[step] }

  /// Writes the state after a step, but for timers; false where it does not fit.
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

  /// Whether steps of an input are worth to be kept.
  mutating func isWorthKeeping(_ input: Int) -> Bool {
    misses[input] += 1
    return (misses[input] < Self.trial || hits[input] > misses[input]) && allFlags.count < Self.mostSteps
  }

  /// Keeps the step that an input has led to in a state. The values are those of all fields before and after it.
  mutating func learn(_ input: Int, _ step: Step, before: [UInt32], after: [UInt32]) {
    var mask = [UInt64](repeating: 0, count: width)
    for (index, field) in layout.fields.enumerated() where step.isRead[index] { mask[field.word] |= field.mask }
    guard let group = group(of: input, mask) else { return }
    var state = [UInt64](repeating: 0, count: width)
    guard layout.pack(before, into: &state) == nil else { return }
    let number = allFlags.count
    for word in 0..<width { keys.append(state[word] & mask[word]) }
    keys.append(step.key)
    append(step, after)
    insert(number, in: group)
  }

  private mutating func append(_ step: Step, _ after: [UInt32]) {
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

  /// The group of an input with a mask; nil where there are too many.
  private mutating func group(of input: Int, _ mask: [UInt64]) -> Int? {
    let first = input * Self.mostGroups
    for index in first..<first + groupCounts[input] {
      let group = Int(groups[index])
      if (0..<width).allSatisfy({ masks[group * width + $0] == mask[$0] }) { return group }
    }
    guard groupCounts[input] < Self.mostGroups else { return nil }
    let group = tableStarts.count
    groups[first + groupCounts[input]] = Int32(group)
    groupCounts[input] += 1
    masks += mask
    groupHits.append(0)
    tableStarts.append(tables.count)
    tableMasks.append(7)
    tableCounts.append(0)
    tables += [Int32](repeating: 0, count: 8)
    return group
  }

  private mutating func insert(_ step: Int, in group: Int) {
    tableCounts[group] += 1
    if tableCounts[group] * 2 > tableMasks[group] + 1 { grow(group) }
    put(step, in: group)
  }

  /// Fills the first free slot for a step, by its masked words and its key.
  private mutating func put(_ step: Int, in group: Int) {
    let (start, mask) = (tableStarts[group], tableMasks[group])
    let offset = step * (width + 1)
    var hash = keys[offset + width]
    for word in 0..<width { hash = ByteHash.mix(hash, keys[offset + word]) }
    var slot = Int(truncatingIfNeeded: hash) & mask
    while tables[start + slot] != 0 { slot = (slot + 1) & mask }
    tables[start + slot] = Int32(step + 1)
  }

  /// Gives a group a larger table behind the others.
  private mutating func grow(_ group: Int) {
    let old = tableStarts[group]..<tableStarts[group] + tableMasks[group] + 1
    tableStarts[group] = tables.count
    tableMasks[group] = 4 * old.count - 1
    tables += [Int32](repeating: 0, count: 4 * old.count)
    for index in old where tables[index] != 0 { put(Int(tables[index]) - 1, in: group) }
  }
}
