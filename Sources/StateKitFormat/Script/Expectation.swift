import CEL
package import StateKitCore

/// What an `:expect` line asks for (Scripts.md), with its judgement. The rows of `ExpectationForm` make them.
package struct Expectation: Sendable {
  /// It asks for what the last step did, beyond its outcome.
  package let needsRecord: Bool
  /// The slots that its expression reads.
  package let slots: [Int]
  /// The error of the last event that it asks for, and so excuses.
  private let excused: DiagnosticCode?
  private let judge: @Sendable (inout Machine, StepRecord) -> String?
  private let tell: @Sendable (inout Machine, StepRecord) -> ExpectationDetails

  /// `judge` says why it does not hold, or nothing where it does; `tell` what is expected and what is there.
  init(
    needsRecord: Bool = false, slots: [Int] = [], excuses excused: DiagnosticCode? = nil,
    judge: @escaping @Sendable (inout Machine, StepRecord) -> String?,
    tell: @escaping @Sendable (inout Machine, StepRecord) -> ExpectationDetails
  ) {
    self.needsRecord = needsRecord
    self.slots = slots
    self.excused = excused
    self.judge = judge
    self.tell = tell
  }

  /// Why the expectation does not hold, or nil when it does.
  package func failure(in machine: inout Machine, after step: StepRecord) -> String? {
    judge(&machine, step)
  }

  /// What it asks for beside what is, now.
  func details(in machine: inout Machine, after step: StepRecord) -> ExpectationDetails {
    tell(&machine, step)
  }

  /// Whether this expectation is about how the last event ended, and so excuses it.
  package func excuses(_ code: DiagnosticCode) -> Bool { code == excused }

  /// An expression that must be true.
  static func holds(_ expression: Expression) -> Expectation {
    Expectation(slots: expression.program.slots) { machine, _ in
      do throws(DataModel.Failure) {
        let value = try machine.evaluate(expression)
        if case .bool(true) = value { return nil }
        return "expected \(DisplayText.cut(expression.text)); it is \(DisplayText.cut(value.json))"
      } catch {
        return "expected \(DisplayText.cut(expression.text)): \(error.message)"
      }
    } tell: { machine, _ in
      ExpectationDetails(parts: ExpressionValues.of(expression, in: &machine))
    }
  }
}

extension Machine {
  /// The deepest active states as they are shown, those of children after those of the machine.
  package var activeStates: [String] {
    let own = configuration.leaves.map { chart.shownReference($0) }
    return own
      + children.all.flatMap { child in
        looking(at: child).activeStates.map { "\(DisplayText.name(child.facts.id)): \($0)" }
      }
  }
}
