/// Where the parts of a chart stand in its file, and how they were written: what a run does not need and analysis does.
package struct ChartSpans: Sendable {
  /// The keys of the states, by the indices of `Chart.states`.
  package let states: [SourceSpan]
  /// What each event key of a state, and each `onDone`, leads to.
  package let bindings: [ChartDraft.Binding]
  /// The keys of the context, in order.
  package let context: [SourceSpan]
  /// The declared events in order.
  package let declared: [(event: NameID, span: SourceSpan)]
  package let allowances: [Allowance]

  init(of draft: ChartDraft) {
    states = draft.stateSpans
    bindings = draft.bindings
    context = draft.context.map(\.span)
    declared = draft.declared
    allowances = draft.allowances
  }
}

/// A chart together with the spans of its parts in the file.
package final class LocatedChart: Sendable {
  package let chart: Chart
  package let spans: ChartSpans
  /// What the spans are of, where that was translated from another file.
  package let translation: SourceText?

  init(chart: Chart, spans: ChartSpans, translation: SourceText?) {
    self.chart = chart
    self.spans = spans
    self.translation = translation
  }
}
