package import StateKitCore

/// A question about all that a chart can do (Exploring.md, Properties). Its expressions read the context and `isIn`.
package enum Property: Sendable {
  /// A state in which the expression is true is an error.
  case never(Expression)
  /// Some state is reached in which the expression is true.
  case reach(Expression)
  /// The expression becomes true sooner or later, whatever the inputs are.
  case inevitable(Expression)
  /// After each state in which the first is true, the second becomes true sooner or later.
  case leadsTo(Expression, Expression)
  /// From every state, a state can be reached in which the expression is true.
  case home(Expression)
  /// Without events, every state reaches one in which the expression is true.
  case settles(Expression)

  /// The option of `explore` that asks it, without hyphens.
  package var kind: String {
    switch self {
    case .never: "never"
    case .reach: "reach"
    case .inevitable: "inevitable"
    case .leadsTo: "leads-to"
    case .home: "home"
    case .settles: "settles"
    }
  }

  package var expressions: [Expression] {
    switch self {
    case .never(let one), .reach(let one), .inevitable(let one), .home(let one), .settles(let one): [one]
    case .leadsTo(let from, let to): [from, to]
    }
  }

  /// True if the answer depends on which timers keep waiting.
  fileprivate var needsSurvivors: Bool {
    switch self {
    case .inevitable, .leadsTo: true
    case .never, .reach, .home, .settles: false
    }
  }

  /// True if the answer depends on the arcs between states.
  fileprivate var needsArcs: Bool {
    switch self {
    case .never, .reach: false
    case .inevitable, .leadsTo, .home, .settles: true
    }
  }
}

/// The properties that are asked, in the order asked.
package struct Properties: Sendable {
  package var all: [Property] = []
  /// A choice that is available infinitely often is eventually taken.
  package var isFair = false

  package init() {}

  var expressions: [Expression] { all.flatMap(\.expressions) }
  var needSurvivors: Bool { all.contains(where: \.needsSurvivors) }
  var needArcs: Bool { all.contains(where: \.needsArcs) }
}

/// The answer to a property.
package struct PropertyAnswer: Sendable {
  package enum Verdict: String, Sendable {
    case holds
    case fails
    /// A bound was reached before the answer was certain.
    case bounded
  }

  package let property: Property
  package let verdict: Verdict
  /// The finding that shows it; nil for a property that holds in all states.
  package let finding: ExploreFinding?
}
