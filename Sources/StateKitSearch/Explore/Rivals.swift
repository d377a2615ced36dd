import StateKitCore

/// What depends on an order: handlers that hide one another, and timers that are due at the same time.
struct Rivals {
  /// Where something was seen first: nil at the start.
  struct Moment {
    let state: Int?
    let input: Int?
  }

  private(set) var hidden: [(found: HiddenHandler, moment: Moment)] = []
  private(set) var ties: [(found: TimerTies.Pair, moment: Moment)] = []

  /// Adds what was noted since.
  mutating func add(_ stepper: borrowing MachineStepper, state: Int?, input: Int?) {
    let moment = Moment(state: state, input: input)
    for found in stepper.coverage.hidden[hidden.count...] { hidden.append((found, moment)) }
    for found in stepper.ties.found[ties.count...] { ties.append((found, moment)) }
  }
}
