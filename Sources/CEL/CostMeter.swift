/// Counts what the evaluations and the actions of a script line cost, and says when one of them must end.
///
/// Whoever spends compares the sum with one number, `mark`; all else is looked at when that is reached: the limits, and every
/// few thousand steps whether somebody wants to interrupt.
package struct CostMeter: Sendable {
  /// Why nothing more may be spent.
  package enum End: Sendable {
    /// The limit of one evaluation; others may follow it.
    case evaluation
    /// The limit of the script line.
    case line
    /// Somebody wants the program to stop.
    case interruption
    /// The machines hold as much as they may.
    case memory
  }

  /// Steps between two looks at whether somebody interrupts: some tenths of a millisecond.
  private static let interval = 8_192

  /// What a script line may cost.
  package let limit: Int
  private let isInterrupted: @Sendable () -> Bool
  /// What the line has cost.
  package private(set) var spent = 0
  /// Why the line is over; nil while it may go on.
  package private(set) var end: End?
  /// Somebody has reported why the line is over.
  package var isReported = false
  private var mark = 0
  private var nextLook = 0
  private var evaluationEnd = Int.max

  /// `isInterrupted` is asked often, and must answer at once.
  package init(limit: Int, isInterrupted: @escaping @Sendable () -> Bool = { false }) {
    self.limit = limit
    self.isInterrupted = isInterrupted
    beginLine()
  }

  /// Begins a line that has cost nothing.
  package mutating func beginLine() {
    spent = 0
    end = nil
    isReported = false
    nextLook = Self.interval
    setMark()
  }

  /// Goes on with the line of another meter.
  package mutating func goOn(from other: borrowing CostMeter) {
    spent = other.spent
    end = other.end
    isReported = other.isReported
    nextLook = other.nextLook
    setMark()
  }

  /// What was spent since then is forgotten.
  package mutating func goBack(to spent: Int) {
    self.spent = spent
    if end == .line { end = nil }
    setMark()
  }

  /// Spends so much; false where that is too much, which it stays until the next line or evaluation.
  @inline(__always)
  package mutating func spend(_ amount: Int) -> Bool {
    spent &+= amount
    return spent <= mark || look()
  }

  /// Whether so much may be spent before anything has to be looked at. Mutating, because else whoever may change the meter would
  /// copy it to ask.
  @inline(__always)
  package mutating func admits(_ amount: Int) -> Bool { spent &+ amount <= mark }

  /// What the line may still cost.
  package var left: Int { max(0, limit - spent) }

  /// Ends the line.
  package mutating func stop(_ end: End) {
    self.end = self.end ?? end
    setMark()
  }

  /// Asks whether somebody interrupts; true where the line is over.
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

  /// Why the last `spend` was refused.
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
