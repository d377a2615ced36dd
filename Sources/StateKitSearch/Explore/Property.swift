package import StateKitCore

/// A question about all that a chart can do (Exploring.md, Properties): texts on a command line, expressions in a search.
/// The expressions read the context and `isIn`.
package enum Property<Question: Sendable>: Sendable {
  /// A state in which the expression is true is an error.
  case never(Question)
  /// Some state is reached in which the expression is true.
  case reach(Question)
  /// The expression becomes true sooner or later, whatever the inputs are.
  case inevitable(Question)
  /// After each state in which the first is true, the second becomes true sooner or later.
  case leadsTo(Question, Question)
  /// From every state, a state can be reached in which the expression is true.
  case home(Question)
  /// Without events, every state reaches one in which the expression is true.
  case settles(Question)

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

  package var expressions: [Question] {
    switch self {
    case .never(let one), .reach(let one), .inevitable(let one), .home(let one), .settles(let one): [one]
    case .leadsTo(let from, let to): [from, to]
    }
  }

  /// The same question about other expressions.
  package func map<Other, Failure>(_ read: (Question) throws(Failure) -> Other) throws(Failure) -> Property<Other> {
    switch self {
    case .never(let one): .never(try read(one))
    case .reach(let one): .reach(try read(one))
    case .inevitable(let one): .inevitable(try read(one))
    case .leadsTo(let from, let to): .leadsTo(try read(from), try read(to))
    case .home(let one): .home(try read(one))
    case .settles(let one): .settles(try read(one))
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
  var needsArcs: Bool {
    switch self {
    case .never, .reach: false
    case .inevitable, .leadsTo, .home, .settles: true
    }
  }
}

/// The properties that are asked, in the order asked.
package struct Properties: Sendable {
  package var all: [Property<Expression>] = []
  /// A choice that is available infinitely often is eventually taken.
  package var isFair = false

  package init() {}

  package var expressions: [Expression] { all.flatMap(\.expressions) }
  var needSurvivors: Bool { all.contains(where: \.needsSurvivors) }
  var needArcs: Bool { all.contains(where: \.needsArcs) }
}

package struct PropertyAnswer: Sendable {
  package enum Verdict: String, Sendable {
    case holds
    case fails
    /// A bound was reached before the answer was certain.
    case bounded
  }

  package let property: Property<Expression>
  package let verdict: Verdict
  /// True if the time limit came before the answer.
  package let isLate: Bool
  /// True if it holds because its first condition is never true.
  package let isVacuous: Bool
  /// The finding that shows it; nil for a property that holds in all states.
  package let finding: ExploreFinding?
}
