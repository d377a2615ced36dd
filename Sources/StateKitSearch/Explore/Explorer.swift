// Longer than others: one search, with all that it counts and all that ends it.
package import StateKitCore

/// Explores a chart: visits every state that scripts reach, breadth first, each once (Exploring.md).
package struct Explorer: ~Copyable {
  /// A state and an input that the machine tried in it; a nil input is the start.
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
  /// States without any further progress.
  private(set) var deadEnds: [Int] = []
  /// For each expanded state, the lowest index among its successors, or the state itself.
  private(set) var firstBehind: [UInt32] = []
  /// The option without which all begins again, because a step has shown that its shortcut is not exact.
  private var broken: WritableKeyPath<Options, Bool>?
  private var batch: StepBatch
  private var stateInputs: StateInputs
  private var nextCheck = 0

  package init(_ chart: Chart, options: Options = Options()) {
    self.chart = chart
    self.options = options
    let inputs = InputCandidates(chart, choice: options.choice, asked: options.properties.expressions) {
      options.stop() != nil
    }
    let keepsArcs = options.keepsArcs || options.properties.needArcs || !inputs.host.isEmpty
    // The expressions of a host's answers may read any key.
    let isExact = options.isExact || options.choice.answered != nil
    let keys = isExact ? nil : KeyUses(chart, asked: options.properties.expressions)
    space = StateSpace(chart, inputs: inputs, keys: keys, keepsArcs: keepsArcs)
    space.codec.joinsTimers = !options.isExact && options.joinsTimers && chart.invocations.isEmpty
    stepper = StateStepper(chart, inputs: inputs, options: options, layout: space.table.layout)
    batch = StepBatch(width: space.table.width)
    stateInputs = StateInputs(chart, limits: options.limits)
  }

  var coverage: CoverageCounts { stepper.machine.coverage.counts }

  /// Explores a chart until all states are known or a bound is reached.
  ///
  /// `report` gets the progress from time to time. `visit` gets each step that the machine tried, and returns false
  /// to stop. `begin` is called before the first visit. If a step shows that a shortcut is not exact, all begins again
  /// without it.
  static func explored(
    _ chart: Chart, options: Options, report: (Progress) -> Void = { _ in }, begin: () -> Void = {},
    visit: (Visit) -> Bool = { _ in true }
  ) -> Explorer {
    var options = options
    while true {
      var explorer = Explorer(chart, options: options)
      begin()
      explorer.run(report, visit: visit)
      explorer.space.areTimesSampled = explorer.stepper.startsBeside
      guard let broken = explorer.broken else { return explorer }
      options[keyPath: broken] = false
    }
  }

  private mutating func note(_ step: MachineStepper.Step, state: Int, input: Int?) {
    if step.repeatsEffect, space.codec.joinsTimers {
      space.codec.joinsTimers = false
      if !space.codec.joined.isEmpty { broken = \.joinsTimers }
    }
    // After a limit, the fields do not describe states exactly.
    if options.replaysSteps, step.faults.contains(where: \.isLimit) { broken = \.replaysSteps }
    let moment = StateSpace.Moment(state: state, input: input)
    faults.add(step.faults, at: moment)
    rivals.add(stepper.machine, at: moment)
  }

  private mutating func run(_ report: (Progress) -> Void, visit: (Visit) -> Bool) {
    let host = space.inputs.host
    let starts = HostChoices.starts { host.asked(by: chart, limits: options.limits, answering: $0) }
    for (state, start) in starts.enumerated() {
      note(stepper.start(start, space: &space), state: state, input: nil)
      if broken != nil { return }
      if !visit(Visit(state: state, input: nil, coverage: stepper.machine.coverage)) { return }
    }
    // The candidates may be incomplete.
    if stopIfOver(at: 0) { return }
    var level = Level(depth: 0, end: space.states)
    var state = 0
    while true {
      if state == level.end || state == space.states {
        if !settle(level, report: report) { return }
        if state == space.states { return }
        if state == level.end { level = Level(depth: level.depth + 1, end: space.states) }
      }
      if level.depth == options.bounds.depth {
        // States that were not expanded make no difference, unless one of them is not finished.
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
    /// The first state after it.
    let end: Int
  }

  /// Tries all inputs in a state. Returns false if a bound is reached or `visit` stops the search.
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
    let inputs = inputs(in: state)
    if !space.inputs.sources.isEmpty, options.stop() != nil,
      !settle(level, report: report) || stopIfOver(at: state)
    {
      return false
    }
    for input in inputs {
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
      let step = stepper.perform(input, codec: &space.codec)
      if !step.faults.isEmpty || stepper.machineSteps & 63 == 0, stopIfOver(at: state) { return false }
      if step.isHandled, !step.isForbidden { goesOn = true }
      note(step, state: state, input: input)
      if broken != nil { return false }
      let target = add(step, input: input, from: state, depth: level.depth)
      if step.isHandled && !step.isForbidden || step.movesClock {
        firstBehind[state] = min(firstBehind[state], UInt32(target))
      }
      if !visit(Visit(state: state, input: input, coverage: stepper.machine.coverage)) { return false }
    }
    if !goesOn { deadEnds.append(state) }
    // The arcs of a state are contiguous.
    return !space.keepsArcs || settle(level, report: report)
  }

  /// The inputs to try in the current state.
  @inline(__always)
  mutating func inputs(in state: Int) -> InputNumbers {
    var inputs = InputNumbers(fixedCount: space.inputs.fixedCount)
    if !space.inputs.sources.isEmpty { inputs.others = otherInputs() }
    return inputs
  }

  private mutating func otherInputs() -> [Int] {
    stepper.load(&space.codec)
    let stop = options.stop
    let found = stateInputs.inputs(
      fields: stepper.fields, parts: stepper.parts ?? MachineParts(), space: &space, isOver: { stop() != nil })
    stepper.add(space.inputs)
    return found
  }

  /// Looks up the successors that were deferred. Returns false if a bound is reached.
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
          space.addArc(to: target, by: batch.inputs[index], movesClock: flags.contains(.movesClock), survivors: 0)
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
    let found = space.add(batch.words, at: offset, hash: batch.hashes[index], from: state, by: batch.inputs[index])
    if found.isNew { space.count(at: depth + 1) }
    return found.index
  }

  /// Adds the state that the machine has reached.
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

  /// The fields of the current state after a host guard changes its answer; nil if it already has that answer.
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

  /// Changes the answer of a host guard in a state, without any other effect.
  private mutating func answer(_ input: Int, in state: Int, depth: Int) {
    guard let next = answered(input) else { return }
    space.transitions += 1
    space.changing += 1
    let found = space.add(next, from: state, by: input)
    if found.isNew { space.count(at: depth + 1) }
    // This is not progress: it counts as if a timer waited that is never due.
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
    if stopIfOver(at: state) { return true }
    if bytes <= options.bounds.memory { return false }
    stop(at: state, bound: (.memory, options.bounds.memory))
    return true
  }

  /// Stops at a state if the time is over. Returns true if so.
  private mutating func stopIfOver(at state: Int) -> Bool {
    guard let kind = options.stop() else { return false }
    stop(at: state, bound: (kind, kind == .timeLimit ? options.timeLimit : 0))
    return true
  }

  private mutating func stop(at state: Int, bound: (ExploreBounds.Kind, Int)) {
    space.bound = bound
    // This state and later ones may be expanded: their results do not count.
    for late in state..<space.expanded where space.isFinished(late) { space.finished -= 1 }
    deadEnds.removeAll { $0 >= state }
    firstBehind.removeLast(firstBehind.count - state)
    space.expanded = state
  }
}
