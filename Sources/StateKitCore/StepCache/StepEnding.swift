/// The end of a step, for later queries.
struct StepEnding: Sendable {
  let outcome: Outcome
  /// The event that expressions see.
  var seen: SeenEvent
  /// The entries of the step, if they may be requested.
  let entries: [TraceEntry]
}
