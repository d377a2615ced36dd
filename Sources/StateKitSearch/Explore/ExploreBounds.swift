/// The bounds at which an incomplete exploration stops (Exploring.md, Bounds).
package struct ExploreBounds: Sendable {
  /// The limit of lines of a script.
  package var depth: Int?
  package var states = 100_000
  /// The limit of bytes of the states.
  package var memory = 2 << 30
  /// Charts with more handlers are not explored.
  package var handlers = Int.max

  package init() {}

  /// The reason why an exploration stopped.
  package enum Kind: String, Sendable {
    case depth
    case states
    case memory
    case timeLimit = "time-limit"
    case interrupt
    /// The limit of tries was reached.
    case effort
  }
}
