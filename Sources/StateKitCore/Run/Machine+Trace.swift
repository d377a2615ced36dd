import CEL

/// The receivers of a machine's output.
struct StepTrace {
  let sink: any TraceSink
  /// Entries that have not been passed to the sink.
  var pending = PendingTrace()
  /// Records how the step is made; nil without a recording.
  var recorder: MacrostepRecorder?

  init(_ sink: any TraceSink) {
    self.sink = sink
  }
}

extension Machine {
  mutating func emit(_ entry: consuming TraceEntry) {
    if trace.pending.append(entry) { trace.pending.relieve(trace.sink, recorder: trace.recorder) }
  }

  /// Shows the assignment of a context key.
  mutating func emit(assigned value: consuming Value, to path: ContextPath, inHook: Bool) {
    guard case .int(let number) = value else { return emit(.effect(.assign(path: path, value), inHook: inHook)) }
    if trace.pending.append(TraceEntries.AssignedNumber(path: path, number: number, inHook: inHook)) {
      trace.pending.relieve(trace.sink, recorder: trace.recorder)
    }
  }

  mutating func rest() {
    guard let observer, observer.isWatching else { return }
    flush()
    observer.rest(self)
  }

  mutating func flush() {
    trace.pending.flush(trace.sink, recorder: trace.recorder)
  }

  /// Clears the results of the last step, and begins a line with a cost of zero.
  @inline(__always)
  mutating func forgetLastStep() {
    if !faults.isEmpty { faults.removeAll() }
    data.forgetFailed()
    if rejection != nil { rejection = nil }
    isOutcomeOfChild = false
    data.meter.beginLine()
    data.memory.settle()
  }

  mutating func begin(_ header: TraceHeader) {
    forgetLastStep()
    relatives?.beginStep(of: self)
    trace.sink.begin(header)
    trace.recorder?.record.trace.header = header
  }

  mutating func end(_ outcome: Outcome?, changed: Bool) {
    flush()
    let summary = TraceSummary(
      outcome: outcome, changed: changed, time: time, leaves: configuration.leaves, isDone: isFinished)
    trace.sink.end(summary)
    trace.recorder?.record.trace.summary = summary
  }

  /// Reports an error that no handler of the chart handled. `failed`: the span of the failed expression; nil if it is
  /// `span`.
  mutating func report(_ message: String, at span: SourceSpan?, failed: SourceSpan? = nil, end: EarlyEnd? = nil) {
    emit(.error(message, span))
    addFault(Fault(code: .runError, message: message, span: span, end: end)) { machine in
      (failed ?? span).map { machine.explanation(of: $0) } ?? []
    }
  }

  /// True if a further fault of a line is kept: a hundred of each kind are.
  func keepsFault(_ code: DiagnosticCode, isLimit: Bool) -> Bool {
    faults.count < Self.mostFaults || faults.count { $0.code == code && $0.isLimit == isLimit } < Self.mostFaults
  }

  private static var mostFaults: Int { 100 }

  /// Adds a fault of this machine's chart. `parts`: the values of the parts of the failed expression.
  mutating func addFault(
    _ fault: Fault, in chart: Int32? = nil, parts: (Machine) -> [ExpressionValues.Part] = { _ in [] }
  ) {
    trace.recorder?.note(.reports)
    guard keepsFault(fault.code, isLimit: fault.isLimit) else { return }
    var fault = fault
    fault.chart = Int(chart ?? kin.member)
    if work.explained < FailedExpression.mostExplained { fault.parts = parts(self) }
    work.explained += 1
    data.keepsFailed = work.explained < FailedExpression.mostExplained
    faults.append(fault)
  }
}
