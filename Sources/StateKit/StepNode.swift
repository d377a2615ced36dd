internal import CEL
internal import StateKitCore
internal import Synchronization

/// A node of the graph of memoised steps: a situation between two steps, and the memoised steps from it. All machines of
/// a chart in that situation share the node. It is immutable, except that steps are added.
final class StepNode: Sendable {
  let situation: Situation
  let isFinished: Bool
  private let chart: StateKitCore.Chart
  private let shownPaths = AtomicLazyReference<Paths>()
  let steps: StepCells?

  private final class Paths: Sendable {
    let all: [String]

    init(_ all: [String]) {
      self.all = all
    }
  }

  /// `slots`: the number of events whose steps it keeps.
  init(_ situation: Situation, isFinished: Bool, in chart: StateKitCore.Chart, slots: Int) {
    self.situation = situation
    self.isFinished = isFinished
    self.chart = chart
    steps = slots > 0 ? StepCells(count: slots) : nil
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

  /// The step of an event without a payload; nil if it is not known yet.
  func step(_ index: Int) -> MemoisedStep? {
    steps?.load(index)
  }

  /// True if steps are kept.
  var keepsSteps: Bool { steps != nil }

  /// Keeps a step, unless a step that can replace it is already there.
  func keep(_ step: MemoisedStep, at index: Int) {
    steps?.store(step, at: index)
  }
}

/// Cells that are filled once each and read without a lock: the addresses of steps, 0 for an empty cell.
@safe final class StepCells: @unchecked Sendable {
  let cells: UnsafeMutableBufferPointer<Atomic<UInt>>
  /// Keeps the contents of the cells alive.
  private let kept = Mutex<[MemoisedStep]>([])

  init(count: Int) {
    unsafe cells = .allocate(capacity: count)
    for index in 0..<count { unsafe cells.initializeElement(at: index, to: Atomic(0)) }
  }

  deinit {
    unsafe cells.deinitialize()
    unsafe cells.deallocate()
  }

  func load(_ index: Int) -> MemoisedStep? {
    guard unsafe cells.indices.contains(index) else { return nil }
    return unsafe UnsafePointer<FastStep>(bitPattern: cells[index].load(ordering: .acquiring))?.pointee.step
      .takeUnretainedValue()
  }

  func store(_ step: MemoisedStep, at index: Int) {
    guard unsafe cells.indices.contains(index) else { return }
    kept.withLock { kept in
      if let first = load(index) {
        first.append(step)
        return
      }
      kept.append(step)
      unsafe cells[index].store(UInt(bitPattern: step.fast), ordering: .releasing)
    }
  }
}

/// The part of a memoised step that a machine needs to replay it. Nothing in it is reference counted; the chart keeps the
/// referenced objects alive.
@unsafe struct FastStep {
  let step: Unmanaged<MemoisedStep>
  let next: Unmanaged<StepNode>
  /// The cells of the next `StepNode`.
  let cells: UnsafeMutableBufferPointer<Atomic<UInt>>
  let facts: Unmanaged<StepFacts>
  /// The changes to the data; nil if there are none, whatever the data are.
  let program: Unmanaged<SharedProgram>?
  /// True if it can be replayed without listeners and calls no host action.
  let isQuiet: Bool
  /// True if it is quiet and changes no data; it only reads some.
  let onlyAsks: Bool
  /// True if it can be replayed without listeners, carries out host actions and changes no timers.
  let acts: Bool
  /// True if it can be replayed whatever the data are, changes no data and calls no host action.
  let isSilent: Bool
  /// True if it is independent of the event's payload, and expressions see that payload afterwards.
  let takesPayloads: Bool
  /// The events for which the step is known.
  let event: MemoisedStep.EventAdmission
}

/// The `StepNode` objects of a chart, each stored once.
struct StepNodeTable: ~Copyable {
  private var known: [[Int32]: StepNode] = [:]
  /// Limits on the number of `StepNode` objects and of step cells that are kept.
  private static let mostStandings = 1 << 16
  private static let mostCells = 1 << 20
  private var cells = 0
  private let keepsSteps: Bool

  init(keepsSteps: Bool) {
    self.keepsSteps = keepsSteps
  }

  mutating func node(_ situation: Situation, isFinished: Bool, in chart: StateKitCore.Chart) -> StepNode {
    var key = situation.leaves.map(\.rawValue)
    for (history, record) in situation.history {
      key.append(-1 - history.rawValue)
      key += record.map(\.rawValue)
    }
    if let found = known[key] { return found }
    let hasRoom = keepsSteps && known.count < Self.mostStandings && cells + chart.eventCount <= Self.mostCells
    let node = StepNode(situation, isFinished: isFinished, in: chart, slots: hasRoom ? chart.eventCount : 0)
    if hasRoom {
      known[key] = node
      cells += chart.eventCount
    }
    return node
  }
}
