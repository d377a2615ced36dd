import CEL
import StateKitCore

/// The shared states of all cases, and the effects of events in them. A machine computes each effect once; later it
/// is looked up.
///
/// Two cases are in the same state if their states were equal when they began (`StepMaker.Timing`), whatever their
/// clocks read. If each case has data of its own, there may be too many states; then a case has a state that it does
/// not share.
struct CaseStates {
  /// The effect of an event in a state.
  struct Step {
    let next: Int32
    let outcome: Outcome
    let hasError: Bool
    /// True if the clock of the state continues.
    let keepsAnchor: Bool
    /// The kind of deviation; -1 if the event was handled.
    let deviation: Int32
    /// The actions, by their index.
    var did = SaidActions.nothing
  }

  /// The effect of the next timers of a state.
  struct Firing {
    let next: Int32
    let hasError: Bool
    /// The number of macrosteps.
    let macrosteps: Int
    /// The actions, by their index.
    let did: Int32
  }

  private struct Slot: TableSlot {
    var state: Int32
    var symbol: Int32
    var step: Int32

    static let empty = Slot(state: .min, symbol: 0, step: 0)
    var isEmpty: Bool { state == .min }
  }

  /// The payload matters.
  static let byPayload: Int32 = -2
  /// The moment matters, or the step is not known.
  static let unknown: Int32 = -1

  /// The limit of shared states and of kept steps.
  private static let mostStates = 1 << 16
  private static let mostSteps = 1 << 20

  let chart: Chart
  private var names = NameTable()
  private(set) var parts: [MachineParts] = []
  /// The time from the beginning of a state to its next timer.
  private(set) var due: [Int64] = []
  private(set) var configurations: [Int32] = []
  private var firings: [Firing?] = []
  private(set) var steps: [Step] = []
  private var table = SlotTable<Slot>(capacity: 1 << 8)
  /// States that belong to one case; nil for a free slot.
  private(set) var own: [MachineParts?] = []
  private var free: [Int32] = []

  private var leafLists = NameTable()
  private(set) var leaves: [[StateID]] = []

  init(_ chart: Chart) {
    self.chart = chart
  }

  /// Adds a state and returns its index, or ~index if it is not shared. `old`: the case's own state that it replaces.
  mutating func add(_ made: MachineParts, replacing old: Int32) -> Int32 {
    var identity = ByteBuffer()
    made.appendIdentity(in: chart, to: &identity)
    let known = identity.withSpan { identity in
      parts.count < Self.mostStates ? names.intern(identity) : names.find(identity)
    }
    if let known {
      if old < 0, old != CaseTable.unborn { release(old) }
      if known.index == parts.count {
        parts.append(made)
        due.append(made.nextDue ?? .max)
        configurations.append(configuration(made.leaves))
        firings.append(nil)
      }
      return known.rawValue
    }
    if old < 0, old != CaseTable.unborn {
      own[Int(~old)] = made
      return old
    }
    if let index = free.popLast() {
      own[Int(index)] = made
      return ~index
    }
    own.append(made)
    return ~Int32(own.count - 1)
  }

  private mutating func release(_ state: Int32) {
    own[Int(~state)] = nil
    free.append(~state)
  }

  func state(_ index: Int32) -> MachineParts {
    index >= 0 ? parts[Int(index)] : own[Int(~index)] ?? MachineParts()
  }

  /// The time until the next timer of a state.
  @inline(__always) func due(_ index: Int32) -> Int64 {
    index >= 0 ? due[Int(index)] : own[Int(~index)]?.nextDue ?? .max
  }

  /// The configuration of a state, as a number.
  mutating func configuration(of index: Int32) -> Int32 {
    index >= 0 ? configurations[Int(index)] : configuration(state(index).leaves)
  }

  mutating func configuration(_ states: [StateID]) -> Int32 {
    var bytes = ByteBuffer()
    for state in states { bytes.append(number: UInt64(state.rawValue)) }
    let id = bytes.withSpan { leafLists.intern($0) }
    if id.index == leaves.count { leaves.append(states) }
    return id.rawValue
  }

  /// The known effect of the next timers of a state; nil if it is not known.
  func firing(_ index: Int32) -> Firing? { index >= 0 ? firings[Int(index)] : nil }

  mutating func set(_ firing: Firing, of index: Int32) {
    if index >= 0, firing.next >= 0 { firings[Int(index)] = firing }
  }

  /// The index of a symbol's step in a state, or one of the constants above.
  @inline(__always) func step(_ state: Int32, symbol: Int32) -> Int32 {
    let index = table.index(Self.hash(state, symbol: symbol)) { $0.state == state && $0.symbol == symbol }
    let slot = table.slots[index]
    return slot.isEmpty ? Self.unknown : slot.step
  }

  /// Stores a step.
  mutating func set(_ step: Step, state: Int32, symbol: Int32) {
    guard state >= 0, step.next >= 0, steps.count < Self.mostSteps else { return }
    steps.append(step)
    mark(Int32(steps.count - 1), state: state, symbol: symbol)
  }

  /// Stores a step's index or one of the constants above.
  mutating func mark(_ step: Int32, state: Int32, symbol: Int32) {
    guard state >= 0, table.count < 2 * Self.mostSteps else { return }
    if table.isCrowded {
      let old = table.slots
      table.clear(capacity: old.count * 2)
      for slot in old where !slot.isEmpty { table.insert(slot, hash: Self.hash(slot.state, symbol: slot.symbol)) }
    }
    let index = table.index(Self.hash(state, symbol: symbol)) { $0.state == state && $0.symbol == symbol }
    table.put(Slot(state: state, symbol: symbol, step: step), at: index)
  }

  @inline(__always) private static func hash(_ state: Int32, symbol: Int32) -> Int {
    let key = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(UInt32(bitPattern: symbol))
    return Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
