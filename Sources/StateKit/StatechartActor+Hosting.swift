internal import StateKitCore

/// Providing the host of a shared machine.
extension StatechartActor {
  /// Sets the closure that carries out a host action inside a step; see `Statechart.action`.
  ///
  /// ```swift
  /// try await machine.action("beep") { _ in speaker.beep() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the action's name in the chart.
  ///   - body: gets the action's data and the event that is handled.
  /// - Throws: `UnknownName` if the chart uses no such action.
  public func action(_ name: String, _ body: @escaping @Sendable (Call) throws -> Void) throws(UnknownName) {
    try machine.action(name, body)
    settle()
  }

  /// Sets an async closure that carries out a host action. The step does not wait for it: async actions run in a queue,
  /// each after the end of the one before. An error that one throws raises `error.execution` in a later step, and is an
  /// error of that step if no state handles it.
  ///
  /// ```swift
  /// try await machine.action("save") { call in try await database.save(call.data) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the action's name in the chart.
  ///   - body: gets the action's data and the event that is handled.
  /// - Throws: `UnknownName` if the chart uses no such action.
  public func action(_ name: String, _ body: @escaping @Sendable (Call) async throws -> Void) throws(UnknownName) {
    try machine.action(name) { call in
      call.enqueue {
        do {
          try await body(call)
        } catch {
          let text = "the action \(DisplayText.name(name)) failed: \(HostTable.text(of: error))"
          call.fail(text, underlying: error)
        }
      }
    }
    settle()
  }

  /// Sets the closure that answers a host guard; see `Statechart.guard`.
  ///
  /// - Parameters:
  ///   - name: the guard's name in the chart.
  ///   - body: answers; an error that it throws counts as false, and is an error of the step.
  /// - Throws: `UnknownName` if the host does not define a guard of this name.
  public func `guard`(_ name: String, _ body: @escaping @Sendable (Call) throws -> Bool) throws(UnknownName) {
    try machine.guard(name, body)
    settle()
  }

  /// Sets the length of a named delay; see `Statechart.delay`.
  ///
  /// - Parameters:
  ///   - name: the delay's name in the chart.
  ///   - duration: its length, as of `Statechart.delay`.
  /// - Throws: `UnknownName` if the host does not define a delay of this name.
  public func delay(_ name: String, _ duration: Swift.Duration) throws(UnknownName) {
    try machine.delay(name, duration)
  }

  /// Sets the closure that does the work of a source of host invocations. Each invocation is a task, which is cancelled
  /// when its state is exited. Its result is the data of `done.invoke.ID`; the description of its error is the
  /// `message` of `error.invoke.ID`, and an error of that step if no state handles it.
  ///
  /// ```swift
  /// try await machine.service("fetchUser") { call in try await api.user(call.input) }
  /// ```
  ///
  /// - Parameters:
  ///   - source: the source of `invoke` in the chart.
  ///   - body: does the work; it gets the invocation's input.
  /// - Throws: `UnknownName` if the chart invokes no such source.
  public func service<Result: Encodable & Sendable>(
    _ source: String, _ body: @escaping @Sendable (Call) async throws -> Result
  ) throws(UnknownName) {
    try register(source) { try PayloadCoding.encode(try await body($0)) }
  }

  /// Sets the closure that does the work of a source, without a result.
  ///
  /// - Parameters:
  ///   - source: the source of `invoke` in the chart.
  ///   - body: does the work; it gets the invocation's input.
  /// - Throws: `UnknownName` if the chart invokes no such source.
  public func service(
    _ source: String, _ body: @escaping @Sendable (Call) async throws -> Void
  ) throws(UnknownName) {
    try register(source) {
      try await body($0)
      return .null
    }
  }

  private func register(
    _ source: String, body: @escaping @Sendable (Call) async throws -> Payload
  ) throws(UnknownName) {
    try machine.service(source, performer: news.performer)
    performers[Name(source)] = body
    settle()
  }

  func begin(_ call: Call) {
    guard let body = performers[Name(call.action)], let id = call.invocation else { return }
    works.begin(id) { serial in
      Task { [weak self] in
        do {
          let result = try await body(call)
          await self?.end(id, serial: serial, with: .success(result))
        } catch {
          await self?.end(id, serial: serial, with: .failure(error))
        }
      }
    }
  }

  /// Reports the end of an invocation to the machine, if that invocation still runs under the id.
  private func end(_ id: String, serial: Int, with result: Result<Payload, any Error>) {
    // A timer that is due may end this invocation, and begin another one under its id.
    catchUp()
    if !works.end(id, serial: serial) { return }
    defer { settle() }
    switch result {
    case .success(let payload):
      let step = machine.finish(id, payload)
      // A result that the chart rejects is a failure: otherwise the invocation would never end.
      if case .rejected(let why) = step.outcome { machine.fail(id, RejectedResult(why: why)) }
    case .failure(let error): machine.fail(id, error)
    }
  }

  /// The error of an invocation whose result is rejected.
  private struct RejectedResult: Error, CustomStringConvertible {
    let why: String
    var description: String { "its result was rejected: \(why)" }
  }
}
