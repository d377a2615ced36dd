// Longer than others: one algorithm, read beside appendix D of the recommendation.

/// An interpreter of SCXML, procedure by procedure as appendix D of the recommendation has them. It knows the elements of SCXML
/// and nothing else.
final class SCXMLInterpreter {
  final class State {
    let element: PlainElement
    let id: String
    unowned let parent: State?
    let order: Int
    var children: [State] = []
    var transitions: [Transition] = []
    var isFinal: Bool { element.name == "final" }
    var isHistory: Bool { element.name == "history" }
    var isParallel: Bool { element.name == "parallel" }
    var isAtomic: Bool { !isHistory && !children.contains { !$0.isHistory } }
    var isCompound: Bool { (element.name == "state" || element.name == "scxml") && !isAtomic }

    init(_ element: PlainElement, _ parent: State?, _ order: Int) {
      self.element = element
      self.parent = parent
      self.order = order
      id = element["id"] ?? "#\(order)"
    }

    func isDescendant(of other: State) -> Bool {
      var next = parent
      while let state = next {
        if state === other { return true }
        next = state.parent
      }
      return false
    }
  }

  final class Transition {
    let element: PlainElement
    unowned let source: State
    let events: [String]
    let targets: [String]

    init(_ element: PlainElement, _ source: State) {
      self.element = element
      self.source = source
      events = element["event"]?.split(separator: " ").map(String.init) ?? []
      targets = element["target"]?.split(separator: " ").map(String.init) ?? []
    }
  }

  struct Timer {
    let due: Int
    let number: Int
    let event: SentEvent
  }

  private let root: State
  private var states: [String: State] = [:]
  let data: any ExportData
  private let active = Active()
  private var recorded: [String: [State]] = [:]
  var internalQueue: [SentEvent] = []
  var externalQueue: [SentEvent] = []
  var timers: [Timer] = []
  var timerCount = 0
  var now = 0
  private(set) var isRunning = true
  /// A macrostep came to no end.
  private(set) var isEndless = false
  private var stepCount = 0
  /// How many events this step of the script has taken.
  private var eventCount = 0
  private var depth = 0
  /// What was done since it was taken last.
  var trace: [String] = []
  /// Where the last microstep began in the trace.
  private var lastStep = 0
  /// The final state by which the document ended, and what its microstep did before.
  private(set) var end: (id: String, start: Int)?

  private final class Active {
    var states: [State] = []
    func has(_ state: State) -> Bool { states.contains { $0 === state } }
  }

  init?(_ document: PlainElement) {
    guard document.name == "scxml" else { return nil }
    root = State(document, nil, 0)
    let active = active
    let isActive = { (id: String) in active.states.contains { $0.id == id } }
    data = document["datamodel"] == "ecmascript" ? ScriptData(isActive: isActive) : CELData(isActive: isActive)
    var count = 0
    add(root, &count)
    // Early binding: all data are there at the start.
    let elements = dataElements(document)
    for element in elements { data.declare(element["id"] ?? "") }
    for element in elements {
      guard let expression = element["expr"] else { continue }
      do {
        try data.assign(element["id"] ?? "", try data.value(expression))
      } catch {
        fail()
      }
    }
    enter(initial(of: root), from: nil)
    macrostep()
    takeExternal()
  }

  private func dataElements(_ element: PlainElement) -> [PlainElement] {
    element.all("datamodel").flatMap { $0.all("data") }
      + element.all("state", "parallel", "final").flatMap { dataElements($0) }
  }

  private func add(_ state: State, _ count: inout Int) {
    states[state.id] = state
    state.transitions = state.element.all("transition").map { Transition($0, state) }
    for element in state.element.all("state", "parallel", "final", "history") {
      count += 1
      let child = State(element, state, count)
      state.children.append(child)
      add(child, &count)
    }
  }

  func takeTrace() -> [String] {
    defer {
      trace = []
      eventCount = 0
      lastStep = 0
    }
    return trace
  }

  // MARK: The event loop

  func take(_ name: String, _ payload: Datum?) {
    externalQueue.append(SentEvent(name: name, data: payload.map { data.parsed($0) }))
    takeExternal()
  }

  func advance(to time: Int) {
    while isRunning, !isEndless,
      let next = timers.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }), next.due <= time
    {
      now = max(now, next.due)
      timers.removeAll { $0.number == next.number }
      externalQueue.append(next.event)
      takeExternal()
    }
    now = max(now, time)
  }

  private func takeExternal() {
    while isRunning, !isEndless, !externalQueue.isEmpty {
      let event = externalQueue.removeFirst()
      eventCount += 1
      if eventCount > 40 { isEndless = true }
      data.event = event
      stepCount = 0
      let enabled = select { self.matches($0, event.name) }
      if !enabled.isEmpty { microstep(enabled) }
      macrostep()
    }
  }

  private func macrostep() {
    while isRunning {
      stepCount += 1
      if stepCount > 150 {
        isEndless = true
        return
      }
      var enabled = select { $0.events.isEmpty && $0.element["event"] == nil }
      if enabled.isEmpty {
        if internalQueue.isEmpty { return }
        let event = internalQueue.removeFirst()
        data.event = event
        enabled = select { self.matches($0, event.name) }
      }
      if !enabled.isEmpty { microstep(enabled) }
    }
  }

  private func matches(_ transition: Transition, _ name: String) -> Bool {
    let tokens = name.split(separator: ".", omittingEmptySubsequences: false)
    return transition.events.contains { descriptor in
      if descriptor == "*" { return true }
      var wanted = descriptor.split(separator: ".", omittingEmptySubsequences: false)
      if wanted.last == "*" || wanted.last == "" { wanted.removeLast() }
      return tokens.starts(with: wanted)
    }
  }

  // MARK: Selection

  private func select(_ isMeant: (Transition) -> Bool) -> [Transition] {
    var enabled: [Transition] = []
    for state in active.states.filter(\.isAtomic).sorted(by: { $0.order < $1.order }) {
      search: for ancestor in [state] + ancestors(of: state, below: nil) {
        for transition in ancestor.transitions where isMeant(transition) && holds(transition.element["cond"]) {
          if !enabled.contains(where: { $0 === transition }) { enabled.append(transition) }
          break search
        }
      }
    }
    return withoutConflicts(enabled)
  }

  private func withoutConflicts(_ enabled: [Transition]) -> [Transition] {
    var filtered: [Transition] = []
    for first in enabled {
      var removed: [Transition] = []
      var isPreempted = false
      for second in filtered
      where exits([first]).contains(where: { state in exits([second]).contains { $0 === state } }) {
        if first.source.isDescendant(of: second.source) {
          removed.append(second)
        } else {
          isPreempted = true
          break
        }
      }
      if isPreempted { continue }
      filtered.removeAll { one in removed.contains { $0 === one } }
      filtered.append(first)
    }
    return filtered
  }

  func holds(_ condition: String?) -> Bool {
    guard let condition else { return true }
    do {
      return try data.isTrue(try data.value(condition))
    } catch {
      fail()
      return false
    }
  }

  // MARK: A microstep

  private func microstep(_ enabled: [Transition]) {
    lastStep = trace.count
    let leaving = exits(enabled).sorted { $0.order > $1.order }
    for state in leaving {
      for history in state.children where history.isHistory {
        recorded[history.id] = active.states.filter {
          history.element["type"] == "deep" ? $0.isAtomic && $0.isDescendant(of: state) : $0.parent === state
        }
      }
    }
    for state in leaving {
      trace.append("exit \(state.id)")
      for block in state.element.all("onexit") { run(block) }
      active.states.removeAll { $0 === state }
    }
    for transition in enabled { run(transition.element) }
    enter(enabled.flatMap(\.targets).isEmpty ? [] : nil, from: enabled)
  }

  private func exits(_ transitions: [Transition]) -> [State] {
    var found: [State] = []
    for transition in transitions where !transition.targets.isEmpty {
      let domain = domain(of: transition)
      for state in active.states where domain.map({ state.isDescendant(of: $0) }) ?? false {
        if !found.contains(where: { $0 === state }) { found.append(state) }
      }
    }
    return found
  }

  private func effectiveTargets(_ transition: Transition) -> [State] {
    var found: [State] = []
    for target in transition.targets.compactMap({ states[$0] }) {
      if !target.isHistory {
        found.append(target)
      } else if let known = recorded[target.id] {
        found += known
      } else {
        found += target.transitions.flatMap { effectiveTargets($0) }
      }
    }
    return found
  }

  private func domain(of transition: Transition) -> State? {
    let targets = effectiveTargets(transition)
    if targets.isEmpty { return nil }
    if transition.element["type"] == "internal", transition.source.isCompound,
      targets.allSatisfy({ $0.isDescendant(of: transition.source) })
    {
      return transition.source
    }
    return ancestors(of: transition.source, below: nil).first { ancestor in
      (ancestor.isCompound || ancestor === root) && targets.allSatisfy { $0.isDescendant(of: ancestor) }
    }
  }

  /// The proper ancestors of a state below another one, the nearest first.
  private func ancestors(of state: State, below top: State?) -> [State] {
    var found: [State] = []
    var next = state.parent
    while let ancestor = next, ancestor !== top {
      found.append(ancestor)
      next = ancestor.parent
    }
    return found
  }

  // MARK: Entering

  /// States that are to be entered, with what runs besides.
  private struct Entries {
    var states: [State] = []
    /// Those that are entered by their `initial`.
    var defaults: [State] = []
    /// By the parent of a history, the content of its transition.
    var contents: [(parent: State, transition: PlainElement)] = []

    mutating func add(_ state: State) {
      if !states.contains(where: { $0 === state }) { states.append(state) }
    }

    func has(below state: State) -> Bool { states.contains { $0.isDescendant(of: state) } }
  }

  private func initial(of state: State) -> [State] {
    if let ids = state.element["initial"] { return ids.split(separator: " ").compactMap { states[String($0)] } }
    if let transition = state.element.all("initial").first?.all("transition").first {
      return Transition(transition, state).targets.compactMap { states[$0] }
    }
    return state.children.first { !$0.isHistory }.map { [$0] } ?? []
  }

  private func enter(_ first: [State]?, from transitions: [Transition]?) {
    var entries = Entries()
    if let transitions {
      for transition in transitions {
        for target in transition.targets.compactMap({ states[$0] }) { addDescendants(of: target, &entries) }
        guard let domain = domain(of: transition) else { continue }
        for target in effectiveTargets(transition) { addAncestors(of: target, below: domain, &entries) }
      }
    } else {
      for target in first ?? [] { addDescendants(of: target, &entries) }
      for target in first ?? [] { addAncestors(of: target, below: root, &entries) }
    }
    for state in entries.states.sorted(by: { $0.order < $1.order }) {
      active.states.append(state)
      trace.append("enter \(state.id)")
      for block in state.element.all("onentry") { run(block) }
      if entries.defaults.contains(where: { $0 === state }),
        let transition = state.element.all("initial").first?.all("transition").first
      {
        run(transition)
      }
      for (parent, transition) in entries.contents where parent === state { run(transition) }
      if state.isFinal { finish(state) }
    }
  }

  private func finish(_ state: State) {
    guard let parent = state.parent, parent !== root else {
      isRunning = false
      end = (state.id, lastStep)
      return
    }
    internalQueue.append(SentEvent(name: "done.state.\(parent.id)", type: "platform", data: doneData(of: state)))
    guard let above = parent.parent, above.isParallel,
      above.children.filter({ !$0.isHistory }).allSatisfy({ isInFinalState($0) })
    else { return }
    internalQueue.append(SentEvent(name: "done.state.\(above.id)", type: "platform"))
  }

  private func doneData(of state: State) -> Datum? {
    guard let element = state.element.all("donedata").first else { return nil }
    do {
      return try payload(of: element)
    } catch {
      fail()
      return nil
    }
  }

  private func isInFinalState(_ state: State) -> Bool {
    if state.isCompound { return state.children.contains { $0.isFinal && active.has($0) } }
    return state.isParallel && state.children.filter { !$0.isHistory }.allSatisfy { isInFinalState($0) }
  }

  private func addDescendants(of state: State, _ entries: inout Entries) {
    depth += 1
    defer { depth -= 1 }
    if depth > 200 {
      isEndless = true
      return
    }
    if state.isHistory, let parent = state.parent {
      let targets: [State]
      if let known = recorded[state.id] {
        targets = known
      } else {
        guard let transition = state.transitions.first else { return }
        entries.contents.removeAll { $0.parent === parent }
        entries.contents.append((parent, transition.element))
        targets = transition.targets.compactMap { states[$0] }
      }
      for target in targets { addDescendants(of: target, &entries) }
      for target in targets { addAncestors(of: target, below: parent, &entries) }
      return
    }
    entries.add(state)
    if state.isCompound {
      if !entries.defaults.contains(where: { $0 === state }) { entries.defaults.append(state) }
      let targets = initial(of: state)
      for target in targets { addDescendants(of: target, &entries) }
      for target in targets { addAncestors(of: target, below: state, &entries) }
    } else if state.isParallel {
      for child in state.children where !child.isHistory && !entries.has(below: child) {
        addDescendants(of: child, &entries)
      }
    }
  }

  private func addAncestors(of state: State, below top: State, _ entries: inout Entries) {
    for ancestor in ancestors(of: state, below: top) {
      entries.add(ancestor)
      guard ancestor.isParallel else { continue }
      for child in ancestor.children where !child.isHistory && !entries.has(below: child) {
        addDescendants(of: child, &entries)
      }
    }
  }
}
