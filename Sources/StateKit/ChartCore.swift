internal import CEL
internal import StateKitCore
internal import StateKitFormat
internal import Synchronization

/// The data that all machines of a chart share: the chart, the engines, and the memoised steps.
final class ChartCore: Sendable {
  let chart: Chart
  let origin: ChartOrigin
  let warnings: [Diagnostic]
  /// The chart's own closures for its actions and guards.
  let closures: ChartClosures
  let needs: HostNeeds
  /// The context before the start.
  let data: RestingData
  let beforeStart: StepNode
  /// The fingerprint, once a snapshot needs it.
  private let knownFingerprint = AtomicLazyReference<Box<String>>()
  /// True if a step without a handler does nothing: no `always` and no invariant follows it.
  let restsWithoutHandlers: Bool
  private let limits: Limits
  private let nodes: Mutex<StepNodeTable>
  private let shelf = Mutex<[Engine]>([])
  private static let mostIdle = 16

  /// The limits of the machines, and whether the chart keeps their steps.
  struct Options {
    var limits = Limits()
    var keepsSteps = true
  }

  init(
    _ chart: Chart, origin: ChartOrigin, closures: ChartClosures, warnings: [Diagnostic], options: Options = Options()
  ) {
    limits = options.limits
    nodes = Mutex(StepNodeTable(keepsSteps: options.keepsSteps))
    self.chart = chart
    restsWithoutHandlers = chart.invariants.isEmpty && chart.states.allSatisfy(\.always.isEmpty)
    self.origin = origin
    self.closures = closures
    self.warnings = warnings
    needs = HostNeeds(chart)
    let slots = DataModel.slots(chart, context: chart.contextValues)
    data = RestingData(slots: slots, held: DataModel.size(of: slots))
    beforeStart = StepNode(Situation(), isFinished: false, in: chart, slots: options.keepsSteps ? 1 : 0)
  }

  /// A hash of the parts of the chart that affect behaviour.
  var fingerprint: String {
    if let known = knownFingerprint.load() { return known.value }
    return knownFingerprint.storeIfNil(Box(ChartFingerprint.of(chart, in: origin.lines.source))).value
  }

  /// The memory limit of a machine in bytes.
  var mostHeld: Int { limits.memory.limit }

  /// The `StepNode` of a situation. Returns one shared object while there is room to keep it.
  func node(_ situation: Situation, isFinished: Bool) -> StepNode {
    nodes.withLock { $0.node(situation, isFinished: isFinished, in: chart) }
  }

  /// The index of an event that the chart names in full; nil for any other.
  func index(ofEvent name: String) -> Int? {
    guard let event = name.withUTF8Bytes({ chart.event(named: $0) }), event.index < chart.eventNames.count else {
      return nil
    }
    return event.index
  }

  /// The state of a reference; throws if there is none, or several.
  func state(_ reference: String) throws(UnknownName) -> StateID {
    switch chart.resolve(reference.utf8Bytes.span) {
    case .state(let id): return id
    case .ambiguous(let states): throw UnknownName(ambiguous: reference, matches: states.map { chart.reference($0) })
    case .unknown:
      throw UnknownName(.state, name: reference, among: chart.states.indices.map { chart.reference(StateID($0)) })
    }
  }

  /// The name of an event; throws if no state handles the event, and for a pattern: no handled event has its name.
  func handled(_ event: String) throws(UnknownName) -> Name {
    let isPattern = event.utf8.elementsEqual("*".utf8) || event.utf8.suffix(2).elementsEqual(".*".utf8)
    if !isPattern, !chart.statesHandling(chart.event(event.utf8Bytes.span, data: nil)).isEmpty { return Name(event) }
    throw UnknownName(.event, name: event, among: chart.handledEventNames)
  }

  /// True if no machine of the chart ever handles or rejects an event.
  func ignores(_ event: Event) -> Bool {
    event.id == nil && chart.alphabet == nil && chart.invocations.isEmpty
  }

  /// Calls `body` with an engine. Concurrent callers get different engines.
  func withEngine<Result>(_ body: (Engine) -> Result) -> Result {
    let engine = shelf.withLock { $0.popLast() } ?? Engine(chart, limits: limits)
    defer { shelf.withLock { if $0.count < Self.mostIdle { $0.append(engine) } } }
    return body(engine)
  }

  /// The errors of a step. `thrown`: the errors that closures threw.
  func errors(of faults: [Machine.Fault], thrown: [HostTable.Thrown]) -> [StepError] {
    var thrown = thrown
    return faults.map { fault in
      let index = thrown.firstIndex { fault.message.utf8.reversed().starts(with: $0.message.utf8.reversed()) }
      return StepError(fault, position: position(of: fault), underlying: index.map { thrown.remove(at: $0).error })
    }
  }

  private func position(of fault: Machine.Fault) -> StepError.Position? {
    fault.span.flatMap { position(of: $0, inChart: fault.chart) }
  }

  /// The position of a span of a chart of the family; nil in another file.
  private func position(of span: SourceSpan, inChart index: Int) -> StepError.Position? {
    // A chart within another one is a part of its text.
    let (file, source) = (origin.lines.source, chart.source(of: index, first: origin.lines.source))
    guard Name(source.shown.name) == Name(file.name) else { return nil }
    return origin.position(of: Int(source.shown(span).start))
  }

  /// The entries of a trace. In a chart in code, the messages of errors contain their positions in the Swift source:
  /// those in the text mean nothing to people.
  func located(_ entries: [TraceEntry], inChart index: Int = 0) -> [TraceEntry] {
    if origin.parts.isEmpty { return entries }
    return entries.map { entry in
      if case .error(let message, let span?) = entry, let position = position(of: span, inChart: index) {
        return .error("\(message) (\(position))", nil)
      }
      guard case .child(let child) = entry else { return entry }
      let inner = located(Array(child.entries), inChart: child.chart)
      return .child(ChildTrace(path: child.path, chart: child.chart, entries: TraceEntries(inner)))
    }
  }
}
