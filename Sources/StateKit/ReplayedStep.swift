internal import CEL
internal import StateKitCore

/// A memoised step in progress.
@unsafe struct ReplayedStep {
  /// The step, kept alive by the chart; nil if no step is in progress.
  var step: Unmanaged<MemoisedStep>?
  var payload = ChartValue.null
  var change = DataChange()
  /// The number of entries so far.
  var entries = 0
  /// The index of the current call of a closure: negative before the first call, past the end after the last.
  var call = -1

  var mark: MemoisedStep.Mark {
    guard unsafe call >= 0, let marks = unsafe step?.takeUnretainedValue().calls.marks else { return .beginning }
    return unsafe call < marks.count ? marks[call] : .end
  }
}

/// The changes that a memoised step in progress makes to the data.
@safe struct DataChange {
  /// The program, kept alive by the chart; nil if the data do not change.
  private var ownedProgram: Unmanaged<SharedProgram>?
  /// The replaced values of variables.
  private(set) var replaced = FewElements<SharedProgram.Replaced>.none
  /// The size of the data in bytes before the change, if they have already been changed.
  private var held = 0
  /// The data after the step, if they change only at its end: timer changes cannot be undone.
  private(set) var after: RestingData?

  init() { unsafe ownedProgram = nil }

  var program: SharedProgram? { unsafe ownedProgram?.takeUnretainedValue() }
  var isNone: Bool { unsafe ownedProgram == nil }

  @inline(__always)
  mutating func begin(
    _ program: SharedProgram, replaced: consuming FewElements<SharedProgram.Replaced>, held: Int,
    after: RestingData? = nil
  ) {
    unsafe ownedProgram = .passUnretained(program)
    self.replaced = replaced
    self.held = held
    if after != nil { self.after = after }
  }

  /// Forgets the change at the end of the step.
  @inline(__always)
  mutating func end() {
    unsafe ownedProgram = nil
    replaced = .none
    if after != nil { after = nil }
  }

  /// Undoes the change if it has already been made.
  func undo(in data: inout RestingData) {
    if after == nil { program?.undo(replaced, of: &data, held: held) }
  }
}
