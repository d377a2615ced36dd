package import StateKitCore

/// The result of an exploration.
package struct Exploration: Sendable {
  package let space: StateSpace
  /// Findings about the chart itself.
  package let findings: [ExploreFinding]
  /// In the order asked.
  package let answers: [PropertyAnswer]
  package let deadEnds: Int
  /// Names of the values that kept growing, if a bound was reached.
  package let growing: [String]
  /// The findings that were not looked for, because the time limit or a signal came first.
  package let notSearched: [DiagnosticCode]

  /// The findings of the properties that do not simply hold, and those about the chart.
  package var allFindings: [ExploreFinding] { answers.compactMap(\.finding) + findings }
}

extension Explorer {
  /// Explores a chart and returns the findings (Exploring.md, Findings).
  package static func explore(
    _ located: LocatedChart, options: Options, report: (Progress) -> Void = { _ in }
  ) throws(PropertyError) -> Exploration {
    let explorer = Explorer.explored(located.chart, options: options, report: report)
    let growth =
      explorer.space.isComplete
      ? Growth() : GrowthTracker.growing(in: explorer.space, chart: located.chart, isOver: options.endsReport)
    let deadEnds = explorer.deadEnds.count
    let reporter = FindingReporter(located, explorer: explorer, growth: growth)
    // What was asked comes first: the time may not last for the rest.
    let answers = try reporter.answers()
    let findings = reporter.all()
    return Exploration(
      space: reporter.space, findings: findings, answers: answers, deadEnds: deadEnds,
      growing: growth.names, notSearched: reporter.notSearched)
  }
}
