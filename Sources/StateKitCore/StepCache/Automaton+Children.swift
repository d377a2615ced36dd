import CEL

/// Remembered steps of children: many machines of one chart, each at a place of its own.
extension Automaton {
  /// Where a child is, and the ending of the step that led there.
  struct Standing: Sendable {
    var place: Int32
    var ending: Int32
  }

  /// Passes an event to children of one chart, from a place of the list on, as they have taken it before: up to the first
  /// that has not, that runs another chart, or whose number is `end`, and at most `budget` of them. `machine` lends them its
  /// means. Returns the place of the first that is left.
  mutating func pass(
    _ symbol: Int32, to children: inout [Child], from start: Int, below end: Int32, passesOn: Bool, _ budget: inout Int,
    _ machine: inout Machine, _ out: inout OutputBuffer
  ) -> Int {
    var place = start
    guard start < children.count else { return start }
    let chart = children[start].facts.chart
    var cursor = self.cursor
    unsafe withUnsafePointer(to: 0 as Int32) { line in
      unsafe withUnsafePointer(to: symbol) { symbol in
        let (lines, symbols) = unsafe (
          UnsafeBufferPointer(start: line, count: 1), UnsafeBufferPointer(start: symbol, count: 1)
        )
        unsafe withTables { tables in
          while place < children.count, children[place].facts.number < end {
            if passesOn, !children[place].facts.forwards {
              place += 1
              continue
            }
            guard budget > 0, children[place].facts.chart == chart, let standing = children[place].state.standing else {
              return
            }
            cursor.now = standing.place
            cursor.ending = -1
            cursor.prefix = children[place].facts.prefix
            var line = 0
            children[place].state.exchangeData(with: &machine.data)
            _ = unsafe tables.run(lines, &line, 1, symbols, &cursor, &machine.data, &out)
            children[place].state.exchangeData(with: &machine.data)
            if line == 0 { return }
            children[place].state.standing = Standing(place: cursor.now, ending: cursor.ending)
            budget -= 1
            place += 1
          }
        }
      }
    }
    self.cursor = cursor
    return place
  }
}
