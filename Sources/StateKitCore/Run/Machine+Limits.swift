import CEL

/// Counting the steps of a macrostep (Semantics.md, rule 32).
extension Machine {
  /// Counts a step; the one after the limit is refused (Semantics.md, rule 32).
  mutating func step(_ step: StepLog.Step, at span: SourceSpan?) throws(Halt) {
    if data.meter.poll(), let halt = halt(at: span) { throw halt }
    if work.steps.count >= limits.steps { throw tooManySteps(span) }
    work.steps.append(step)
  }

  /// A guard that fails raises `error.execution`, once in a macrostep (Semantics.md, rule 28).
  @inline(__always)
  mutating func noteFailedGuards() {
    if work.selection.hasFailures { raiseFailures() }
  }

  private mutating func raiseFailures() {
    for (handler, failure) in work.selection.failures where work.failedGuards.insert(handler).inserted {
      fail(failure.message, at: failure.span)
    }
  }

  mutating func step(event: Event) throws(Halt) {
    if work.steps.count >= limits.steps { throw tooManySteps(nil) }
    work.steps.append(event: event.label, in: chart)
  }

  /// Spends one step of what the script line may cost: an action, an entry, an exit.
  @inline(__always)
  mutating func spend(at span: SourceSpan?) throws(Halt) {
    if !data.meter.spend(1), let halt = halt(at: span) { throw halt }
  }

  /// Ends the script line where `bytes` more could not be held.
  mutating func admit(_ bytes: Int, at span: SourceSpan?) throws(Halt) {
    if data.memory.admits(bytes) { return }
    data.meter.stop(.memory)
    if let halt = halt(at: span) { throw halt }
  }

  /// Ends the macrostep where the script line is over.
  @inline(__always)
  mutating func checkLine() throws(Halt) {
    if data.meter.end != nil, let halt = halt(at: nil) { throw halt }
  }

  /// Why the script line is over, in words.
  func halt(at span: SourceSpan?) -> Halt? {
    let message: String
    switch data.meter.end {
    case .line?:
      message =
        "a cost of more than \(limits.cost) in one script line, the limit of --max-cost"
        + (work.steps.count > 0 ? ": \(work.steps.summary(in: chart))" : "")
    case .memory?: message = data.memoryRefusal
    case .interruption?: message = "interrupted"
    case .evaluation?, nil: return nil
    }
    return Halt(message: message, span: span)
  }

  /// Reports once why the script line is over; false where it is not.
  @discardableResult
  @inline(__always)
  mutating func reportEndOfLine(at span: SourceSpan?) -> Bool {
    data.meter.end != nil && reportEnd(at: span)
  }

  private mutating func reportEnd(at span: SourceSpan?) -> Bool {
    guard let halt = halt(at: span) else { return false }
    relatives?.endStep()
    if !data.meter.isReported { report(halt.message, at: halt.span, isLimit: true) }
    data.meter.isReported = true
    return true
  }

  private func tooManySteps(_ span: SourceSpan?) -> Halt {
    Halt(
      message: "\(limits.steps) steps without rest, the limit of --max-steps: \(work.steps.summary(in: chart))",
      span: span, isEndless: true)
  }
}
