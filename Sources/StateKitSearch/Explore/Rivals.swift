import StateKitCore

/// Behaviour that depends on an order: handlers that hide one another, and timers that are due at one moment; and raised
/// events that come too early or too late.
struct Rivals {
  private(set) var hidden: [(found: HiddenHandler, moment: StateSpace.Moment)] = []
  private(set) var ties: [(found: TimerTies.Pair, moment: StateSpace.Moment)] = []

  /// The raised events that no state handled, once each.
  private(set) var lost: [(event: EventLabel, moment: StateSpace.Moment)] = []

  /// Adds what was recorded since the last call.
  mutating func add(_ stepper: borrowing MachineStepper, at moment: StateSpace.Moment) {
    for found in stepper.coverage.hidden[hidden.count...] { hidden.append((found, moment)) }
    for found in stepper.ties.found[ties.count...] { ties.append((found, moment)) }
    for found in stepper.coverage.lost[lost.count...] { lost.append((found, moment)) }
  }
}
