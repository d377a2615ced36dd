package import StateKitCore

/// A step of a run as the player shows it.
package struct PlayedStep: Sendable {
  /// The step as a line of JSON Lines (Trace.md).
  package var json = "null"
  /// The step as the trace in text shows it.
  package let text: String
  /// The deepest active states after the step.
  package let leaves: [StateID]
  /// The states that were exited and entered, in order.
  package var exited: [StateID] = []
  package var entered: [StateID] = []
  /// The handlers that were selected, as entries of `Chart.handlers`.
  package var handlers: [Int] = []
  /// The source and the target of each `goToState` in a hook.
  package var jumps: [(from: StateID, to: StateID)] = []
  /// The waiting timers: the time at which each is due, on the machine's clock in milliseconds, and a description.
  /// Nil if timers are not recorded.
  package var timers: [(due: Int64, what: String)]?
  /// True if an error occurred.
  package var isError = false

  package init(text: String, leaves: [StateID]) {
    self.text = text
    self.leaves = leaves
  }
}
