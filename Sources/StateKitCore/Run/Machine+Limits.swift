import CEL

/// Counting the steps of a macrostep (Semantics.md, rule 32).
extension Machine {
  /// Counts a step; throws for the first step beyond the limit (Semantics.md, rule 32).
  mutating func step(_ step: StepLog.Step, at span: SourceSpan?) throws(Halt) {
    if data.meter.poll(), let halt = halt(at: span) { throw halt }
    if work.steps.count >= limits.steps { throw tooManySteps(span) }
    work.steps.append(step)
  }

  /// Enters `root` again if a limit cut a transition off between its exit and its entry: no other state would handle the
  /// next event.
  mutating func keepRoot() {
    if configuration.isActive(.root) || kin.isStopping { return }
    configuration.enter(.root)
    emit(.enter(.root))
  }

  /// Raises `error.execution` for a failed guard, once in a macrostep (Semantics.md, rule 28).
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
    if work.steps.count >= limits.steps { throw tooManySteps(span(of: work.lastHandler)) }
    work.steps.append(event: event.label, in: chart)
  }

  /// Spends one step of the script line's cost: an action, an entry or an exit.
  @inline(__always)
  mutating func spend(at span: SourceSpan?) throws(Halt) {
    if !data.meter.spend(1), let halt = halt(at: span) { throw halt }
  }

  /// Ends the script line if `bytes` more would exceed the memory limit.
  mutating func admit(_ bytes: Int, at span: SourceSpan?) throws(Halt) {
    if data.memory.admits(bytes) { return }
    data.meter.stop(.memory)
    if let halt = halt(at: span) { throw halt }
  }

  /// Ends the macrostep if the script line is over, most likely because of the last guard.
  @inline(__always)
  mutating func checkLine() throws(Halt) {
    if data.meter.end != nil, let halt = halt(at: work.selection.failures.last?.failure.span) { throw halt }
  }

  /// The reason why the script line is over, as text.
  func halt(at span: SourceSpan?) -> Halt? {
    let message: String
    var end = EarlyEnd.limit
    switch data.meter.end {
    case .line?:
      message =
        "a cost of more than \(limits.cost) in one script line, the limit of --max-cost"
        + (work.steps.count > 0 ? ": \(work.steps.summary(in: chart))" : "")
    case .memory?: message = data.memoryRefusal
    case .interruption?: (message, end) = ("interrupted", .interruption)
    case .evaluation?, nil: return nil
    }
    return Halt(message: message, span: span, end: end)
  }

  /// Reports once why the script line is over; returns false if it is not over.
  @discardableResult
  @inline(__always)
  mutating func reportEndOfLine(at span: SourceSpan?) -> Bool {
    data.meter.end != nil && reportEnd(at: span)
  }

  private mutating func reportEnd(at span: SourceSpan?) -> Bool {
    guard let halt = halt(at: span) else { return false }
    relatives?.isOver = true
    if !data.meter.isReported { report(halt.message, at: halt.span, end: halt.end) }
    data.meter.isReported = true
    return true
  }

  /// The span of a handler of this macrostep; nil for -1.
  func span(of handler: Int32) -> SourceSpan? {
    handler >= 0 ? chart.handlers[Int(handler)].span : nil
  }

  private func tooManySteps(_ span: SourceSpan?) -> Halt {
    Halt(
      message: "\(limits.steps) step\(limits.steps == 1 ? "" : "s") without rest, the limit of --max-steps: "
        + work.steps.summary(in: chart),
      span: span, end: .endless)
  }
}
