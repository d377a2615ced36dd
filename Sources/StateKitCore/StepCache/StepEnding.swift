/// The end of a step, for later queries.
struct StepEnding: Sendable {
  let outcome: Outcome
  /// The event that the step's expressions read: the one with which the step began.
  var first: SeenEvent
  /// The event that the machine saw last, which may be one that the step raised.
  let seen: SeenEvent
  /// The entries of the step, if they may be requested.
  let entries: [TraceEntry]
}
