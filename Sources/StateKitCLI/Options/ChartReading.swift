import StateKitInterchange

/// How charts are read: what somebody says of them.
struct ChartReading: Sendable {
  /// The kind; nil where the content shows it.
  var kind: ChartKind?
  /// What cannot be said here is left to the host.
  var isLenient = false
}
