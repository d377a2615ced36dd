import StateKitCore

/// Few long tests: each continues with the nearest goal, unless a start is nearer to one (Exploring.md, Covering).
extension CoverPlan {
  /// A test under construction.
  private struct Draft {
    let name: String
    let start: Int
    var inputs: [Int]
  }

  /// The next goal of a test: its index, the inputs on the way to it, and the moment that reaches it.
  private struct Step {
    let goal: Int
    let inputs: [Int]
    let last: StateSpace.Moment
  }

  mutating func tour(_ goals: [Goal], space: StateSpace, run: ([String]) -> CoverageCounts) {
    // Goals that a start reaches need no test.
    var open = goals.filter { $0.first.input != nil || $0.first.state > 0 }
    var current = 0
    var test: Draft?
    while !open.isEmpty {
      guard let fresh = Self.stepFromStart(open, space: space) else { break }
      var step = fresh
      if test != nil, let near = Self.step(from: current, to: open, space: space),
        near.inputs.count <= fresh.inputs.count
      {
        step = near
      } else {
        if let test { add(test, space: space) }
        test = nil
        current = space.start(of: fresh.last.state)
      }
      let goal = open.remove(at: step.goal)
      let way = step.inputs + (step.last.input.map { [$0] } ?? [])
      var draft = test ?? Draft(name: goal.what, start: current, inputs: [])
      draft.inputs += way
      for input in way {
        // Goals along the way are reached as well.
        open.removeAll { $0.isDone == nil && $0.first.state == current && $0.first.input == input }
        current = space.arcs(from: current).first { $0.input == input }.map { Int($0.target) } ?? current
      }
      let counts = run(space.script(from: draft.start, inputs: draft.inputs))
      open.removeAll { $0.isDone?(counts) ?? false }
      test = draft
    }
    if let test { add(test, space: space) }
  }

  /// The goal nearest to a start, the first of equally near ones.
  private static func stepFromStart(_ open: [Goal], space: StateSpace) -> Step? {
    let nearest = open.indices.min {
      (space.depth(of: open[$0].first.state), $0) < (space.depth(of: open[$1].first.state), $1)
    }
    return nearest.map { Step(goal: $0, inputs: space.inputs(to: open[$0].first.state), last: open[$0].first) }
  }

  /// The goal nearest to a state, the first of equally near ones; nil if the arcs lead to none.
  private static func step(from state: Int, to open: [Goal], space: StateSpace) -> Step? {
    var wanted: [Int: (goal: Int, input: Int)] = [:]
    for (index, goal) in open.enumerated() {
      // Only a start reaches a goal without an input.
      for way in goal.ways {
        if let input = way.input, wanted[way.state] == nil { wanted[way.state] = (index, input) }
      }
    }
    // The predecessor of each state found: its index in this list, and an input.
    var found: [(state: Int, before: Int, input: Int, depth: Int)] = [(state, -1, -1, 0)]
    var seen: Set<Int> = [state]
    var best: (goal: Int, input: Int, index: Int)?
    var next = 0
    while next < found.count {
      let (state, _, _, depth) = found[next]
      if let best, depth > found[best.index].depth { break }
      if let goal = wanted[state], goal.goal < best?.goal ?? Int.max { best = (goal.goal, goal.input, next) }
      for arc in space.arcs(from: state) where seen.insert(Int(arc.target)).inserted {
        found.append((Int(arc.target), next, arc.input, depth + 1))
      }
      next += 1
    }
    guard let best else { return nil }
    var inputs: [Int] = []
    var index = best.index
    while index > 0 {
      inputs.append(found[index].input)
      index = found[index].before
    }
    return Step(
      goal: best.goal, inputs: inputs.reversed(),
      last: StateSpace.Moment(state: found[best.index].state, input: best.input))
  }

  private mutating func add(_ test: Draft, space: StateSpace) {
    tests.append(Test(name: test.name, lines: space.script(from: test.start, inputs: test.inputs)))
  }
}
