import StateKitCore

/// The timers of cases.
extension CaseReplay {
  /// The effect of the next timers of a state, in at most `room` macrosteps.
  func firing(of state: Int32, after due: Int64, room: Int) -> CaseStates.Firing {
    let isFirst = room == options.limits.macrosteps
    if let known = states.firing(state), isFirst || known.macrosteps <= room { return known }
    var made = maker.fire(states.state(state), after: due)
    var did = maker.did
    let isCut = !isFirst && made.macrosteps > room
    if isCut {
      var rest = options
      rest.limits.macrosteps = room
      var limited = StepMaker(chart, options: rest)
      made = limited.fire(states.state(state), after: due)
      did = limited.did
    }
    let fired = CaseStates.Firing(
      next: states.add(made.parts, replacing: state), hasError: made.hasError, macrosteps: made.macrosteps,
      did: actions.index(of: did))
    if !isCut, actions.isKept(fired.did) { states.set(fired, of: state) }
    return fired
  }
}
