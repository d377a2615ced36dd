/// The positions of a chart's parts in its file and their notation: data that analysis needs and a run does not.
package struct ChartSpans: Sendable {
  /// The keys of the states, by the indices of `Chart.states`.
  package let states: [SourceSpan]
  /// The candidates of each event key of a state, and of each `onDone`.
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
    declared = draft.declared + draft.internalDeclared
    allowances = draft.allowances
  }
}

/// A chart together with the spans of its parts in the file.
package final class LocatedChart: Sendable {
  package let chart: Chart
  package let spans: ChartSpans
  /// The text that the spans refer to, if it was translated from another file.
  package let translation: SourceText?
  /// The charts that are written inside it, in the order of their findings; nil for one without a tree of states.
  package let inner: [LocatedChart?]

  init(chart: Chart, spans: ChartSpans, translation: SourceText?, inner: [LocatedChart?] = []) {
    self.chart = chart
    self.spans = spans
    self.translation = translation
    self.inner = inner
  }

  package func containing(_ inner: [LocatedChart?]) -> LocatedChart {
    inner.isEmpty ? self : LocatedChart(chart: chart, spans: spans, translation: translation, inner: inner)
  }
}
