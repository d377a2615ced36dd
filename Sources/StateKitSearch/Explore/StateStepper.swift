import StateKitCore

/// Applies inputs to a state of a space: by a known step, else with the machine, which adds to the known steps.
struct StateStepper: ~Copyable {
  /// The decision to try an input in a state.
  enum Trial {
    case no
    case yes
    /// The input only changes an answer of the host.
    case answer
  }

  private enum Kind: UInt8 {
    case event
    case end
    case answer
    case wait
    case next
  }

  private(set) var machine: MachineStepper
  private var steps: LocalSteps
  private let keepsSteps: Bool
  private var kinds: [Kind]
  private let fieldCount: Int
  private let chartWaits: Bool
  private let flagsField: StateLayout.Field
  /// The fields of `after` timers, and of their order.
  private var timerFields: [StateLayout.Field] = []
  private var orderField: StateLayout.Field
  private var isIrregular = false
  private(set) var machineSteps = 0
  private var replayStartsBeside = false

  /// The current state: its words, and on demand its fields and parts.
  private var words: [UInt64]
  private(set) var fields: [UInt32]
  private(set) var parts: MachineParts?
  private var running = RunningTimers()
  private var changed = RunningTimers()
  /// The number of the timers' order.
  private var order: UInt32 = 0
  /// The next timers due; nil if no number describes them.
  private var due: UInt64? = 0
  private var generation = 0
  private(set) var isFinished = false
  /// True if a timer waits.
  private(set) var waits = false
  /// The fields after the last step of the machine.
  private(set) var after: [UInt32]

  /// Charts with more states are run without known steps.
  private static let mostStates = 5_000

  init(_ chart: Chart, inputs: InputCandidates, options: Explorer.Options, layout: StateLayout) {
    let needsSurvivors = options.properties.needSurvivors
    machine = MachineStepper(
      chart, inputs: inputs, limits: options.limits, notesSurvivors: needsSurvivors, triesTies: options.triesTies)
    steps = LocalSteps(inputs: inputs.all.count, layout: layout)
    keepsSteps =
      options.replaysSteps && chart.invocations.isEmpty && !chart.asksHost && chart.states.count <= Self.mostStates
      && !(needsSurvivors && chart.mayWait)
    kinds = inputs.all.map { Self.kind(of: $0) }
    chartWaits = chart.mayWait || !chart.invocations.isEmpty
    fieldCount = layout.fields.count
    flagsField = layout.fields[0]
    orderField = flagsField
    words = [UInt64](repeating: 0, count: layout.words)
    fields = [UInt32](repeating: 0, count: fieldCount)
    after = fields
  }

  private static func kind(of input: InputCandidates.Input) -> Kind {
    switch input.kind {
    case .event, .childEnd: .event
    case .end: .end
    case .answer: .answer
    case .advance(.next): .next
    case .advance: .wait
    }
  }

  /// Adds the inputs that are new.
  mutating func add(_ inputs: InputCandidates) {
    for input in inputs.all[kinds.count...] {
      kinds.append(Self.kind(of: input))
      machine.add(input)
      steps.addInput()
    }
  }

  /// True if an event has started a timer while another one waited.
  var startsBeside: Bool { machine.startsBeside || replayStartsBeside }

  /// Bytes that the known steps take.
  var bytes: Int { steps.bytes }

  /// Adds a first state.
  mutating func start(_ start: HostChoices.Start, space: inout StateSpace) -> MachineStepper.Step {
    let begun = machine.start(answering: start.answers, codec: &space.codec, into: &fields)
    space.add(start, fields: fields)
    adopt(space)
    return begun
  }

  /// Sets the current state.
  @inline(__always)
  mutating func enter(_ state: Int, space: inout StateSpace) {
    if generation != space.table.generation { adopt(space) }
    space.table.load(state, into: &words)
    parts = nil
    isFinished = words[0] & flagsField.mask != 0
    isIrregular = space.table.layout.fields[space.codec.irregularField].value(in: words) > 0
    if !timerFields.isEmpty {
      order = orderField.value(in: words)
      space.codec.afterTimers.running(words, fields: timerFields, order: order, into: &running)
      waits = running.count > 0
      due = running.dueNumber
    } else if chartWaits {
      steps.layout.unpack(words, into: &fields)
      waits = space.codec.waits(fields)
    }
  }

  /// Loads the current state again, after others were added.
  mutating func refresh(_ state: Int, space: inout StateSpace) {
    if generation != space.table.generation { enter(state, space: &space) }
  }

  private mutating func adopt(_ space: borrowing StateSpace) {
    generation = space.table.generation
    steps.reset(space.table.layout)
    words = [UInt64](repeating: 0, count: space.table.width)
    if let firstAfter = space.codec.firstAfter {
      timerFields = Array(space.table.layout.fields[firstAfter...])
      orderField = space.table.layout.fields[space.codec.timerOrderField]
    }
  }

  @inline(__always)
  mutating func isTried(_ input: Int, codec: inout StateCodec) -> Trial {
    switch kinds[input] {
    case .event: return .yes
    case .next, .wait: return waits ? .yes : .no
    case .answer:
      load(&codec)
      return .answer
    case .end:
      load(&codec)
      guard case .end(_, let work) = machine.inputs[input].kind else { return .no }
      return parts?.children.isRunning(work: work, in: codec.chart) == true ? .yes : .no
    }
  }

  /// The state after an input with a known step: writes its words if it is another state, and returns the result.
  @inline(__always)
  mutating func replay(
    _ input: Int, into next: inout [UInt64], at offset: Int, codec: inout StateCodec
  ) -> LocalSteps.Flags? {
    guard keepsSteps, !isIrregular, kinds[input] != .wait else { return nil }
    guard let due = kinds[input] == .next ? due : 0, let step = steps.find(input, state: words, due: due) else {
      return nil
    }
    var flags = steps.flags(of: step)
    let changesTimers = flags.contains(.changesTimers) || flags.contains(.movesClock) && !timerFields.isEmpty
    if !flags.contains(.writes), !changesTimers { return flags }
    if !steps.apply(step, to: words, into: &next, at: offset) { return nil }
    if changesTimers, !changeTimers(step, flags: flags, next: &next, at: offset, codec: &codec) { return nil }
    flags.remove(.writes)
    for word in 0..<words.count where next[offset + word] != words[word] { flags.insert(.writes) }
    return flags
  }

  /// Writes the changes of a step to timers, besides those that it starts or stops. Returns false if a value does not
  /// fit.
  @inline(__always)
  private mutating func changeTimers(
    _ step: Int, flags: LocalSteps.Flags, next: inout [UInt64], at offset: Int, codec: inout StateCodec
  ) -> Bool {
    let (stopped, starts, movesClock) = (steps.stopped[step], steps.starts(of: step), flags.contains(.movesClock))
    if !movesClock, !starts.isEmpty, running.hasOther(than: stopped) { replayStartsBeside = true }
    // Nearly always, all timers stay in the order of the chart.
    if !movesClock, order == 0, !running.getOutOfOrder(stopped: stopped, started: steps.started, starts: starts) {
      return true
    }
    changed.become(running, stopped: stopped, started: steps.started, starts: starts, movesClock: movesClock)
    if movesClock, !codec.afterTimers.write(changed, fields: timerFields, into: &next, at: offset) { return false }
    let order = codec.afterTimers.order(of: changed)
    if order > orderField.limit { return false }
    let word = offset + orderField.word
    next[word] = next[word] & ~orderField.mask | UInt64(order) << orderField.shift
    return true
  }

  /// Applies an input with the machine.
  mutating func perform(_ input: Int, codec: inout StateCodec) -> MachineStepper.Step {
    load(&codec)
    machineSteps += 1
    let isNoted = keepsSteps && kinds[input] != .wait && steps.isWorthKeeping(input)
    let state = MachineStepper.State(parts: parts ?? MachineParts(), answers: fields[codec.answersField])
    lastIsNoted = isNoted
    var step = machine.perform(input, in: state, isNoted: isNoted, codec: &codec, into: &after)
    // What changes the state leads on, though no handler took the event itself: the end of work, an error in a guard.
    if !step.movesClock, !isSame, !step.isHandled || step.isForbidden {
      (step.isHandled, step.isForbidden) = (true, false)
      lastIsNoted = false
    }
    return step
  }

  private var lastIsNoted = false

  /// True if the machine's last step did not change the state.
  var isSame: Bool { after == fields }

  /// Stores the last step of the machine, in a state of the space.
  mutating func keep(_ step: MachineStepper.Step, input: Int, state: Int, space: inout StateSpace) {
    if generation != space.table.generation {
      let parts = self.parts
      enter(state, space: &space)
      self.parts = parts
    }
    guard lastIsNoted,
      let local = machine.localStep(step, codec: space.codec, before: fields, after: after, running: running)
    else { return }
    steps.learn(input, step: local, before: fields, after: after)
  }

  /// Decodes the state on first use.
  mutating func load(_ codec: inout StateCodec) {
    if parts != nil { return }
    steps.layout.unpack(words, into: &fields)
    parts = codec.decode(fields)
  }
}

extension Chart {
  /// True if it has timers, or an action that sends a delayed event.
  var mayWait: Bool { !timers.isEmpty || sendsLater }

  /// True if it has an action that sends a delayed event.
  var sendsLater: Bool {
    actions.contains { action in
      if case .send(_, _, .milliseconds(0), _, _) = action { return false }
      if case .send = action { return true }
      return false
    }
  }
}
