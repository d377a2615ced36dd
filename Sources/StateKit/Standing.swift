internal import CEL
internal import StateKitCore
internal import Synchronization

/// Where machines of a chart stand between two steps, with what is known of the steps from there. Immutable but for what is
/// found out: all machines that stand there share it.
final class Standing: Sendable {
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

  /// `slots`: of how many events it keeps the steps.
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

  /// Whether a state is active.
  func isActive(_ state: StateID) -> Bool {
    situation.leaves.contains { chart.isWithin($0, ancestor: state) }
  }

  /// The step of an event without a payload from here; nil where it is not known yet.
  func step(_ index: Int) -> KnownStep? {
    steps?.load(index)
  }

  /// Whether steps are kept.
  var keepsSteps: Bool { steps != nil }

  /// Keeps a step, where none is there yet that follows in its stead.
  func keep(_ step: KnownStep, at index: Int) {
    steps?.store(step, at: index)
  }
}

/// Cells that are filled once each, read without a lock: the addresses of steps, 0 where none is there.
@safe final class StepCells: @unchecked Sendable {
  let cells: UnsafeMutableBufferPointer<Atomic<UInt>>
  /// Keeps what the cells hold.
  private let kept = Mutex<[KnownStep]>([])

  init(count: Int) {
    unsafe cells = .allocate(capacity: count)
    for index in 0..<count { unsafe cells.initializeElement(at: index, to: Atomic(0)) }
  }

  deinit {
    unsafe cells.deinitialize()
    unsafe cells.deallocate()
  }

  func load(_ index: Int) -> KnownStep? {
    guard unsafe cells.indices.contains(index) else { return nil }
    return unsafe UnsafePointer<FastStep>(bitPattern: cells[index].load(ordering: .acquiring))?.pointee.step
      .takeUnretainedValue()
  }

  func store(_ step: KnownStep, at index: Int) {
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

/// The part of a known step that a machine needs to make it. Nothing in it is counted by reference; the chart keeps what it
/// points to.
@unsafe struct FastStep {
  let step: Unmanaged<KnownStep>
  let next: Unmanaged<Standing>
  /// Those of the next standing.
  let cells: UnsafeMutableBufferPointer<Atomic<UInt>>
  let facts: Unmanaged<StepFacts>
  /// Nil where it changes no data, whatever they are.
  let program: Unmanaged<SharedProgram>?
  /// It is replayed where nobody listens, and calls no host action.
  let isQuiet: Bool
  /// The same, and it changes no data: it only asks for some.
  let onlyAsks: Bool
  /// It is replayed where nobody listens, does host actions and leaves timers as they are.
  let acts: Bool
  /// It is replayed whatever the data are and changes none, and calls no host action.
  let isSilent: Bool
  /// It is the same whatever the event carries, and expressions see that afterwards.
  let takesPayloads: Bool
  /// What the event may carry.
  let event: KnownStep.EventAdmission
}

/// The standings of a chart, each once.
struct StandingTable: ~Copyable {
  private var known: [[Int32]: Standing] = [:]
  /// Bounds on what is kept: standings, and cells of their steps.
  private static let mostStandings = 1 << 16
  private static let mostCells = 1 << 20
  private var cells = 0
  private let keepsSteps: Bool

  init(keepsSteps: Bool) {
    self.keepsSteps = keepsSteps
  }

  mutating func standing(_ situation: Situation, isFinished: Bool, in chart: StateKitCore.Chart) -> Standing {
    var key = situation.leaves.map(\.rawValue)
    for (history, record) in situation.history {
      key.append(-1 - history.rawValue)
      key += record.map(\.rawValue)
    }
    if let found = known[key] { return found }
    let hasRoom = keepsSteps && known.count < Self.mostStandings && cells + chart.eventCount <= Self.mostCells
    let standing = Standing(situation, isFinished: isFinished, in: chart, slots: hasRoom ? chart.eventCount : 0)
    if hasRoom {
      known[key] = standing
      cells += chart.eventCount
    }
    return standing
  }
}
