import CEL

/// Recording of expressions.
extension DataModel {
  /// The answers of the configuration to the questions of an expression, a bit each. Nil if the expression depends on
  /// more than these, the context, the enclosing loops, and the event with which the recording began.
  func answers(for expression: Expression, in configuration: borrowing Configuration) -> UInt64? {
    guard expression.tests.count <= 64, !expression.readsEvent || recorder?.shownEvents == 1,
      !expression.program.asksHost || recorder?.canRecordQuestions == true
    else { return nil }
    var answers: UInt64 = 0
    for (bit, state) in expression.tests.enumerated() where configuration.isActive(state) { answers |= 1 << bit }
    return answers
  }

  /// Records the result of a condition. Replaces everything recorded since the dependence was `before`. `first`: the
  /// number of questions to host guards before.
  func note(
    _ holds: Bool, of index: Int32, since before: Dependence, questionsFrom first: Int,
    in configuration: borrowing Configuration
  ) {
    let expression = chart.expressions[Int(index)]
    guard let recorder, let answers = answers(for: expression, in: configuration) else { return }
    // The answer of a guard alone is the result.
    if expression.program.isHostGuard { return recorder.record.dependence = before }
    let questions = first..<recorder.record.questions.count
    let inputs = inputs(of: expression)
    recorder.replace(
      before, with: .question(index, answers: answers, inputs: inputs, questions: questions, holds: holds))
  }

  /// Records that the trace shows the value of an expression. Replaces everything recorded since the dependence was
  /// `before`.
  func noteShown(
    _ value: Value, of index: Int32, since before: Dependence, in configuration: borrowing Configuration
  ) {
    let expression = chart.expressions[Int(index)]
    guard let recorder, let answers = answers(for: expression, in: configuration) else { return }
    recorder.replace(before, with: .show(index, answers: answers, inputs: inputs(of: expression), value))
  }

  /// Records the start of a loop over a list of `count` elements.
  func noteLoop(
    over index: Int32, count: Int, since before: Dependence, in configuration: borrowing Configuration
  ) {
    guard let recorder, let answers = answers(for: chart.expressions[Int(index)], in: configuration) else { return }
    recorder.replace(before, with: .loop(index, answers: answers, count: count))
  }
}

extension MacrostepRecorder {
  /// The highest number of values in a recorded text; a longer text may exceed a limit.
  private static let mostValues = 64

  /// Records that a text was logged.
  func noteLog(_ template: TextTemplate) {
    if template.literal != nil { return record.logs.append([]) }
    let parts: [String?] = template.parts.map { part in
      if case .literal(let text) = part { text } else { nil }
    }
    // The form of a `#` depends on the text before it.
    let dependsOnValue = parts.dropFirst().contains { $0?.utf8.first == UInt8(ascii: "#") }
    if parts.count > Self.mostValues || dependsOnValue { note(.unrecorded) }
    record.logs.append(parts)
  }
}
