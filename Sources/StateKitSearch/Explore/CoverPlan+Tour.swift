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

  /// Adds tests until all goals are reached, or `stops` is true. `run` returns the coverage of all runs.
  mutating func tour(
    _ goals: [Goal], space: StateSpace, stops: () -> Bool, run: ([String]) -> CoverageCounts
  ) {
    var open = OpenGoals(goals, space: space)
    var current = 0
    var test: Draft?
    var beginsAtFirst = false
    while let nearest = open.nearestToStart(), !stops() {
      let first = goals[nearest].first
      var step = Step(goal: nearest, inputs: space.inputs(to: first.state), last: first)
      if test != nil, let near = Self.step(from: current, to: open, space: space),
        near.inputs.count <= step.inputs.count
      {
        step = near
      } else {
        if let test { add(test, space: space) }
        test = nil
        current = space.start(of: first.state)
        if current == 0 { beginsAtFirst = true }
      }
      open.close(step.goal)
      let way = step.inputs + (step.last.input.map { [$0] } ?? [])
      var draft = test ?? Draft(name: goals[step.goal].what, start: current, inputs: [])
      draft.inputs += way
      for input in way {
        open.closeArc(from: current, input: input)
        current = space.arcs(from: current).first { $0.input == input }.map { Int($0.target) } ?? current
      }
      if open.needRuns { open.close(reachedBy: run(space.script(from: draft.start, inputs: draft.inputs))) }
      test = draft
    }
    if let test { add(test, space: space) }
    openGoals = open.count
    // What the first start reaches is shown by each test that begins there.
    guard !beginsAtFirst, let reached = goals.first(where: { $0.isReachedByFirstStart }) else { return }
    add(Draft(name: reached.what, start: 0, inputs: []), space: space)
  }

  /// The goal nearest to a state, the first of equally near ones; nil if the arcs lead to none.
  private static func step(from state: Int, to open: OpenGoals, space: StateSpace) -> Step? {
    // The predecessor of each state found: its index in this list, and an input.
    var found: [(state: Int, before: Int, input: Int, depth: Int)] = [(state, -1, -1, 0)]
    var seen: Set<Int> = [state]
    var best: (goal: Int, input: Int, index: Int)?
    var next = 0
    while next < found.count {
      let (state, _, _, depth) = found[next]
      if let best, depth > found[best.index].depth { break }
      if let way = open.firstWay(in: state), way.goal < best?.goal ?? Int.max { best = (way.goal, way.input, next) }
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

/// The goals that no test reaches yet.
private struct OpenGoals {
  private let goals: [CoverPlan.Goal]
  private var isOpen: [Bool]
  private(set) var count = 0
  /// The goals by their distance from a start, and the first of them that may be open.
  private var byDepth: [Int] = []
  private var first = 0
  /// For each state the goals that its inputs reach, in order.
  private var ways: [Int: [(goal: Int, input: Int)]] = [:]
  /// True if only a run of a test shows which goals it reaches.
  let needRuns: Bool

  init(_ goals: [CoverPlan.Goal], space: StateSpace) {
    self.goals = goals
    isOpen = goals.map { !$0.isReachedByFirstStart }
    needRuns = goals.contains { $0.place != nil }
    let depths = goals.map { space.depth(of: $0.first.state) }
    byDepth = goals.indices.filter { isOpen[$0] }.sorted { (depths[$0], $0) < (depths[$1], $1) }
    count = byDepth.count
    for index in goals.indices {
      for way in goals[index].ways {
        // Only a start reaches a goal without an input.
        if let input = way.input { ways[way.state, default: []].append((index, input)) }
      }
    }
  }

  /// The goal nearest to a start, the first of equally near ones; nil if none is open.
  mutating func nearestToStart() -> Int? {
    while first < byDepth.count, !isOpen[byDepth[first]] { first += 1 }
    return first < byDepth.count ? byDepth[first] : nil
  }

  /// The first open goal that an input in a state reaches, with the input.
  func firstWay(in state: Int) -> (goal: Int, input: Int)? { ways[state]?.first { isOpen[$0.goal] } }

  mutating func close(_ goal: Int) {
    if isOpen[goal] { count -= 1 }
    isOpen[goal] = false
  }

  /// Closes the goal that is an arc.
  mutating func closeArc(from state: Int, input: Int) {
    for way in ways[state] ?? [] where way.input == input && goals[way.goal].place == nil { close(way.goal) }
  }

  mutating func close(reachedBy counts: CoverageCounts) {
    for goal in goals.indices where isOpen[goal] && goals[goal].isDone(in: counts) { close(goal) }
  }
}
