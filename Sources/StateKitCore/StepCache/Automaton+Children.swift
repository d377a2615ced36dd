import CEL

extension Automaton {
  /// Passes an event to children of one chart, if their steps are known. Stops at the first child whose step is not
  /// known or that runs another chart, and where the delivery or its budget ends. `data` contains a child's values
  /// during its replay.
  mutating func pass(
    _ symbol: Int32, in delivery: inout Delivery, to children: inout [Child], data: inout DataModel,
    out: inout OutputBuffer
  ) {
    var index = delivery.next
    // A line that has ended at a limit is over for all children.
    guard index < children.count, data.meter.end == nil else { return }
    let chart = children[index].facts.chart
    var cursor = self.cursor
    // Steps that change timers are not stored for children.
    var timers = TimerQueue()
    // Spent at the end, because only the amount between children matters.
    var spent = 0
    let affordable = data.meter.left - highestCost
    // The macrosteps of children are no steps of the trace.
    let steps = out.steps
    unsafe BorrowedLines.with(symbol) { line in
      unsafe withTables(&out) { tables, out in
        unsafe children.withUnsafeMutableBufferPointer { children in
          while index < children.count, unsafe children[index].facts.serial < delivery.end {
            if delivery.isForwarded, unsafe !children[index].facts.forwards {
              index += 1
              continue
            }
            guard delivery.budget > 0, spent <= affordable, unsafe children[index].facts.chart == chart,
              let mark = unsafe children[index].state.mark
            else { return }
            cursor.now = mark.situation
            cursor.ending = -1
            unsafe cursor.prefix = children[index].facts.prefix
            var line = unsafe line
            let held = data.memory.held
            unsafe children[index].state.exchangeData(with: &data)
            unsafe tables.run(&line, cursor: &cursor, data: &data, timers: &timers, to: &out)
            unsafe children[index].state.exchangeData(with: &data)
            if unsafe line.next == 0 { return }
            if data.memory.held != held { unsafe children[index].state.own += data.memory.held - held }
            unsafe spent += tables.costs[Int(cursor.ending)]
            if cursor.ending >= 0 {
              delivery.outcome = unsafe delivery.outcome.better(tables.endings[Int(cursor.ending)].outcome)
            }
            unsafe children[index].state.mark = ReplayMark(situation: cursor.now, ending: cursor.ending)
            delivery.budget -= 1
            index += 1
          }
        }
      }
    }
    if spent > 0 { _ = data.meter.spend(spent) }
    out.steps = steps
    self.cursor = cursor
    delivery.next = index
  }
}
