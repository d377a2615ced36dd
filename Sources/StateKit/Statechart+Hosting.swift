internal import StateKitCore

/// Providing the host.
extension Statechart {
  /// Sets the closure that carries out a host action, and replaces an earlier one. The closure is called at the time of
  /// the action. An error that it throws ends the list of actions and raises `error.execution` in the chart, with the
  /// error's description.
  ///
  /// The machine keeps the closure alive, as it does the closures of `answer` and `perform`. A closure that uses the
  /// machine or its owner captures it as `unowned` or `weak`.
  ///
  /// ```swift
  /// machine.on("showBalance") { call in label.text = "\(call.data)" }
  /// ```
  ///
  /// - Parameters:
  ///   - action: the action's name in the chart.
  ///   - body: gets the action's data and the event that is handled.
  public func on(_ action: String, _ body: @escaping (Call) throws -> Void) {
    ownHost.give(Name(action), closure: ActionClosure(body))
  }

  /// Sets the closure that answers a host guard. An error that it throws makes the guard false and raises
  /// `error.execution`.
  ///
  /// ```swift
  /// machine.answer("isOnline") { _ in network.isReachable }
  /// ```
  ///
  /// - Parameters:
  ///   - guardName: the guard's name in the chart.
  ///   - body: returns whether the guard is true.
  public func answer(_ guardName: String, _ body: @escaping (Call) throws -> Bool) {
    ownHost.give(Name(guardName), closure: body)
  }

  /// Sets the closures that do the work of a source of host invocations. `finish` or `fail` reports the end, with the
  /// id of the invocation (`Call.invocation`; by default the source).
  ///
  /// - Parameters:
  /// - source: the source that the chart invokes.
  /// - start: called when an invocation begins; if it throws, the invocation has failed.
  /// - stop: called when the invocation is stopped: its state was exited, or the machine is finished.
  public func perform(
    _ source: String, start: @escaping (Call) throws -> Void, stop: @escaping (Call) -> Void = { _ in }
  ) {
    ownHost.give(Name(source), performer: HostTable.Performer(start: start, stop: stop))
  }

  /// Reports that a host invocation is done, with its result, as the event `done.invoke.ID`. Rejected if the invocation
  /// is not running. For `CHILD.ID`, the child gets the event.
  ///
  /// - Parameters:
  ///   - invocation: the invocation's id.
  ///   - result: the data of the event.
  /// - Returns: the step of the event.
  @discardableResult
  public func finish(_ invocation: String, _ result: Payload = .null) -> Step {
    submit(.end(invocation, isDone: true, result))
  }

  /// Reports that a host invocation failed, as the event `error.invoke.ID`; its data contain the error's description as
  /// `message`. Rejected if the invocation is not running.
  ///
  /// - Parameters:
  ///   - invocation: the invocation's id.
  ///   - error: the reason.
  /// - Returns: the step of the event.
  @discardableResult
  public func fail(_ invocation: String, _ error: any Error) -> Step {
    submit(.end(invocation, isDone: false, ["message": .string(HostTable.text(of: error))]))
  }

  /// Sets the length of a named delay in whole milliseconds. A running timer keeps its length.
  ///
  /// - Parameters:
  ///   - name: the delay's name in the chart.
  ///   - duration: its length; a fraction of a millisecond is dropped.
  public func delay(_ name: String, _ duration: Swift.Duration) {
    ownHost.delays[Name(name)] = min(duration.milliseconds, Delay.longest)
  }

  /// Throws if the program does not provide everything that the chart requires.
  func checkHost() throws(MissingHost) {
    let needs = core.needs
    let actions = needs.actions.filter { host?.actions[$0] == nil && core.closures.actions[$0] == nil }
    let answers = extra?.snapshot.hostAnswers
    let guards = needs.guards.filter { name in
      let isAnswered = answers?.answers(guard: name.text) ?? false
      return !isAnswered && host?.guards[name] == nil && core.closures.guards[name] == nil
    }
    let sources = needs.sources.filter { host?.sources[$0] == nil }
    if actions.isEmpty, guards.isEmpty, sources.isEmpty { return }
    let given = Array((host?.actions ?? [:]).keys) + Array((host?.guards ?? [:]).keys) + (host?.sources ?? [:]).keys
    let known = Set(needs.actions + needs.guards + needs.sources)
    let unused = given.filter { !known.contains($0) }.map(\.text)
    throw MissingHost(
      actions: actions.map(\.text), guards: guards.map(\.text), sources: sources.map(\.text),
      unused: unused.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }
}
