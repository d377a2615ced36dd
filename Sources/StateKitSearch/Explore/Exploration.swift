package import StateKitCore

/// The result of an exploration.
package struct Exploration: Sendable {
  package let space: StateSpace
  package let findings: [ExploreFinding]
  package let deadEnds: Int
  /// Names of the values that kept growing, if a bound was reached.
  package let growing: [String]
}

extension Explorer {
  /// Explores a chart and returns the findings (Exploring.md, Findings).
  package static func explore(
    _ located: LocatedChart, options: Options, report: (Progress) -> Void = { _ in }
  ) throws(PropertyError) -> Exploration {
    let explorer = Explorer.explored(located.chart, options: options, report: report)
    let growth = explorer.space.isComplete ? Growth() : GrowthTracker.growing(in: explorer.space, chart: located.chart)
    let reporter = FindingReporter(located, explorer: explorer, growth: growth)
    return Exploration(
      space: explorer.space, findings: try reporter.all(), deadEnds: explorer.deadEnds.count, growing: growth.names)
  }
}
