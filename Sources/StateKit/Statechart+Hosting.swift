internal import StateKitCore

/// Providing the host.
extension Statechart {
  /// Sets the closure that carries out a host action, and replaces an earlier one. The closure is called at the time of
  /// the action. An error that it throws ends the list of actions and raises `error.execution` in the chart, with the
  /// error's description.
  ///
  /// The machine keeps the closure alive, as it does the closures of `guard` and `service`. A closure that uses the
  /// machine or its owner captures it as `unowned` or `weak`.
  ///
  /// ```swift
  /// try machine.action("showBalance") { call in label.text = "\(call.data)" }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the action's name in the chart.
  ///   - body: gets the action's data and the event that is handled.
  /// - Throws: `UnknownName` if the chart uses no such action.
  public func action(_ name: String, _ body: @escaping (Call) throws -> Void) throws(UnknownName) {
    let index = try core.needs.actions.index(of: name, kind: .action)
    ownHost.give(index, closure: ActionClosure(body))
  }

  /// Sets the closure that answers a host guard. An error that it throws makes the guard false and raises
  /// `error.execution`. The closure only reads: a closure that sends an event has failed. Guards that ask one another
  /// fail at a depth of 10, and after 1,000 calls in one question.
  ///
  /// ```swift
  /// try machine.guard("isOnline") { _ in network.isReachable }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the guard's name in the chart.
  ///   - body: returns whether the guard is true.
  /// - Throws: `UnknownName` if the chart has no such host guard.
  public func `guard`(_ name: String, _ body: @escaping (Call) throws -> Bool) throws(UnknownName) {
    let index = try core.needs.guards.index(of: name, kind: .guard)
    ownHost.give(index, closure: GuardClosure(body))
  }

  /// Sets the closures that do the work of a source of host invocations. `finish` or `fail` reports the end, with the
  /// id of the invocation (`Call.invocation`; by default the source).
  ///
  /// ```swift
  /// try machine.service("load") { call in loader.begin(call.input) } stop: { _ in loader.cancel() }
  /// ```
  ///
  /// - Parameters:
  ///   - source: the source that the chart invokes.
  ///   - start: called when an invocation begins; if it throws, the invocation has failed, as with `fail`. If no state
  ///     handles the event, the error is an error of the step that `send`, `start` or `advance` returns.
  ///   - stop: called when the invocation is stopped: its state was exited, or the machine is finished.
  /// - Throws: `UnknownName` if the chart invokes no such source.
  public func service(
    _ source: String, start: @escaping (Call) throws -> Void, stop: @escaping (Call) -> Void = { _ in }
  ) throws(UnknownName) {
    try service(source, performer: HostTable.Performer(start: start, stop: stop))
  }

  func service(_ source: String, performer: HostTable.Performer) throws(UnknownName) {
    _ = try core.needs.sources.index(of: source, kind: .service)
    ownHost.give(Name(source), performer: performer)
  }

  /// Reports that a host invocation is done, with its result, as the event `done.invoke.ID`. Rejected if the invocation
  /// is not running. For `CHILD.ID`, the child gets the event.
  ///
  /// ```swift
  /// machine.finish("load", ["title": "Hello"])
  /// ```
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
  /// `message`. Rejected if the invocation is not running. If no state handles the event, the error is an error of the
  /// step.
  ///
  /// ```swift
  /// machine.fail("load", URLError(.timedOut))
  /// ```
  ///
  /// - Parameters:
  ///   - invocation: the invocation's id.
  ///   - error: the reason.
  /// - Returns: the step of the event.
  @discardableResult
  public func fail(_ invocation: String, _ error: any Error) -> Step {
    submit(.failedWork(invocation, error, atStart: false))
  }

  /// Sets the length of a named delay in whole milliseconds. A running timer keeps its length.
  ///
  /// ```swift
  /// try machine.delay("patience", .seconds(30))
  /// ```
  ///
  /// - Parameters:
  ///   - name: the delay's name in the chart.
  ///   - duration: its length; a fraction of a millisecond is dropped. A negative duration is zero, and a duration
  ///     above 100,000 years, the limit, is that limit.
  /// - Throws: `UnknownName` if the host does not define a delay of this name.
  public func delay(_ name: String, _ duration: Swift.Duration) throws(UnknownName) {
    _ = try core.needs.delays.index(of: name, kind: .delay)
    ownHost.delays[Name(name)] = min(duration.milliseconds, StateKitCore.Delay.longest)
  }

  /// The closures that the chart requires and the program has not set; nil if all are set.
  var missingHost: MissingHost? {
    let needs = core.needs
    let actions = needs.actions.names.indices.filter { host?.hasClosure(forAction: $0) != true }
    let answers = extra?.value.answers
    let guards = needs.guards.names.enumerated().compactMap { index, name in
      answers?.answers(guard: name) == true || host?.hasClosure(forGuard: index) == true ? nil : name
    }
    let sources = needs.sources.names.filter { host?.sources[Name($0)] == nil }
    if actions.isEmpty, guards.isEmpty, sources.isEmpty { return nil }
    return MissingHost(actions: actions.map { needs.actions.names[$0] }, guards: guards, sources: sources)
  }
}
