/// A state, as its index in document order: an ancestor has a smaller index, and a subtree is a range.
@usableFromInline
package struct StateID: Hashable, Comparable, Sendable {
  @usableFromInline package let rawValue: Int32

  @inlinable
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  @inlinable
  package init(_ index: Int) {
    rawValue = Int32(truncatingIfNeeded: index)
  }

  /// The root of every chart.
  package static let root = StateID(rawValue: 0)

  @inlinable package var index: Int { Int(rawValue) }

  @inlinable
  package static func < (left: StateID, right: StateID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A range of entries in one of the chart's tables.
@usableFromInline
package struct TableRange: Sendable {
  @usableFromInline package var start: Int32
  @usableFromInline package var count: Int32

  @inlinable
  package init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  package static let empty = TableRange(start: 0, count: 0)

  @inlinable package var isEmpty: Bool { count == 0 }
  @inlinable package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// The kind of a state (Charts.md).
@usableFromInline
package enum StateKind: UInt8, Sendable {
  case atomic
  case compound
  case parallel
  case final
  case shallowHistory
  case deepHistory

  package var isHistory: Bool {
    switch self {
    case .shallowHistory, .deepHistory: true
    case .atomic, .compound, .parallel, .final: false
    }
  }
}

package struct StateNode: Sendable {
  package var name: NameID
  package var kind: StateKind = .atomic
  /// True if a child is a history state: the active states below are recorded on exit.
  package var hasHistory = false
  /// True if it has entries in `Chart.invocations`.
  package var hasInvoke = false
  /// True if an exit, or an entry, has no other effect: no actions, timers, invocations, regions or done events. Set
  /// when the chart is complete.
  var exitsPlainly = false
  var entersPlainly = false
  /// The index of the parent; -1 for `root`.
  package var parent: Int32
  /// The index after its last descendant.
  package var end: Int32 = 0
  package var enterActions = TableRange.empty
  package var exitActions = TableRange.empty
  /// The index in `Chart.initials`: the `initial` of a compound state, or the default of a history state; -1 for none.
  package var initial: Int32 = -1
  /// The payload of a final state's done event, as an index of `Chart.outputs`; -1 for none.
  package var output: Int32 = -1
  package var always = TableRange.empty
  package var timers = TableRange.empty
  /// The done event of this state; -1 if it can never be done.
  package var doneEvent: Int32 = -1
  /// The beginning of this state's handlers in `Chart.handlerSlots`; -1 without handlers. The mask is that of a hash
  /// table, or negative: then it is the negated number of keys of a list.
  package var slotBase: Int32 = -1
  package var slotMask: Int32 = 0
  /// The nearest state upwards, this one included, that has handlers of events, or of `always`; -1 for none.
  package var handlerOwner: Int32 = -1
  package var alwaysOwner: Int32 = -1
  /// The number of regions of a parallel state.
  package var regionCount: Int32 = 0
  /// The number of names in the shortest reference to this state (Charts.md).
  package var referenceLength: Int32 = 1

  package init(name: NameID, parent: Int32) {
    self.name = name
    self.parent = parent
  }

  mutating func markPlainMoves() {
    guard kind == .atomic || kind == .compound, timers.isEmpty, !hasInvoke else { return }
    exitsPlainly = exitActions.isEmpty
    entersPlainly = enterActions.isEmpty
  }
}

/// A list of targets with actions: `initial`, or the default of a history state.
package struct InitialTransition: Sendable {
  package var targets: TableRange
  package var actions: TableRange

  package init(targets: TableRange, actions: TableRange) {
    self.targets = targets
    self.actions = actions
  }
}
