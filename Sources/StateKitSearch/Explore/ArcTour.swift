package import StateKitCore
import StateKitFormat

/// Few long scripts that together make each arc of the reachable graph at least once (Programs.md).
package struct ArcTour: Sendable {
  /// A script from the start: the arcs that it makes, in order.
  package struct Run: Sendable {
    package fileprivate(set) var arcs: [(state: Int, input: Int)] = []
    /// The number of arcs that no earlier run makes, up to each arc.
    fileprivate var fresh: [Int] = []

    /// The number of new arcs among its first ones.
    package func count(ofFirst arcs: Int) -> Int { arcs <= 0 || fresh.isEmpty ? 0 : fresh[min(arcs, fresh.count) - 1] }
  }

  package let space: StateSpace
  private var planner: Planner
  private var hasBegun = false
  /// The number of different arcs that the runs make.
  package private(set) var arcs = 0
  /// The number of arcs that are left out because they move the clock.
  package private(set) var clockArcs = 0

  /// A run of this many arcs ends, so that several can be tried at the same time.
  private static let mostArcs = 5_000

  /// The host guards that the options do not answer: a program has answers of its own.
  package static func openGuards(of chart: Chart, options: Explorer.Options) -> [String] {
    HostChoices.open(in: chart, answered: options.choice.answered)
  }

  /// Explores a chart, and plans a tour of its arcs.
  package init(_ chart: Chart, options: Explorer.Options, report: (Explorer.Progress) -> Void) {
    var options = options
    options.keepsArcs = true
    options.triesTies = false
    self.init(Explorer.explored(chart, options: options, report: report).space, movesClock: true)
  }

  /// A tour of the same graph without moves of the clock.
  package func withoutClock() -> ArcTour { ArcTour(space, movesClock: false) }

  private init(_ space: StateSpace, movesClock: Bool) {
    self.space = space
    planner = Planner(space, movesClock: movesClock)
    clockArcs = planner.clockArcs
    arcs = planner.arcs
  }

  /// Plans the next runs; fewer at the end, or once `stops` is true. Without arcs, the start alone is a run.
  package mutating func next(_ count: Int, stops: () -> Bool) -> [Run] {
    var runs: [Run] = []
    if arcs == 0, !hasBegun { runs.append(Run()) }
    hasBegun = true
    while runs.count < count, !stops(), let run = planner.next(most: Self.mostArcs, stops: stops) { runs.append(run) }
    return runs
  }

  /// The lines of a shortest script that makes an arc.
  package func script(to state: Int, input: Int) -> [String] {
    (space.inputs(to: state) + [input]).map { space.inputs.all[$0].line }
  }

  package func lines(of run: Run) -> [String] { run.arcs.map { space.inputs.all[$0.input].line } }

  /// The arcs in the order in which shortest scripts reach them, with the lengths of their scripts.
  package func forEachArc(_ body: (_ state: Int, _ input: Int, _ length: Int) -> Bool) {
    for state in 0..<space.states {
      let length = space.depth(of: state) + 1
      for arc in space.arcs(from: state) where !body(state, arc.input, length) { return }
    }
  }
}

/// Chooses the arcs of each run: an untried arc that leads back, else the way to the nearest one, else one that does not
/// lead back. A state that cannot be left is reached last: each such arc needs a run of its own.
private struct Planner: Sendable {
  private let space: StateSpace
  private let movesClock: Bool
  private var isTried: [Bool]
  /// The strongly connected component of each state.
  private var component: [Int]
  /// The untried arcs of each state.
  private var open: [Int]
  private var left = 0
  private(set) var arcs = 0
  private(set) var clockArcs = 0
  /// A state that was reached: the index of the visit before it, and the arc between them; -1 for the first one.
  private typealias Visit = (state: Int, before: Int, arc: Int)

  /// The states in the order of their distance from the start, with the arc on a shortest way to each; -1 at the start.
  private var order: [Visit] = []
  /// The first of them that may have an untried arc.
  private var firstOpen = 0
  /// The states that searches may still visit before they become short.
  private var visitsLeft = 20_000_000
  /// For each state the number of the last search that visited it.
  private var lastSearch: [Int]
  private var searches = 0

  init(_ space: StateSpace, movesClock: Bool) {
    self.space = space
    self.movesClock = movesClock
    let states = space.states
    isTried = [Bool](repeating: false, count: (0..<states).map { space.arcRange(of: $0).upperBound }.max() ?? 0)
    component = [Int](repeating: 0, count: states)
    open = [Int](repeating: 0, count: states)
    lastSearch = [Int](repeating: 0, count: states)
    let components = Components(from: 0..<states, count: states, arcs: { space.arcRange(of: $0) }) { index in
      let arc = space.arc(at: index)
      return arc.movesClock && !movesClock ? nil : Int(arc.target)
    }
    for (index, members) in components.all.enumerated() { for state in members { component[state] = index } }
    if states > 0 { measure() }
    arcs = left
  }

  /// Finds the states that are reached, which without the clock may not be all.
  private mutating func measure() {
    var isReached = [Bool](repeating: false, count: space.states)
    isReached[0] = true
    order = [(0, -1, -1)]
    var next = 0
    while next < order.count {
      let state = order[next].state
      for index in space.arcRange(of: state) {
        guard isUsable(index) else {
          clockArcs += 1
          continue
        }
        open[state] += 1
        left += 1
        let target = Int(space.arc(at: index).target)
        if isReached[target] { continue }
        isReached[target] = true
        order.append((target, next, index))
      }
      next += 1
    }
  }

  private func isUsable(_ index: Int) -> Bool { movesClock || !space.arc(at: index).movesClock }

  private func leadsBack(_ index: Int, from state: Int) -> Bool {
    component[Int(space.arc(at: index).target)] == component[state]
  }

  /// The next run; nil if all arcs are tried.
  mutating func next(most: Int, stops: () -> Bool) -> ArcTour.Run? {
    if left == 0 { return nil }
    var run = ArcTour.Run()
    var state = 0
    var fresh = 0
    while left > 0, run.arcs.count < most, !stops() {
      guard let way = run.arcs.isEmpty ? wayFromStart() : wayOn(from: state) else { break }
      for index in way {
        let arc = space.arc(at: index)
        if !isTried[index] {
          isTried[index] = true
          open[state] -= 1
          left -= 1
          fresh += 1
        }
        run.arcs.append((state, arc.input))
        run.fresh.append(fresh)
        state = Int(arc.target)
      }
    }
    return run
  }

  /// An untried arc of a state. An arc that leads back is preferred.
  private func untried(of state: Int) -> Int? {
    let arcs = space.arcRange(of: state).filter { !isTried[$0] && isUsable($0) }
    return arcs.first { leadsBack($0, from: state) } ?? arcs.first
  }

  /// The arcs from the first visit to the one at `index`, and the arc `last`.
  private static func way(to index: Int, in visits: [Visit], ending last: Int) -> [Int] {
    var way = [last]
    var index = index
    while index > 0 {
      way.append(visits[index].arc)
      index = visits[index].before
    }
    return way.reversed()
  }

  /// The arcs from the start to the nearest state with an untried one, and that.
  private mutating func wayFromStart() -> [Int]? {
    while firstOpen < order.count, open[order[firstOpen].state] == 0 { firstOpen += 1 }
    guard firstOpen < order.count, let last = untried(of: order[firstOpen].state) else { return nil }
    return Self.way(to: firstOpen, in: order, ending: last)
  }

  /// The arcs to the nearest untried one and itself; within the component first. Nil if none is near.
  private mutating func wayOn(from state: Int) -> [Int]? {
    search(from: state, staysInside: true) ?? search(from: state, staysInside: false)
  }

  private mutating func search(from start: Int, staysInside: Bool) -> [Int]? {
    var found: [Visit] = [(start, -1, -1)]
    searches += 1
    lastSearch[start] = searches
    var next = 0
    let most = visitsLeft > 0 ? Int.max : 100
    defer { visitsLeft -= found.count }
    while next < found.count, found.count < most {
      let state = found[next].state
      for index in space.arcRange(of: state) where isUsable(index) && (!staysInside || leadsBack(index, from: state)) {
        if !isTried[index] { return Self.way(to: next, in: found, ending: index) }
        let target = Int(space.arc(at: index).target)
        if lastSearch[target] == searches { continue }
        lastSearch[target] = searches
        found.append((target, next, index))
      }
      next += 1
    }
    return nil
  }
}
