import CEL
package import StateKitCore

/// The meaning of one script line (Scripts.md).
package enum ScriptStep: Sendable {
  /// A comment or a blank line.
  case nothing
  case event(Event)
  /// The end of host work of a child.
  indirect case end(ChildEnd)
  /// Moves the clock; `shown` is its header in the trace.
  case advance(Machine.Advance, shown: String)
  indirect case expect(Expectation)
  /// Sets context; `shown` is its header in the trace.
  indirect case set(path: [String], Expression, shown: String)
  /// Shows the value of an expression; `shown` is its header in the trace.
  indirect case show(Expression, shown: String)
  /// Replaces the host; it is no step of the trace.
  case host(HostAnswers.Line)
  /// Begins a test; `shown` is its header in the trace.
  case test(name: String, shown: String)
  /// The chart of the script, relative to it.
  case chart(file: String)

  /// The slots of a chart's context that its expression reads.
  package func slotsRead(in chart: Chart) -> [Int] {
    switch self {
    case .expect(let expectation): expectation.slots
    case .set(_, let expression, _), .show(let expression, _): expression.program.slots
    case .host(.guard(let answer)): answer.slots(in: chart)
    case .nothing, .event, .end, .advance, .test, .host(.delay), .host(.actions), .host(.answered), .chart: []
    }
  }

  /// True if it expects the outcome of the last event, which then is no error.
  package func excuses(_ code: DiagnosticCode) -> Bool {
    if case .expect(let expectation) = self { expectation.excuses(code) } else { false }
  }

  /// True if it asks about the event before it.
  package var isAboutLastEvent: Bool {
    switch self {
    case .expect, .show: true
    case .nothing, .event, .end, .advance, .set, .host, .test, .chart: false
    }
  }

  /// True if it replaces the host.
  package var standsInForHost: Bool { if case .host = self { true } else { false } }

  /// True if it only checks and has no effect.
  package var isExpectation: Bool { if case .expect = self { true } else { false } }
}

/// A single script line, to which its diagnostics refer.
package struct ScriptLine: Sendable {
  package let file: String
  /// The line number, from 1.
  package let number: Int
  /// The bytes without the line end.
  package let bytes: [UInt8]

  package init(file: String, number: Int, bytes: [UInt8]) {
    self.file = file
    self.number = number
    self.bytes = bytes
  }

  /// The message for a line of more than `InputLimits.lineBytes` bytes.
  package static let tooLong = "the line is longer than \(InputLimits.lineBytes >> 20) MiB, the limit"

  /// The diagnostic for a long line at an offset.
  package static func tooLong(at offset: Int) -> Diagnostic {
    Diagnostic(.longLine, at: SourceSpan(offset, end: offset), message: tooLong)
  }

  /// The span of the line without its leading white space.
  package var body: SourceSpan { SourceSpan(bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count, end: bytes.count) }

  /// The line as a text for diagnostics.
  package var source: SourceText { SourceText(name: file, bytes: bytes, firstLine: number) }
}
