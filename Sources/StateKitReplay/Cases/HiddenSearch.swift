import CEL
import StateKitCore
import StateKitFormat

/// Looks for events that a log never has and that explain its next event: the shortest sequences first.
struct HiddenSearch {
  /// Hidden events by their indices: right after the event before, and right before the one to explain.
  struct Path {
    var early: [Int32] = []
    var late: [Int32] = []

    /// True if no timer that a hidden event starts gives a shorter path.
    var isIndependentOfTime: Bool { early.isEmpty && late.count < 2 }
  }

  /// The time before an event.
  struct Interval {
    /// From the start of the state to the last event.
    let elapsed: Int64
    /// From the last event to this one.
    let wait: Int64
    /// True if a timer is due before the event.
    let isDue: Bool
  }

  /// The event to explain, with the state and the actions that the log says; -1 stands for none.
  struct Target {
    let event: Int32
    let payload: Int32
    let value: Value?
    let state: Int32
    let did: Int32
  }

  struct Key: Hashable {
    private let state: Int32
    private let event: Int32
    private let payload: Int32
    private let told: Int32
    private let did: Int32

    init(state: Int32, target: Target) {
      (self.state, event, payload, told, did) = (state, target.event, target.payload, target.state, target.did)
    }
  }

  /// A machine after some hidden events.
  private struct Branch {
    let parts: MachineParts
    var path: [Int32] = []
    var did: [Carried] = []
  }

  /// The limit of hidden events between two events of a log.
  private static let longest = 3
  private static let mostKnown = 1 << 16

  /// The paths that were found so far, for states in which no timer is due; nil for an event without an explanation.
  private var known: [Key: Path?] = [:]
  /// True if a hidden event may start a timer that fires before the next event.
  private let startsTimers: Bool
  private let chart: Chart
  private let hidden: [Event]
  private var maker: StepMaker

  init(_ chart: Chart, options: CaseReplay.Options) {
    self.chart = chart
    hidden = options.hidden
    maker = StepMaker(chart, options: options)
    startsTimers = chart.withRelatives.contains { chart in
      !chart.timers.isEmpty
        || chart.actions.contains { action in
          guard case .send(_, _, let delay, _, _) = action else { return false }
          if case .milliseconds(0) = delay { return false } else { return true }
        }
    }
  }

  /// The shortest path after which the event is explained, remembered by `key` if it is not nil; nil if there is none.
  mutating func path(
    to event: Event, from parts: MachineParts, after time: Interval, key: Key?,
    isExplained: (_ step: StepMaker.Made, _ earlier: [Carried]) -> Bool
  ) -> Path? {
    let passes = time.isDue || startsTimers && time.wait > 0
    let key = time.isDue ? nil : key
    if let key, let known = known[key], !passes || known?.isIndependentOfTime == true { return known }
    let path = path(to: event, from: parts, time: passes ? time : nil, isExplained: isExplained)
    if let key, known.count < Self.mostKnown, !passes || path?.isIndependentOfTime == true {
      known[key] = .some(path)
    }
    return path
  }

  /// Looks for the shortest path. `time`: nil if no timer may fire before the event.
  private mutating func path(
    to event: Event, from parts: MachineParts, time: Interval?,
    isExplained: (_ step: StepMaker.Made, _ earlier: [Carried]) -> Bool
  ) -> Path? {
    var late = [Branch(parts: parts)]
    var early: [Branch] = []
    if let time {
      early = [passed(late[0], by: time.elapsed)]
      late = [passed(early[0], by: time.wait)]
    }
    var seen: (early: Set<[UInt8]>, late: Set<[UInt8]>) = ([], [])
    for length in 0...Self.longest {
      if length > 0 { late = extended(late, seen: &seen.late) }
      for branch in late where isExplained(maker.step(event, in: branch.parts), branch.did) {
        return Path(late: branch.path)
      }
      guard length > 0, let time else { continue }
      early = extended(early, seen: &seen.early)
      for branch in early {
        let passed = passed(branch, by: time.wait)
        if isExplained(maker.step(event, in: passed.parts), passed.did) { return Path(early: branch.path) }
      }
    }
    return nil
  }

  /// The branches that are one hidden event longer, without those in a state that was seen before.
  private mutating func extended(_ branches: [Branch], seen: inout Set<[UInt8]>) -> [Branch] {
    var found: [Branch] = []
    for branch in branches {
      for (index, event) in hidden.enumerated() {
        let step = maker.step(event, in: branch.parts)
        guard step.outcome == .handled, !step.hasError else { continue }
        let did = branch.did + step.did
        var identity = ByteBuffer()
        step.parts.appendIdentity(in: chart, to: &identity)
        for action in did { identity.append(action.shown + ", ") }
        guard seen.insert(identity.bytes).inserted else { continue }
        found.append(Branch(parts: step.parts, path: branch.path + [Int32(index)], did: did))
      }
    }
    return found
  }

  private mutating func passed(_ branch: Branch, by time: Int64) -> Branch {
    if time == 0 { return branch }
    let parts = maker.fire(branch.parts, after: time).parts
    return Branch(parts: parts, path: branch.path, did: branch.did + maker.did)
  }
}
