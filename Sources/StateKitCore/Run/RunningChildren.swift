import CEL

/// The running invocations of a machine: its children at some reading of the clock, and host work.
///
/// Timers of a family that are due at one time fire in the order of their starts, in all machines (Semantics.md, rule
/// 25). The machine's own timers that are due together with one of a child are therefore recorded, too.
package struct RunningChildren: Sendable {
  var list = ChildList()
  /// Indices in `Chart.invocations`.
  package internal(set) var works: [Int32] = []
  var time: Int64 = 0
  var held = 0
  /// The machine's own timers that are due together with one of a child, in order.
  private(set) var tied: [TimerQueue.Moment] = []
  /// The serial of the next timer in the family: timers that have been started have smaller ones.
  private(set) var nextSerial: Int64 = 0

  package init() {}

  package var isEmpty: Bool { list.isEmpty && works.isEmpty }

  /// The time until the first timer of a child is due, in milliseconds.
  package var nextDue: Int64? {
    list.all.indices.lazy.compactMap { list.all[$0].due?.due }.min().map { $0 - time }
  }

  package var timers: [FamilyTimer] {
    var found: [FamilyTimer] = []
    list.forEachDescendant { child in
      for timer in child.state.timers.pending(now: time) {
        found.append(FamilyTimer(path: child.facts.path, chart: Int(child.facts.chart), timer: timer))
      }
    }
    return found
  }

  /// True if host work runs whose end an external event reports: work of the machine itself, or of a child that gets
  /// its events.
  package func isRunning(work id: String, in chart: Chart) -> Bool {
    func isAmong(_ works: [Int32], in chart: Chart) -> Bool {
      let meant = chart.invocations(named: id.utf8Bytes.span)
      return works.contains { meant.contains($0) }
    }
    if isAmong(works, in: chart) { return true }
    var todo = list.all.filter(\.facts.forwards)
    while let child = todo.popLast() {
      if isAmong(child.state.works, in: chart.relative(Int(child.facts.chart))) { return true }
      todo += child.state.children.all.filter(\.facts.forwards)
    }
    return false
  }

  // MARK: Order

  /// Records the machine's own timers.
  mutating func noteTimers(_ own: [PendingTimer], nextSerial: Int64) {
    self.nextSerial = nextSerial
    let due = own.isEmpty ? [] : Set(list.all.flatMap(\.state.dueTimes))
    tied = own.filter { due.contains(time + $0.remaining) }
      .map { TimerQueue.Moment(due: time + $0.remaining, serial: $0.serial) }
  }

  /// The machine's own timers with serials that order them between those of children that are due at one time; other
  /// timers get new serials.
  func inFamilyOrder(_ own: [PendingTimer]) -> [PendingTimer] {
    var rest = tied[...]
    var next = nextSerial
    return own.map { timer in
      if let first = rest.first(where: { $0.due == time + timer.remaining }) {
        rest = rest[(rest.firstIndex(of: first) ?? rest.startIndex)...].dropFirst()
        return timer.with(serial: first.serial)
      }
      next += 1
      return timer.with(serial: next - 1)
    }
  }

  /// Appends everything that their behaviour depends on, as unambiguous bytes.
  package func appendIdentity(in chart: Chart, isOrdered: Bool = true, to out: inout ByteBuffer) {
    for work in works { out.append(number: UInt64(work)) }
    list.appendIdentity(in: chart, now: time, isOrdered: isOrdered, to: &out)
    if isOrdered, !list.isEmpty { appendOrder(to: &out) }
  }

  /// Appends the order of timers that are due together, for those of children that share their time with others.
  private func appendOrder(to out: inout ByteBuffer) {
    var moments: [TimerQueue.Moment] = []
    list.forEachDescendant { child in
      moments += child.state.timers.live.map { TimerQueue.Moment(due: $0.due, serial: $0.serial) }
    }
    let own = moments.count
    moments += tied
    if moments.count < 2 { return }
    let order = moments.indices.sorted { moments[$0] < moments[$1] }
    var ranks = [Int](repeating: 0, count: moments.count)
    for (before, next) in zip(order, order.dropFirst()) where moments[before].due == moments[next].due {
      ranks[next] = ranks[before] + 1
    }
    for index in 0..<own where ranks[index] > 0 {
      out.append("t")
      out.append(number: UInt64(index))
      out.append(number: UInt64(ranks[index]))
    }
  }

  /// Exchanges the serials of two timers.
  mutating func exchange(_ one: Int64, _ other: Int64) {
    let exchanged = { (serial: Int64) in serial == one ? other : serial == other ? one : serial }
    tied = tied.map { TimerQueue.Moment(due: $0.due, serial: exchanged($0.serial)) }.sorted()
    list.renumber(exchanged)
  }
}

/// A timer of a machine or of one of its children.
package struct FamilyTimer: Sendable {
  /// The ids of the machines on the way to the child, including its own as the last; empty for the machine itself.
  package let path: [String]
  /// The index of its chart in the family.
  package let chart: Int
  package let timer: PendingTimer

  package init(path: [String], chart: Int, timer: PendingTimer) {
    self.path = path
    self.chart = chart
    self.timer = timer
  }
}

extension MachineParts {
  /// The next due timers of the family, in the order in which they fire.
  package var firingNext: [FamilyTimer] {
    guard let due = nextDue else { return [] }
    let own = children.isEmpty ? timers : children.inFamilyOrder(timers)
    let all = own.map { FamilyTimer(path: [], chart: 0, timer: $0) } + children.timers
    let next = all.filter { $0.timer.remaining == due }
    return children.list.isEmpty ? next : next.sorted { $0.timer.serial < $1.timer.serial }
  }

  /// Returns the machine with two adjacent timers exchanged that are due together.
  package func exchanging(_ one: FamilyTimer, _ other: FamilyTimer) -> MachineParts {
    var parts = self
    if one.path.isEmpty, other.path.isEmpty {
      guard
        let index = firingNext.filter({ $0.path.isEmpty }).firstIndex(where: { $0.timer.serial == one.timer.serial }),
        index + 1 < timers.count
      else { return parts }
      parts.timers.swapAt(index, index + 1)
    } else {
      parts.children.exchange(one.timer.serial, other.timer.serial)
    }
    return parts
  }
}

extension ChildList {
  /// Calls `body` with all descendants, each before its own ones.
  fileprivate func forEachDescendant(_ body: (Child) -> Void) {
    for index in all.indices {
      body(all[index])
      all[index].state.children.forEachDescendant(body)
    }
  }

  /// Changes the serials of the timers of all children.
  fileprivate mutating func renumber(_ serial: (Int64) -> Int64) {
    for index in all.indices {
      var state = moveOut(index)
      state.timers.renumber(serial)
      state.children.renumber(serial)
      let own = state.timers.next()
      let below = state.children.indexOfEarliest().flatMap { state.children.all[$0].due }
      put(state, due: [own, below].compactMap { $0 }.min(), at: index)
    }
  }
}

extension TimerQueue {
  /// Replaces the running timers by these, in their order, between those of children that are due at one time.
  mutating func restore(_ timers: [PendingTimer], among children: RunningChildren, now: Int64) {
    removeAll()
    nextSerial = max(nextSerial, children.nextSerial)
    for timer in children.inFamilyOrder(timers) {
      restore(Timer(due: now + timer.remaining, serial: timer.serial, payload: timer.payload))
    }
  }

  /// Changes the serials of the running timers.
  fileprivate mutating func renumber(_ serial: (Int64) -> Int64) {
    let running = inOrder
    let next = nextSerial
    removeAll()
    for timer in running {
      restore(Timer(due: timer.due, serial: serial(timer.serial), payload: timer.payload))
    }
    nextSerial = max(nextSerial, next)
  }
}
