import CEL
package import StateKitCore

/// The expectation of an `:expect` line (Scripts.md), with its check. The rows of `ExpectationForm` create them.
package struct Expectation: Sendable {
  /// True if it needs a record of the last step, beyond its outcome.
  package let needsRecord: Bool
  /// The slots that its expression reads.
  package let slots: [Int]
  /// The event that it expects not to be handled, without sending it.
  package let refused: Event?
  /// The outcome of the last event that it expects, which then is no error.
  private let excused: DiagnosticCode?
  private let judge: @Sendable (inout Machine, StepRecord) -> String?
  private let tell: @Sendable (inout Machine, StepRecord) -> ExpectationDetails

  /// `judge` returns the reason for a failure, or nil; `tell` returns the expected and the actual lines.
  init(
    needsRecord: Bool = false, slots: [Int] = [], refuses refused: Event? = nil,
    excuses excused: DiagnosticCode? = nil,
    judge: @escaping @Sendable (inout Machine, StepRecord) -> String?,
    tell: @escaping @Sendable (inout Machine, StepRecord) -> ExpectationDetails
  ) {
    self.needsRecord = needsRecord
    self.slots = slots
    self.refused = refused
    self.excused = excused
    self.judge = judge
    self.tell = tell
  }

  /// The reason why the expectation fails; nil if it holds.
  package func failure(in machine: inout Machine, after step: StepRecord) -> String? { judge(&machine, step) }

  /// The expected and the actual lines at this moment.
  func details(in machine: inout Machine, after step: StepRecord) -> ExpectationDetails { tell(&machine, step) }

  /// True if this expectation expects the outcome of the last event, which then is no error.
  package func excuses(_ code: DiagnosticCode) -> Bool { code == excused }

  /// An expectation of an expression that must be true.
  static func holds(_ expression: Expression) -> Expectation {
    Expectation(slots: expression.program.slots) { machine, _ in
      do throws(DataModel.Failure) {
        let value = try machine.evaluate(expression)
        if case .bool(true) = value { return nil }
        return "expected \(DisplayText.cut(expression.text)); it is \(value.shownJSON())"
      } catch {
        return "expected \(DisplayText.cut(expression.text)): \(error.message)"
      }
    } tell: { machine, _ in
      ExpectationDetails(parts: ExpressionValues.of(expression, in: &machine))
    }
  }
}

extension Machine {
  /// The deepest active states as shown, those of children after those of the machine.
  package var activeStates: [String] {
    let own = configuration.leaves.map { chart.shownReference($0) }
    return own
      + children.all.flatMap { child in
        looking(at: child).activeStates.map { "\(DisplayText.name(child.facts.id)): \($0)" }
      }
  }
}

/// The expected and the actual lines of a failed expectation, for people.
package struct ExpectationDetails: Sendable {
  /// The expected and the actual lines; both empty if a comparison does not help.
  package var expected: [String] = []
  package var found: [String] = []
  /// The reason, in one line.
  package var help: String?
  package var parts: [ExpressionValues.Part] = []

  /// Creates empty details.
  package init() {}

  init(expected: [String], found: [String], help: String? = nil, reason: UnhandledReason? = nil) {
    // A failure may be kept for a report at the end of a run.
    self.expected = expected.map { DisplayText.cut($0, to: DisplayText.longestMessage) }
    self.found = found.map { DisplayText.cut($0, to: DisplayText.longestMessage) }
    self.help = reason?.text ?? help
    parts = reason?.parts ?? []
  }

  init(parts: [ExpressionValues.Part]) {
    self.parts = parts
  }
}
