import CEL

/// One operation of a memoised step.
///
/// A struct of numbers instead of an enum with payloads, because extracting a payload from an enum costs more than most
/// operations.
struct StepOperation: Sendable {
  enum Kind: UInt8, Sendable {
    /// Writes a piece and ends the step, as most steps do.
    case block
    /// Begins a step of JSON Lines, writes a piece and ends the step, as most steps in that format do.
    case headBlock
    /// Writes a piece.
    case text
    /// Begins a step of JSON Lines.
    case stepHead
    /// Writes a piece, and the prefix of each line.
    case prefix
    /// Sets the event of an ending as the one that expressions see, when an expression is evaluated.
    case showEvent
    /// Evaluates a condition, and continues at one of two operations.
    case ask
    /// Compares a variable with a whole number, and continues at one of two operations.
    case compare
    /// Sets a variable to a constant of the chart.
    case set
    /// Writes a piece, sets a variable to the value of an expression, and writes the value.
    case assign
    /// Writes a piece, sets a variable to the sum of a variable and a whole number, and writes the value.
    case add
    /// Writes a piece, and the value of an expression within a text; plain, or escaped for a JSON string.
    case show
    case showQuoted
    /// Begins a loop over a list if the list has exactly `slot` elements; otherwise continues at `otherwise`.
    case loop
    /// Takes the next element of the innermost loop.
    case round
    case endLoop
    /// Checks that the timers of the step fit the memory limit, and are due before the maximum time. Comes after every
    /// operation that can fail, and before any timer is changed.
    case admitTimers
    /// Starts, or stops, the `after` timers of a state.
    case startTimers
    case stopTimers
    /// Ends the step.
    case end
  }

  let kind: Kind
  var relation = Relation.equal
  /// True if the step may still turn out to be unknown: the old value is saved.
  var saves = false
  /// True if the expression has a fast path: `from` is its first instruction, `next` the number of instructions.
  var isScalar = false
  /// The piece to write.
  var piece = StepText.Piece.empty
  /// The result of a condition that continues with the next operation: the processor then need not wait for an address.
  var expects = true
  /// The operation for the other result of a condition; negative if it is not known. For an assigned expression, the
  /// literal of its value.
  var otherwise: Int32 = -1
  /// At the end, the next situation; for an expression, the number of its inputs.
  var next: Int32 = -1
  /// The index of an expression, a literal, an ending or a state; or the number of started timers.
  var index: Int32 = 0
  /// The variable that is set or compared, and the one that is read; for a round, those of the element and of its
  /// index, or -1. For an expression, the first of the inputs for which its value is known; negative if there are none.
  var slot: Int32 = 0
  var from: Int32 = -1
  /// The number to compare with or to add; for an expression, the configuration's answers; the longest delay of timers;
  /// or the index of an element.
  var operand: Int64 = 0
}
