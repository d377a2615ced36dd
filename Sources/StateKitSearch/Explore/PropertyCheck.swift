import CEL
import StateKitCore

/// An expression that is not a bool in a reachable state.
package struct PropertyError: Error {
  package let message: String
  package let expression: String
  /// The lines of a script that leads to that state.
  package let script: [String]
}

/// The reason why a property has no answer.
enum PropertyFailure: Error {
  case wrong(PropertyError)
  /// The time limit came first. `asked`: the number of states for which the expression is known to be false.
  case outOfTime(asked: Int)
}

/// Evaluates expressions in all explored states.
struct PropertyCheck {
  let space: StateSpace
  private let chart: Chart
  private let limits: Limits
  private let isOver: @Sendable () -> Bool

  init(_ space: StateSpace, in chart: Chart, options: Explorer.Options) {
    self.space = space
    self.chart = chart
    limits = options.limits
    isOver = options.endsReport
  }

  /// For each state, true if an expression holds. `atMost`: the number of states after which the search stops.
  func states(where expression: Expression, atMost: Int = .max) throws(PropertyFailure) -> [Bool] {
    var holds = [Bool](repeating: false, count: space.states)
    var machine = Machine(chart, limits: limits, sink: NoTrace())
    var found = 0
    var host = space.inputs.host
    for state in 0..<space.states where found < atMost {
      if state & 63 == 63, isOver() { throw .outOfTime(asked: found == 0 ? state : 0) }
      let fields = space.fields(of: state)
      machine.restore(space.codec.decode(fields))
      machine.answers = host.answers(fields[space.codec.answersField])
      let value: Value
      do throws(DataModel.Failure) {
        value = try machine.evaluate(expression)
      } catch {
        throw .wrong(failure(of: expression, message: error.message, in: state))
      }
      guard case .bool(let flag) = value else {
        throw .wrong(
          failure(of: expression, message: "it must be a bool, this is \(value.typeName.rawValue)", in: state))
      }
      holds[state] = flag
      if flag { found += 1 }
    }
    return holds
  }

  private func failure(of expression: Expression, message: String, in state: Int) -> PropertyError {
    PropertyError(message: message, expression: expression.text, script: space.script(to: state))
  }
}
