/// The steps that an automaton has learned: as wholes, and in parts.
struct KnownSteps: Sendable {
  var programs = StepPrograms()
  /// The program of a situation and an event.
  var table = StepTable()
  var parts = SplitSteps()

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
