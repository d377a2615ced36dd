import CEL

/// Something that a step asked of the data or did to it. All else that it does follows from the configuration, the event
/// and the answers.
enum StepMoment: Sendable {
  /// A condition was evaluated. `answers`: what the configuration said to the expression's questions, a bit each.
  case question(Int32, answers: UInt64, holds: Bool)
  /// A context key was set to a value that stands in the chart.
  case set(slot: Int32, Value)
  /// A context key was set to the value of an expression.
  case assign(slot: Int32, Int32, answers: UInt64)
}

/// How a machine took an event: all that is needed to do the same without it.
package struct StepRecord: Sendable {
  var header = TraceHeader.start
  var entries: [TraceEntry] = []
  var moments: [StepMoment] = []
  var summary = TraceSummary(outcome: nil, moved: false, time: 0, leaves: [], isDone: false)
  /// What was taken first.
  var handlers: [Int32]?
  /// How many conditions had been evaluated by then.
  var firstQuestions = 0
  /// The moments are all that it depended on.
  var isSound = false
}
