/// A state, as its index in document order: an ancestor has the smaller index, a subtree is a range.
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

/// A run of entries of one of the chart's tables.
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

/// What a state is (Charts.md).
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

  // Other modules would ask for it by way of the protocol.
  @inlinable
  @inline(__always)
  package static func == (left: StateKind, right: StateKind) -> Bool {
    switch (left, right) {
    case (.atomic, .atomic), (.compound, .compound), (.parallel, .parallel), (.final, .final),
      (.shallowHistory, .shallowHistory), (.deepHistory, .deepHistory):
      true
    default: false
    }
  }
}

/// Where nothing happens but that a state is exited, or entered: no actions, timers, invocations, regions, done events.
package struct StateSilence: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  static let exits = StateSilence(rawValue: 1)
  static let entries = StateSilence(rawValue: 2)
}

/// One state of a chart.
package struct StateNode: Sendable {
  package var name: NameID
  package var kind: StateKind = .atomic
  /// A child is a history state: what is active below has to be recorded on exit.
  package var hasHistory = false
  /// It has entries in `Chart.invocations`.
  package var hasInvoke = false
  /// Known when the chart is whole.
  var silence: StateSilence = []
  /// The index of the parent; -1 for `root`.
  package var parent: Int32
  /// One past the last state below this one.
  package var end: Int32 = 0
  package var enterActions = TableRange.empty
  package var exitActions = TableRange.empty
  /// The entry of `Chart.initials`: the `initial` of a compound state, the default of a history state; -1 for none.
  package var initial: Int32 = -1
  /// What a final state's done event carries: the entry of `Chart.outputs`; -1 for nothing.
  package var output: Int32 = -1
  package var always = TableRange.empty
  package var timers = TableRange.empty
  /// The event that says that this state is done, -1 where it can never be.
  package var doneEvent: Int32 = -1
  /// Where this state's handlers stand in `Chart.handlerSlots`; without any, -1. The mask of a hash table, or the count
  /// of keys of a list, below zero.
  package var slotBase: Int32 = -1
  package var slotMask: Int32 = 0
  /// The nearest state from here up that has handlers of events, and of `always`; -1 for none.
  package var handlerOwner: Int32 = -1
  package var alwaysOwner: Int32 = -1
  /// How many regions a parallel state has.
  package var regionCount: Int32 = 0
  /// Of how many names the shortest reference to this state is made (Charts.md).
  package var referenceLength: Int32 = 1

  package init(name: NameID, parent: Int32) {
    self.name = name
    self.parent = parent
  }

  mutating func findSilence() {
    guard kind == .atomic || kind == .compound, timers.isEmpty, !hasInvoke else { return }
    if exitActions.isEmpty { silence.insert(.exits) }
    if enterActions.isEmpty { silence.insert(.entries) }
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
