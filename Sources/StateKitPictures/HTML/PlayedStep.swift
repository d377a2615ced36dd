package import StateKitCore

/// A step of a run as the player shows it.
package struct PlayedStep: Sendable {
  /// The step as a line of JSON Lines (Trace.md).
  package var json = "null"
  /// The step as the trace in text shows it.
  package let text: String
  /// The deepest active states after it.
  package let leaves: [StateID]
  /// The states that were exited and entered, in order.
  package var exited: [StateID] = []
  package var entered: [StateID] = []
  /// The handlers that were taken, as entries of `Chart.handlers`.
  package var handlers: [Int] = []
  /// Where `goToState` in a hook led: from which state, and to which.
  package var jumps: [(from: StateID, to: StateID)] = []
  /// When each waiting timer is due, on the machine's clock in milliseconds, and what it is; nil where nobody looked.
  package var timers: [(due: Int64, what: String)]?
  /// Something went wrong.
  package var isError = false

  package init(text: String, leaves: [StateID]) {
    self.text = text
    self.leaves = leaves
  }
}
