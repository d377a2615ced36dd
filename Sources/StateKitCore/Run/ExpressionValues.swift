import CEL

/// What the parts of an expression come to, for people who wonder about the whole.
package enum ExpressionValues {
  /// A part of an expression, and its value or what is wrong with it.
  package typealias Part = (text: String, value: String)

  /// Every part of an expression that is one itself, the outermost last: the sides of operators, and the names.
  package static func of(_ expression: Expression, in machine: inout Machine) -> [Part] {
    of(expression, in: machine.chart) { part throws(DataModel.Failure) in try machine.evaluate(part) }
  }

  /// The same, each part evaluated by `evaluate`.
  static func of(
    _ expression: Expression, in chart: Chart, evaluate: (Expression) throws(DataModel.Failure) -> Value
  ) -> [Part] {
    var found: [Part] = []
    for text in ExpressionParts.of(Array(expression.text.utf8)) {
      guard let part = part(text, of: expression, in: chart) else { continue }
      found.append((part.text, shown(part, evaluate)))
    }
    for name in expression.program.guards
    where name.utf8.first != UInt8(ascii: "`") && !expression.text.utf8.elementsEqual(name.utf8) {
      if found.contains(where: { $0.text.utf8.elementsEqual(name.utf8) }) || takesMap(name, expression, chart) {
        continue
      }
      guard let part = part(Array(name.utf8), of: expression, in: chart) else { continue }
      found.append((name, shown(part, evaluate)))
    }
    // What is asked is in the definition, where the expression is the guard's name and nothing else.
    for entry in chart.guards
    where entry.definition >= 0 && entry.name.utf8.elementsEqual(expression.text.utf8) {
      for text in ExpressionParts.of(Array(chart.expressions[Int(entry.definition)].text.utf8)) {
        guard let part = part(text, of: expression, in: chart) else { continue }
        found.append((part.text, shown(part, evaluate)))
      }
    }
    for slot in expression.program.slots where slot < chart.contextNames.count {
      let name = chart.contextNames[slot]
      if found.contains(where: { $0.text.utf8.elementsEqual(name.utf8) }) { continue }
      guard let part = part(Array(name.utf8), of: expression, in: chart) else { continue }
      found.append((name, shown(part, evaluate)))
    }
    return found
  }

  /// Whether a guard is asked with a map: alone it comes to something else.
  private static func takesMap(_ name: String, _ expression: Expression, _ chart: Chart) -> Bool {
    let call = name + "("
    let definitions = chart.guards.filter { $0.definition >= 0 }.map { chart.expressions[Int($0.definition)].text }
    return ([expression.text] + definitions).contains { text in
      text.utf8.indices.contains { text.utf8[$0...].starts(with: call.utf8) }
    }
  }

  /// The parts as lines for people.
  package static func lines(_ parts: [Part]) -> [String] {
    parts.map { "\($0.text) = \($0.value)" }
  }

  /// A part as an expression; nil where it is none, or reads nothing: that is plain to see.
  private static func part(_ text: [UInt8], of expression: Expression, in chart: Chart) -> Expression? {
    let (program, errors) = Compiler.compile(text, in: chart.environment)
    guard let program, errors.isEmpty, !program.readsNothing || program.asksHost else { return nil }
    let tests = program.tests.map { test in
      if case .state(let state) = chart.resolve(test.text.utf8.span) { state } else { StateID.root }
    }
    let source = ExpressionSource(span: expression.source.span, start: Int(expression.source.span.start))
    return Expression(
      Expression.Compiled(
        program: program, text: String(decoding: text, as: UTF8.self), tests: tests,
        eventSlot: chart.contextNames.count), at: source)
  }

  private static func shown(
    _ part: Expression, _ evaluate: (Expression) throws(DataModel.Failure) -> Value
  ) -> String {
    do throws(DataModel.Failure) {
      return DisplayText.cut(try evaluate(part).json)
    } catch {
      return error.cause
    }
  }
}
