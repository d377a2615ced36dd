import CEL
package import StateKitCore

/// What the parts of an expression come to, for people who wonder about the whole.
package enum ExpressionValues {
  /// Every part of an expression that is one itself, the outermost last: the sides of operators, and the names.
  package static func of(_ expression: Expression, in machine: inout Machine) -> [(text: String, value: String)] {
    var found: [(text: String, value: String)] = []
    for text in ExpressionParts.of(Array(expression.text.utf8)) {
      let (program, errors) = Compiler.compile(text, in: machine.chart.environment)
      guard let program, errors.isEmpty else { continue }
      // What reads nothing is plain to see.
      if program.readsNothing { continue }
      let tests = program.tests.map { test in
        if case .state(let state) = machine.chart.resolve(test.text.utf8.span) { state } else { StateID.root }
      }
      let source = ExpressionSource(span: expression.source.span, start: Int(expression.source.span.start))
      let part = Expression(
        Expression.Compiled(
          program: program, text: String(decoding: text, as: UTF8.self), tests: tests,
          eventSlot: machine.chart.contextNames.count), at: source)
      let shown: String
      do throws(DataModel.Failure) {
        shown = DisplayText.cut(try machine.evaluate(part).json)
      } catch {
        shown = error.cause
      }
      found.append((part.text, shown))
    }
    for slot in expression.program.slots where slot < machine.chart.contextNames.count {
      let name = machine.chart.contextNames[slot]
      if !found.contains(where: { $0.text == name }) {
        found.append((name, DisplayText.cut(machine.data.slots[slot].json)))
      }
    }
    return found
  }
}
