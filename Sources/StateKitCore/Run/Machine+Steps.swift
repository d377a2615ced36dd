/// Counting the steps of a macrostep (Semantics.md, rule 32).
extension Machine {
  /// Counts a step; the one after the limit is refused (Semantics.md, rule 32).
  mutating func step(_ step: StepLog.Step, at span: SourceSpan?) throws(Halt) {
    if let observer, observer.wantsToStop { throw Halt(message: "interrupted", span: span) }
    if work.steps.count >= limits.steps { throw tooManySteps(span) }
    work.steps.append(step)
  }

  mutating func step(event: Event) throws(Halt) {
    if work.steps.count >= limits.steps { throw tooManySteps(nil) }
    work.steps.append(event: event.label, in: chart)
  }

  private func tooManySteps(_ span: SourceSpan?) -> Halt {
    Halt(
      message: "\(limits.steps) steps without rest, the limit of --max-steps: \(work.steps.summary(in: chart))",
      span: span, isEndless: true)
  }
}
