/// How the trace is written.
enum TraceFormat: String, CaseIterable { case text, jsonl }

/// How much a journal waits for the disk.
enum SyncMode: String, CaseIterable {
  /// After each line.
  case always
  /// After the lines that are already there.
  case batch
  /// Never.
  case none
}

/// How findings are written.
enum FindingsFormat: String, CaseIterable { case text, json, github, sarif }

/// How results of tests are written.
enum ResultsFormat: String, CaseIterable { case text, tap, junit, jsonl, github }

/// How coverage is written.
enum CoverageFormat: String, CaseIterable { case text, json, lcov }

/// How an answer is written.
enum AnswerFormat: String, CaseIterable { case text, json }

/// The notations that charts are written in.
enum ConversionTarget: String, CaseIterable { case statekit, xstate, scxml }

/// How a page is written.
enum PageFormat: String, CaseIterable { case text, markdown }

/// At which moments of time events are tried, besides right after the last line.
enum ExploreTime: String, CaseIterable { case next }

/// How a graph of states is written.
enum GraphFormat: String, CaseIterable { case dot, json }

/// What two charts are compared by.
enum ComparedBy: String, CaseIterable { case outputs, states }

/// The shells that can be taught to complete.
enum Shell: String, CaseIterable { case bash, zsh, fish }
