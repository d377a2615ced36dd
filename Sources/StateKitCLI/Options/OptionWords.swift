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

enum FindingsFormat: String, CaseIterable { case text, json, github, sarif }
enum ResultsFormat: String, CaseIterable { case text, tap, junit, jsonl, github }
enum CoverageFormat: String, CaseIterable { case text, json, lcov }
enum AnswerFormat: String, CaseIterable { case text, json }
enum ConversionTarget: String, CaseIterable { case statekit, xstate, scxml }
enum PageFormat: String, CaseIterable { case text, markdown }
/// The moments at which events are tried, besides right after the last line.
enum ExploreTime: String, CaseIterable { case next }
enum GraphFormat: String, CaseIterable { case dot, json }
/// The aspects by which two charts are compared.
enum ComparedBy: String, CaseIterable { case outputs, states }
enum Shell: String, CaseIterable { case bash, zsh, fish }
