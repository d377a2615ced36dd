import StateKitCore

/// Tries timers that are due in one millisecond in the other order too, to find out if the order matters.
///
/// A separate machine without coverage tries the other order, because no script can cause it.
final class TimerTies {
  /// Two timers; the first one fires first. Timers that differ only in payloads or delays are the same to a finding.
  struct Pair {
    let first: FamilyTimer
    let second: FamilyTimer
  }

  /// Of one list of due timers, how many pairs with the same names are tried, and how many timers fire in all.
  private static let mostOfOneName = 8
  private static let mostFired = 1_000_000

  private let chart: Chart
  private let limits: Limits
  private let regions: TimerRegions
  private var machine: Machine?
  private let summary = StepSummary()
  private let ownFootprint: Footprint
  /// The pairs whose order matters.
  private(set) var found: [Pair] = []
  private var known: Set<[[UInt8]]> = []
  /// The states that were exited and entered in the other orders.
  private(set) var passed: [StateID] = []

  init(_ chart: Chart, limits: Limits) {
    self.chart = chart
    self.limits = limits
    regions = TimerRegions(chart)
    ownFootprint = Footprint(chart)
  }

  /// Fires the next timers due in other orders, and compares the results. `footprint` receives what these steps look
  /// at. `keys`: values that nothing can tell apart are the same result.
  ///
  /// Each order fires all timers, so a long list is not tried in all orders: of pairs with the same names, which make one
  /// finding, the first ones are tried.
  func check(
    _ state: MachineParts, answers: HostAnswers?, ended end: MachineParts, keys: KeyUses, footprint: Footprint?
  ) {
    passed.removeAll(keepingCapacity: true)
    let next = state.firingNext
    var wanted: [UInt8]?
    var tries: [[[UInt8]]: Int] = [:]
    var fired = 0
    for (one, other) in zip(next, next.dropFirst()) {
      if fired > Self.mostFired { return }
      if one.path.isEmpty, other.path.isEmpty, regions.areIndependent(one.timer, other.timer) { continue }
      let name = [name(one), name(other)]
      if known.contains(name) || known.contains(name.reversed()) { continue }
      if name[0] == name[1], Self.identity(of: one.timer) == Self.identity(of: other.timer) { continue }
      guard tries[name, default: 0] < Self.mostOfOneName else { continue }
      tries[name, default: 0] += 1
      fired += next.count
      guard let ended = run(state.exchanging(one, other), answers: answers, footprint: footprint) else { continue }
      let expected = wanted ?? identity(of: end, keys: keys)
      wanted = expected
      if identity(of: ended, keys: keys) == expected { continue }
      known.insert(name)
      found.append(Pair(first: one, second: other))
    }
  }

  /// Fires the next timers due; nil if a limit ends that.
  private func run(_ state: MachineParts, answers: HostAnswers?, footprint: Footprint?) -> MachineParts? {
    // Moved out of its property, so that its parts are not copied on change.
    var machine = self.machine.take() ?? Machine(chart, limits: limits, sink: summary, coverage: nil)
    machine.restore(state)
    machine.answers = answers
    if let footprint {
      machine.noting(ownFootprint) { $0.advance(.next, shown: "+next") }
      footprint.read(asIn: ownFootprint)
    } else {
      machine.advance(.next, shown: "+next")
    }
    passed += summary.exited + summary.entered
    self.machine = machine
    return machine.faults.contains(where: \.isLimit) ? nil : machine.parts
  }

  private static func identity(of timer: PendingTimer) -> [UInt8] {
    var bytes = ByteBuffer()
    timer.appendIdentity(to: &bytes)
    return bytes.bytes
  }

  private func name(_ timer: FamilyTimer) -> [UInt8] {
    var bytes = ByteBuffer()
    for id in timer.path { bytes.append(counted: Array(id.utf8)) }
    if let (_, index) = timer.timer.after {
      bytes.append(number: UInt64(index))
    } else {
      let event = timer.timer.sentEvent(in: chart.relative(timer.chart)) ?? ""
      bytes.append("|")
      bytes.append(counted: Array(event.utf8))
    }
    return bytes.bytes
  }

  /// All parts of a state except the order of timers that are due at one moment.
  private func identity(of state: MachineParts, keys: KeyUses) -> [UInt8] {
    var sorted = state
    if !keys.areExact { sorted.values = keys.kept(state.values, first: chart.contextValues) }
    sorted.timers = state.timers.inOrderOfIdentity
    var bytes = ByteBuffer()
    sorted.appendIdentity(in: chart, isOrdered: false, to: &bytes)
    return bytes.bytes
  }
}
