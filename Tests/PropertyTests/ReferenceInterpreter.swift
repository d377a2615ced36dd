// Longer than others: the rules written down a second time are read in one piece beside the page.

/// What Semantics.md says, written a second time in the plainest way: nothing is planned ahead, kept ready or remembered,
/// every question is answered by looking through all states. It shares no code with the engine.
struct ReferenceInterpreter {
  let chart: ModelChart
  let mostSteps: Int
  let mostMacrosteps: Int

  /// The trace, line by line; what an error says is left out.
  private(set) var lines: [String] = []
  var active: Set<Int> = []
  private(set) var variables: [String: Int]
  private(set) var isFinished = false
  /// Something went wrong that no handler took up.
  private(set) var hasErrors = false

  /// A transition did not come to an end: an error of this interpreter.
  var isEndless = false

  /// A limit ended the macrostep.
  struct Halted: Error {}
  /// An error ended a list of actions.
  private struct Failed: Error {}

  private struct Event {
    var name: String
    var data: Int?
    var isFailure = false
  }

  private enum Timer {
    case after(state: Int, number: Int)
    case send(Sent, id: String?)
  }

  /// What waits in the queue of sent events.
  private enum Sent {
    case event(Event)
    case toNobody(String)
  }

  private var seen = Event(name: "init")
  private var raised: [Event] = []
  private var sent: [Sent] = []
  private var timers: [(due: Int, serial: Int, timer: Timer)] = []
  private var serial = 0
  private var time = 0
  private var steps = 0
  private var failedGuards: Set<Int> = []
  /// States whose work the host is to begin when the macrostep is over, and those whose work it does.
  private var waiting: Set<Int> = []
  private var working: Set<Int> = []
  var records: [Int: [Int]] = [:]
  var changes = 0
  /// The last entry of each state, as a number of `changes`.
  var entries: [Int: Int] = [:]
  /// What transitions that are on their way are exiting, the outermost first.
  var exiting: [Set<Int>] = []

  init(_ chart: ModelChart, mostSteps: Int, mostMacrosteps: Int) {
    self.chart = chart
    self.mostSteps = mostSteps
    self.mostMacrosteps = mostMacrosteps
    variables = chart.variables
  }

  mutating func write(_ line: String) {
    lines.append(line)
  }

  func shown(_ state: Int) -> String {
    chart.reference(state)
  }

  // MARK: Configuration

  func activeChildren(_ state: Int) -> [Int] {
    chart.states[state].children.filter { active.contains($0) }
  }

  /// The deepest active states, in document order.
  var leaves: [Int] {
    active.sorted().filter { activeChildren($0).isEmpty }
  }

  func isDone(_ state: Int) -> Bool {
    guard active.contains(state) else { return false }
    switch chart.states[state].kind {
    case .final: return true
    case .compound: return activeChildren(state).contains { chart.states[$0].kind == .final }
    case .parallel:
      return chart.states[state].children.allSatisfy { chart.states[$0].kind.isHistory || isDone($0) }
    case .atomic, .shallow, .deep: return false
    }
  }

  // MARK: Steps

  mutating func start() {
    step("init") { machine in
      machine.macrostep { machine throws(Halted) in try machine.transition(to: [0]) }
      machine.settle(until: machine.time)
    }
  }

  mutating func take(_ script: ModelStep) {
    step(script.text) { machine in
      switch script {
      case .event(let name, let data):
        if machine.isFinished {
          machine.write("  ignored")
        } else if !machine.endWork(name) {
          machine.write("  rejected")
        } else {
          machine.takeExternal(Event(name: name, data: data))
          machine.settle(until: machine.time)
        }
      case .advance(let milliseconds): machine.settle(until: machine.time + milliseconds)
      case .next: if let due = machine.firstTimer?.due { machine.settle(until: due) }
      case .idle: if !machine.isFinished { machine.settle(until: nil) }
      }
    }
  }

  /// Ends what the host does, where an event says so; false where that does not run.
  private mutating func endWork(_ event: String) -> Bool {
    for state in chart.states.indices where chart.states[state].leavesWork {
      let work = ModelChart.work(of: state)
      if event == "done.invoke." + work || event == "error.invoke." + work { return working.remove(state) != nil }
    }
    return true
  }

  private mutating func step(_ header: String, _ body: (inout ReferenceInterpreter) -> Void) {
    write(header)
    let before = changes
    body(&self)
    if changes != before { write("  => " + leaves.map { shown($0) }.joined(separator: ", ")) }
  }

  private var firstTimer: (due: Int, serial: Int, timer: Timer)? {
    isFinished ? nil : timers.min { ($0.due, $0.serial) < ($1.due, $1.serial) }
  }

  private mutating func settle(until target: Int?) {
    var macrosteps = 0
    while !isFinished {
      let first = firstTimer
      if let first, first.due <= time {
        macrosteps += 1
        if macrosteps > mostMacrosteps { return tooMany() }
        timers.removeAll { $0.serial == first.serial }
        fire(first.timer)
      } else if !sent.isEmpty {
        macrosteps += 1
        if macrosteps > mostMacrosteps { return tooMany() }
        switch sent.removeFirst() {
        case .event(let event):
          write("  event \(event.name)")
          takeExternal(event)
        case .toNobody:
          // Nobody is there to take it: an error, in a macrostep of its own.
          raised.append(Event(name: "error.communication", isFailure: true))
          macrostep { _ throws(Halted) in }
        }
      } else if let first, first.due <= target ?? first.due {
        time = first.due
      } else {
        break
      }
    }
    if let target { time = max(time, target) }
  }

  private mutating func tooMany() {
    sent = []
    error()
  }

  private mutating func error() {
    hasErrors = true
    write("  error")
  }

  private mutating func fire(_ timer: Timer) {
    switch timer {
    case .send(.toNobody(let name), _):
      write("  @\(shortDelay(time)) send \(name)")
      sent.append(.toNobody(name))
    case .send(.event(let event), _):
      write("  @\(shortDelay(time)) send \(event.name)")
      takeExternal(event)
    case .after(let state, let number):
      write(
        "  @\(shortDelay(time)) after \(shortDelay(chart.states[state].after[number].milliseconds)) in \(shown(state))")
      seen = Event(name: "after")
      var choice = Choice()
      look(at: chart.states[state].after[number].candidates, of: state, &choice)
      takeUp(choice)
    }
  }

  private mutating func takeExternal(_ event: Event) {
    seen = event
    takeUp(choose(event.name))
  }

  private mutating func takeUp(_ choice: Choice) {
    for state in choice.forbidding { write("  forbidden in \(shown(state))") }
    if choice.taken.isEmpty, choice.forbidding.isEmpty {
      if choice.declined.isEmpty { write("  ignored") }
      for (state, condition) in choice.declined { write("  declined \(shown(state)): \(condition)") }
    }
    noteFailures(choice)
    macrostep { machine throws(Halted) in try machine.microstep(choice.taken) }
  }

  // MARK: Choosing (Semantics.md, rules 3 to 6)

  struct Taken {
    let state: Int
    let candidate: ModelChart.Candidate
  }

  private struct Choice {
    var taken: [Taken] = []
    var forbidding: [Int] = []
    var declined: [(Int, String)] = []
    var failures: [Int] = []
  }

  /// `nil` looks for `always`.
  private func choose(_ event: String?) -> Choice {
    var choice = Choice()
    if chart.asksBySubtree, event != nil {
      _ = ask(0, event, &choice)
      choice.taken = withoutConflicts(choice.taken)
      return choice
    }
    var asked: Set<Int> = []
    for leaf in leaves {
      for state in chart.line(to: leaf).reversed() {
        // What has been asked once in this choice answers the same.
        if !asked.insert(state).inserted { break }
        var isFound = false
        for candidates in lists(of: state, event) where !isFound {
          isFound = look(at: candidates, of: state, &choice)
        }
        if isFound { break }
      }
    }
    choice.taken = withoutConflicts(choice.taken)
    return choice
  }

  /// Whether a state or one below it answers: first those below it, then, where none of them does, the state itself.
  private func ask(_ state: Int, _ event: String?, _ choice: inout Choice) -> Bool {
    var isAnswered = false
    for child in activeChildren(state) where ask(child, event, &choice) { isAnswered = true }
    return isAnswered || lists(of: state, event).contains { look(at: $0, of: state, &choice) }
  }

  /// The lists of candidates of a state for an event, most specific first (Semantics.md, rule 4).
  private func lists(of state: Int, _ event: String?) -> [[ModelChart.Candidate]] {
    let node = chart.states[state]
    guard let event else { return [node.always] }
    var lists: [[ModelChart.Candidate]] = []
    if event == "done.state.\(shown(state))" { lists.append(node.onDone) }
    lists += node.handlers.filter { $0.key == event }.map(\.candidates)
    let patterns = node.handlers.filter { $0.key.hasSuffix("*") && event.hasPrefix($0.key.dropLast()) }
    lists += patterns.sorted { $0.key.utf8.count > $1.key.utf8.count }.map(\.candidates)
    return lists
  }

  @discardableResult
  private func look(at candidates: [ModelChart.Candidate], of state: Int, _ choice: inout Choice) -> Bool {
    for candidate in candidates {
      if let condition = candidate.condition {
        let text = chart.text(of: condition)
        let answer = holds(condition)
        if answer == nil { choice.failures.append(candidate.number) }
        if answer != true {
          choice.declined.append((state, text))
          continue
        }
      }
      if candidate.isForbidden {
        choice.forbidding.append(state)
      } else {
        choice.taken.append(Taken(state: state, candidate: candidate))
      }
      return true
    }
    return false
  }

  /// nil: it divides by zero.
  private func holds(_ condition: Condition) -> Bool? {
    switch condition {
    case .less(let variable, let number): variables[variable, default: 0] < number
    case .equal(let variable, let number): variables[variable] == number
    case .dataIs(let number): seen.data == number
    case .isIn(let state): active.contains(state)
    case .failing: nil
    case .not(let inner): holds(inner).map { !$0 }
    }
  }

  private mutating func noteFailures(_ choice: Choice) {
    for failure in choice.failures where failedGuards.insert(failure).inserted { fail() }
  }

  private mutating func fail() {
    raised.append(Event(name: "error.execution", isFailure: true))
  }

  // MARK: Steps

  private mutating func macrostep(_ first: (inout ReferenceInterpreter) throws(Halted) -> Void) {
    defer { failedGuards = [] }
    steps = 0
    do throws(Halted) {
      try first(&self)
      try comeToRest()
    } catch {
      raised = []
      sent = []
      exiting = []
      keepRoot()
      self.error()
    }
    if isDone(0) {
      isFinished = true
      timers = []
      raised = []
      sent = []
      waiting = []
      working = []
      write("  done")
    }
    for state in waiting.sorted() where active.contains(state) {
      write("  invoke \(ModelChart.work(of: state)) work")
      working.insert(state)
    }
    waiting = []
  }

  private mutating func countStep() throws(Halted) {
    if steps == mostSteps { throw Halted() }
    steps += 1
  }

  private mutating func comeToRest() throws(Halted) {
    while true {
      let choice = choose(nil)
      noteFailures(choice)
      if !choice.taken.isEmpty {
        try countStep()
        for taken in choice.taken { write("  always \(shown(taken.state))") }
        try microstep(choice.taken)
        continue
      }
      if raised.isEmpty { return }
      let event = raised.removeFirst()
      try countStep()
      write("  event \(event.name)")
      seen = event
      let found = choose(event.name)
      noteFailures(found)
      for state in found.forbidding { write("  forbidden in \(shown(state))") }
      if event.isFailure, found.taken.isEmpty, found.forbidding.isEmpty { error() }
      try microstep(found.taken)
    }
  }

  private mutating func microstep(_ taken: [Taken]) throws(Halted) {
    var task = TransitionTask()
    for handler in taken {
      let candidate = handler.candidate
      task.targets += inOrder(candidate.targets)
      if candidate.reentry != .none, candidate.targets.isEmpty { task.targets.append(handler.state) }
      switch candidate.reentry {
      case .none: break
      case .children: task.reentryAncestors.append(handler.state)
      case .external, .ancestor:
        if let ancestor = reentryAncestor(handler) {
          task.reentryAncestors.append(ancestor)
        } else {
          task.exitsRoot = true
        }
      }
    }
    task.actions = taken.map(\.candidate.actions)
    try go(&task)
  }

  // MARK: Actions

  mutating func run(_ actions: [ModelAction], margin: String) throws(Halted) {
    do {
      try perform(actions, margin)
    } catch is Failed {
      fail()
    } catch {
      throw Halted()
    }
  }

  private mutating func perform(_ actions: [ModelAction], _ margin: String) throws {
    for action in actions { try perform(action, margin) }
  }

  private mutating func perform(_ action: ModelAction, _ margin: String) throws {
    switch action {
    case .call(let name): write("\(margin)do \(name)")
    case .log(let text, let variable): write("\(margin)log \(text) \(variables[variable, default: 0])")
    case .assign(let variable, let from, let number):
      variables[variable] = variables[from, default: 0] + number
      write("\(margin)assign \(variable) = \(variables[variable, default: 0])")
    case .fail: throw Failed()
    case .raise(let event, let data):
      write("\(margin)raise \(event)\(data.map { " \($0)" } ?? "")")
      raised.append(Event(name: event, data: data))
    case .send(let event, let data, let delay, let id):
      let shownDelay = delay > 0 ? " in \(shortDelay(delay))" : ""
      write("\(margin)send \(event)\(data.map { " \($0)" } ?? "")\(shownDelay)")
      if delay == 0 {
        sent.append(.event(Event(name: event, data: data)))
      } else {
        start(.send(.event(Event(name: event, data: data)), id: id), in: delay)
      }
    case .sendToNobody(let event, let delay, let id):
      write("\(margin)send \(event)\(delay > 0 ? " in \(shortDelay(delay))" : "")")
      if delay == 0 {
        sent.append(.toNobody(event))
      } else {
        start(.send(.toNobody(event), id: id), in: delay)
      }
    case .cancel(let wanted):
      write("\(margin)cancel \(wanted)")
      timers.removeAll {
        if case .send(_, let id) = $0.timer { id == wanted } else { false }
      }
    case .goTo(let target):
      try countStep()
      write("\(margin)goToState \(shown(target))")
      try transition(to: [target])
    case .choose(let condition, let then, let otherwise):
      guard let answer = holds(condition) else { throw Failed() }
      try perform(answer ? then : otherwise, margin)
    case .each(let numbers, let variable, let actions):
      for number in numbers {
        variables[variable, default: 0] += number
        write("\(margin)assign \(variable) = \(variables[variable, default: 0])")
        try perform(actions, margin)
      }
    }
  }

  private mutating func start(_ timer: Timer, in delay: Int) {
    timers.append((time + delay, serial, timer))
    serial += 1
  }

  // MARK: Entering and exiting

  mutating func enter(_ state: Int) throws(Halted) {
    changes += 1
    entries[state] = changes
    active.insert(state)
    write("  enter \(shown(state))")
    for (number, after) in chart.states[state].after.enumerated() {
      start(.after(state: state, number: number), in: after.milliseconds)
    }
    if chart.states[state].leavesWork { waiting.insert(state) }
    try run(chart.states[state].enter, margin: "    ")
    guard chart.states[state].kind == .final, active.contains(state) else { return }
    // Done climbs through parallel states (Semantics.md, rule 21).
    var next = chart.states[state].parent
    var isFirst = true
    while let parent = next, isDone(parent), isFirst || chart.states[parent].kind == .parallel {
      raised.append(Event(name: "done.state.\(shown(parent))"))
      next = chart.states[parent].parent
      isFirst = false
    }
  }

  mutating func exit(_ state: Int) throws(Halted) {
    changes += 1
    active.remove(state)
    timers.removeAll {
      if case .after(let owner, _) = $0.timer { owner == state } else { false }
    }
    write("  exit \(shown(state))")
    waiting.remove(state)
    defer { if working.remove(state) != nil { write("  stop \(ModelChart.work(of: state))") } }
    try run(chart.states[state].exit, margin: "    ")
  }
}
