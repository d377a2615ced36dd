/// The steps that an automaton has learned: as wholes, and in parts.
struct KnownSteps: Sendable {
  var programs = StepPrograms()
  /// The program of a situation and an event.
  var table = StepTable()
  var parts = SplitSteps()

  /// Lets `body` use what is known of steps, and write it to `out`. What it borrows ends here: the tables must not be kept,
  /// and bytes that `out` has not copied are written before this returns. `composes`: steps that are put together from their
  /// parts are to be kept as wholes.
  @unsafe func withTables<Result>(
    composes: Bool, _ out: inout OutputBuffer, _ body: (StepTables, inout OutputBuffer) -> Result
  ) -> Result {
    unsafe programs.operations.withUnsafeBufferPointer { operations in
      unsafe programs.bytes.bytes.withUnsafeBufferPointer { bytes in
        unsafe table.slots.withUnsafeBufferPointer { slots in
          unsafe parts.table.slots.withUnsafeBufferPointer { splitSlots in
            unsafe parts.splits.withUnsafeBufferPointer { splits in
              unsafe parts.origins.withUnsafeBufferPointer { origins in
                unsafe parts.shortcuts.withUnsafeBufferPointer { shortcuts in
                  unsafe programs.costs.withUnsafeBufferPointer { costs in
                    defer { out.returnBorrowed() }
                    return unsafe body(
                      StepTables(
                        operations: operations, bytes: bytes, slots: slots, splitSlots: splitSlots,
                        shortcuts: shortcuts, splits: splits, origins: origins, literals: programs.literals,
                        endings: programs.endings, costs: costs, composes: composes), &out)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Adds a step that was put together from its parts as a whole.
  mutating func add(_ composed: StepTables.Composed, _ symbol: Int32, next: Int32, ending: Int32) {
    guard !table.isFull,
      let program = programs.addBlock(
        composed.text, beginsWithHead: composed.beginsWithHead, next: next, ending: ending)
    else { return }
    table.set(program, from: composed.from, symbol)
  }

  /// The states that the last step of a cursor exited, where it was put together from its parts.
  func exited(_ cursor: StepCursor, _ chart: Chart) -> [TraceEntry] {
    cursor.splitFrom < 0 ? [] : parts.exited(from: cursor.splitFrom, chart).map { .exit($0) }
  }
}
