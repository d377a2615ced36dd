import CEL

/// An expression that failed, with the data that it saw. The values of its parts are evaluated only if they are shown.
struct FailedExpression: Sendable {
  let expression: Expression
  /// The span of the failure in the file.
  let span: SourceSpan
  let slots: [Value]
  let seen: SeenEvent

  /// The highest number that is kept for a macrostep.
  static let most = 16
  /// The highest number of explained errors of a machine: no more messages of one code are shown.
  static let mostExplained = 100
  /// The highest cost of evaluating all the parts of one expression.
  static let cost = 100_000
}

extension Machine {
  /// The values of the parts of the expression that failed at `span`, without parts that cost too much.
  func explanation(of span: SourceSpan) -> [ExpressionValues.Part] {
    guard let failed = data.failed.last(where: { $0.span == span }) else { return [] }
    var then = data.asSeen(by: failed)
    return ExpressionValues.of(failed.expression, in: chart) { part throws(DataModel.Failure) in
      do throws(DataModel.Failure) {
        return try then.evaluate(part, in: configuration)
      } catch {
        if then.meter.end != nil { return nil }
        throw error
      }
    }
  }
}

extension DataModel {
  /// Removes the failed expressions.
  @inline(__always)
  mutating func forgetFailed() {
    if !failed.isEmpty { failed.removeAll() }
  }

  /// The data that a failed expression saw; evaluations there have no cost here.
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
