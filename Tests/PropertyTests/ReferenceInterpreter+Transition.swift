// Longer than others: one algorithm, in the order of its rules.

/// A transition, as rules 8 to 16 of Semantics.md tell it: before each single exit or entry it looks afresh.
extension ReferenceInterpreter {
  /// A state from one entry on to the exit after it: what was exited meanwhile owes nothing.
  struct Stay: Equatable {
    let state: Int
    let entry: Int
  }

  private func stay(in state: Int) -> Stay { Stay(state: state, entry: entries[state] ?? 0) }

  /// Whether it goes on.
  private func lasts(_ stay: Stay) -> Bool { active.contains(stay.state) && entries[stay.state] == stay.entry }

  /// What a transition has to do, and what it has done.
  struct TransitionTask {
    var targets: [Int] = []
    /// States below which everything goes first, and `root` itself (`reenter`).
    var reentryAncestors: [Int] = []
    var exitsRoot = false
    /// The actions of the handlers, which run between exits and entries.
    var actions: [[ModelAction]] = []
    /// Targets and regions that it has entered, or found active: they are completed.
    var completing: [Stay] = []
    /// Parallel states that it has entered.
    var parallels: [Stay] = []
    /// Actions of history defaults that are taken.
    var defaults: [[ModelAction]] = []
    var initialsTaken: [Stay] = []
  }

  /// Enters the root again where a limit ended the macrostep between its exit and its entry (Semantics.md, rule 32).
  mutating func keepRoot() {
    if active.contains(0) { return }
    changes += 1
    entries[0] = changes
    active.insert(0)
    write("  enter \(shown(0))")
  }

  mutating func transition(to targets: [Int]) throws(Halted) {
    var task = TransitionTask()
    task.targets = targets
    try go(&task)
  }

  mutating func go(_ task: inout TransitionTask) throws(Halted) {
    for ancestor in task.reentryAncestors where chart.states[ancestor].kind == .parallel {
      task.parallels.append(stay(in: ancestor))
    }
    exiting.append([])
    defer { exiting.removeLast() }
    var changesBefore = -1
    var looks = 0
    while true {
      looks += 1
      if looks > 5_000 {
        isEndless = true
        throw Halted()
      }
      let leaving = exits(of: task)
      if let last = leaving.max() {
        // Recorded before the first exit, and again after a nested transition (Semantics.md, rule 24).
        if changes != changesBefore {
          exiting[exiting.count - 1] = []
          record(leaving)
          exiting[exiting.count - 1] = leaving
        }
        changesBefore = changes + 1
        try exit(last)
        continue
      }
      exiting[exiting.count - 1] = []
      changesBefore = -1
      task.reentryAncestors = []
      task.exitsRoot = false
      if !task.actions.isEmpty {
        let before = changes
        let lists = task.actions
        task.actions = []
        for list in lists { try run(list, margin: "  ") }
        if changes != before { continue }
      }
      if resolveHistory(&task) { continue }
      if !task.defaults.isEmpty {
        try run(task.defaults.removeFirst(), margin: "  ")
        continue
      }
      if try !makeEntry(&task) { return }
    }
  }

  /// The deepest active state on the line from `root` to a target.
  private func start(_ target: Int) -> Int? {
    chart.line(to: target).last { active.contains($0) }
  }

  private func activeBelow(_ state: Int) -> Set<Int> {
    active.filter { $0 != state && chart.isWithin($0, state) }
  }

  private func exits(of task: TransitionTask) -> Set<Int> {
    if task.exitsRoot { return active }
    var exits: Set<Int> = []
    for ancestor in task.reentryAncestors { exits.formUnion(activeBelow(ancestor)) }
    for target in task.targets {
      guard let start = start(target) else { continue }
      if chart.states[start].kind == .parallel, start != target { continue }
      exits.formUnion(activeBelow(start))
    }
    return exits
  }

  private mutating func record(_ states: Set<Int>) {
    for state in states where !exiting.contains(where: { $0.contains(state) }) {
      for child in chart.states[state].children {
        switch chart.states[child].kind {
        case .deep: records[child] = leaves.filter { chart.isWithin($0, state) }
        case .shallow:
          let children = activeChildren(state)
          records[child] = children.isEmpty ? [state] : children
        default: break
        }
      }
    }
  }

  /// The targets of a list as they come: what a history stands for yields to the others (Semantics.md, rule 12).
  func inOrder(_ targets: [Int]) -> [Int] {
    let histories = targets.filter { chart.states[$0].kind.isHistory }
    return targets.filter { !chart.states[$0].kind.isHistory } + histories.sorted()
  }

  /// Puts what they stand for instead of history targets, all of them when entries begin; whether there was one to look
  /// up. The actions of a default are kept until nothing is in the way any more.
  private mutating func resolveHistory(_ task: inout TransitionTask) -> Bool {
    var isChanged = false
    var index = 0
    var known: Set<Int> = []
    while index < task.targets.count {
      let target = task.targets[index]
      guard chart.states[target].kind.isHistory, let parent = chart.states[target].parent else {
        index += 1
        continue
      }
      // Another target has led here.
      if !known.insert(target).inserted {
        task.targets.remove(at: index)
        continue
      }
      var actions: [ModelAction] = []
      var stands = records[target] ?? [parent]
      if records[target] == nil, let initial = chart.states[target].initial {
        // The actions of a default come after the entry of their parent.
        if !initial.actions.isEmpty, !active.contains(parent) {
          index += 1
          continue
        }
        (stands, actions) = (inOrder(initial.targets), initial.actions)
      }
      // Two handlers may have named the same one.
      let before = task.targets[..<index].filter { $0 != target }
      task.targets = before + stands + task.targets[index...].filter { $0 != target }
      isChanged = true
      if !actions.isEmpty { task.defaults.append(actions) }
      // A default may lead to another history state: that is looked up next, at the same index.
      index = before.count
    }
    return isChanged
  }

  /// Makes the first entry in document order; false where nothing is left to enter.
  private mutating func makeEntry(_ task: inout TransitionTask) throws(Halted) -> Bool {
    // A target that is reached stays as it is from now on.
    for target in task.targets where active.contains(target) {
      task.completing.append(stay(in: target))
    }
    task.targets.removeAll { active.contains($0) }
    task.targets = withoutContradictions(task.targets)
    task.completing.removeAll { !lasts($0) }
    task.parallels.removeAll { !lasts($0) }
    let onTheWay = Set(task.targets.flatMap { chart.line(to: $0) })
    var entries = onTheWay.subtracting(active)
    let parallels = task.parallels + task.completing.filter { chart.states[$0.state].kind == .parallel }
    for parallel in parallels.map(\.state) {
      for region in chart.states[parallel].children where !chart.states[region].kind.isHistory {
        if !active.contains(region) { entries.insert(region) }
      }
    }
    entries = entries.filter { !chart.states[$0].kind.isHistory }
    let initials = task.completing.filter { !task.initialsTaken.contains($0) }.map(\.state).filter {
      chart.states[$0].kind == .compound && chart.states[$0].initial != nil && activeChildren($0).isEmpty
        && !onTheWay.contains($0)
    }
    if let state = initials.min(), state < entries.min() ?? .max, let initial = chart.states[state].initial {
      task.initialsTaken.append(stay(in: state))
      task.targets += inOrder(initial.targets)
      try run(initial.actions, margin: "  ")
      return true
    }
    guard let state = entries.min() else { return false }
    // Where the way leads on, a deeper target says what comes below.
    let leadsOn = task.targets.contains { $0 != state && chart.isWithin($0, state) }
    // Which number the entry has is known before it is made: whatever it sets off, this stay is meant.
    let entered = Stay(state: state, entry: changes + 1)
    if !leadsOn { task.completing.append(entered) }
    if chart.states[state].kind == .parallel { task.parallels.append(entered) }
    task.targets.removeAll { $0 == state }
    try enter(state)
    return true
  }

  /// What a history target turns out to stand for may not go together with another target: the earlier one stays.
  private func withoutContradictions(_ targets: [Int]) -> [Int] {
    targets.reduce(into: []) { kept, target in
      let contradicts = kept.contains { other in
        let line = chart.line(to: other)
        guard let common = chart.line(to: target).last(where: { line.contains($0) }) else { return false }
        return common != target && common != other && chart.states[common].kind == .compound
      }
      if !contradicts { kept.append(target) }
    }
  }

  // MARK: Conflicts (Semantics.md, rule 6)

  /// A history child of an active parallel state stands for states in its regions: these are what conflicts are about.
  private func standIns(for targets: [Int]) -> [Int] {
    var found: [Int] = []
    var open = targets
    var known: Set<Int> = []
    while !open.isEmpty {
      let target = open.removeFirst()
      guard chart.states[target].kind.isHistory, let parent = chart.states[target].parent, active.contains(parent),
        chart.states[parent].kind == .parallel
      else {
        found.append(target)
        continue
      }
      if !known.insert(target).inserted { continue }
      open = (records[target] ?? chart.states[target].initial?.targets ?? [parent]) + open
    }
    return found
  }

  func reentryAncestor(_ handler: Taken) -> Int? {
    let states = [handler.state] + handler.candidate.targets
    return chart.line(to: handler.state).reversed().first { ancestor in
      (handler.candidate.reentry == .ancestor || chart.states[ancestor].kind == .compound)
        && states.allSatisfy { $0 != ancestor && chart.isWithin($0, ancestor) }
    }
  }

  /// One transition that a handler would make: where it starts, what it exits, whether it enters something below.
  private struct Reach {
    let start: Int?
    let exits: Set<Int>
    let enters: Bool
  }

  private func reaches(_ handler: Taken) -> [Reach] {
    switch handler.candidate.reentry {
    case .external, .ancestor:
      guard let ancestor = reentryAncestor(handler) else { return [Reach(start: nil, exits: active, enters: true)] }
      return [Reach(start: ancestor, exits: activeBelow(ancestor), enters: true)]
    case .children: return [Reach(start: handler.state, exits: activeBelow(handler.state), enters: true)]
    case .none:
      return standIns(for: handler.candidate.targets).compactMap { target in
        guard let start = start(target) else { return nil }
        let node = chart.states[start]
        let exits = node.kind == .parallel && start != target ? [] : activeBelow(start)
        return Reach(start: start, exits: exits, enters: start != target || node.initial != nil)
      }
    }
  }

  private func conflict(_ a: Reach, _ b: Reach) -> Bool {
    guard let first = a.start, let second = b.start else { return true }
    if !a.exits.isDisjoint(with: b.exits) || a.exits.contains(second) || b.exits.contains(first) { return true }
    return first == second && chart.states[first].kind == .compound && a.enters && b.enters
  }

  func withoutConflicts(_ handlers: [Taken]) -> [Taken] {
    var kept: [Taken] = []
    for handler in handlers {
      let own = reaches(handler)
      let rivals = kept.indices.filter { index in
        reaches(kept[index]).contains { other in own.contains { conflict($0, other) } }
      }
      let displaces = rivals.allSatisfy {
        kept[$0].state != handler.state && chart.isWithin(handler.state, kept[$0].state)
      }
      if !displaces { continue }
      for index in rivals.reversed() { kept.remove(at: index) }
      kept.append(handler)
    }
    return kept
  }
}
