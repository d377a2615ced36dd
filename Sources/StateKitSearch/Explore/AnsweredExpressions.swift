import CEL
import StateKitCore

/// The expressions of a chart, then the host's answers to its guards: an answer is the definition of its guard.
struct AnsweredExpressions {
  let chart: Chart
  private(set) var answers: [Expression] = []
  /// The numbers of the answers, by the names of their guards in expressions.
  private var numbers: [[UInt8]: Int] = [:]

  init(_ chart: Chart, answered: HostAnswers?) {
    self.chart = chart
    guard let answered, !chart.hostGuards.isEmpty else { return }
    for named in chart.guards where named.definition < 0 {
      guard let answer = answered.expression(answering: named, in: chart) else { continue }
      for name in [named.name, named.reference] { numbers[Array(name.utf8)] = indices.upperBound }
      answers.append(answer)
    }
  }

  var indices: Range<Int> { 0..<chart.expressions.count + answers.count }

  var answerNumbers: Range<Int> { chart.expressions.count..<indices.upperBound }

  subscript(number: Int) -> Expression {
    number < chart.expressions.count ? chart.expressions[number] : answers[number - chart.expressions.count]
  }

  /// The text of an expression. A guard that is an object or a list has the data of its host guards in it.
  func text(_ number: Int) -> [UInt8] {
    let expression = self[number]
    guard number < chart.expressions.count, let parts = chart.notes.guards[expression.source.span] else {
      return Array(expression.text.utf8)
    }
    let texts = parts.map { part in
      switch part {
      case .expression(let number): return "(\(chart.expressions[Int(number)].text))"
      case .host(let name, let data): return data.map { "\(name)(\($0))" } ?? name
      }
    }
    return Array(texts.joined(separator: " && ").utf8)
  }

  /// The numbers of guards, conditions of `if`, invariants and definitions of named guards.
  var conditions: Set<Int> {
    var found = Set(answerNumbers)
    for handler in chart.handlers where handler.condition >= 0 { found.insert(Int(handler.condition)) }
    for invariant in chart.invariants { found.insert(Int(invariant.expression)) }
    for named in chart.guards where named.definition >= 0 { found.insert(Int(named.definition)) }
    for case .unless(let condition, _) in chart.actions { found.insert(Int(condition)) }
    return found
  }

  /// The number of a guard's definition; nil if the host's answer is unknown.
  func definition(of name: String) -> Int? {
    if let named = chart.namedGuard(name), named.definition >= 0 { return Int(named.definition) }
    return numbers.isEmpty ? nil : numbers[Array(name.utf8)]
  }

  /// The definitions of the guards that an expression asks, also in other definitions.
  func definitions(askedBy number: Int) -> Set<Int> {
    if self[number].program.guards.isEmpty { return [] }
    var found: Set<Int> = []
    var todo = [number]
    while let next = todo.popLast() {
      for name in self[next].program.guards {
        if let definition = definition(of: name), found.insert(definition).inserted { todo.append(definition) }
      }
    }
    return found
  }
}
