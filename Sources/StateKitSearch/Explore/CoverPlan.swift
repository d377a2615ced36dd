package import StateKitCore
import StateKitFormat

/// Scripts that together do everything that a chart can do: enter each state, take each handler, ask each guard so that it is
/// false (Exploring.md, Covering).
package struct CoverPlan: Sendable {
  /// What the scripts are to come to.
  package enum Aim: Sendable {
    case parts
    /// Each input that leads from a state to another one.
    case arcs
  }

  /// A test: what it is for, and its lines.
  package struct Test: Sendable {
    package let name: String
    package let lines: [String]
  }

  package private(set) var tests: [Test] = []
  /// How many goals there are that some script comes to.
  package private(set) var goals = 0

  /// A part of the chart that scripts are to come to.
  private struct Part {
    let what: String
    let isDone: (CoverageCounts) -> Bool

    static func all(of located: LocatedChart) -> [Part] {
      let chart = located.chart
      var names: [Int: String] = [:]
      for point in CoverageReport(located, CoverageCounts(chart)).points {
        if let handler = point.handler { names[handler] = point.what }
      }
      var parts: [Part] = []
      for index in chart.states.indices where !chart.states[index].kind.isHistory {
        parts.append(Part(what: chart.shownReference(StateID(index))) { $0.entered[index] > 0 })
      }
      for (index, handler) in chart.handlers.enumerated() {
        let name = names[index] ?? "a handler"
        parts.append(Part(what: name) { $0.taken[index] > 0 })
        let condition = Int(handler.condition)
        if condition >= 0 { parts.append(Part(what: "\(name), its guard false") { $0.failed[condition] > 0 }) }
      }
      return parts
    }
  }

  /// A goal, and the input by which it is come to first.
  private struct Goal {
    let what: String
    let state: Int
    /// nil: the start comes to it.
    let input: Int?
    /// Whether a run has come to it; nil for an arc, which the way itself shows.
    var isDone: ((CoverageCounts) -> Bool)?
  }

  /// `isTour`: a test goes on to what is near as long as that is no farther than from the start.
  package static func plan(
    _ located: LocatedChart, _ options: Explorer.Options, aim: Aim, isTour: Bool
  ) -> (plan: CoverPlan, space: StateSpace) {
    var options = options
    options.keepsArcs = isTour || aim == .arcs
    var parts: [Part] = []
    var goals: [Goal] = []
    let begin = {
      parts = aim == .parts ? Part.all(of: located) : []
      goals = []
    }
    let explorer = Explorer.explored(located.chart, options, begin: begin) { visit in
      if parts.isEmpty { return true }
      let counts = visit.coverage.counts
      parts.removeAll { part in
        guard part.isDone(counts) else { return false }
        goals.append(Goal(what: part.what, state: visit.state, input: visit.input, isDone: part.isDone))
        return true
      }
      return true
    }
    let space = explorer.space
    if aim == .arcs { goals = arcs(of: space) }
    var plan = CoverPlan()
    plan.goals = goals.count
    let run = { [options] (lines: [String]) in Self.counts(of: lines, located.chart, options) }
    if isTour || aim == .arcs { plan.tour(goals, space, run) } else { plan.farthestFirst(goals, space, run) }
    return (plan, space)
  }

  private static func arcs(of space: StateSpace) -> [Goal] {
    (0..<space.states).flatMap { state in
      space.arcs(from: state).filter { Int($0.target) != state }.map { arc in
        Goal(what: space.inputs.all[Int(arc.input)].line, state: state, input: Int(arc.input))
      }
    }
  }

  /// What a run of some lines comes to.
  private static func counts(of lines: [String], _ chart: Chart, _ options: Explorer.Options) -> CoverageCounts {
    let coverage = Coverage(chart)
    var machine = Machine(chart, limits: options.limits, sink: NoTrace(), coverage: coverage)
    machine.play(lines, answers: options.choice.answered)
    return coverage.counts
  }

  // MARK: Tests

  /// One test after the other for the goal that is farthest of those that no test has come to.
  private mutating func farthestFirst(
    _ goals: [Goal], _ space: StateSpace, _ run: ([String]) -> CoverageCounts
  ) {
    var open = goals.enumerated().map {
      (order: $0.offset, goal: $0.element, inputs: Self.inputs(to: $0.element, space))
    }
    open.sort { ($1.inputs.count, $0.order) < ($0.inputs.count, $1.order) }
    while let farthest = open.first {
      let lines = space.script(from: space.start(of: farthest.goal.state), farthest.inputs)
      tests.append(Test(name: farthest.goal.what, lines: lines))
      let counts = run(lines)
      // What the test comes to on its way, too; the goal itself whatever happens.
      open.removeFirst()
      open.removeAll { $0.goal.isDone?(counts) ?? false }
    }
  }

  private static func inputs(to goal: Goal, _ space: StateSpace) -> [Int] {
    space.inputs(to: goal.state) + (goal.input.map { [$0] } ?? [])
  }

  private mutating func tour(_ goals: [Goal], _ space: StateSpace, _ run: ([String]) -> CoverageCounts) {
    var open = goals.filter { $0.input != nil || $0.state > 0 }
    var current = 0
    var test: (name: String, start: Int, inputs: [Int])?
    func ways(from state: Int) -> [Int: [Int]] {
      let wanted = Set(open.map(\.state))
      var found: [Int: [Int]] = [:]
      var seen: Set<Int> = [state]
      var todo: [(state: Int, inputs: [Int])] = [(state, [])]
      var next = 0
      while next < todo.count, found.count < wanted.count {
        let (state, inputs) = todo[next]
        next += 1
        if wanted.contains(state) { found[state] = inputs }
        for arc in space.arcs(from: state) where seen.insert(Int(arc.target)).inserted {
          todo.append((Int(arc.target), inputs + [Int(arc.input)]))
        }
      }
      return found
    }
    while !open.isEmpty {
      let near = ways(from: current)
      let nearest = open.indices.filter { near[open[$0].state] != nil }.min { left, right in
        (near[open[left].state]?.count ?? 0, left) < (near[open[right].state]?.count ?? 0, right)
      }
      let nearestToStart = open.indices.min {
        (space.depth(of: open[$0].state), $0) < (space.depth(of: open[$1].state), $1)
      }
      guard let first = nearestToStart else { break }
      var chosen = first
      var way = space.inputs(to: open[first].state)
      var start = space.start(of: open[first].state)
      if let nearest, let inputs = near[open[nearest].state], inputs.count <= way.count, let test {
        chosen = nearest
        way = inputs
        start = test.start
      } else {
        if let test { add(test, space) }
        test = nil
        current = start
      }
      let goal = open.remove(at: chosen)
      way += goal.input.map { [$0] } ?? []
      test = (test?.name ?? goal.what, start, (test?.inputs ?? []) + way)
      // What is on the way is come to as well.
      for input in way {
        open.removeAll { $0.state == current && $0.input == input }
        current = space.arcs(from: current).first { Int($0.input) == input }.map { Int($0.target) } ?? current
      }
      let counts = run(space.script(from: start, test?.inputs ?? []))
      open.removeAll { $0.isDone?(counts) ?? false }
    }
    if let test { add(test, space) }
  }

  private mutating func add(_ test: (name: String, start: Int, inputs: [Int]), _ space: StateSpace) {
    tests.append(Test(name: test.name, lines: space.script(from: test.start, test.inputs)))
  }
}
