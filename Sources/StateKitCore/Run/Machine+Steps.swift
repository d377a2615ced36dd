/// Counting the steps of a macrostep (SPEC §2.7, §7).
extension Machine {
  /// Counts a step; the one after the limit is refused (SPEC §7, Steps and limits).
  mutating func step(_ step: StepLog.Step, at span: SourceSpan?) throws(Halt) {
    if let observer, observer.wantsToStop { throw Halt(message: "interrupted", span: span) }
    if steps.count >= limits.steps { throw tooManySteps(span) }
    steps.append(step)
  }

  mutating func step(event: Event) throws(Halt) {
    if steps.count >= limits.steps { throw tooManySteps(nil) }
    steps.append(event: event.label, in: chart)
  }

  private func tooManySteps(_ span: SourceSpan?) -> Halt {
    Halt(
      message: "\(limits.steps) steps without rest, the limit of --max-steps: \(steps.summary(in: chart))", span: span)
  }
}
