internal import CEL
internal import StateKitCore
internal import Synchronization

/// The position of machines of a chart between two steps, with the memoised steps from it. All machines in that position
/// share it. Immutable, except that steps are added.
final class StepNode: Sendable {
  let situation: Situation
  let isFinished: Bool
  private let chart: Chart
  private let shownPaths = AtomicLazyReference<Box<[String]>>()
  /// The first memoised step of each event; empty if none are kept.
  private let steps: Cells<MemoisedStep>
  /// The first known verdict of each event; nil until something is asked.
  private let verdicts = AtomicLazyReference<Cells<KnownVerdict>>()
  let keepsSteps: Bool

  /// `slots`: the number of events whose steps it keeps.
  init(_ situation: Situation, isFinished: Bool, in chart: Chart, slots: Int) {
    self.situation = situation
    self.isFinished = isFinished
    self.chart = chart
    steps = Cells(slots)
    keepsSteps = slots > 0
  }

  /// The full paths of the deepest active states, in document order.
  var paths: [String] {
    if let known = shownPaths.load() { return known.value }
    return shownPaths.storeIfNil(Box(situation.leaves.map { chart.path($0) })).value
  }

  func isActive(_ state: StateID) -> Bool {
    situation.leaves.contains { chart.isWithin($0, ancestor: state) }
  }

  /// The first memoised step of an event; nil if none is known yet.
  func step(_ index: Int) -> MemoisedStep? { steps[index] }

  /// Keeps a step, beside those for other answers of the data and of guards.
  func keep(_ step: MemoisedStep, at index: Int) {
    if let first = steps.storeIfNil(step, at: index) { first.append(step) }
  }

  /// The first known verdict of an event; nil if none is known yet.
  func verdict(_ index: Int) -> KnownVerdict? { verdicts.load()?[index] }

  /// Keeps a verdict, beside those for other answers of the data and of guards.
  func keep(_ verdict: KnownVerdict, at index: Int) {
    guard keepsSteps else { return }
    let cells = verdicts.load() ?? verdicts.storeIfNil(Cells(steps.count))
    if let first = cells.storeIfNil(verdict, at: index) { first.append(verdict) }
  }
}

final class Box<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A fixed number of objects that are set once, by any thread.
@safe final class Cells<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Its memory never moves, and each cell is atomic.
  private let cells: UnsafeMutableBufferPointer<Atomic<Unmanaged<Object>?>>

  init(_ count: Int) {
    unsafe cells = .allocate(capacity: count)
    for index in 0..<count { unsafe cells.initializeElement(at: index, to: Atomic(nil)) }
  }

  deinit {
    for index in 0..<count { unsafe cells[index].load(ordering: .acquiring)?.release() }
    unsafe cells.deinitialize().deallocate()
  }

  var count: Int { unsafe cells.count }

  subscript(index: Int) -> Object? {
    index < count ? unsafe cells[index].load(ordering: .acquiring)?.takeUnretainedValue() : nil
  }

  /// Sets an empty cell; returns the object of a full one.
  func storeIfNil(_ object: Object, at index: Int) -> Object? {
    guard index < count else { return nil }
    let new = unsafe Unmanaged.passRetained(object)
    let (isStored, found) = unsafe cells[index].compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    if isStored { return nil }
    unsafe new.release()
    return unsafe found?.takeUnretainedValue()
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
