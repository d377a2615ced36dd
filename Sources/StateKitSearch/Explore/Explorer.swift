package import StateKitCore

/// Explores what a chart can do: every state that scripts reach, breadth first, each once (Exploring.md).
package struct Explorer {
  /// What is to be explored, and how far.
  package struct Options: Sendable {
    package var choice = InputCandidates.Choice()
    package var bounds = ExploreBounds()
    package var limits = Limits()
    package var properties = Properties()
    /// States in which nothing needs to go on, by their full paths.
    package var allowedDeadEnds: [StateID] = []
    package var isVerbose = false
    /// In milliseconds, as a report names it; `stop` keeps it.
    package var timeLimit = 0
    /// Why to stop now; asked often.
    package var stop: @Sendable () -> ExploreBounds.Kind? = { nil }

    package init() {}
  }

  /// How far an exploring has come.
  package struct Progress: Sendable {
    package let depth: Int
    package let states: Int
    package let waiting: Int
    package let transitions: Int
    package let bytes: Int
  }

  let chart: Chart
  let options: Options
  private(set) var space: StateSpace
  private var stepper: MachineStepper
  private(set) var faults = FaultList()
  /// States in which nothing goes on.
  private(set) var deadEnds: [Int] = []
  private var growth: GrowthTracker
  private var nextCheck = 0

  package init(_ chart: Chart, _ options: Options = Options()) {
    self.chart = chart
    self.options = options
    let inputs = InputCandidates(chart, options.choice, asked: options.properties.expressions)
    space = StateSpace(chart, inputs, keepsArcs: true)
    stepper = MachineStepper(
      chart, inputs.all, options.limits, answered: options.choice.answered,
      notesSurvivors: options.properties.needSurvivors)
    growth = GrowthTracker(chart)
  }

  var coverage: CoverageCounts { stepper.coverage.counts }

  /// Explores until all states are known or a bound is reached. `report` gets how far it has come, now and then;
  /// `visit` gets every state and input that was tried, and says whether to go on.
  mutating func run(
    report: (Progress) -> Void = { _ in }, visit: (Visit) -> Bool = { _ in true }
  ) {
    var fields = [UInt32](repeating: 0, count: space.codec.roles.count)
    var next = fields
    let begun = stepper.start(&space.codec, into: &fields)
    _ = space.add(fields, from: 0, by: 0)
    faults.add(begun.faults, state: nil, input: nil)
    growth.see(fields, space.codec, depth: 0)
    if !visit(Visit(state: 0, input: nil, coverage: stepper.coverage)) { return }
    var levelEnd = 1
    var depth = 0
    var state = 0
    while state < space.states {
      if state == levelEnd {
        depth += 1
        levelEnd = space.states
      }
      if depth == options.bounds.depth {
        // Nothing would come of states that are not expanded, unless one of them goes on.
        if hasUnfinished(from: state) { space.bound = (.depth, depth) }
        break
      }
      space.table.values(state, into: &fields)
      space.beginArcs()
      space.expanded = state + 1
      if space.codec.isFinished(fields) {
        space.finished += 1
        state += 1
        continue
      }
      let waits = space.codec.waits(fields)
      let parts = space.codec.decode(fields)
      var goesOn = waits
      for input in space.inputs.all.indices {
        switch space.inputs.all[input].kind {
        case .event: break
        case .advance: if !waits { continue }
        case .end(_, let work): if !parts.children.works.contains(work) { continue }
        case .answer(let guardIndex, let isTrue, _):
          answer(guardIndex, isTrue, fields, in: state, depth)
          continue
        }
        if let bound = reachedBound(report, depth, levelEnd - state) {
          space.bound = bound
          space.expanded = state
          return
        }
        let step = stepper.take(
          input, in: parts, answers: fields[space.codec.answersField], &space.codec, into: &next)
        if let kind = options.stop() {
          space.bound = (kind, kind == .timeLimit ? options.timeLimit : 0)
          space.expanded = state
          return
        }
        space.transitions += 1
        if step.isHandled { space.handled += 1 }
        if step.isHandled, !step.isForbidden { goesOn = true }
        faults.add(step.faults, state: state, input: input)
        let isSame = next == fields
        if !isSame { space.changing += 1 }
        var target = state
        if !isSame {
          let found = space.add(next, from: state, by: input)
          target = found.index
          if found.isNew {
            space.count(at: depth + 1)
            growth.see(next, space.codec, depth: depth + 1)
          }
        }
        if step.movesClock || step.isHandled && !step.isForbidden {
          space.addArc(to: target, by: input, movesClock: step.movesClock, survivors: step.survivors)
        }
        if !visit(Visit(state: state, input: input, coverage: stepper.coverage)) { return }
      }
      if !goesOn { deadEnds.append(state) }
      state += 1
    }
  }

  /// Answers a host guard otherwise, in a state: nothing else comes of it.
  private mutating func answer(_ index: Int, _ isTrue: Bool, _ fields: [UInt32], in state: Int, _ depth: Int) {
    let field = space.codec.answersField
    let bit: UInt32 = 1 << UInt32(index)
    if (fields[field] & bit != 0) == isTrue { return }
    var next = fields
    next[field] ^= bit
    space.transitions += 1
    space.changing += 1
    let input = space.inputs.all.firstIndex { candidate in
      if case .answer(index, isTrue, _) = candidate.kind { true } else { false }
    }
    let found = space.add(next, from: state, by: input ?? 0)
    if found.isNew { space.count(at: depth + 1) }
    // Nobody makes progress by it: it counts as if a timer waited that is never due.
    space.addArc(to: found.index, by: input ?? 0, movesClock: false, survivors: .max)
  }

  /// A state and an input that was tried in it; nil is the start.
  struct Visit {
    let state: Int
    let input: Int?
    let coverage: Coverage
  }

  /// What took new values on the last level, in words.
  func growing() -> [String] { space.isComplete ? [] : growth.growing(at: space.depth) }

  private func hasUnfinished(from first: Int) -> Bool {
    var fields = [UInt32](repeating: 0, count: space.codec.roles.count)
    for state in first..<space.states {
      space.table.values(state, into: &fields)
      if !space.codec.isFinished(fields) { return true }
    }
    return false
  }

  private mutating func reachedBound(
    _ report: (Progress) -> Void, _ depth: Int, _ waiting: Int
  ) -> (ExploreBounds.Kind, Int)? {
    if space.states >= options.bounds.states { return (.states, options.bounds.states) }
    if space.transitions < nextCheck { return nil }
    nextCheck = space.transitions + 1024
    let bytes = space.bytes
    report(
      Progress(
        depth: depth, states: space.states, waiting: waiting, transitions: space.transitions, bytes: bytes))
    return bytes > options.bounds.memory ? (.memory, options.bounds.memory) : nil
  }
}

/// What went wrong on the way, once for each source position.
struct FaultList {
  struct Entry {
    let fault: Machine.Fault
    /// Where it happened first: nil at the start.
    let state: Int?
    let input: Int?
  }

  private(set) var entries: [Entry] = []
  private var known: Set<String> = []

  mutating func add(_ faults: [Machine.Fault], state: Int?, input: Int?) {
    for fault in faults {
      let position = fault.span.map { "\($0.start) \($0.end)" } ?? fault.message
      let key = "\(fault.code.rawValue) \(fault.isEndless) \(fault.chart) \(position)"
      if known.insert(key).inserted { entries.append(Entry(fault: fault, state: state, input: input)) }
    }
  }
}
