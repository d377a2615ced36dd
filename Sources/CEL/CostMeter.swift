/// Counts the cost of the evaluations and actions of a script line, and says when one of them must end.
///
/// Each charge compares the sum with one number, `mark`. Reaching `mark` triggers the other checks: the limits, and
/// every few thousand steps the check for an interruption.
package struct CostMeter: Sendable {
  /// The reason why no more cost is allowed.
  package enum End: Sendable {
    /// The limit of one evaluation was reached; other evaluations may follow.
    case evaluation
    /// The limit of the script line was reached.
    case line
    /// The program was asked to stop.
    case interruption
    /// The machines reached their memory limit.
    case memory
  }

  /// Steps between two checks for an interruption: some tenths of a millisecond.
  private static let interval = 8_192

  /// The highest cost of a script line.
  package let limit: Int
  private let isInterrupted: @Sendable () -> Bool
  /// The cost of the line so far.
  package private(set) var spent = 0
  /// The reason why the line is over; nil while it may continue.
  package private(set) var end: End?
  /// True if the reason has been reported.
  package var isReported = false
  private var mark = 0
  private var nextLook = 0
  private var evaluationEnd = Int.max

  /// Creates a meter. `isInterrupted` is called often and must return at once.
  package init(limit: Int, isInterrupted: @escaping @Sendable () -> Bool = { false }) {
    self.limit = limit
    self.isInterrupted = isInterrupted
    beginLine()
  }

  /// Begins a line with a cost of zero.
  package mutating func beginLine() {
    spent = 0
    end = nil
    isReported = false
    nextLook = Self.interval
    setMark()
  }

  /// Continues the line of another meter.
  package mutating func resume(from other: borrowing CostMeter) {
    spent = other.spent
    end = other.end
    isReported = other.isReported
    nextLook = other.nextLook
    setMark()
  }

  /// Resets the cost to an earlier value.
  package mutating func goBack(to spent: Int) {
    self.spent = spent
    if end == .line { end = nil }
    setMark()
  }

  /// Adds to the cost. Returns false if the sum exceeds a limit; then every call returns false until the next line or
  /// evaluation.
  @inline(__always)
  package mutating func spend(_ amount: Int) -> Bool {
    spent &+= amount
    return spent <= mark || look()
  }

  /// True if the amount can be spent without any further check. Mutating, because otherwise a caller that changes the
  /// meter would copy it to ask.
  @inline(__always)
  package mutating func admits(_ amount: Int) -> Bool { spent &+ amount <= mark }

  /// The remaining cost that the line is allowed.
  package var left: Int { max(0, limit - spent) }

  package mutating func stop(_ end: End) {
    self.end = self.end ?? end
    setMark()
  }

  /// Checks for an interruption. Returns true if the line is over.
  package mutating func poll() -> Bool {
    if end == nil, isInterrupted() { stop(.interruption) }
    return end != nil
  }

  mutating func beginEvaluation(atMost cost: Int) {
    evaluationEnd = spent + cost
    setMark()
  }

  mutating func endEvaluation() {
    evaluationEnd = .max
    setMark()
  }

  /// The reason why the last `spend` was refused.
  var refusal: End { end ?? .evaluation }

  @inline(never)
  private mutating func look() -> Bool {
    if end != nil { return false }
    if spent > limit {
      stop(.line)
      return false
    }
    if spent > evaluationEnd { return false }
    if spent > nextLook {
      if poll() { return false }
      nextLook = spent + Self.interval
    }
    setMark()
    return true
  }

  private mutating func setMark() {
    mark = end == nil ? min(limit, nextLook, evaluationEnd) : -1
  }
}
