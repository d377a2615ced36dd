internal import StateKitCore

/// What the program does for the chart.
extension Statechart {
  /// Does a host action from now on, in place of what did it before. The closure is called at the moment of the action; what
  /// it throws ends the list of actions and raises `error.execution` in the chart, with the error's description.
  public func on(_ action: String, _ body: @escaping (Call) throws -> Void) {
    ownHost.actions[Name(action)] = body
  }

  /// Answers a host guard from now on. What the closure throws makes the guard false and raises `error.execution`.
  public func answer(_ guardName: String, _ body: @escaping (Call) throws -> Bool) {
    ownHost.guards[Name(guardName)] = body
  }

  /// Throws where the chart wants what nobody gave.
  func checkHost() throws(MissingHost) {
    let needs = core.needs
    let actions = needs.actions.filter { host?.actions[$0] == nil && core.closures.actions[$0] == nil }
    let guards = needs.guards.filter { host?.guards[$0] == nil && core.closures.guards[$0] == nil }
    if actions.isEmpty, guards.isEmpty { return }
    let given = Array((host?.actions ?? [:]).keys) + Array((host?.guards ?? [:]).keys)
    let unused = given.filter { !needs.actions.contains($0) && !needs.guards.contains($0) }.map(\.text)
    throw MissingHost(
      actions: actions.map(\.text), guards: guards.map(\.text), sources: [],
      unused: unused.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }
}
