package import StateKitCore

/// The result of a replay: sums, so that the summaries of a log's parts add up to that of the whole.
package struct ReplaySummary: Sendable {
  package typealias Outcomes = (handled: Int, ignored: Int, declined: Int, rejected: Int)

  /// A kind of deviation: an event, the configuration before it, and its outcome.
  package struct Deviation: Sendable {
    let event: [UInt8]
    /// The deepest active states, by their full paths.
    let configuration: [[UInt8]]
    let outcome: Outcome
    /// The reason why the example was rejected.
    var reason: [UInt8] = []
    /// The state or the actions that the log says, if that is the deviation; the configuration is that after the event.
    var said: [UInt8] = []
    /// The chart's actions, if the log says others.
    var did: [UInt8] = []
    var count: Int
    /// The name of a case: the shortest one, and of equally short ones the first by bytes.
    var example: [UInt8]
  }

  /// Equal keys are of one kind.
  private struct Key: Hashable {
    let event: [UInt8]
    let configuration: [[UInt8]]
    let outcome: String
    let said: [UInt8]
    let did: [UInt8]
  }

  let fingerprint: String
  /// The full paths of the states, and whether a case ever entered each one; history states are not counted.
  let states: [String]
  let isHistory: [Bool]
  /// Descriptions of the handlers.
  let handlers: [String]
  private(set) var isEntered: [Bool]
  private(set) var isTaken: [Bool]
  /// For each state, the number of cases that end with it among their deepest states.
  package var ends: [Int]
  package var cases = 0
  package var events = 0
  package var outcomes: Outcomes = (0, 0, 0, 0)
  /// The events with an error or a broken invariant, at them or at the start or the timers before them.
  package var errors = 0
  package var badLines = 0
  /// The lines that have a state, and those that have actions; a part does not keep them.
  package var compared = (states: 0, actions: 0)
  /// The fields that no event has.
  package var absent: [LogFields.Absent] = []
  /// True if the rest of a log was not read, because of a quote that is not closed.
  package var isCutShort = false
  /// The hidden events that explain others.
  var assumed = 0
  private var indices: [Key: Int] = [:]
  private(set) var deviations: [Deviation] = []

  /// Creates an empty summary. `handlers`: descriptions of the chart's handlers.
  package init(_ chart: Chart, fingerprint: String, handlers: [String]) {
    self.init(
      fingerprint: fingerprint, states: chart.states.indices.map { chart.path(StateID($0)) },
      isHistory: chart.states.map(\.kind.isHistory), handlers: handlers)
  }

  init(fingerprint: String, states: [String], isHistory: [Bool], handlers: [String]) {
    self.fingerprint = fingerprint
    self.states = states
    self.isHistory = isHistory
    self.handlers = handlers
    isEntered = [Bool](repeating: false, count: states.count)
    isTaken = [Bool](repeating: false, count: handlers.count)
    ends = [Int](repeating: 0, count: states.count)
  }

  mutating func markEntered(_ state: Int) { isEntered[state] = true }
  mutating func markTaken(_ handler: Int) { isTaken[handler] = true }

  mutating func add(_ deviation: Deviation) {
    let key = Key(
      event: deviation.event, configuration: deviation.configuration, outcome: deviation.outcome.rawValue,
      said: deviation.said, did: deviation.did)
    guard let index = indices[key] else {
      indices[key] = deviations.count
      deviations.append(deviation)
      return
    }
    deviations[index].count += deviation.count
    let (old, new) = (deviations[index].example, deviation.example)
    if new.count < old.count || new.count == old.count && new.lexicographicallyPrecedes(old)
      || new == old && deviation.reason.lexicographicallyPrecedes(deviations[index].reason)
    {
      (deviations[index].example, deviations[index].reason) = (new, deviation.reason)
    }
  }

  /// True if the other summary is of the same chart.
  package func fits(_ other: ReplaySummary) -> Bool {
    fingerprint.utf8.elementsEqual(other.fingerprint.utf8) && states.count == other.states.count
      && handlers.count == other.handlers.count
  }

  /// True if the counts can come from a log. Then sums of counts fit an Int if the totals do.
  var isSound: Bool {
    func isSum(_ counts: [Int], atMost most: Int) -> Bool {
      var rest = most
      for count in counts {
        if count < 0 || count > rest { return false }
        rest -= count
      }
      return true
    }
    return isSum([outcomes.handled, outcomes.ignored, outcomes.declined, outcomes.rejected], atMost: events)
      && isSum(deviations.filter(\.said.isEmpty).map(\.count), atMost: events)
      && isSum(deviations.filter { !$0.said.isEmpty && $0.did.isEmpty }.map(\.count), atMost: events)
      && isSum(deviations.filter { !$0.did.isEmpty }.map(\.count), atMost: events)
      && ends.allSatisfy { (0...max(cases, 0)).contains($0) }
      && cases >= 0 && errors >= 0 && badLines >= 0 && assumed >= 0
  }

  /// True if the totals of both together fit an Int.
  package func canAdd(_ other: ReplaySummary) -> Bool {
    [
      (cases, other.cases), (events, other.events), (errors, other.errors), (badLines, other.badLines),
      (assumed, other.assumed),
    ]
    .allSatisfy { !$0.0.addingReportingOverflow($0.1).overflow }
  }

  mutating func add(_ other: Outcomes) {
    outcomes.handled += other.handled
    outcomes.ignored += other.ignored
    outcomes.declined += other.declined
    outcomes.rejected += other.rejected
  }

  /// Adds the results of another part of the log. Both parts are of the same chart and have different cases.
  package mutating func add(_ other: ReplaySummary) {
    cases += other.cases
    events += other.events
    add(other.outcomes)
    errors += other.errors
    badLines += other.badLines
    assumed += other.assumed
    for index in ends.indices { ends[index] += other.ends[index] }
    for index in isEntered.indices where other.isEntered[index] { isEntered[index] = true }
    for index in isTaken.indices where other.isTaken[index] { isTaken[index] = true }
    for deviation in other.deviations { add(deviation) }
    absent.removeAll { !other.absent.contains($0) }
  }

  /// True if the log says a state that the chart was not in, or actions that it did not do.
  package var hasDifferences: Bool { deviations.contains { !$0.said.isEmpty } }

  /// The fraction of the events that the chart handles; 1 without events.
  package var fitness: Double { events == 0 ? 1 : Double(outcomes.handled) / Double(events) }

  /// The deviations, the most common first; equally common ones by their bytes.
  var deviationsInOrder: [Deviation] {
    deviations.sorted { a, b in
      if a.count != b.count { return a.count > b.count }
      if a.event != b.event { return a.event.lexicographicallyPrecedes(b.event) }
      if a.configuration != b.configuration {
        return a.configuration.lexicographicallyPrecedes(b.configuration) { $0.lexicographicallyPrecedes($1) }
      }
      if a.said != b.said { return a.said.lexicographicallyPrecedes(b.said) }
      if a.did != b.did { return a.did.lexicographicallyPrecedes(b.did) }
      return a.outcome.rawValue.utf8.lexicographicallyPrecedes(b.outcome.rawValue.utf8)
    }
  }

  /// The states with the number of cases that end in them.
  var endsInOrder: [(state: String, cases: Int)] {
    states.indices.compactMap { ends[$0] > 0 ? (states[$0], ends[$0]) : nil }
  }

  var unusedStates: [String] { states.indices.compactMap { isEntered[$0] || isHistory[$0] ? nil : states[$0] } }
  var unusedHandlers: [String] { handlers.indices.compactMap { isTaken[$0] ? nil : handlers[$0] } }
}
