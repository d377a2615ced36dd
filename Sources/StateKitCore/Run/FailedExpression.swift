import CEL

/// An expression that failed, and all that it saw: what its parts came to is looked at only where somebody is to read it.
struct FailedExpression: Sendable {
  let expression: Expression
  /// Where in the file it failed.
  let span: SourceSpan
  let slots: [Value]
  let seen: SeenEvent

  /// How many are kept of a macrostep.
  static let most = 16
  /// How many errors of a machine are explained: no more are shown of one code.
  static let mostExplained = 100
  /// What all parts of one may cost.
  static let cost = 100_000
}

extension Machine {
  /// What the parts of the expression came to that failed at `span`.
  func explanation(of span: SourceSpan) -> [ExpressionValues.Part] {
    guard let failed = data.failed.last(where: { $0.span == span }) else { return [] }
    var then = data.asSeen(by: failed)
    return ExpressionValues.of(failed.expression, in: chart) { part throws(DataModel.Failure) in
      try then.evaluate(part, in: configuration)
    }
  }
}

extension DataModel {
  /// Forgets the expressions that failed.
  @inline(__always)
  mutating func forgetFailed() {
    if !failed.isEmpty { failed.removeAll() }
  }

  /// The data as an expression saw them that failed; what is evaluated there costs nothing here.
  func asSeen(by failure: FailedExpression) -> DataModel {
    var data = self
    data.recorder = nil
    data.failed = []
    data.keepsFailed = false
    data.embedder = nil
    data.slots = failure.slots
    data.seen = failure.seen
    data.isStale = true
    data.meter = CostMeter(limit: FailedExpression.cost)
    return data
  }
}
