/// The format of the trace.
enum TraceFormat: String, CaseIterable { case text, jsonl }

/// When a journal waits for the disk.
enum SyncMode: String, CaseIterable {
  /// After each line.
  case always
  /// After the lines that are available already.
  case batch
  /// Never.
  case none
}

/// The format of findings.
enum FindingsFormat: String, CaseIterable { case text, json, github, sarif }

/// The format of test results.
enum ResultsFormat: String, CaseIterable { case text, tap, junit, jsonl, github }

/// The format of coverage.
enum CoverageFormat: String, CaseIterable { case text, json, lcov }

/// The format of an answer.
enum AnswerFormat: String, CaseIterable { case text, json }

/// The notations for writing charts.
enum ConversionTarget: String, CaseIterable { case statekit, xstate, scxml }

/// The format of a page.
enum PageFormat: String, CaseIterable { case text, markdown }

/// The moments at which events are tried, besides right after the last line.
enum ExploreTime: String, CaseIterable { case next }

/// The format of a graph of states.
enum GraphFormat: String, CaseIterable { case dot, json }

/// The aspects by which two charts are compared.
enum ComparedBy: String, CaseIterable { case outputs, states }

/// The shells with completion.
enum Shell: String, CaseIterable { case bash, zsh, fish }
