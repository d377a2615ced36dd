extension MemoryGauge {
  /// The error for a chart that does not fit in memory, at the offset where reading stopped.
  package static func refusal(at offset: Int) -> Diagnostic {
    Diagnostic(
      .tooLarge, at: SourceSpan(offset, end: offset), message: "the chart needs more memory than this process may use",
      help: "the system sets this limit: `ulimit -v` shows it")
  }
}
