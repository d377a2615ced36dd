/// Searches in the explored graph of states.
extension StateSpace {
  /// The states from which one of `goals` can be reached by certain arcs, including the goals.
  func statesReaching(_ goals: [Bool], by isMeant: (Arc) -> Bool = { _ in true }) -> [Bool] {
    var starts = [UInt32](repeating: 0, count: states + 1)
    for state in 0..<states { for arc in arcs(from: state) where isMeant(arc) { starts[Int(arc.target) + 1] += 1 } }
    for state in 0..<states { starts[state + 1] += starts[state] }
    var sources = [UInt32](repeating: 0, count: Int(starts[states]))
    var filled = starts
    for state in 0..<states {
      for arc in arcs(from: state) where isMeant(arc) {
        sources[Int(filled[Int(arc.target)])] = UInt32(state)
        filled[Int(arc.target)] += 1
      }
    }
    var isFound = goals
    var todo = goals.indices.filter { goals[$0] }
    while let state = todo.popLast() {
      for index in Int(starts[state])..<Int(starts[state + 1]) where !isFound[Int(sources[index])] {
        isFound[Int(sources[index])] = true
        todo.append(Int(sources[index]))
      }
    }
    return isFound
  }

  /// A path that avoids some states: from a start to an end state, or into a cycle.
  struct Avoidance {
    let start: Int
    let way: [Int]
    /// The state at the end of the way.
    let end: Int
    /// The inputs of a cycle; empty if the path ends in a state without successors.
    let loop: [Int]
  }

  /// The states reachable from `starts` through admitted ones, including `starts`, the nearest first.
  func reached(from starts: [Int], within admitted: [Bool]) -> [Int] {
    reached(from: starts.filter { admitted[$0] }) { admitted[Int($0.target)] }
  }

  /// The states reachable from `starts` by certain arcs, including `starts`.
  func reached(from starts: [Int], by isMeant: (Arc) -> Bool) -> [Int] {
    var isReached = Set(starts)
    var reached = starts
    var next = 0
    while next < reached.count {
      for arc in arcs(from: reached[next]) where isMeant(arc) && isReached.insert(Int(arc.target)).inserted {
        reached.append(Int(arc.target))
      }
      next += 1
    }
    return reached
  }

  /// A shortest path that stays among the admitted states without end, from one of `starts`; nil without one. States
  /// that were not expanded avoid nothing (Exploring.md, Bounds).
  func avoidance(
    from starts: [Int], within admitted: [Bool], isOver: () -> Bool
  ) throws(PropertyFailure) -> Avoidance? {
    let reached = reached(from: starts, within: admitted)
    // The index of the component of each state in which a run can end or cycle.
    var ends: [Int: Int] = [:]
    for state in reached where state < expanded && arcs(from: state).allSatisfy(\.isAnswer) { ends[state] = -1 }
    let components = Components(from: reached, count: states, arcs: { self.arcRange(of: $0) }) { index in
      let target = Int(self.arc(at: index).target)
      return admitted[target] ? target : nil
    }
    for (index, component) in components.all.enumerated() where canGoOn(component) {
      for state in component { ends[state] = index }
    }
    guard let found = nearest(from: starts, within: { admitted[$0] }, to: { ends[$0] != nil }),
      let end = ends[found.end]
    else { return nil }
    if end < 0 { return Avoidance(start: found.start, way: found.way, end: found.end, loop: []) }
    let component = components.all[end]
    if let loop = try loop(in: component, at: [found.end], isOver: isOver) {
      return Avoidance(start: found.start, way: found.way, end: found.end, loop: loop.inputs)
    }
    // No cycle through the nearest state lasts without end: another cycle of the component does.
    guard let loop = try loop(in: component, at: component, isOver: isOver),
      let more = nearest(from: [found.end], within: { admitted[$0] }, to: { $0 == loop.state })
    else { return Avoidance(start: found.start, way: found.way, end: found.end, loop: []) }
    return Avoidance(start: found.start, way: found.way + more.way, end: loop.state, loop: loop.inputs)
  }

  /// The shortest script, counted from the beginning, that leads from one of `starts`, which are in order, through
  /// admitted states to a goal.
  func nearest(
    from starts: [Int], within isAdmitted: (Int) -> Bool, to isGoal: (Int) -> Bool
  ) -> (start: Int, way: [Int], end: Int)? {
    // The state and the input before each state that was visited; a start has itself.
    var causes: [Int: (from: Int, input: Int)] = [:]
    var level: [Int] = []
    var open = starts[...]
    var depth = 0
    while !level.isEmpty || !open.isEmpty {
      // A start joins when all shorter scripts have been continued.
      if level.isEmpty, let first = open.first { depth = self.depth(of: first) }
      while let start = open.first, depth >= levelEnds.count || start < levelEnds[depth] {
        open.removeFirst()
        guard isAdmitted(start), causes[start] == nil else { continue }
        causes[start] = (start, 0)
        level.append(start)
      }
      if let end = level.first(where: isGoal) {
        var (state, way) = (end, [Int]())
        while let cause = causes[state], cause.from != state {
          way.append(cause.input)
          state = cause.from
        }
        return (state, way.reversed(), end)
      }
      var next: [Int] = []
      for state in level {
        for arc in arcs(from: state) where causes[Int(arc.target)] == nil && isAdmitted(Int(arc.target)) {
          causes[Int(arc.target)] = (state, arc.input)
          next.append(Int(arc.target))
        }
      }
      level = next
      depth += 1
    }
    return nil
  }

  /// True if the component has a cycle along which time can advance: no timer that would fire waits on all of its
  /// arcs.
  private func canGoOn(_ component: [Int]) -> Bool {
    let members = Set(component)
    let inner = component.flatMap { arcs(from: $0).filter { members.contains(Int($0.target)) } }
    return !inner.isEmpty && inner.reduce(UInt32.max) { $0 & ($1.movesClock ? 0 : $1.survivors) } == 0
  }

  /// A short cycle through one of these states of a component that can last without end; nil without one.
  private func loop(
    in component: [Int], at states: [Int], isOver: () -> Bool
  ) throws(PropertyFailure) -> (state: Int, inputs: [Int])? {
    let members = Set(component)
    for state in states {
      var best: [Int]?
      for arc in arcs(from: state) where members.contains(Int(arc.target)) {
        if isOver() { throw .outOfTime(asked: 0) }
        guard let back = wayBack(from: Int(arc.target), to: state, members: members, arc: arc), back.waiting == 0 else {
          continue
        }
        if let best, best.count <= back.inputs.count + 1 { continue }
        best = [arc.input] + back.inputs
      }
      if let best { return (state, best) }
    }
    return nil
  }

  /// The shortest path between two states of a component, and the timers that wait on all its arcs and on the arc
  /// before.
  private func wayBack(
    from start: Int, to end: Int, members: Set<Int>, arc: Arc
  ) -> (inputs: [Int], waiting: UInt32)? {
    guard let way = nearest(from: [start], within: { members.contains($0) }, to: { $0 == end })?.way else { return nil }
    var waiting = arc.movesClock ? 0 : arc.survivors
    var state = start
    for input in way {
      guard let next = arcs(from: state).first(where: { $0.input == input }) else { return nil }
      waiting &= next.movesClock ? 0 : next.survivors
      state = Int(next.target)
    }
    return (way, waiting)
  }
}
