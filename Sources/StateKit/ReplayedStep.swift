internal import CEL
internal import StateKitCore

/// A memoised step in progress.
struct ReplayedStep {
  /// The step; nil if no step is in progress.
  var step: MemoisedStep?
  var payload = ChartValue.null
  /// The question that a closure is answering before the step begins.
  var question: KnownQuestion?
  /// The number of entries so far.
  private(set) var entries = 0
  /// The index of the current call of a closure: negative before the first call, past the end after the last.
  private(set) var call = -1

  /// Moves to a call of a closure.
  mutating func move(to call: Int, entries: Int) {
    (self.call, self.entries) = (call, entries)
  }

  var mark: MemoisedStep.Mark {
    guard call >= 0, let marks = step?.calls.marks else { return .beginning }
    return call < marks.count ? marks[call] : .end
  }
}

/// The changes that a memoised step in progress makes to the data.
struct DataChange {
  /// The program; nil if the data do not change.
  private(set) var program: SharedProgram?
  /// The replaced values of variables.
  private(set) var replaced: [SharedProgram.Replaced] = []
  /// The size of the data in bytes before the change, if they have already been changed.
  private var held = 0
  /// The data after the step, if they change only at its end: timer changes cannot be undone.
  private(set) var after: RestingData?

  var isNone: Bool { program == nil }

  mutating func begin(
    _ program: SharedProgram, replaced: consuming [SharedProgram.Replaced], held: Int,
    after: RestingData? = nil
  ) {
    self.program = program
    self.replaced = replaced
    self.held = held
    if after != nil { self.after = after }
  }

  /// Forgets the change at the end of the step.
  mutating func end() {
    program = nil
    replaced = []
    if after != nil { after = nil }
  }

  /// Undoes the change if it has already been made.
  func undo(in data: inout RestingData) {
    if after == nil { program?.undo(replaced, of: &data, held: held) }
  }
}
