import CEL

struct SavedMachineReader {
  let chart: Chart
  let first: Chart
  let now: Int64
  /// The ids on the way to it.
  let path: [String]
  var fits: [String] = []
  var lost: [String] = []
  /// The memory of children in bytes.
  var heldByChildren = 0
  /// True if all active states exist in the chart and can be active together.
  private(set) var hasStates = false
  var startedTimers: Set<Int32> = []
  /// The timers of states by their delays; each state's are collected when one is not at its place.
  var timersOfDelay: [StateID: [Int64: [Int32]]] = [:]
  /// Running timers with delays that the chart does not have.
  var changedTimers: [ChangedTimer] = []
  /// The serial of the last started timer of this machine and its descendants; -1 for none.
  var lastOrder: Int64 = -1
  /// The index of its chart in the family.
  var member = 0
  private var paths: SavedPaths

  /// True if a chart of equal meaning reached these states.
  let isSameChart: Bool

  init(_ chart: Chart, first: Chart, now: Int64, path: [String], isSameChart: Bool) {
    self.isSameChart = isSameChart
    self.chart = chart
    self.first = first
    self.now = now
    self.path = path
    paths = SavedPaths(chart)
  }

  private var prefix: String { path.map { DisplayText.name($0) + ": " }.joined() }

  /// Returns false if the value is not a machine.
  mutating func read(_ map: MapValue, into snapshot: inout MachineSnapshot) -> Bool {
    guard case .list(let leaves)? = map["configuration"], case .map(let context)? = map["context"],
      case .map(let event)? = map["event"], case .list(let timers)? = map["timers"]
    else { return false }
    snapshot.time = now
    if case .bool(true)? = map["done"] { snapshot.isFinished = true }
    guard readConfiguration(leaves, snapshot: &snapshot), readEvent(event, snapshot: &snapshot) else { return false }
    readContext(context, snapshot: &snapshot)
    if let history = map["history"], !readHistory(history, snapshot: &snapshot) { return false }
    for timer in timers.elements where !readTimer(timer, snapshot: &snapshot) { return false }
    placeChangedTimers(&snapshot)
    snapshot.own =
      DataModel.size(of: snapshot.slots) + (snapshot.seen.data?.size ?? 0) + snapshot.timers.bytes
      + (path.isEmpty ? 0 : HeldBytes.child + HeldBytes.state * chart.states.count)
    if let works = map["invocations"], !readWorks(works, snapshot: &snapshot) { return false }
    if let children = map["children"], !readChildren(children, snapshot: &snapshot) { return false }
    return true
  }

  mutating func state(_ value: Value) -> StateID? {
    if case .string(let text) = value { paths.state(text) } else { nil }
  }

  /// The reason why a state of the file is none of the chart.
  private func absence(_ value: Value) -> String {
    if case .string(let text) = value, paths.isShared(text) { return "is one of several with this path" }
    return "is gone"
  }

  mutating func lose(_ what: String) {
    if lost.count < 100 { lost.append(prefix + what) }
  }

  static func shown(_ value: Value) -> String {
    if case .string(let text) = value { DisplayText.name(text) } else { value.shownJSON() }
  }

  private mutating func readConfiguration(_ leaves: ListValue, snapshot: inout MachineSnapshot) -> Bool {
    var found: [StateID] = []
    var isWhole = true
    for leaf in leaves.elements {
      guard case .string = leaf else { return false }
      if let state = state(leaf), !chart.states[state.index].kind.isHistory {
        found.append(state)
        fits.append(prefix + "the state \(Self.shown(leaf))")
      } else {
        isWhole = false
        lose("the state \(Self.shown(leaf)) \(absence(leaf))")
      }
    }
    if leaves.elements.isEmpty || !isWhole { return !isWhole || snapshot.isFinished || leaves.elements.isEmpty }
    var configuration = Configuration(chart)
    let sorted = found.sorted()
    configuration.restore(sorted)
    // A line that ended at a limit may have left states of the same chart without their children.
    let isPossible = isSameChart ? !configuration.hasRivals(in: chart) : configuration.isLegal(in: chart)
    if configuration.leaves != sorted || !isPossible {
      if let region = configuration.missingRegion(in: chart) {
        lose("no state of the region \(DisplayText.name(chart.path(region))) is active")
      } else {
        lose("the states \(leaves.elements.map(Self.shown).joined(separator: ", ")) cannot be active together")
      }
      return true
    }
    hasStates = true
    snapshot.leaves = sorted
    snapshot.isFinished = configuration.isDone(.root)
    return true
  }

  private mutating func readContext(_ context: MapValue, snapshot: inout MachineSnapshot) {
    for (key, value) in context.entries {
      guard case .string(let name) = key else { continue }
      let shown = "\(DisplayText.name(name)) = \(value.shownJSON())"
      guard let slot = chart.contextSlot(named: name) else {
        lose("the context has no \(shown)")
        continue
      }
      if let type = misfit(of: value, for: name) {
        lose("\(shown) is \(value.typeName.rawValue), the context has \(type.name) there")
        continue
      }
      if let why = DataModel.whyNotKept(value) {
        lose("\(DisplayText.name(name)): \(why)")
        continue
      }
      snapshot.slots[slot] = value
      fits.append(prefix + shown)
    }
  }

  /// The type that the context of another chart has for a key, if a value has another one; a double may be an int. A
  /// value of the same chart is one that a script or `--set` gave.
  private func misfit(of value: Value, for name: String) -> StaticType? {
    guard !isSameChart, let type = chart.environment.type(of: name)?.base, type != .dyn else { return nil }
    let found = StaticType(of: value).base
    return type == found || type == .double && found == .int ? nil : type
  }

  private func readEvent(_ event: MapValue, snapshot: inout MachineSnapshot) -> Bool {
    guard case .string(let name)? = event["name"], case .string(let type)? = event["type"] else { return false }
    func text(_ key: String) -> String? {
      if case .string(let text)? = event[key] { text } else { nil }
    }
    // Uses the chart's index of the name.
    let label = chart.event(name.utf8Bytes.span, data: nil).label
    snapshot.seen = SeenEvent(
      label: label, data: event["data"], type: type, ids: Event.IDs(send: text("sendId"), invoke: text("invokeId")))
    return true
  }

  private mutating func readHistory(_ value: Value, snapshot: inout MachineSnapshot) -> Bool {
    guard case .map(let map) = value else { return false }
    for (key, record) in map.entries {
      guard case .list(let list) = record else { return false }
      guard let history = state(key), chart.states[history.index].kind.isHistory,
        let parent = chart.parent(of: history)
      else {
        lose("the history \(Self.shown(key)) \(absence(key))")
        continue
      }
      var states: [StateID] = []
      for entry in list.elements {
        if let state = state(entry), chart.isWithin(state, ancestor: parent), !chart.states[state.index].kind.isHistory
        {
          states.append(state)
        } else {
          lose("the state \(Self.shown(entry)), recorded in \(Self.shown(key)), \(absence(entry))")
        }
      }
      states.sort()
      let pairs = isSameChart ? nil : zip(states, states.dropFirst())
      if let conflict = pairs?.first(where: { !chart.states.canBeActiveTogether($0, $1) }) {
        lose("\(chart.path(conflict.0)) and \(chart.path(conflict.1)), recorded together, cannot be active together")
        continue
      }
      if !states.isEmpty { snapshot.history.append((history, states)) }
    }
    return true
  }
}
