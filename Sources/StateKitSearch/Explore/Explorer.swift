// Longer than others: one search, with all that it counts and all that ends it.
package import StateKitCore

/// Explores what a chart can do: every state that scripts reach, breadth first, each once (Exploring.md).
package struct Explorer {
  /// A state and an input that was tried in it with the machine; nil is the start.
  struct Visit {
    let state: Int
    let input: Int?
    let coverage: Coverage
  }

  let chart: Chart
  let options: Options
  var space: StateSpace
  var stepper: StateStepper
  private(set) var faults = FaultList()
  private(set) var rivals = Rivals()
  /// States in which nothing goes on.
  private(set) var deadEnds: [Int] = []
  /// For each state that was expanded, the first of the states behind it, or itself.
  private(set) var firstBehind: [UInt32] = []
  /// A limit has ended a step, after which states are not what their parts say.
  private var hasMetLimit = false
  private var batch: StepBatch
  private var nextCheck = 0

  package init(_ chart: Chart, options: Options = Options()) {
    self.chart = chart
    self.options = options
    let inputs = InputCandidates(chart, choice: options.choice, asked: options.properties.expressions)
    let keepsArcs = options.keepsArcs || options.properties.needArcs || !inputs.host.isEmpty
    space = StateSpace(chart, inputs: inputs, keepsArcs: keepsArcs)
    stepper = StateStepper(chart, inputs: inputs, options: options, layout: space.table.layout)
    batch = StepBatch(width: space.table.width)
  }

  var coverage: CoverageCounts { stepper.machine.coverage.counts }

  /// Explores a chart until all states are known or a bound is reached. `report` gets how far it has come, now and then;
  /// `visit` gets what the machine has tried, and says whether to go on; `begin` is called before its first call: where a
  /// limit ends a step, all is begun again, with each step made by the machine.
  static func explored(
    _ chart: Chart, options: Options, report: (Progress) -> Void = { _ in }, begin: () -> Void = {},
    visit: (Visit) -> Bool = { _ in true }
  ) -> Explorer {
    var explorer = Explorer(chart, options: options)
    begin()
    explorer.run(report, visit: visit)
    guard explorer.hasMetLimit else { return explorer }
    var options = options
    options.replaysSteps = false
    explorer = Explorer(chart, options: options)
    begin()
    explorer.run(report, visit: visit)
    return explorer
  }

  private mutating func note(_ found: [Machine.Fault], state: Int, input: Int?) {
    if options.replaysSteps, found.contains(where: \.isLimit) { hasMetLimit = true }
    let moment = StateSpace.Moment(state: state, input: input)
    faults.add(found, at: moment)
    rivals.add(stepper.machine, at: moment)
  }

  private mutating func run(_ report: (Progress) -> Void, visit: (Visit) -> Bool) {
    let host = space.inputs.host
    let starts = HostChoices.starts { host.asked(by: chart, limits: options.limits, answering: $0) }
    for (state, start) in starts.enumerated() {
      note(stepper.start(start, space: &space), state: state, input: nil)
      if hasMetLimit { return }
      if !visit(Visit(state: state, input: nil, coverage: stepper.machine.coverage)) { return }
    }
    var level = Level(depth: 0, end: space.states)
    var state = 0
    while true {
      if state == level.end || state == space.states {
        if !settle(level, report: report) { return }
        if state == space.states { return }
        if state == level.end { level = Level(depth: level.depth + 1, end: space.states) }
      }
      if level.depth == options.bounds.depth {
        // Nothing would come of states that are not expanded, unless one of them goes on.
        if hasUnfinished(from: state) { space.bound = (.depth, level.depth) }
        return
      }
      if !expand(state, level: level, report: report, visit: visit) { return }
      state += 1
    }
  }

  /// The states of one depth.
  private struct Level {
    let depth: Int
    /// The first state behind it.
    let end: Int
  }

  /// Tries all inputs in a state; false where a bound is reached, or nobody wants more.
  private mutating func expand(
    _ state: Int, level: Level, report: (Progress) -> Void, visit: (Visit) -> Bool
  ) -> Bool {
    stepper.enter(state, space: &space)
    space.beginArcs()
    space.expanded = state + 1
    firstBehind.append(UInt32(state))
    if stepper.isFinished {
      space.finished += 1
      return true
    }
    var goesOn = stepper.waits
    for input in space.inputs.all.indices {
      switch stepper.isTried(input, codec: &space.codec) {
      case .no: continue
      case .answer:
        if !settle(level, report: report) { return false }
        answer(input, in: state, depth: level.depth)
        continue
      case .yes: break
      }
      if batch.isFull, !settle(level, report: report) { return false }
      if let flags = stepper.replay(input, into: &batch.words, at: batch.offset, codec: &space.codec) {
        batch.append(state, input: input, flags: flags)
        if flags.contains(.handled), !flags.contains(.forbidden) { goesOn = true }
        continue
      }
      if !settle(level, report: report) || isOver(state, level: level, report: report) { return false }
      let step = stepper.take(input, codec: &space.codec)
      if !step.faults.isEmpty || stepper.machineSteps & 63 == 0, let kind = options.stop() {
        stop(at: state, bound: (kind, kind == .timeLimit ? options.timeLimit : 0))
        return false
      }
      if step.isHandled, !step.isForbidden { goesOn = true }
      note(step.faults, state: state, input: input)
      if hasMetLimit { return false }
      let target = add(step, input: input, from: state, depth: level.depth)
      if step.isHandled && !step.isForbidden || step.movesClock {
        firstBehind[state] = min(firstBehind[state], UInt32(target))
      }
      if !visit(Visit(state: state, input: input, coverage: stepper.machine.coverage)) { return false }
    }
    if !goesOn { deadEnds.append(state) }
    // The arcs of a state stand together.
    return !space.keepsArcs || settle(level, report: report)
  }

  /// Looks the successors up that were put off; false where a bound is reached.
  private mutating func settle(_ level: Level, report: (Progress) -> Void) -> Bool {
    if batch.isEmpty { return true }
    batch.prepare(&space.table)
    for index in 0..<batch.count {
      let state = batch.states[index]
      if isOver(state, level: level, report: report) {
        batch.removeAll()
        return false
      }
      let flags = batch.flags[index]
      space.transitions += 1
      if flags.contains(.handled) { space.handled += 1 }
      var target = state
      if flags.contains(.writes) {
        space.changing += 1
        target = lookUp(index, from: state, depth: level.depth)
      }
      if flags.contains(.movesClock) || flags.contains(.handled) && !flags.contains(.forbidden) {
        if target < firstBehind[state] { firstBehind[state] = UInt32(target) }
        if space.keepsArcs {
          space.addArc(
            to: target, by: batch.inputs[index], movesClock: flags.contains(.movesClock), survivors: 0)
        }
      }
    }
    batch.removeAll()
    return true
  }

  @inline(__always)
  private mutating func lookUp(_ index: Int, from state: Int, depth: Int) -> Int {
    let offset = index * space.table.width
    if let known = batch.quickFind(index, in: &space.table) { return known }
    let found = space.add(
      batch.words, at: offset, hash: batch.hashes[index], from: state, by: batch.inputs[index])
    if found.isNew { space.count(at: depth + 1) }
    return found.index
  }

  /// Adds what the machine has come to.
  private mutating func add(_ step: MachineStepper.Step, input: Int, from state: Int, depth: Int) -> Int {
    space.transitions += 1
    if step.isHandled { space.handled += 1 }
    var target = state
    if !stepper.isSame {
      space.changing += 1
      let found = space.add(stepper.after, from: state, by: input)
      target = found.index
      if found.isNew { space.count(at: depth + 1) }
    }
    if step.movesClock || step.isHandled && !step.isForbidden {
      space.addArc(to: target, by: input, movesClock: step.movesClock, survivors: step.survivors)
    }
    stepper.keep(step, input: input, state: state, space: &space)
    makeBatch()
    return target
  }

  /// The fields of the present state where a host guard is answered otherwise; nil where it is answered so already.
  func answered(_ input: Int) -> [UInt32]? {
    guard case .answer(let index, let isTrue) = space.inputs.all[input].kind else { return nil }
    var next = stepper.fields
    let bit: UInt32 = 1 << UInt32(index)
    if (next[space.codec.answersField] & bit != 0) == isTrue { return nil }
    next[space.codec.answersField] ^= bit
    return next
  }

  /// Makes room for the words of states, which may be more now.
  private mutating func makeBatch() {
    if batch.width == space.table.width { return }
    batch = StepBatch(width: space.table.width)
  }

  /// Answers a host guard otherwise, in a state: nothing else comes of it.
  private mutating func answer(_ input: Int, in state: Int, depth: Int) {
    guard let next = answered(input) else { return }
    space.transitions += 1
    space.changing += 1
    let found = space.add(next, from: state, by: input)
    if found.isNew { space.count(at: depth + 1) }
    // Nobody makes progress by it: it counts as if a timer waited that is never due.
    space.addArc(to: found.index, by: input, movesClock: false, survivors: .max)
    stepper.refresh(state, space: &space)
    makeBatch()
  }

  private func hasUnfinished(from first: Int) -> Bool {
    (first..<space.states).contains { !space.isFinished($0) }
  }

  // MARK: Bounds

  @inline(__always)
  private mutating func isOver(_ state: Int, level: Level, report: (Progress) -> Void) -> Bool {
    if space.states >= options.bounds.states {
      stop(at: state, bound: (.states, options.bounds.states))
      return true
    }
    return space.transitions >= nextCheck && isOverAtCheck(state, level: level, report: report)
  }

  private mutating func isOverAtCheck(_ state: Int, level: Level, report: (Progress) -> Void) -> Bool {
    nextCheck = space.transitions + 1024
    let bytes = space.bytes + stepper.bytes
    report(
      Progress(
        depth: level.depth, states: space.states, waiting: level.end - state, transitions: space.transitions,
        bytes: bytes))
    if let kind = options.stop() {
      stop(at: state, bound: (kind, kind == .timeLimit ? options.timeLimit : 0))
      return true
    }
    if bytes <= options.bounds.memory { return false }
    stop(at: state, bound: (.memory, options.bounds.memory))
    return true
  }

  private mutating func stop(at state: Int, bound: (ExploreBounds.Kind, Int)) {
    space.bound = bound
    // Some more states were looked at: nothing counts of what came of them.
    for late in state..<space.expanded where space.isFinished(late) { space.finished -= 1 }
    deadEnds.removeAll { $0 >= state }
    firstBehind.removeLast(firstBehind.count - state)
    space.expanded = state
  }
}
