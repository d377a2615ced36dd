import CEL
package import StateKitCore

/// What one line of a script says (Scripts.md).
package enum ScriptStep: Sendable {
  /// A comment or a blank line.
  case nothing
  case event(Event)
  /// The end of work that the host does for a child.
  indirect case end(ChildEnd)
  /// Moves the clock; `shown` is its header in the trace.
  case advance(Machine.Advance, shown: String)
  indirect case expect(Expectation)
  /// Sets context; `shown` is its header in the trace.
  indirect case set(path: [String], Expression, shown: String)
  /// Shows what an expression comes to; `shown` is its header in the trace.
  indirect case show(Expression, shown: String)
  /// Stands in for the host; it is no step of the trace.
  case host(HostAnswers.Line)
  /// Begins a test; `shown` is its header in the trace.
  case test(name: String, shown: String)
  /// The chart that the script is for, relative to it.
  case chart(file: String)

  /// The slots of a chart's context that its expression reads.
  package func slotsRead(in chart: Chart) -> [Int] {
    switch self {
    case .expect(let expectation): expectation.slots
    case .set(_, let expression, _), .show(let expression, _): expression.program.slots
    case .host(.guard(let answer)): answer.slots(in: chart)
    case .nothing, .event, .end, .advance, .test, .host(.delay), .chart: []
    }
  }

  /// It says what the host says.
  package var standsInForHost: Bool {
    if case .host = self { true } else { false }
  }

  /// It asks, and does nothing.
  package var isExpectation: Bool {
    if case .expect = self { true } else { false }
  }
}

/// One line of a script, alone: what its diagnostics point into.
package struct ScriptLine: Sendable {
  package let file: String
  /// From 1.
  package let number: Int
  /// Without its line end.
  package let bytes: [UInt8]

  package init(file: String, number: Int, bytes: [UInt8]) {
    self.file = file
    self.number = number
    self.bytes = bytes
  }

  /// What is said of a line of more bytes than `InputLimits.lineBytes`.
  package static let tooLong = "the line is longer than \(InputLimits.lineBytes >> 20) MiB, the limit"

  /// The same, of a line that begins at an offset.
  package static func tooLong(at offset: Int) -> Diagnostic {
    Diagnostic(.longLine, at: SourceSpan(offset, end: offset), message: tooLong)
  }

  /// The line without the white space before it.
  package var body: SourceSpan {
    SourceSpan(bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count, end: bytes.count)
  }

  /// The line as a text for diagnostics.
  package var source: SourceText {
    SourceText(name: file, bytes: bytes, firstLine: number)
  }
}
