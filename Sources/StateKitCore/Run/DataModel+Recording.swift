import CEL

/// What a recorder notes of expressions.
extension DataModel {
  /// What the configuration answers to an expression, a bit a question; nil where the expression depends on more than
  /// that, the context, the loops around it, and the event that the recording began with.
  func answers(for expression: Expression, in configuration: borrowing Configuration) -> UInt64? {
    guard expression.tests.count <= 64, !expression.program.asksHost,
      !expression.readsEvent || recorder?.shownEvents == 1
    else { return nil }
    var answers: UInt64 = 0
    for (bit, state) in expression.tests.enumerated() where configuration.isActive(state) { answers |= 1 << bit }
    return answers
  }

  /// Notes that the trace shows the value of an expression, in place of what was noted since the dependence was `before`.
  func noteShown(
    _ value: Value, of index: Int32, since before: Dependence, in configuration: borrowing Configuration
  ) {
    let expression = chart.expressions[Int(index)]
    guard let recorder, let answers = answers(for: expression, in: configuration) else { return }
    recorder.replace(before, with: .show(index, answers: answers, inputs: inputs(of: expression), value))
  }

  /// Notes that a loop begins, over a list of `count` elements.
  func noteLoop(
    over index: Int32, count: Int, since before: Dependence, in configuration: borrowing Configuration
  ) {
    guard let recorder, let answers = answers(for: chart.expressions[Int(index)], in: configuration) else { return }
    recorder.replace(before, with: .loop(index, answers: answers, count: count))
  }
}

extension MacrostepRecorder {
  /// A text of more values is not noted: it may become too long.
  private static let mostValues = 64

  /// Notes that a text was logged.
  func noteLog(_ template: TextTemplate) {
    if template.literal != nil { return record.logs.append([]) }
    let parts: [String?] = template.parts.map { part in
      if case .literal(let text) = part { text } else { nil }
    }
    // How a `#` is written depends on what stands before it.
    let dependsOnValue = parts.dropFirst().contains { $0?.utf8.first == UInt8(ascii: "#") }
    if parts.count > Self.mostValues || dependsOnValue { note(.undeclared) }
    record.logs.append(parts)
  }
}
