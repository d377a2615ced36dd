/// Where an exploring stops that has not come to its end (Exploring.md, Bounds).
package struct ExploreBounds: Sendable {
  /// Lines of a script.
  package var depth: Int?
  package var states = 10_000_000
  /// Bytes that the states take.
  package var memory = 2 << 30
  /// Charts with more handlers are not explored.
  package var handlers = Int.max

  package init() {}

  /// What an exploring has stopped at.
  package enum Kind: String, Sendable {
    case depth
    case states
    case memory
    case timeLimit = "time-limit"
    case interrupt
    /// As much was tried as was to be.
    case effort
  }
}
