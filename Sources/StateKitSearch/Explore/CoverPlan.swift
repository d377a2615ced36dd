package import StateKitCore
import StateKitFormat

/// Scripts that together cover a chart (Exploring.md, Covering): each state is entered, each handler is selected, and
/// each guard is false once.
package struct CoverPlan: Sendable {
  /// The goals of the scripts.
  package enum Aim: Sendable {
    case parts
    /// Each input that leads from a state to another one.
    case arcs
  }

  /// A test: its purpose and its lines.
  package struct Test: Sendable {
    package let name: String
    package let lines: [String]

    package init(name: String, lines: [String]) {
      self.name = name
      self.lines = lines
    }
  }

  package internal(set) var tests: [Test] = []
  /// The number of lines of all tests.
  package var lines: Int { tests.reduce(0) { $0 + $1.lines.count } }
  /// The number of goals that some script reaches.
  package private(set) var goals = 0
  /// The number of goals for which there was no time.
  package internal(set) var openGoals = 0

  /// A part of a chart that a script reaches, by its index in `CoverageCounts`.
  enum Place {
    case entered(Int)
    case taken(Int)
    /// A guard that is false.
    case failed(Int)

    /// How often runs reached it.
    func count(in counts: CoverageCounts) -> UInt32 {
      switch self {
      case .entered(let state): counts.entered[state]
      case .taken(let handler): counts.taken[handler]
      case .failed(let condition): counts.failed[condition]
      }
    }
  }

  /// A part of the chart that scripts should reach.
  private struct Part {
    let what: String
    let place: Place
    /// The count at the last check.
    var last: UInt32 = 0
    /// The index of its goal; nil until a run reaches it.
    var goal: Int?

    static func all(of located: LocatedChart) -> [Part] {
      let chart = located.chart
      let report = CoverageReport(located, counts: CoverageCounts(chart))
      var parts: [Part] = []
      for index in chart.states.indices where !chart.states[index].kind.isHistory {
        parts.append(Part(what: chart.shownReference(StateID(index)), place: .entered(index)))
      }
      for (index, handler) in chart.handlers.enumerated() {
        let name = report.shown(handler: index)
        parts.append(Part(what: name, place: .taken(index)))
        let condition = Int(handler.condition)
        if condition >= 0 { parts.append(Part(what: "\(name), its guard false", place: .failed(condition))) }
      }
      return parts
    }
  }

  /// A goal, and the moments that reach it.
  struct Goal {
    let what: String
    /// The moments that reach it, the one with the shortest script first. A tour stores all.
    var ways: [StateSpace.Moment]
    /// The part that a run reaches; nil for an arc, which the inputs themselves show.
    var place: Place?

    func isDone(in counts: CoverageCounts) -> Bool { place.map { $0.count(in: counts) > 0 } ?? false }

    /// The first moment that reaches it.
    var first: StateSpace.Moment { ways.first ?? StateSpace.Moment(state: 0, input: nil) }

    /// True if the first start reaches it, without an input.
    var isReachedByFirstStart: Bool { first.input == nil && first.state == 0 }
  }

  /// The limit of stored moments: with more, a tour may be longer than necessary.
  private static let mostWays = 1_000_000

  /// `isTour`: a test continues with the nearest goal, unless a start is nearer to one.
  package static func plan(
    _ located: LocatedChart, options: Explorer.Options, aim: Aim, isTour: Bool
  ) -> (plan: CoverPlan, space: StateSpace) {
    var options = options
    options.keepsArcs = isTour || aim == .arcs
    options.triesTies = false
    // A replayed step would not show which parts it reaches.
    if isTour, aim == .parts { options.replaysSteps = false }
    var ways = 0
    var parts: [Part] = []
    var goals: [Goal] = []
    let begin = {
      parts = aim == .parts ? Part.all(of: located) : []
      goals = []
      ways = 0
    }
    let explorer = Explorer.explored(located.chart, options: options, begin: begin) { visit in
      if parts.isEmpty { return true }
      let counts = visit.coverage.counts
      let moment = StateSpace.Moment(state: visit.state, input: visit.input)
      for index in parts.indices {
        let count = parts[index].place.count(in: counts)
        if count == parts[index].last { continue }
        parts[index].last = count
        ways += 1
        if let goal = parts[index].goal {
          if ways <= mostWays { goals[goal].ways.append(moment) }
          continue
        }
        parts[index].goal = goals.count
        goals.append(Goal(what: parts[index].what, ways: [moment], place: parts[index].place))
      }
      if !isTour { parts.removeAll { $0.goal != nil } }
      return true
    }
    let space = explorer.space
    if aim == .arcs { goals = arcs(of: space) }
    var plan = CoverPlan()
    plan.goals = goals.count
    let coverage = Coverage(located.chart)
    // The coverage of all runs so far.
    let run = { [options] (lines: [String]) -> CoverageCounts in
      var machine = Machine(located.chart, limits: options.limits, sink: NoTrace(), coverage: coverage)
      machine.play(lines, answers: options.choice.answered)
      return coverage.counts
    }
    let stops = { [options] in options.endsReport() || options.stop() == .interrupt }
    if isTour || aim == .arcs {
      plan.tour(goals, space: space, stops: stops, run: run)
    } else {
      plan.farthestFirst(goals, space: space, stops: stops, run: run)
    }
    return (plan, space)
  }

  private static func arcs(of space: StateSpace) -> [Goal] {
    (0..<space.states).flatMap { state in
      space.arcs(from: state).filter { Int($0.target) != state }.map { arc in
        Goal(what: space.inputs.all[arc.input].line, ways: [StateSpace.Moment(state: state, input: arc.input)])
      }
    }
  }

  // MARK: Tests

  /// Adds tests one by one, each for the farthest goal that no test reaches yet. `run` returns the coverage of all runs.
  private mutating func farthestFirst(
    _ goals: [Goal], space: StateSpace, stops: () -> Bool, run: ([String]) -> CoverageCounts
  ) {
    let lengths = goals.map { space.depth(of: $0.first.state) + ($0.first.input == nil ? 0 : 1) }
    let order = goals.indices.sorted { (lengths[$1], $0) < (lengths[$0], $1) }
    var reached: CoverageCounts?
    for goal in order.lazy.map({ goals[$0] }) {
      // A test also reaches goals along its way.
      if let reached, goal.isDone(in: reached) { continue }
      if openGoals > 0 || stops() {
        openGoals += 1
        continue
      }
      let lines = space.script(to: goal.first)
      tests.append(Test(name: goal.what, lines: lines))
      reached = run(lines)
    }
  }
}
