package import StateKitCore

extension ChartDiff {
  /// What the charts are to each other, the strongest first.
  package enum Verdict: String, Sendable {
    case equivalent
    /// Wherever they differ, the first leaves unhandled what the second handles.
    case extends
    /// The other way round.
    case reduces
    case differs
    /// No difference was found before a bound was reached.
    case noDifference = "no difference within the bound"

    /// What the version of the second must be raised by; nil where it is not known.
    package var version: String? {
      switch self {
      case .equivalent: "patch"
      case .extends: "minor"
      case .reduces, .differs: "major"
      case .noDifference: nil
      }
    }
  }

  /// What of the charts is compared.
  package enum Sight: Sendable {
    /// What is seen from outside.
    case outside
    /// The paths of the deepest active states, too.
    case states
    /// All that a trace shows: what differs in it makes the charts different.
    case trace
  }

  /// How long differences are looked for, besides the bounds.
  package struct Effort: Sendable {
    /// More pairs of states are not added; those that are known are looked at still.
    package var pairs = Int.max
    /// Pairs of states with an input.
    package var tries = Int.max
    /// What the lines cost, together.
    package var cost = Int.max

    package init() {}
  }

  package struct Options: Sendable {
    package var choice = InputCandidates.Choice()
    package var bounds = ExploreBounds()
    package var limits = Limits()
    /// What the host says to each of them.
    package var answered: (first: HostAnswers?, second: HostAnswers?) = (nil, nil)
    package var sight = Sight.outside
    package var effort = Effort()
    /// Paths of states in the first chart, and what they are called in the second.
    package var renamed: [(old: String, new: String)] = []
    package var stop: @Sendable () -> ExploreBounds.Kind? = { nil }

    package init() {}
  }

  /// An input that one of the charts handles and the other does not.
  package struct Gap: Sendable {
    /// The deepest active states of the chart that does not handle it.
    package let configuration: [String]
    /// The name of the event.
    package let event: String
    package let line: String
    package let script: [String]
  }

  package struct Result: Sendable {
    package var verdict: Verdict
    /// Pairs of states that were found.
    package var pairs = 0
    package var depth = 0
    package var bound: ExploreBounds.Kind?
    /// The lines of a shortest script that shows the difference; nil where there is none.
    package var script: [String]?
    package var gaps: [Gap] = []
  }
}
