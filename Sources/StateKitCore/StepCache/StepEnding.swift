/// How a step ends, for those who ask afterwards.
struct StepEnding: Sendable {
  let outcome: Outcome
  /// The event that expressions see.
  var seen: SeenEvent
  /// What happened, where that may be asked for.
  let entries: [TraceEntry]
}
