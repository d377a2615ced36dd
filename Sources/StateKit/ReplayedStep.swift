internal import CEL
internal import StateKitCore

/// A known step while it is being made: how far it is.
@unsafe struct ReplayedStep {
  /// Kept by the chart; nil where none is made.
  var step: Unmanaged<KnownStep>?
  var payload = ChartValue.null
  var change = DataChange()
  /// Entries that have been made.
  var entries = 0
  /// The call of a closure that it has come to; below zero before the first, and beyond them after the last.
  var call = -1

  var mark: KnownStep.Mark {
    guard unsafe call >= 0, let marks = unsafe step?.takeUnretainedValue().calls.marks else { return .beginning }
    return unsafe call < marks.count ? marks[call] : .end
  }
}

/// What the known step that is being made does to the data.
@safe struct DataChange {
  /// The chart keeps it, with the step; nil where the data stay as they are.
  private var ownedProgram: Unmanaged<SharedProgram>?
  /// What variables held before.
  private(set) var replaced = FewElements<SharedProgram.Replaced>.none
  /// The bytes that the data counted for before, where they have been changed already.
  private var held = 0
  /// The data afterwards, where they change when the step is over: timers cannot be started and stopped back.
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

  /// The step is over.
  @inline(__always)
  mutating func end() {
    unsafe ownedProgram = nil
    replaced = .none
    if after != nil { after = nil }
  }

  /// Takes it back, where it was done already.
  func undo(in data: inout RestingData) {
    if after == nil { program?.undo(replaced, of: &data, held: held) }
  }
}
