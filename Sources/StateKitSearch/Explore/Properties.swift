package import StateKitCore

/// What is asked of all that a chart can do (Exploring.md, Properties). The expressions are over the context and `isIn`.
package struct Properties: Sendable {
  /// A state in which it holds is an error.
  package var never: [Expression] = []
  /// Is there a state in which it holds?
  package var reach: [Expression] = []
  /// It holds sooner or later, whatever the inputs are.
  package var inevitable: [Expression] = []
  /// Wherever the first holds, the second does sooner or later.
  package var leadsTo: [(from: Expression, to: Expression)] = []
  /// From every state one can be reached in which it holds.
  package var home: [Expression] = []
  /// Left alone, every state comes to one in which it holds.
  package var settles: [Expression] = []
  /// A run that could go another way again and again takes it some time.
  package var isFair = false

  package init() {}

  /// All expressions that are asked.
  var expressions: [Expression] {
    never + reach + inevitable + leadsTo.flatMap { [$0.from, $0.to] } + home + settles
  }

  /// Whether it has to be known which timers wait on.
  var needSurvivors: Bool { !(inevitable.isEmpty && leadsTo.isEmpty) }

  /// Whether the arcs between states have to be known.
  var needArcs: Bool { !(inevitable.isEmpty && leadsTo.isEmpty && home.isEmpty && settles.isEmpty) }
}
