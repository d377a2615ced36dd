package import StateKitCore

/// The properties to check (Exploring.md, Properties). Expressions can use the context and `isIn`.
package struct Properties: Sendable {
  /// Errors if they hold in any state.
  package var never: [Expression] = []
  /// Must hold in at least one state.
  package var reach: [Expression] = []
  /// Must hold eventually, for all inputs.
  package var inevitable: [Expression] = []
  /// After each state in which the first holds, the second must eventually hold.
  package var leadsTo: [(from: Expression, to: Expression)] = []
  /// From every state, a state in which it holds must be reachable.
  package var home: [Expression] = []
  /// Without events, every state must reach one in which it holds.
  package var settles: [Expression] = []
  /// Fairness: a choice that is available infinitely often is eventually taken.
  package var isFair = false

  package init() {}

  /// All expressions of the properties.
  var expressions: [Expression] {
    never + reach + inevitable + leadsTo.flatMap { [$0.from, $0.to] } + home + settles
  }

  /// True if the surviving timers must be known.
  var needSurvivors: Bool { !(inevitable.isEmpty && leadsTo.isEmpty) }

  /// True if the arcs between states must be known.
  var needArcs: Bool { !(inevitable.isEmpty && leadsTo.isEmpty && home.isEmpty && settles.isEmpty) }
}
