/// Closures that belong to an actor. A machine that an actor keeps as a property calls them in that actor.
extension Statechart {
  /// Sets the closure of a host action of a machine that an actor owns, also in the actor's `init`. The machine keeps
  /// the owner weakly; without the owner, nothing is called.
  ///
  /// ```swift
  /// try machine.action("beep", of: self) { service, call in service.beeps += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the action's name in the chart.
  ///   - owner: the only actor that uses this machine.
  ///   - body: gets the owner, and the action's data and event.
  /// - Throws: `UnknownName` if the chart uses no such action.
  public func action<Owner: Actor>(
    _ name: String, of owner: Owner, _ body: @escaping @Sendable (isolated Owner, Call) throws -> Void
  ) throws(UnknownName) {
    let owned = Owned(owner, body: body)
    try action(name) { call in try owned.call(call) }
  }

  /// Sets the closure of a host guard of a machine that an actor owns, also in the actor's `init`. Without the owner,
  /// the guard is false.
  ///
  /// - Parameters:
  ///   - name: the guard's name in the chart.
  ///   - owner: the only actor that uses this machine.
  ///   - body: gets the owner, and the guard's data and event; returns whether the guard is true.
  /// - Throws: `UnknownName` if the chart has no such host guard.
  public func `guard`<Owner: Actor>(
    _ name: String, of owner: Owner, _ body: @escaping @Sendable (isolated Owner, Call) throws -> Bool
  ) throws(UnknownName) {
    let owned = Owned(owner, body: body)
    try self.guard(name) { call in try owned.call(call) ?? false }
  }

  /// Sets the closures that do the work of a source of a machine that an actor owns, also in the actor's `init`. Without
  /// the owner, nothing is called.
  ///
  /// - Parameters:
  ///   - source: the source that the chart invokes.
  ///   - owner: the only actor that uses this machine.
  ///   - start: called when an invocation begins; if it throws, the invocation has failed.
  ///   - stop: called when the invocation is stopped.
  /// - Throws: `UnknownName` if the chart invokes no such source.
  public func service<Owner: Actor>(
    _ source: String, of owner: Owner, start: @escaping @Sendable (isolated Owner, Call) throws -> Void,
    stop: @escaping @Sendable (isolated Owner, Call) -> Void = { _, _ in }
  ) throws(UnknownName) {
    let starting = Owned(owner, body: start)
    let stopping = Owned<Owner, Call, Void>(owner) { stop($0, $1) }
    try service(source) { call in
      try starting.call(call)
    } stop: { call in
      _ = try? stopping.call(call)
    }
  }

  /// Calls a closure after each step of a machine that an actor owns, also in the actor's `async` `init`. Another `init`
  /// cannot set a variable after this call: it puts the token into a constant property, such as a `Mutex<[Token]>`.
  ///
  /// - Parameters:
  ///   - owner: the only actor that uses this machine.
  ///   - body: gets the owner and the step after its end.
  /// - Returns: a token; the closure is called while it is alive.
  public func observe<Owner: Actor>(
    of owner: Owner, _ body: @escaping @Sendable (isolated Owner, Step) -> Void
  ) -> Token {
    let owned = Owned<Owner, Step, Void>(owner) { body($0, $1) }
    return observe { step in _ = try? owned.call(step) }
  }
}

private struct Owned<Owner: Actor, Argument: Sendable, Result> {
  private weak var owner: Owner?
  private let body: (Owner, Argument) throws -> Result

  init(_ owner: Owner, body: @escaping @Sendable (isolated Owner, Argument) throws -> Result) {
    self.owner = owner
    // A machine is not Sendable: it runs where its owner does, and in the owner's `init`, where an actor cannot check
    // its own isolation.
    self.body = unsafe unsafeBitCast(body, to: ((Owner, Argument) throws -> Result).self)
  }

  /// Calls the closure; nil without an owner.
  func call(_ argument: Argument) throws -> Result? {
    try owner.map { try body($0, argument) }
  }
}
