internal import CEL
internal import StateKitCore

/// Handling events.
extension Statechart {
  static let notStarted = "the machine has not been started"

  /// Handles an event now: replays a memoised step, or computes the step.
  func handle(_ name: String, data: Payload) -> Step {
    let index = extra == nil && hasStarted && data.problem == nil ? core.index(ofEvent: name) : nil
    var isUnknown = true
    if let index {
      if let first = node.step(index) {
        switch replay(first, event: name, data: data) {
        case .made(let step): return step
        case .unknown: break
        case .unfit: isUnknown = false
        }
      }
    } else if let why = refusal(of: name, data: data) {
      return Step(core, at: configuration, event: name, outcome: .rejected(why), time: clock)
    }
    let event = event(name, data: data)
    if index == nil, extra == nil, !node.isFinished, node.keepsSteps, core.restsWithoutHandlers,
      core.ignores(event)
    {
      return ignore(event, name: name, data: data)
    }
    return run(isUnknown ? index : nil, occasion: .event(name), payload: data) { $0.send(event) }
  }

  private static let ignored = RecordedEntries([.ignored])

  /// The step of an event that the chart does not know.
  private func ignore(_ event: Event, name: String, data: Payload) -> Step {
    let seen = SeenEvent(external: event, in: core.chart)
    let facts = StepFacts(
      .event(name), from: node, to: node,
      end: StepFacts.End(recorded: Self.ignored, seen: seen, outcome: .ignored, isUnknown: true), core: core)
    last = LastStep(facts)
    return Step(core, facts: facts, time: clock, payload: data.value)
  }

  /// Ends a host invocation of this machine, or of one below it.
  func end(_ invocation: String, isDone: Bool, data: Payload) -> Step {
    let name = (isDone ? "done.invoke." : "error.invoke.") + invocation
    let isOwn = core.chart.invocations.contains { $0.source != nil && $0.id.utf8.elementsEqual(invocation.utf8) }
    if isOwn || refusal(of: name, data: data) != nil { return handle(name, data: data) }
    if extra != nil, let work = look({ $0.childWork(named: invocation) }) {
      return run(nil, occasion: .event(name), payload: data) {
        $0.end(work, isDone: isDone, data: data.isNull ? nil : data.value)
      }
    }
    // The machine also knows its work by the source.
    if look({ $0.allRunningWork }).contains(where: { $0.path.isEmpty && $0.source.utf8.elementsEqual(invocation.utf8) })
    {
      return handle(name, data: data)
    }
    return Step(
      core, at: configuration, event: name, outcome: .rejected("\(DisplayText.name(invocation)) is not running"),
      time: clock)
  }

  /// The reason why an event is rejected regardless of the chart; nil if it is not.
  func refusal(of name: String, data: Payload) -> String? {
    if !hasStarted { return Self.notStarted }
    if name.utf8.isEmpty { return "the name of the event is empty" }
    if let why = InputLimits.longName("the name of the event", bytes: name.utf8.count) { return why }
    return data.problem
  }

  func event(_ name: String, data: Payload) -> Event {
    name.withUTF8Bytes { core.chart.event($0, data: data.isNull ? nil : data.value) }
  }
}
