import CEL

extension Automaton {
  /// Passes an event to children of one chart, from an index of the list on, if their steps are known. Stops at the
  /// first child whose step is not known, that runs another chart, or whose serial is `end`, and after `budget`
  /// children. `data` contains a child's values during its replay; `outcome` becomes better if a child has a better
  /// one. Returns the index of the first child that is left.
  mutating func pass(
    _ symbol: Int32, to children: inout [Child], from start: Int, below end: Int32, forwarded: Bool,
    budget: inout Int, outcome: inout Outcome, data: inout DataModel, out: inout OutputBuffer
  ) -> Int {
    var index = start
    guard start < children.count else { return start }
    let chart = children[start].facts.chart
    var cursor = self.cursor
    // Steps that change timers are not stored for children.
    var timers = TimerQueue()
    // Spent at the end, because only the amount between children matters.
    var spent = 0
    let affordable = data.meter.left - highestCost
    unsafe withUnsafePointer(to: 0 as LineID) { line in
      unsafe withUnsafePointer(to: symbol) { symbol in
        let (lines, symbols) = unsafe (
          UnsafeBufferPointer(start: line, count: 1), UnsafeBufferPointer(start: symbol, count: 1)
        )
        unsafe withTables(&out) { tables, out in
          unsafe children.withUnsafeMutableBufferPointer { children in
            while index < children.count, unsafe children[index].facts.serial < end {
              if forwarded, unsafe !children[index].facts.forwards {
                index += 1
                continue
              }
              guard budget > 0, spent <= affordable, unsafe children[index].facts.chart == chart,
                let mark = unsafe children[index].state.mark
              else { return }
              cursor.now = mark.situation
              cursor.ending = -1
              unsafe cursor.prefix = children[index].facts.prefix
              var line = 0
              let held = data.memory.held
              unsafe children[index].state.exchangeData(with: &data)
              unsafe tables.run(
                lines, at: &line, end: 1, symbols: symbols, cursor: &cursor, data: &data, timers: &timers, to: &out)
              unsafe children[index].state.exchangeData(with: &data)
              if line == 0 { return }
              if data.memory.held != held { unsafe children[index].state.own += data.memory.held - held }
              unsafe spent += tables.costs[Int(cursor.ending)]
              if cursor.ending >= 0 { unsafe outcome = outcome.better(tables.endings[Int(cursor.ending)].outcome) }
              unsafe children[index].state.mark = ReplayMark(situation: cursor.now, ending: cursor.ending)
              budget -= 1
              index += 1
            }
          }
        }
      }
    }
    if spent > 0 { _ = data.meter.spend(spent) }
    self.cursor = cursor
    return index
  }
}
