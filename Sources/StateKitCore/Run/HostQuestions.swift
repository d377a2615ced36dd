package import CEL

/// Asking host guards.
extension DataModel {
  /// Evaluates an expression that asks host guards. Answers cost as much as if they were part of the expression.
  mutating func evaluateAskingHost(
    _ expression: Expression, tests: [Bool], in configuration: borrowing Configuration
  ) throws(EvaluationError) -> Value {
    recorder?.note(.host)
    let recorder = recorder?.canRecordQuestions == true ? recorder : nil
    let names = chart.hostGuards
    // The configuration is borrowed, so the states that answers may test are looked up first.
    let active = Set(answers?.statesAsked(in: chart).filter { configuration.isActive($0) } ?? [])
    var questions = HostQuestions(data: self, active: active, leaves: configuration.leaves, meter: meter)
    let before = meter.spent
    defer { _ = meter.spend(questions.meter.spent - before) }
    return try evaluate(program: expression.program) {
      tests[$0]
    } host: {
      let answer = questions.ask($0, parameters: $1)
      if let recorder { recorder.note(answer, toGuard: $0, named: names[$0], parameters: $1) }
      return answer
    }
  }
}

extension DataModel {
  /// The length of a named delay in milliseconds; nil if it is not defined.
  func delay(named name: String) -> Int64? {
    answers?.delay(named: name) ?? embedder?.delay(named: name)
  }
}

extension Machine {
  package var answers: HostAnswers? {
    get { data.answers }
    set { data.answers = newValue }
  }

  /// Adds a line that replaces the host.
  package mutating func answer(_ line: HostAnswers.Line) {
    data.answers = HostAnswers.adding(line, to: data.answers)
  }
}

/// The host guards of one evaluation.
struct HostQuestions {
  let data: DataModel
  /// The active states among those that answers test.
  let active: Set<StateID>
  let leaves: [StateID]
  /// The cost of answers.
  var meter: CostMeter

  /// The guards that are being answered: answers may ask host guards again.
  private var around: [String] = []
  /// The reason why the last of them has no answer.
  private var reason: String?

  /// The nesting depth of host guards in answers.
  static let deepest = 10

  init(data: DataModel, active: Set<StateID>, leaves: [StateID], meter: CostMeter) {
    self.data = data
    self.active = active
    self.leaves = leaves
    self.meter = meter
  }

  mutating func ask(_ index: Int, parameters: Value) -> HostAnswer {
    let answer = answer(toGuard: index, parameters: parameters)
    if case .error(let message) = answer { reason = message }
    return answer
  }

  private mutating func answer(toGuard index: Int, parameters: Value) -> HostAnswer {
    let name = data.chart.hostGuards[index]
    if let first = around.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) {
      let circle = (around[first...] + [name]).map { DisplayText.name($0) }.joined(separator: " → ")
      return .error("the guard \(DisplayText.name(name)) asks itself: \(circle)")
    }
    if around.count == Self.deepest {
      return .error("host guards ask one another more than \(Self.deepest) deep, the limit")
    }
    if let answer = data.answers?.answer(to: name) {
      around.append(name)
      defer { around.removeLast() }
      return self.answer(answer, parameters: parameters)
    }
    return data.embedder?.answer(
      name, parameters: parameters, for: HostView(chart: data.chart, leaves: leaves, data: data))
      ?? .error("nothing answers the guard \(DisplayText.name(name))")
  }

  private mutating func answer(_ answer: GuardAnswer, parameters: Value) -> HostAnswer {
    let shown = "the answer to the guard \(DisplayText.name(answer.name))"
    guard let compiled = answer.compiled(for: data.chart) else {
      return .error("\(shown) is not valid here: \(answer.text)")
    }
    var evaluator = Evaluator(meter)
    let before = meter.spent
    defer { _ = meter.spend(evaluator.meter.spent - before) }
    do throws(EvaluationError) {
      let value = try evaluator.evaluate(compiled.program, slots: data.slots, parameters: parameters) { test in
        active.contains(compiled.tests[test])
      } host: {
        ask($0, parameters: $1)
      }
      if case .bool(let flag) = value { return flag ? .yes : .no }
      return .error("\(shown) is \(value.typeName.rawValue), it must be bool")
    } catch {
      // An error of a nested guard is reported as it is for the nested guard.
      if let reason, reason.utf8.elementsEqual(error.message.utf8) { return .error(reason) }
      return .error("\(shown): \(error.message)")
    }
  }
}

/// A question to a host guard before a recorded macrostep changed the machine, and its answer.
package struct HostQuestion: Sendable {
  /// The index of the guard among the chart's host guards.
  let index: Int
  package let guardName: String
  package let parameters: Value
  package let holds: Bool

  /// True if it is a question about the same guard with the same parameters.
  func isEqual(toGuard index: Int, parameters: Value) -> Bool {
    index == self.index && parameters.isIdentical(to: self.parameters)
  }
}

extension MacrostepRecorder {
  /// Records the answer of a host guard. A guard without an answer fails its expression, so that the macrostep cannot be
  /// replayed.
  func note(_ answer: HostAnswer, toGuard index: Int, named name: String, parameters: Value) {
    let holds: Bool
    switch answer {
    case .yes: holds = true
    case .no: holds = false
    case .error: return
    }
    record.questions.append(HostQuestion(index: index, guardName: name, parameters: parameters, holds: holds))
  }

  /// The highest number of recorded questions before a condition; more are not worth keeping.
  private static let mostQuestions = 64

  /// True if the answers of host guards can be recorded: the macrostep has changed nothing yet.
  var canRecordQuestions: Bool {
    recordsQuestions && !hasActed && shownEvents == 1 && record.questions.count <= Self.mostQuestions
  }
}
