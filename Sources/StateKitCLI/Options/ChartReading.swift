import StateKitInterchange

struct ChartReading: Sendable {
  /// The kind; nil to detect it by the content.
  var kind: ChartKind?
  /// Leaves parts without a counterpart here to the host.
  var isLenient = false
}
