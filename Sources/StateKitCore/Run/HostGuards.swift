import CEL

/// Asking host guards.
extension DataModel {
  /// Evaluates an expression in which host guards are asked. Answers cost as much as if they stood in it.
  mutating func evaluateAskingHost(
    _ expression: Expression, _ tests: [Bool], in configuration: borrowing Configuration
  ) throws(EvaluationError) -> Value {
    recorder?.note(.host)
    // The configuration is borrowed: what answers may ask of it is looked up before.
    let active = Set(answers?.statesAsked(in: chart).filter { configuration.isActive($0) } ?? [])
    var questions = HostQuestions(
      data: self, active: active, leaves: configuration.leaves, meter: meter)
    let before = meter.spent
    defer { _ = meter.spend(questions.meter.spent - before) }
    return try evaluate(program: expression.program) {
      tests[$0]
    } host: {
      questions.ask($0, $1, depth: 1)
    }
  }
}

extension DataModel {
  /// How long a named delay is, in milliseconds; nil where nothing gives it.
  func delay(named name: String) -> Int64? {
    answers?.delay(named: name) ?? embedder?.delay(named: name)
  }
}

/// The host guards of one evaluation.
struct HostQuestions {
  let data: DataModel
  /// The active ones among the states that answers ask for.
  let active: Set<StateID>
  let leaves: [StateID]
  /// What answers cost.
  var meter: CostMeter

  /// Answers may ask host guards again, no deeper than this.
  static let deepest = 10

  mutating func ask(_ index: Int, _ parameters: Value, depth: Int) -> HostAnswer {
    let name = data.chart.guards.first { $0.hostIndex == index }?.name ?? ""
    if depth > Self.deepest {
      return .error("host guards ask one another more than \(Self.deepest) deep, the limit")
    }
    if let answer = data.answers?.answer(to: name) { return self.answer(answer, parameters, depth: depth) }
    return data.embedder?.answer(name, parameters, for: HostView(chart: data.chart, leaves: leaves, data: data))
      ?? .error("nothing answers the guard \(DisplayText.name(name))")
  }

  private mutating func answer(_ answer: GuardAnswer, _ parameters: Value, depth: Int) -> HostAnswer {
    let shown = "the answer to the guard \(DisplayText.name(answer.name))"
    guard let compiled = answer.compiled(for: data.chart) else {
      return .error("\(shown) means nothing here: \(answer.text)")
    }
    var evaluator = Evaluator(meter)
    let before = meter.spent
    defer { _ = meter.spend(evaluator.meter.spent - before) }
    do throws(EvaluationError) {
      let value = try evaluator.evaluate(compiled.program, slots: data.slots, parameters: parameters) { test in
        active.contains(compiled.tests[test])
      } host: {
        ask($0, $1, depth: depth + 1)
      }
      if case .bool(let flag) = value { return flag ? .yes : .no }
      return .error("\(shown) is \(value.typeName.rawValue), it must be bool")
    } catch {
      return .error("\(shown): \(error.message)")
    }
  }
}
