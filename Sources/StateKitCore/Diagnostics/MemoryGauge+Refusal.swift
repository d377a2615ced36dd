extension MemoryGauge {
  /// What is told of a chart that does not fit, and where its reading stopped.
  package static func refusal(at place: Int) -> Diagnostic {
    Diagnostic(
      .tooLarge, at: SourceSpan(place, place), "the chart needs more memory than this process may take",
      help: "the bound is not statekit's: `ulimit -v` shows it")
  }
}
