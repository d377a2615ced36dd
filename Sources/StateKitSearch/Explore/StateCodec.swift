import CEL
import StateKitCore

/// Encodes a state of a chart as numbers, one for each field, and decodes it (Exploring.md). Fields are the active
/// child of each compound state, the record of each history state, the values of context keys, the timers and the
/// children.
///
/// A value that is not a small number is stored once, and the field has its index.
struct StateCodec: Sendable {
  /// The meaning of a field.
  enum Role: Sendable {
    /// Bits: finished, and irregular.
    case flags
    /// The number of the active child plus 1; 0 for none.
    case child(of: StateID)
    case record(of: StateID)
    case value(key: Int)
    case timers
    /// The remaining time of an `after`, an entry of `Chart.timers`: the number of that time plus 1, or 0 if it is
    /// not running.
    case after(timer: Int)
    /// The order of the timers due at one moment, if it differs from the chart's order.
    case timerOrder
    case children
    /// The answers of host guards, a bit each.
    case answers
    /// The leaves themselves, if the fields of compound states do not show them: a limit ended a transition.
    case irregular
  }

  let chart: Chart
  /// The values of context keys that are kept as one.
  let keys: KeyUses
  let roles: [Role]
  /// For each state, the field of its active child (-1 without one), and its number among the children of its parent,
  /// from 1.
  let childField: [Int]
  let childNumber: [UInt32]
  let children: [[StateID]]
  /// Without parallel states, one leaf shows all active states.
  private let hasParallel: Bool
  let firstRecord: Int
  let historyStates: [StateID]
  let firstValue: Int
  let timersField: Int
  let childrenField: Int
  let irregularField: Int
  let answersField: Int
  /// The first of the fields of `after` timers, one for each; nil if one field holds all timers as a list.
  let firstAfter: Int?
  let timerOrderField: Int

  private var valueNames = NameTable()
  private(set) var values: [Value] = []
  private var recordNames = NameTable()
  private(set) var records: [[StateID]] = []
  private var timerKinds = NameTable()
  private(set) var timers: [PendingTimer] = []
  private(set) var timerLists = NameTable()
  private var childrenNames = NameTable()
  private(set) var childrenLists: [RunningChildren] = []
  private var leafLists = NameTable()
  private(set) var irregulars: [[StateID]] = []
  var afterTimers = AfterTimers()
  /// True if of equal timers that are due one right after the other, only two are kept. That is exact as long as the
  /// second one has no effect: then none after it has one.
  var joinsTimers = false
  /// States to visit in one walk: kept, so that a step allocates nothing.
  var todo: [StateID] = []
  /// The kinds of timers of which some were not kept.
  private(set) var joined: Set<Int> = []

  /// `keys`: nil keeps each value.
  init(_ chart: Chart, keys: KeyUses? = nil) {
    self.chart = chart
    self.keys = keys ?? .exact(chart)
    var roles: [Role] = [.flags]
    var childField = [Int](repeating: -1, count: chart.states.count)
    var childNumber = [UInt32](repeating: 0, count: chart.states.count)
    var children = [[StateID]](repeating: [], count: chart.states.count)
    var historyStates: [StateID] = []
    for index in chart.states.indices {
      let state = StateID(index)
      if chart.states[index].kind.isHistory { historyStates.append(state) }
      for child in chart.children(of: state) where !chart.states[child.index].kind.isHistory {
        children[index].append(child)
        childNumber[child.index] = UInt32(children[index].count)
      }
      if chart.states[index].kind != .parallel, !children[index].isEmpty {
        childField[index] = roles.count
        roles.append(.child(of: state))
      }
    }
    firstRecord = roles.count
    roles += historyStates.map { .record(of: $0) }
    firstValue = roles.count
    roles += chart.contextNames.indices.map { .value(key: $0) }
    timersField = roles.count
    childrenField = timersField + 1
    irregularField = timersField + 2
    answersField = timersField + 3
    roles += [.timers, .children, .irregular, .answers]
    timerOrderField = roles.count
    roles.append(.timerOrder)
    if AfterTimers.areEnough(for: chart) {
      firstAfter = roles.count
      roles += chart.timers.indices.map { .after(timer: $0) }
    } else {
      firstAfter = nil
    }
    (self.roles, self.childField, self.childNumber, self.children) = (roles, childField, childNumber, children)
    self.historyStates = historyStates
    hasParallel = chart.states.contains { $0.kind == .parallel }
    // Index 0 means empty in each list.
    _ = timerLists.intern("")
    records.append([])
    _ = recordNames.intern("")
    childrenLists.append(RunningChildren())
    _ = childrenNames.intern("")
    irregulars.append([])
    _ = leafLists.intern("")
  }

  /// The initial layout; it grows with the values found.
  var layout: StateLayout {
    StateLayout(
      widths: roles.map { role in
        switch role {
        case .flags: chart.states.contains { $0.kind == .final } ? 1 : 0
        case .child(let state): 32 - UInt32(children[state.index].count).leadingZeroBitCount
        case .record, .value: 4
        case .timers: chart.mayWait && firstAfter == nil ? 8 : 0
        case .after: 4
        case .timerOrder, .irregular: 0
        case .children: chart.invocations.isEmpty ? 0 : 8
        case .answers: min(HostChoices.mostGuards, chart.hostGuardsOfFamily.count)
        }
      })
  }

  /// The approximate size of values, timers and children in bytes.
  var bytes: Int { valueNames.bytesHeld * 3 + timerLists.bytesHeld + childrenNames.bytesHeld * 4 }

  // MARK: Encoding

  /// Encodes a machine's parts as numbers.
  mutating func encode(_ parts: MachineParts, into fields: inout [UInt32]) {
    for index in fields.indices { fields[index] = 0 }
    fields[0] = parts.isFinished ? 1 : 0
    for leaf in parts.leaves {
      var state = leaf
      while let parent = chart.parent(of: state) {
        let field = childField[parent.index]
        if field >= 0 {
          if fields[field] == childNumber[state.index] { break }
          fields[field] = childNumber[state.index]
        }
        state = parent
      }
    }
    // Also after a step without an error: the state before may have been irregular, or the chart handles the error.
    if hasParallel, !isRegular(parts.leaves, fields: fields) {
      for field in 1..<firstRecord { fields[field] = 0 }
      fields[irregularField] = number(ofIrregular: parts.leaves)
    }
    var next = 0
    for (history, record) in parts.records {
      while next < historyStates.count, historyStates[next] != history { next += 1 }
      if next < historyStates.count { fields[firstRecord + next] = number(of: record) }
    }
    let values = keys.areExact ? parts.values : keys.kept(parts.values, first: chart.contextValues)
    for (key, value) in values.enumerated() { fields[firstValue + key] = number(of: value) }
    if let firstAfter {
      encode(parts.timers, from: firstAfter, into: &fields)
    } else if !parts.timers.isEmpty {
      fields[timersField] = number(of: parts.timers)
    }
    if !parts.children.isEmpty { fields[childrenField] = number(of: parts.children) }
  }

  mutating func number(of value: Value) -> UInt32 {
    var out = ByteBuffer()
    value.appendIdentity(to: &out)
    let id = out.withSpan { valueNames.intern($0) }
    if id.index == values.count { values.append(value) }
    return UInt32(id.rawValue)
  }

  private mutating func number(of record: [StateID]) -> UInt32 {
    let id = Self.bytes(of: record).withSpan { recordNames.intern($0) }
    if id.index == records.count { records.append(record) }
    return UInt32(id.rawValue)
  }

  private mutating func number(ofIrregular leaves: [StateID]) -> UInt32 {
    // An empty list of leaves differs from a regular state.
    var out = ByteBuffer()
    out.append(UInt8(ascii: "!"))
    Self.bytes(of: leaves).withSpan { out.append($0) }
    let id = out.withSpan { leafLists.intern($0) }
    if id.index == irregulars.count { irregulars.append(leaves) }
    return UInt32(id.rawValue)
  }

  private mutating func number(of list: [PendingTimer]) -> UInt32 {
    var out = ByteBuffer()
    var last = (remaining: Int64(-1), kind: -1, count: 0)
    for timer in list {
      let kind = kind(of: timer)
      last = (timer.remaining, kind, last.remaining == timer.remaining && last.kind == kind ? last.count + 1 : 1)
      if joinsTimers, last.count > 2 {
        joined.insert(kind)
        continue
      }
      out.append(number: UInt64(timer.remaining))
      out.append(number: UInt64(kind))
    }
    return UInt32(out.withSpan { timerLists.intern($0) }.rawValue)
  }

  private mutating func kind(of timer: PendingTimer, path: [String] = []) -> Int {
    var identity = ByteBuffer()
    timer.appendIdentity(to: &identity)
    for id in path { identity.append(counted: Array(id.utf8)) }
    let kind = identity.withSpan { timerKinds.intern($0) }.index
    if kind == timers.count { timers.append(timer) }
    return kind
  }

  /// A bit for each kind of timer in the list; all kinds from the 31st share one.
  mutating func kinds(of list: [FamilyTimer]) -> UInt32 {
    var bits: UInt32 = 0
    for one in list { bits |= 1 << UInt32(min(31, kind(of: one.timer, path: one.path))) }
    return bits
  }

  private mutating func number(of children: RunningChildren) -> UInt32 {
    var out = ByteBuffer()
    children.appendIdentity(in: chart, to: &out)
    let id = out.withSpan { childrenNames.intern($0) }
    if id.index == childrenLists.count { childrenLists.append(children) }
    return UInt32(id.rawValue)
  }

  private static func bytes(of states: [StateID]) -> ByteBuffer {
    var out = ByteBuffer()
    for state in states { out.append(number: UInt64(state.rawValue) + 1) }
    return out
  }
}
