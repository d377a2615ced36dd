package import StateKitCore

extension ChartDiff {
  /// The relation of two charts, the strongest first.
  package enum Verdict: String, Sendable {
    case equivalent
    /// Wherever they differ, the second handles an event that the first leaves unhandled.
    case extends
    /// The reverse of `extends`.
    case reduces
    case differs
    /// No difference was found before a bound was reached.
    case noDifference = "no difference within the bound"
  }

  /// The aspects of the charts that are compared.
  package enum Sight: Sendable {
    /// Behaviour that is visible from outside.
    case outside
    /// Also the paths of the deepest active states.
    case states
    /// Everything that a trace shows: any difference in traces makes the charts different.
    case trace
  }

  /// The limits of the search for differences, besides the bounds.
  package struct Effort: Sendable {
    /// No more pairs of states are added; the known ones are still expanded.
    package var pairs = Int.max
    /// Pairs of states combined with an input.
    package var tries = Int.max
    /// The total cost of the lines.
    package var cost = Int.max

    package init() {}
  }

  package struct Options: Sendable {
    package var choice = InputCandidates.Choice()
    package var bounds = ExploreBounds()
    package var limits = Limits()
    /// The host's answers to each chart.
    package var answered: (first: HostAnswers?, second: HostAnswers?) = (nil, nil)
    package var sight = Sight.outside
    package var effort = Effort()
    /// Paths of states in the first chart, and their new paths in the second.
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
    /// The number of pairs of states found.
    package var pairs = 0
    package var depth = 0
    package var bound: ExploreBounds.Kind?
    /// The kinds of inputs that were only sampled.
    package var samples = Samples()
    /// The lines of a shortest script that shows the difference; nil without one.
    package var script: [String]?
    package var gaps: [Gap] = []

    /// The end of a claim about all scripts: ` within 10 lines with the payloads tried`; empty if all were tried.
    package var limitation: String {
      (bound == nil ? "" : " within \(DisplayText.counted(depth, noun: "line"))") + samples.limitation
    }

    /// The part of the second chart's version to raise; nil if a bound keeps it unknown.
    package var version: String? {
      switch verdict {
      case .equivalent: "patch"
      case .extends: bound == nil ? "minor" : nil
      case .reduces, .differs: "major"
      case .noDifference: nil
      }
    }
  }
}
