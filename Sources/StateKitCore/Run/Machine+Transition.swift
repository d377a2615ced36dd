import CEL

/// Carrying transitions out: exits, actions, entries, and the nested transitions in them (Semantics.md, rules 8 to 16).
extension Machine {
  /// Adds the targets of a handler, and the states that it exits first, to the outermost transition.
  mutating func addMoves(of handler: EventHandler) {
    for index in handler.targets.indices {
      work.transitions[0].targets.append(Transition.Target(state: chart.targets[index]))
    }
    if handler.reentry == .none { return }
    if handler.targets.isEmpty { work.transitions[0].targets.append(Transition.Target(state: handler.state)) }
    if handler.reentry == .children {
      work.transitions[0].reentryAncestors.append(handler.state)
      if chart.states[handler.state.index].kind == .parallel {
        work.transitions[0].parallels.append(configuration.activation(of: handler.state))
      }
    } else if let ancestor = chart.reentryAncestor(from: handler.state, to: handler.targets, reentry: handler.reentry) {
      work.transitions[0].reentryAncestors.append(ancestor)
      if chart.states[ancestor.index].kind == .parallel {
        work.transitions[0].parallels.append(configuration.activation(of: ancestor))
      }
    } else {
      work.transitions[0].exitsRoot = true
    }
  }

  /// Carries out the transition at the current depth, and runs the actions of `handlers` between exits and entries.
  mutating func transition(handlers: [Int32]) throws(Halt) {
    let level = work.depth
    var handlersRan = handlers.isEmpty
    while true {
      work.planner.planExits(&work.transitions[level], in: configuration)
      if !work.transitions[level].exits.isEmpty {
        if try !exitPlanned(level) { continue }
      }
      work.transitions[level].reentryAncestors.empty()
      work.transitions[level].exitsRoot = false
      if !handlersRan {
        handlersRan = true
        let before = work.changes
        try runActions(of: handlers)
        if work.changes != before { continue }
      }
      if chart.hasHistory {
        let history = self.history
        let coverage = self.coverage
        let footprint = trace.recorder?.footprint
        let resolved = work.planner.resolveHistory(&work.transitions[level], in: configuration) { state in
          let found = history.record(of: state)
          coverage?.restore(state, hasRecord: !found.isEmpty)
          footprint?.read(history: state)
          return found
        }
        if resolved { continue }
        if !work.transitions[level].defaults.isEmpty {
          try runInitial(of: work.transitions[level].defaults.removeFirst())
          continue
        }
        work.planner.planEntries(&work.transitions[level], in: configuration) { state in
          footprint?.read(history: state)
          return history.record(of: state)
        }
      } else {
        work.planner.planEntries(&work.transitions[level], in: configuration) { _ in [] }
      }
      trace.recorder?.footprint?.look(at: work.transitions[level])
      if try enterPlanned(level) { return }
    }
  }

  /// Makes the planned exits. Returns false if a nested transition changed the configuration, so that the plan is void.
  private mutating func exitPlanned(_ level: Int) throws(Halt) -> Bool {
    let exits = work.transitions[level].exits
    if chart.hasHistory {
      for state in exits where chart.states[state.index].hasHistory && work.exiting[state.index] == 0 {
        history.record(state, in: configuration)
      }
      for state in exits { work.exiting[state.index] += 1 }
    }
    var isWhole = true
    for state in exits {
      work.changes += 1
      let expected = work.changes
      try exit(state)
      if work.changes != expected {
        isWhole = false
        break
      }
    }
    if chart.hasHistory {
      for state in exits { work.exiting[state.index] -= 1 }
    }
    return isWhole
  }

  mutating func exit(_ state: StateID) throws(Halt) {
    let node = chart.states[state.index]
    configuration.exit(state)
    if node.hasInvoke {
      trace.recorder?.note(.machines)
      kin.waiting.removeAll { $0 == state }
    }
    if !node.timers.isEmpty {
      trace.recorder?.noteTimers(of: state, areStarted: false)
      changeTimers { $0.stopAfter(node.timers.indices) }
    }
    emit(.exit(state))
    let isSpent = !data.meter.spend(1)
    // The invocations of the state are stopped even if its actions fail.
    defer { if node.hasInvoke { stopInvocations(of: state) } }
    if isSpent { try checkLine() }
    if let host { host.willRunExit(of: state, machine: &self) }
    if !node.exitActions.isEmpty { try runHook(node.exitActions, of: state) }
  }

  /// Makes the planned entries. Returns false if a nested transition changed the configuration, so that the plan is
  /// void.
  private mutating func enterPlanned(_ level: Int) throws(Halt) -> Bool {
    var made = 0
    let entryCount = configuration.entryCount
    while made < work.transitions[level].steps.count {
      let step = work.transitions[level].steps[made]
      made += 1
      let expected: Int
      switch step.kind {
      case .pass, .arrive:
        work.changes += 1
        expected = work.changes
        try enter(step.state)
      case .initial, .historyDefault:
        expected = work.changes
        try runInitial(of: step.state)
      case .resolve: continue
      }
      if work.changes != expected {
        // A target on the way counts as reached after its entry, whatever the entry triggered.
        if made < work.transitions[level].steps.count, work.transitions[level].steps[made].isReached(by: step) {
          made += 1
        }
        work.transitions[level].settle(made, in: chart, after: entryCount)
        return false
      }
    }
    return true
  }

  private mutating func enter(_ state: StateID) throws(Halt) {
    let node = chart.states[state.index]
    configuration.enter(state)
    coverage?.enter(state)
    emit(.enter(state))
    try spend(at: nil)
    if !node.timers.isEmpty { try startTimers(of: state, timers: node.timers) }
    if node.hasInvoke {
      trace.recorder?.note(.machines)
      kin.waiting.append(state)
    }
    if let host { host.didEnter(state, machine: &self) }
    if !node.enterActions.isEmpty { try runHook(node.enterActions, of: state) }
    if node.kind == .final, configuration.isActive(state) { raiseDone(final: state) }
  }

  /// The done events that entering a final state raises, from its parent up through parallel states (Semantics.md, rule 21).
  private mutating func raiseDone(final: StateID) {
    var next = chart.states[final.index].parent
    var data = output(of: final)
    var isFirst = true
    while next >= 0 {
      let node = chart.states[Int(next)]
      guard configuration.isDone(StateID(rawValue: next)), isFirst || node.kind == .parallel else { return }
      isFirst = false
      if next == 0 { kin.output = data }
      raise(Event(EventID(rawValue: node.doneEvent), data: data, origin: .platform, in: chart))
      data = nil
      next = node.parent
    }
  }

  /// The payload of a final state's done event; null if its evaluation fails.
  private mutating func output(of final: StateID) -> Value? {
    let output = chart.states[final.index].output
    guard output >= 0 else { return nil }
    do throws(DataModel.Failure) {
      let value = try data.value(of: chart.outputs[Int(output)], in: configuration)
      try data.admit(value.size, at: chart.outputs[Int(output)].span(in: chart))
      return value
    } catch {
      fail(error.message, at: error.span)
      return nil
    }
  }

  mutating func runHook(_ actions: TableRange, of state: StateID) throws(Halt) {
    let (hook, handler) = (work.hook, work.handler)
    work.hook = state.rawValue
    work.handler = -1
    try run(actions, inHook: true)
    work.hook = hook
    work.handler = handler
  }

  mutating func runActions(of handlers: [Int32]) throws(Halt) {
    for handler in handlers {
      work.handler = handler
      try run(chart.handlers[Int(handler)].actions, inHook: false)
    }
    work.handler = -1
  }

  private mutating func runInitial(of state: StateID) throws(Halt) {
    let actions = chart.initials[Int(chart.states[state.index].initial)].actions
    if !actions.isEmpty { try run(actions, inHook: false) }
  }

  mutating func goToState(_ target: StateID, inHook: Bool, at span: SourceSpan) throws(Halt) {
    // A stopped machine makes no further transitions.
    if kin.isStopping { return }
    try step(.goToState(target), at: span)
    if work.depth >= limits.nestedGoToState {
      throw Halt(
        message: "goToState nested \(limits.nestedGoToState) deep, the limit: \(work.steps.summary(in: chart))",
        span: span, end: .nested)
    }
    emit(.effect(.goToState(target), inHook: inHook))
    work.depth += 1
    if work.transitions.count == work.depth { work.transitions.append(Transition()) }
    work.transitions[work.depth].removeAll()
    work.transitions[work.depth].targets.append(Transition.Target(state: target))
    try transition(handlers: [])
    work.depth -= 1
  }
}
