internal import StateKitCore

/// What the program does for the chart.
extension Statechart {
  /// Does a host action from now on, in place of what did it before. The closure is called at the moment of the action; what
  /// it throws ends the list of actions and raises `error.execution` in the chart, with the error's description.
  ///
  /// The machine keeps the closure, as it does those of `answer` and `perform`: one that uses the machine, or who owns it,
  /// captures that `unowned` or `weak`.
  public func on(_ action: String, _ body: @escaping (Call) throws -> Void) {
    ownHost.give(Name(action), closure: ActionClosure(body))
  }

  /// Answers a host guard from now on. What the closure throws makes the guard false and raises `error.execution`.
  public func answer(_ guardName: String, _ body: @escaping (Call) throws -> Bool) {
    ownHost.give(Name(guardName), closure: body)
  }

  /// Does the work of a source of host invocations from now on. How it ends is reported by `finish` or `fail`, with the id of the
  /// invocation (`Call.invocation`; where the chart gives none it is the source).
  ///
  /// - Parameters:
  ///   - source: what the chart invokes.
  ///   - start: called when an invocation begins; where it throws the invocation has failed.
  ///   - stop: called when it is not wanted any more: its state was exited, or the machine is finished.
  public func perform(
    _ source: String, start: @escaping (Call) throws -> Void, stop: @escaping (Call) -> Void = { _ in }
  ) {
    ownHost.give(Name(source), performer: HostTable.Performer(start: start, stop: stop))
  }

  /// Tells that a host invocation is done, with its result: the event `done.invoke.ID`. Rejected where it is not running.
  /// That of a child, `CHILD.ID`, is an event of the child.
  @discardableResult
  public func finish(_ invocation: String, _ result: Payload = .null) -> Step {
    submit(.end(invocation, isDone: true, result))
  }

  /// Tells that a host invocation failed: the event `error.invoke.ID`, whose data has the error's description as `message`.
  /// Rejected where it is not running.
  @discardableResult
  public func fail(_ invocation: String, _ error: any Error) -> Step {
    submit(.end(invocation, isDone: false, ["message": .string(HostTable.text(of: error))]))
  }

  /// Gives the length of a named delay from now on, in whole milliseconds. A timer that runs keeps its own.
  public func delay(_ name: String, _ duration: Swift.Duration) {
    ownHost.delays[Name(name)] = min(duration.milliseconds, Delay.longest)
  }

  /// Throws where the chart wants what nobody gave.
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
