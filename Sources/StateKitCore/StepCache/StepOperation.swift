import CEL

/// One thing that a memoised step does when it is made again.
///
/// A struct of numbers instead of an enum with payloads: taking a payload out of an enum costs more than most operations.
struct StepOperation: Sendable {
  enum Kind: UInt8, Sendable {
    /// Writes a piece, and the step is over: all that most steps are.
    case block
    /// Begins a step of JSON Lines, writes a piece, and the step is over: all that most steps are there.
    case headBlock
    /// Writes a piece.
    case text
    /// Begins a step of JSON Lines.
    case stepHead
    /// Writes a piece and what stands before each line.
    case prefix
    /// Makes the event of an ending the one that expressions see, as soon as one is evaluated.
    case see
    /// A condition: goes on at one of two operations.
    case ask
    /// The same where a variable is compared with a whole number.
    case compare
    /// Sets a variable to one of the chart's values.
    case set
    /// Writes a piece, sets a variable to the value of an expression, and writes that.
    case assign
    /// The same where the value is a whole number more than that of a variable.
    case add
    /// Writes a piece, and the value of an expression as it stands in a text; in a JSON string, or not.
    case show
    case showQuoted
    /// A loop over a list begins, where it has as many elements as `slot` says; else it goes on at `otherwise`.
    case loop
    /// The innermost loop takes an element.
    case round
    case endLoop
    /// Whether the timers that the step starts can be held, and are due before the end of time. Comes after all that can
    /// turn out not to be known, and before any timer is changed.
    case admitTimers
    /// Starts, or stops, the `after` timers of a state.
    case startTimers
    case stopTimers
    /// The step is over.
    case end
  }

  let kind: Kind
  var relation = Relation.equal
  /// The step can still turn out not to be known: what was before is kept.
  var saves = false
  /// The expression has a short way: `from` is its first instruction, `next` how many there are.
  var isScalar = false
  /// That only computes with whole numbers, and gives what is wanted: of a condition a bool, else a number.
  var isArithmetic = false
  /// What is written.
  var piece = StepText.Piece.empty
  /// What a condition comes to where the next operation is the one behind it: the processor then need not wait for an
  /// address.
  var expects = true
  /// Where it goes on when a condition comes to the other thing; negative where that is not known. Of an assigned expression, the
  /// literal that it came to.
  var otherwise: Int32 = -1
  /// At the end: the next situation. Of an expression: how many inputs it had.
  var next: Int32 = -1
  /// The index of an expression, of a literal, of an ending or of a state; how many timers are started.
  var index: Int32 = 0
  /// The variable that is set or compared, and the one that is read; of a round, the name that stands for the element, and the
  /// one for its index or -1. Of an expression: the first of the inputs with which it came
  /// to what it did; negative where they are not known.
  var slot: Int32 = 0
  var from: Int32 = -1
  /// What is compared with or added; for an expression, what the configuration answers; the longest delay of timers; the index of
  /// an element.
  var operand: Int64 = 0
}

extension Relation {
  /// Whether it holds between two numbers. Here, and of whole numbers alone, because a call into another module or one that is
  /// not specialized costs as much as all else.
  @inline(__always)
  func holds(_ a: Int64, _ b: Int64) -> Bool {
    switch self {
    case .equal: a == b
    case .unequal: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}
