package import CEL

/// What answers the host guards of a machine: on the command line expressions stand in for the embedding program.
package struct GuardHost: Sendable {
  /// By the names of guards.
  private var answers: [(name: String, answer: GuardAnswer)] = []
  /// Answers may ask host guards again, no deeper than this.
  static let deepest = 10

  package init() {}

  /// Answers a guard from now on.
  package mutating func answer(_ name: String, with answer: GuardAnswer) {
    answers.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
    answers.append((name, answer))
  }

  /// The states that answers ask for.
  var statesAsked: [StateID] { answers.flatMap(\.answer.tests) }

  package func answer(for name: String) -> GuardAnswer? {
    answers.first { $0.name.utf8.elementsEqual(name.utf8) }?.answer
  }
}

/// An expression that answers a host guard; it sees the context, the event, and the parameters as `params`.
package struct GuardAnswer: Sendable {
  let program: Program
  let tests: [StateID]

  /// The program of a text that was compiled as a definition, and the states that its `isIn` asks for.
  package init(program: Program, tests: [StateID]) {
    self.program = program
    self.tests = tests
  }
}

extension DataModel {
  /// Evaluates an expression in which host guards are asked.
  func evaluateAskingHost(
    _ expression: Expression, _ tests: [Bool], in configuration: borrowing Configuration
  ) throws(EvaluationError) -> Value {
    // The configuration is borrowed: what answers may ask of it is looked up before.
    let active = Set(host.statesAsked.filter { configuration.isActive($0) })
    let context = HostContext(data: self, active: active, leaves: configuration.leaves)
    var evaluator = Evaluator()
    return try evaluator.evaluate(expression.program, slots: slots) {
      tests[$0]
    } host: {
      context.ask($0, $1, depth: 1)
    }
  }
}

/// What is known to answers while an expression is evaluated.
private struct HostContext {
  let data: DataModel
  let active: Set<StateID>
  let leaves: [StateID]

  func ask(_ index: Int, _ parameters: Value, depth: Int) -> HostAnswer {
    let declared = data.chart.guards.first { $0.hostIndex == index }
    let name = declared?.name ?? ""
    if let embedder = data.embedder,
      let answer = embedder.answer(name, parameters, for: HostView(chart: data.chart, leaves: leaves, data: data))
    {
      return answer
    }
    guard let answer = data.host.answer(for: name) else {
      return .error("nothing answers the guard \(DisplayText.name(name))")
    }
    if depth > GuardHost.deepest {
      return .error("host guards ask one another more than \(GuardHost.deepest) deep, the limit")
    }
    var evaluator = Evaluator()
    do throws(EvaluationError) {
      let value = try evaluator.evaluate(answer.program, slots: data.slots, parameters: parameters) { test in
        active.contains(answer.tests[test])
      } host: {
        ask($0, $1, depth: depth + 1)
      }
      if case .bool(let flag) = value { return flag ? .yes : .no }
      return .error("the answer to the guard \(DisplayText.name(name)) is \(value.typeName.rawValue), it must be bool")
    } catch {
      return .error("the answer to the guard \(DisplayText.name(name)): \(error.message)")
    }
  }
}
