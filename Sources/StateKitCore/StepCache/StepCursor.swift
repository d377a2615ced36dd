import CEL

/// The position of a run through known steps, and its counters.
@safe struct StepCursor: Sendable {
  /// The situation; -1 if it is not known.
  var now: Int32 = -1
  /// The ending of the last step, until the machine has caught up; else -1.
  var ending: Int32 = -1
  /// The virtual clock, in milliseconds.
  var clock: Int64 = 0
  /// The ending whose event expressions are to see, if no expression has been evaluated since; else -1.
  var unseen: Int32 = -1
  /// The number of replayed steps.
  var hits = 0
  /// The number of the step in this run, from 0.
  var step = 0
  var hasChangedData = false
  /// The prefix of each line of a child.
  var prefix = LinePrefix.none
  /// The values replaced by a step that may still turn out to be unknown, and the number of that step.
  private var undo: [Undo] = []
  private var undoStep = -1
  /// A bit for each of the first 64 variables whose value was saved in this step.
  private var kept: UInt64 = 0
  /// The innermost loop in progress, as an index of `undo`; -1 for none.
  private var loop = -1
  /// The list of the innermost loop, kept alive by `undo`, so that a loop reads each element without reference
  /// counting.
  private(set) var loopList: Unmanaged<ListValue>?

  private enum Undo: Sendable {
    /// The old value of a variable.
    case value(Value, slot: Int)
    /// A loop over a list, within another one or none.
    case loop(ListValue, within: Int)
    case endedLoop
  }

  /// Forgets saved values and the unseen event, and counts the steps from 0.
  mutating func beginRun() {
    unseen = -1
    undoStep = -1
    step = 0
  }

  private mutating func beginUndo() {
    if undoStep == step { return }
    undo.removeAll(keepingCapacity: true)
    undoStep = step
    kept = 0
  }

  /// Saves the value of a variable in case the step turns out to be unknown. The data are passed inout but not changed,
  /// because otherwise all of them would be copied.
  @inline(never)
  mutating func save(_ slot: Int32, data: inout DataModel) {
    beginUndo()
    if slot < 64 {
      let bit = UInt64(1) << UInt64(slot)
      // Only the first value matters. A number saved later has the smallest size, so it needs no place.
      if kept & bit != 0, case .int = data.slots[Int(slot)] { return }
      kept |= bit
    }
    undo.append(.value(data.slots[Int(slot)], slot: Int(slot)))
  }

  /// The bytes released by the step in the replaced values, or a higher number.
  func freedBytes(_ data: borrowing DataModel) -> Int {
    var freed = 0
    if undoStep == step {
      for case .value(let value, let slot) in undo { freed += max(0, value.size - data.slots[slot].size) }
    }
    return freed
  }

  mutating func beginLoop(over list: ListValue) {
    beginUndo()
    undo.append(.loop(list, within: loop))
    loop = undo.count - 1
    unsafe loopList = .passUnretained(list)
  }

  mutating func endLoop(_ data: inout DataModel) {
    guard loop >= 0, case .loop(let list, let outer) = undo[loop] else { return }
    data.memory.release(list.size)
    undo[loop] = .endedLoop
    loop = outer
    if outer >= 0, case .loop(let list, _) = undo[outer] {
      unsafe loopList = .passUnretained(list)
    } else {
      unsafe loopList = nil
    }
  }

  /// Restores the values replaced by the step, and ends its loops.
  mutating func undo(_ data: inout DataModel) {
    guard undoStep == step else { return }
    kept = 0
    while let last = undo.popLast() {
      switch last {
      case .value(let value, let slot): _ = data.set(slot, to: value)
      case .loop(let list, _): data.memory.release(list.size)
      case .endedLoop: break
      }
    }
    loop = -1
    unsafe loopList = nil
  }
}
