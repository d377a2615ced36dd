internal import CEL
internal import StateKitCore
internal import Synchronization

/// The position of machines of a chart between two steps, with the memoised steps from it. All machines in that position
/// share it. Immutable, except that steps are added.
final class StepNode: Sendable {
  let situation: Situation
  let isFinished: Bool
  private let chart: Chart
  private let shownPaths = AtomicLazyReference<Paths>()
  /// The first memoised step of each event; empty if none are kept.
  private let steps: Mutex<[MemoisedStep?]>
  /// True if steps are kept.
  let keepsSteps: Bool

  private final class Paths: Sendable {
    let all: [String]

    init(_ all: [String]) {
      self.all = all
    }
  }

  /// `slots`: the number of events whose steps it keeps.
  init(_ situation: Situation, isFinished: Bool, in chart: Chart, slots: Int) {
    self.situation = situation
    self.isFinished = isFinished
    self.chart = chart
    steps = Mutex([MemoisedStep?](repeating: nil, count: slots))
    keepsSteps = slots > 0
  }

  /// The full paths of the deepest active states, in document order.
  var paths: [String] {
    if let known = shownPaths.load() { return known.all }
    return shownPaths.storeIfNil(Paths(situation.leaves.map { chart.path($0) })).all
  }

  /// True if a state is active.
  func isActive(_ state: StateID) -> Bool {
    situation.leaves.contains { chart.isWithin($0, ancestor: state) }
  }

  /// The first memoised step of an event; nil if none is known yet.
  func step(_ index: Int) -> MemoisedStep? {
    steps.withLock { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// Keeps a step, beside those for other answers of the data.
  func keep(_ step: MemoisedStep, at index: Int) {
    steps.withLock { steps in
      guard steps.indices.contains(index) else { return }
      if let first = steps[index] { first.append(step) } else { steps[index] = step }
    }
  }
}

/// The `StepNode` objects of a chart, each stored once.
struct StepNodeTable: ~Copyable {
  private var known: [[Int32]: StepNode] = [:]
  /// Limits on the number of `StepNode` objects and of step cells that are kept.
  private static let mostNodes = 1 << 16
  private static let mostCells = 1 << 20
  private var cells = 0
  private let keepsSteps: Bool

  init(keepsSteps: Bool) {
    self.keepsSteps = keepsSteps
  }

  mutating func node(_ situation: Situation, isFinished: Bool, in chart: Chart) -> StepNode {
    var key = situation.leaves.map(\.rawValue)
    for (history, record) in situation.history {
      key.append(-1 - history.rawValue)
      key += record.map(\.rawValue)
    }
    if let found = known[key] { return found }
    let hasRoom = keepsSteps && known.count < Self.mostNodes && cells + chart.eventCount <= Self.mostCells
    let node = StepNode(situation, isFinished: isFinished, in: chart, slots: hasRoom ? chart.eventCount : 0)
    if hasRoom {
      known[key] = node
      cells += chart.eventCount
    }
    return node
  }
}
