import CEL

/// Counts how often each part of a chart was used in runs.
package struct CoverageCounts: Sendable {
  /// By the indices of `Chart.states`.
  package fileprivate(set) var entered: [UInt32]
  /// By the indices of `Chart.handlers`.
  package fileprivate(set) var taken: [UInt32]
  /// Guards that held, and that did not, by the indices of `Chart.expressions`.
  package fileprivate(set) var held: [UInt32]
  package fileprivate(set) var failed: [UInt32]
  /// By the indices of `Chart.timers`.
  package fileprivate(set) var fired: [UInt32]
  /// History states that were entered with a record, and without one, by the indices of `Chart.states`.
  package fileprivate(set) var restored: [UInt32]
  package fileprivate(set) var unrecorded: [UInt32]
  /// Host invocations that ended with `done.invoke`, and with `error.invoke`, by the indices of `Chart.invocations`.
  package fileprivate(set) var workDone: [UInt32]
  package fileprivate(set) var workFailed: [UInt32]

  package init(_ chart: Chart) {
    entered = [UInt32](repeating: 0, count: chart.states.count)
    taken = [UInt32](repeating: 0, count: chart.handlers.count)
    held = [UInt32](repeating: 0, count: chart.expressions.count)
    failed = held
    fired = [UInt32](repeating: 0, count: chart.timers.count)
    restored = chart.hasHistory ? entered : []
    unrecorded = restored
    workDone = [UInt32](repeating: 0, count: chart.invocations.count)
    workFailed = workDone
  }

  /// Adds the counts of other runs of the chart.
  package mutating func add(_ other: CoverageCounts) {
    Self.add(other.entered, to: &entered)
    Self.add(other.taken, to: &taken)
    Self.add(other.held, to: &held)
    Self.add(other.failed, to: &failed)
    Self.add(other.fired, to: &fired)
    Self.add(other.restored, to: &restored)
    Self.add(other.unrecorded, to: &unrecorded)
    Self.add(other.workDone, to: &workDone)
    Self.add(other.workFailed, to: &workFailed)
  }

  private static func add(_ some: [UInt32], to sums: inout [UInt32]) {
    for index in some.indices { sums[index] &+= some[index] }
  }
}

/// A handler whose guard was true while an earlier handler was carried out.
package struct HiddenHandler: Hashable, Sendable {
  package let handler: Int
  package let taken: Int
}

/// Counts the work of machines; shared by the machine and its selector of handlers.
package final class Coverage {
  package private(set) var counts: CoverageCounts

  /// True to record handlers whose guard is true while another one of their list is carried out, and lost events.
  package var notesHidden = false
  /// The recorded handlers, once for each handler that is carried out in their place; indices of `Chart.handlers`.
  package private(set) var hidden: [HiddenHandler] = []
  private var knownHidden: Set<HiddenHandler> = []

  /// The handlers that were taken since the last `clearRecent`, as indices of `Chart.handlers`; nil if they are not
  /// recorded. A caller that asks after each step need not compare the counts of all handlers.
  private var recent: [Int32]?
  /// The recorded handlers in the order of their indices, each once.
  package var recentlyTaken: [Int] { Set(recent ?? []).sorted().map { Int($0) } }

  /// The raised events that no state handled, once each.
  package private(set) var lost: [EventLabel] = []
  private var knownLost: Set<[UInt8]> = []

  /// The counts for invoked charts, by their indices.
  package let relatives: [Coverage]
  /// Conditions that note the results of their named guards; nil if a condition cannot be compiled in this way.
  private var notingConditions: [Int32: Expression?] = [:]

  package init(_ chart: Chart) {
    counts = CoverageCounts(chart)
    relatives = chart.family?.members.map { Coverage($0.chart) } ?? []
  }

  /// Records from now on which handlers are taken.
  package func clearRecent() {
    if recent == nil { recent = [] } else { recent?.removeAll(keepingCapacity: true) }
  }

  /// The counts for a chart of the family.
  func relative(_ index: Int) -> Coverage {
    index == 0 ? self : relatives[index - 1]
  }

  /// Returns a condition of the chart that notes the results of its named guards.
  func noting(_ condition: Int32, in chart: Chart) -> Expression? {
    if let known = notingConditions[condition] { return known }
    let expression = chart.expressions[Int(condition)]
    let program = Compiler.compile(notingGuardsIn: Array(expression.text.utf8), environment: chart.environment)
    let noting = program.map { expression.running($0, in: chart) }
    notingConditions[condition] = noting
    return noting
  }

  func hide(_ handler: Int, behind taken: Int) {
    let found = HiddenHandler(handler: handler, taken: taken)
    if knownHidden.insert(found).inserted { hidden.append(found) }
  }
  func isHidden(_ handler: Int, behind taken: Int) -> Bool {
    knownHidden.contains(HiddenHandler(handler: handler, taken: taken))
  }

  func lose(_ event: EventLabel, in chart: Chart) {
    if notesHidden, knownLost.insert(Array(chart.bytes(of: event))).inserted { lost.append(event) }
  }

  func enter(_ state: StateID) { counts.entered[state.index] &+= 1 }
  func fire(_ timer: Int32) { counts.fired[Int(timer)] &+= 1 }

  func countTaken(_ handler: Int) {
    counts.taken[handler] &+= 1
    recent?.append(Int32(truncatingIfNeeded: handler))
  }

  func count(_ condition: Int32, holds: Bool) {
    if holds { counts.held[Int(condition)] &+= 1 } else { counts.failed[Int(condition)] &+= 1 }
  }

  func endWork(_ invocation: Int32, isDone: Bool) {
    if isDone { counts.workDone[Int(invocation)] &+= 1 } else { counts.workFailed[Int(invocation)] &+= 1 }
  }

  func restore(_ history: StateID, hasRecord: Bool) {
    if hasRecord { counts.restored[history.index] &+= 1 } else { counts.unrecorded[history.index] &+= 1 }
  }
}
