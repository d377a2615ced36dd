import CEL

/// Where a run through known steps is, and what it has done.
@safe struct StepCursor: Sendable {
  /// The situation; -1 where that is not known.
  var now: Int32 = -1
  /// The ending of the last step, as long as the machine has not taken it over; else -1.
  var ending: Int32 = -1
  /// The virtual clock, in milliseconds.
  var clock: Int64 = 0
  /// The ending whose event expressions are to see, where none has been evaluated since; else -1.
  var unseen: Int32 = -1
  /// Steps that were made again.
  var hits = 0
  var hasChangedData = false
  /// What stands before each line of a child.
  var prefix = LinePrefix.none
  /// What a step has replaced while it can still turn out not to be known, and which step that was.
  private var undo: [Undo] = []
  private var undoStep = -1
  /// A bit for each of the first 64 variables that was kept in this step.
  private var kept: UInt64 = 0
  /// The innermost loop that is on its way, in `undo`; -1 for none.
  private var loop = -1
  /// The list of the innermost loop, which `undo` keeps: a loop takes each element without a count of references.
  private(set) var loopList: Unmanaged<ListValue>?

  private enum Undo: Sendable {
    /// What a variable held.
    case value(Value, slot: Int)
    /// A loop is on its way over a list, in another one or in none.
    case loop(ListValue, within: Int)
    case endedLoop
  }

  /// Forgets what could be undone, and what was to be seen: the steps are counted from 0 again.
  mutating func forgetUndo() {
    unseen = -1
    undoStep = -1
  }

  private mutating func beginUndo(_ step: Int) {
    if undoStep == step { return }
    undo.removeAll(keepingCapacity: true)
    undoStep = step
    kept = 0
  }

  /// Keeps what a variable holds, for when the step turns out not to be known. The data are passed to be changed, though they
  /// are not: else all of them would be copied first.
  @inline(never)
  mutating func save(_ slot: Int32, step: Int, data: inout DataModel) {
    beginUndo(step)
    if slot < 64 {
      let bit = UInt64(1) << UInt64(slot)
      // What it held first is what matters; of what it held since then, no number has counted for more than any other value.
      if kept & bit != 0, case .int = data.slots[Int(slot)] { return }
      kept |= bit
    }
    undo.append(.value(data.slots[Int(slot)], slot: Int(slot)))
  }

  /// Bytes that a step has let go of in what it has replaced; at least as many as that.
  func freedBytes(_ step: Int, data: borrowing DataModel) -> Int {
    var freed = 0
    if undoStep == step {
      for case .value(let value, let slot) in undo { freed += max(0, value.size - data.slots[slot].size) }
    }
    return freed
  }

  /// A step begins a loop.
  mutating func beginLoop(over list: ListValue, step: Int) {
    beginUndo(step)
    undo.append(.loop(list, within: loop))
    loop = undo.count - 1
    unsafe loopList = .passUnretained(list)
  }

  /// Ends the innermost loop.
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

  /// Sets again what a step has replaced, and ends its loops.
  mutating func undo(_ step: Int, data: inout DataModel) {
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
