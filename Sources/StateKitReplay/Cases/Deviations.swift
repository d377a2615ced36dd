import StateKitCore

/// The kinds of deviations found: the event, the configuration and the outcome; for each, how often and an example
/// case.
struct Deviations {
  struct Kind {
    let event: Int32
    let configuration: Int32
    let outcome: Outcome
    /// The state that the log says, by the index of its name; -1 if the outcome is the deviation.
    let said: Int32
    var count = 0
    /// The name of a case: the shortest one, and of equally short ones the first by bytes.
    var example: [UInt8] = []
  }

  private struct Key: Hashable {
    let event: Int32
    let configuration: Int32
    let outcome: Outcome
    let said: Int32
  }

  private(set) var kinds: [Kind] = []
  private var indices: [Key: Int32] = [:]

  /// The kind for the outcome of an event; -1 if the event was handled.
  mutating func kind(_ event: Int32, configuration: Int32, outcome: Outcome) -> Int32 {
    if outcome == .handled { return -1 }
    return index(event, configuration: configuration, outcome: outcome, said: -1)
  }

  /// The kind for a state that the log says, and in which the chart is not.
  mutating func kind(_ event: Int32, configuration: Int32, said: Int32) -> Int32 {
    index(event, configuration: configuration, outcome: .handled, said: said)
  }

  private mutating func index(_ event: Int32, configuration: Int32, outcome: Outcome, said: Int32) -> Int32 {
    let key = Key(event: event, configuration: configuration, outcome: outcome, said: said)
    if let known = indices[key] { return known }
    let index = Int32(kinds.count)
    indices[key] = index
    kinds.append(Kind(event: event, configuration: configuration, outcome: outcome, said: said))
    return index
  }

  /// Counts a deviation.
  @inline(__always)
  @unsafe mutating func count(_ kind: Int32, id: UnsafeBufferPointer<UInt8>) {
    let index = Int(kind)
    kinds[index].count += 1
    if unsafe kinds[index].count == 1 || Self.precedes(id, other: kinds[index].example) {
      kinds[index].example = unsafe Array(id)
    }
  }

  @unsafe private static func precedes(_ id: UnsafeBufferPointer<UInt8>, other: [UInt8]) -> Bool {
    if id.count != other.count { return id.count < other.count }
    return unsafe id.lexicographicallyPrecedes(other)
  }
}
