package import StateKitCore

/// Reports about a step.
extension ScriptRunner {
  /// Collects the errors of a line's step.
  mutating func judge(_ step: ScriptStep, line: ScriptLine) {
    pending = faults(of: line)
    if let why = runs.rejection {
      var help: String?
      if case .event(let event) = step, spendReason() { help = runs.chart.helpForRejected(event) }
      pending.append(report(.rejected, line: line, message: "the event was rejected: \(why)", help: help))
    }
    guard isStrict || tellsUnhandled else { return }
    let all = record.unhandled
    for (index, unhandled) in all.enumerated() {
      let reason = index == all.count - 1 ? reasonForLast() : nil
      pending.append(
        report(
          unhandled.outcome == .declined ? .declined : .ignored, line: line, message: unhandled.text,
          help: reason?.text,
          reasons: ExpressionValues.lines(reason?.parts ?? []), severity: isStrict ? .error : .info))
    }
  }

  /// The expected and the actual lines of a failed expectation.
  package mutating func details(of expectation: Expectation) -> ExpectationDetails {
    let record = record
    return ask { machine in
      var details = expectation.details(in: &machine, after: record)
      if details.help == nil, let reason = UnhandledReason.note(in: machine) {
        details.help = reason.text
        details.parts += reason.parts
      }
      return details
    }
  }

  /// True if one more reason may be computed.
  private mutating func spendReason() -> Bool {
    reasonsLeft -= 1
    return reasonsLeft >= 0
  }

  /// The reason why the last event had no handler; nil if it is unknown, or the limit is reached.
  private mutating func reasonForLast() -> UnhandledReason? {
    guard spendReason() else { return nil }
    return ask { UnhandledReason(ofLastEventIn: $0) }
  }

  /// The errors of the machine in the last step, at a line or at the start.
  func faults(of line: ScriptLine?) -> [Report] {
    runs.faults.map { fault in
      let (origin, span): (Report.Origin, SourceSpan) =
        if let span = fault.span {
          (.chart(fault.chart), span)
        } else if let line {
          (.script(line), line.body)
        } else {
          (.none, SourceSpan(0, end: 0))
        }
      let reasons = ExpressionValues.lines(fault.parts)
      return Report(
        origin: origin, diagnostic: Diagnostic(fault.code, at: span, message: fault.message, reasons: reasons),
        isInterruption: fault.end == .interruption)
    }
  }

  func report(
    _ code: DiagnosticCode, line: ScriptLine, message: String, help: String? = nil, reasons: [String] = [],
    severity: Diagnostic.Severity = .error
  ) -> Report {
    let diagnostic = Diagnostic(code, at: line.body, message: message, help: help, reasons: reasons, severity: severity)
    return Report(origin: .script(line), diagnostic: diagnostic)
  }
}

extension Chart {
  /// A suggestion of a declared event in place of a rejected one; nil if it is declared, or none is similar.
  package func helpForRejected(_ event: Event) -> String? {
    guard let why = rejection(of: event), why == Chart.undeclared else { return nil }
    let declared = declaredEvents.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Suggestion.help(for: text(of: event.label), among: declared)
  }
}
