import CEL

/// The positions of expression errors, and fixes for them.
extension DataModel {
  /// The expression that contains an error: the expression itself, or the definition of a named guard that it asks.
  func part(of expression: Expression, in error: EvaluationError) -> Expression {
    guard let index = error.guardIndex, index < expression.program.guards.count else { return expression }
    let name = expression.program.guards[index]
    guard let entry = chart.namedGuard(name), entry.definition >= 0 else { return expression }
    return chart.expressions[Int(entry.definition)]
  }

  /// A hint for an expression that reads a payload field of an event without a payload; otherwise empty.
  func missingPayload(_ error: EvaluationError, expression: Expression) -> String {
    if !(seen.data?.isNull ?? true) || !error.message.utf8.elementsEqual("null_type has no fields".utf8) { return "" }
    let text = Array(expression.text.utf8)
    let owner = "event.data."
    guard text.prefix(error.offset).suffix(owner.utf8.count).elementsEqual(owner.utf8) else { return "" }
    let field = text[error.offset...].prefix {
      $0 == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || 0x30...0x39 ~= $0
    }
    let what = ": the event came without a payload"
    if chart.translation != nil { return what }
    return what + "; check has(\(owner)\(String(decoding: field, as: UTF8.self))) first"
  }
}
