// Longer than others: one finding after the other, in the order of the report.
import CEL
import StateKitCore

/// Creates the findings of an exploration, in the order of the report.
final class FindingReporter {
  let located: LocatedChart
  let chart: Chart
  private(set) var explorer: Explorer
  let space: StateSpace
  private let coverage: CoverageReport
  private let growth: Growth
  /// The findings that were not looked for, because the time limit or a signal came first.
  private(set) var notSearched: [DiagnosticCode] = []

  init(_ located: LocatedChart, explorer: consuming Explorer, growth: Growth) {
    self.located = located
    self.growth = growth
    chart = located.chart
    space = explorer.space
    coverage = CoverageReport(located, counts: explorer.coverage)
    self.explorer = explorer
  }

  /// The findings about the chart itself.
  func all() -> [ExploreFinding] {
    var found = unreachable() + neverTaken() + alwaysTrue() + deadEnds()
    let components = ClosedComponents.find(in: &explorer)
    found += traps(components)
    if components.isCut { notSearched.append(.trap) }
    if explorer.options.isVerbose { found += neverAgain(components) }
    found += faults()
    found += RivalFindings(self, coverage: coverage).all()
    found += grows()
    return found.map { allowed($0) }
  }

  /// The answers to the properties that are asked.
  func answers() throws(PropertyError) -> [PropertyAnswer] {
    try PropertyFindings(self).answers().map { answer in
      PropertyAnswer(
        property: answer.property, verdict: answer.verdict, isLate: answer.isLate, isVacuous: answer.isVacuous,
        finding: answer.finding.map { allowed($0) })
    }
  }

  /// Marks the absence of something that other inputs might bring about.
  func sample(_ finding: inout ExploreFinding, without exact: Samples = []) {
    finding.sample(space.samples.subtracting(exact))
  }

  /// The bound that was reached: `within 17 lines`.
  var bound: String { " within \(DisplayText.counted(space.triedDepth, noun: "line"))" }

  // MARK: What is never

  private func unreachable() -> [ExploreFinding] {
    let entered = explorer.coverage.entered
    return chart.states.indices.compactMap { index in
      let state = StateID(index)
      guard !chart.states[index].kind.isHistory, entered[index] == 0, let parent = chart.parent(of: state),
        entered[parent.index] > 0
      else { return nil }
      let shown = chart.shownReference(state)
      var finding = ExploreFinding(
        .unreachable, severity: .error,
        message: space.isComplete ? "\(shown) is never entered" : "\(shown) is not entered\(bound)",
        span: located.spans.states[index], state: chart.path(state), isBounded: !space.isComplete)
      sample(&finding)
      return finding
    }
  }

  private func neverTaken() -> [ExploreFinding] {
    let counts = explorer.coverage
    return coverage.points.compactMap { point in
      guard point.kind == .handlers, point.count == 0, let index = point.handler else { return nil }
      let handler = chart.handlers[index]
      guard counts.entered[handler.state.index] > 0, !withoutDelay.contains(index) else { return nil }
      let absence = space.isComplete ? "is never taken" : "is not taken\(bound)"
      // Untried inputs may still select it; then the message covers only the tried ones.
      let why = whyNeverTaken(index)
      var finding = ExploreFinding(
        .neverTaken, severity: isDefensive(index) ? .info : .error,
        message: "\(point.what) \(absence)" + (why.isCertain || space.isComplete ? ": " + why.text : ""),
        span: handler.span, state: chart.path(handler.state), handler: point.what, isBounded: !space.isComplete)
      sample(&finding, without: why.dependsOnPayloads ? [] : .payloads)
      return finding
    }
  }

  /// The handlers of timers without a length, which is an error of its own where their state is entered.
  private lazy var withoutDelay = Set(
    chart.timers.lazy.filter { [chart, answered = explorer.options.choice.answered] timer in
      guard case .named(let name) = timer.delay else { return false }
      return answered?.delay(named: chart.names.text(name)) == nil
    }.flatMap(\.candidates.indices))

  /// The bindings of each handler: the events and states that use it.
  private lazy var bindings: [[ChartDraft.Binding]] = {
    var bindings = [[ChartDraft.Binding]](repeating: [], count: chart.handlers.count)
    for binding in located.spans.bindings {
      for handler in binding.candidates.indices { bindings[handler].append(binding) }
    }
    return bindings
  }()

  /// True if the handler is for an error, which the inputs that are tried need not cause.
  private func isDefensive(_ handler: Int) -> Bool {
    bindings[handler].contains { binding in
      let name: NameID
      switch binding.trigger {
      case .event(let event): name = chart.eventNames[event.index]
      case .pattern(let prefix): name = prefix
      case .done: return false
      }
      let text = chart.names.text(name).utf8
      return text.elementsEqual("error".utf8) || text.starts(with: "error.".utf8)
    }
  }

  private func whyNeverTaken(_ index: Int) -> (text: String, isCertain: Bool, dependsOnPayloads: Bool) {
    let condition = Int(chart.handlers[index].condition)
    let counts = explorer.coverage
    if condition >= 0, counts.held[condition] == 0, counts.failed[condition] > 0 {
      return ("its guard is never true", true, true)
    }
    if condition >= 0, counts.held[condition] > 0 {
      return ("another transition of the same event always displaces it", true, true)
    }
    for binding in bindings[index] {
      let first = nextTaken[binding.candidates.indices.lowerBound]
      if first < index {
        return ("\(coverage.shown(handler: first)) always comes first", true, chart.handlers[first].condition >= 0)
      }
      if case .pattern(let prefix) = binding.trigger, EventType.comesByItself(chart.names.text(prefix)) {
        return ("its event is never raised there", true, true)
      }
      if case .event(let event) = binding.trigger {
        let name = chart.names.text(chart.eventNames[event.index])
        if omittedNames.contains(Array(name.utf8)) { return ("no script has its event", true, false) }
        if !isTried(name) {
          return canBeRaised(event, name: name)
            ? ("its event is never raised there", true, true)
            : ("its event is never tried, and the chart never raises it", true, false)
        }
      }
    }
    let inner = innerHandlers(than: index)
    if inner.isEmpty { return ("its state is not active, or another handler is taken", false, true) }
    let shown = inner.prefix(2).map { coverage.shown(handler: $0) } + (inner.count > 2 ? ["another one"] : [])
    return ("\(shown.joined(separator: " or ")) always comes first", false, true)
  }

  /// For each handler, the first one from there on that was taken; the number of handlers if there is none.
  private lazy var nextTaken: [Int] = {
    let taken = explorer.coverage.taken
    var next = [Int](repeating: chart.handlers.count, count: chart.handlers.count + 1)
    for index in chart.handlers.indices.reversed() { next[index] = taken[index] > 0 ? index : next[index + 1] }
    return next
  }()

  private lazy var takenBindings = TakenBindings(located.spans.bindings, counts: explorer.coverage)

  /// The first handlers of the same event that were taken in states inside that of a handler: at most three.
  private func innerHandlers(than index: Int) -> [Int] {
    let outer = chart.handlers[index].state
    let inside = outer.rawValue + 1..<chart.states[outer.index].end
    var found: [TakenBindings.Entry] = []
    for binding in bindings[index] { found += takenBindings.first(3, of: binding.trigger, in: inside) }
    var known: Set<Int> = []
    return found.sorted { $0.binding < $1.binding }.filter { known.insert($0.binding).inserted }
      .flatMap { entry in entry.candidates.indices.lazy.filter { self.explorer.coverage.taken[$0] > 0 }.prefix(3) }
  }

  /// True if the chart, one of its children or the interpreter may raise an event.
  private func canBeRaised(_ event: EventID, name: String) -> Bool {
    chart.family != nil || EventType.comesByItself(name) || made.contains(event)
  }

  /// The states with a handler that asks the host, if answers are only sampled.
  private lazy var statesAsking: Set<StateID> = {
    if !space.samples.contains(.answers) { return [] }
    let asking = chart.handlers.filter {
      $0.condition >= 0 && chart.expressions[Int($0.condition)].program.asksHost
    }
    return Set(asking.map(\.state))
  }()

  private lazy var made = MadeEvents(chart)

  private lazy var omittedNames = Set(space.inputs.omitted.map { Array($0.utf8) })

  /// The names of the events that are tried.
  private lazy var triedNames = Set(space.inputs.all.map { Array($0.name.utf8) })

  private func isTried(_ name: String) -> Bool { triedNames.contains(Array(name.utf8)) }

  /// Guards that are always true, with a further candidate after them that is never reached.
  private func alwaysTrue() -> [ExploreFinding] {
    let counts = explorer.coverage
    var waits = [Bool](repeating: false, count: chart.handlers.count)
    /// Those after which a handler was taken, as a pattern is for another event.
    var isFollowed = waits
    func note(_ list: [Int]) {
      for index in list.dropLast() { waits[index] = true }
      guard let last = list.lastIndex(where: { counts.taken[$0] > 0 }) else { return }
      for index in list[..<last] { isFollowed[index] = true }
    }
    let handlers = HandlersOfEvents(chart)
    for event in chart.eventKeys.indices {
      // The lists of one state follow one another.
      var (owner, asked) = (-1, [Int]())
      for (state, list) in handlers.lists(of: EventID(rawValue: Int32(event))) {
        if state != owner {
          note(asked)
          (owner, asked) = (state, [])
        }
        asked += list.indices
      }
      note(asked)
    }
    for state in chart.states { note(Array(state.always.indices)) }
    for timer in chart.timers { note(Array(timer.candidates.indices)) }
    return chart.handlers.indices.compactMap { index in
      let condition = Int(chart.handlers[index].condition)
      guard condition >= 0, waits[index], counts.held[condition] > 0, counts.failed[condition] == 0 else { return nil }
      let what = coverage.shown(handler: index)
      let expression = chart.expressions[condition]
      let always = space.isComplete ? "is always true" : "is always true\(bound)"
      var finding = ExploreFinding(
        .alwaysTrue, severity: .warning,
        message: "the guard of \(what) \(always): the handlers after it are "
          + (isFollowed[index] ? "asked for other events only" : "never asked"),
        span: expression.source.span, state: chart.path(chart.handlers[index].state), handler: what,
        isBounded: !space.isComplete)
      sample(&finding)
      return finding
    }
  }

  // MARK: Dead ends

  private func deadEnds() -> [ExploreFinding] {
    var known: Set<[StateID]> = []
    return explorer.deadEnds.filter { !isRevivable[$0] }.compactMap { state in
      let leaves = space.leaves(of: state)
      guard known.insert(leaves).inserted, !isAllowed(leaves) else { return nil }
      let names = leaves.map { chart.shownReference($0) }.joined(separator: ", ")
      var finding = ExploreFinding(
        .deadEnd, severity: .error, message: "nothing is handled in \(names)", script: space.script(to: state))
      locate(&finding, leaves: leaves)
      sample(&finding, after: state)
      return finding
    }
  }

  /// Marks the absence of a way on from a state, unless other inputs do not change what comes after it.
  func sample(_ finding: inout ExploreFinding, after state: Int) {
    var samples = Samples()
    var known: Set = [state]
    var todo = [state]
    while samples != space.samples, let next = todo.popLast() {
      if explorer.options.endsReport() { return sample(&finding) }
      samples.formUnion(space.samples.intersection(self.samples(in: next)))
      for arc in space.arcs(from: next) where known.insert(Int(arc.target)).inserted { todo.append(Int(arc.target)) }
    }
    finding.sample(samples)
  }

  /// The kinds of inputs of which others could lead on from a state to other states.
  private func samples(in state: Int) -> Samples {
    if space.isFinished(state) { return [] }
    if chart.family != nil, !space.parts(of: state).children.isEmpty { return [.events, .payloads, .times, .answers] }
    let isEnd = state < space.expanded && space.arcs(from: state).allSatisfy(\.isAnswer)
    let active = space.leaves(of: state).flatMap { Array(chart.states.line(upFrom: $0)) }
    func handles(_ events: [String], where isMeant: (Int) -> Bool) -> Bool {
      events.compactMap { chart.event(named: $0.utf8Bytes.span) }.contains { event in
        active.contains { state in
          chart.candidateLists(of: state.index, for: event).contains { $0.indices.contains(where: isMeant) }
        }
      }
    }
    var found = space.samples.intersection(.delays)
    if active.contains(where: statesAsking.contains) { found.insert(.answers) }
    if space.inputs.areNamesSampled || handles(space.inputs.omitted, where: { _ in true }) { found.insert(.events) }
    // At an end, the handlers are those whose guards are false.
    if handles(space.inputs.sampled, where: { !isEnd || chart.handlers[$0].condition >= 0 }) { found.insert(.payloads) }
    if space.codec.waits(space.fields(of: state)) { found.insert(.times) }
    return found
  }

  private lazy var isDead = Set(explorer.deadEnds)

  /// For each state, true if something is handled, or a state was not expanded, after some answers of the host.
  private lazy var isRevivable: [Bool] = {
    if space.inputs.host.isEmpty { return [Bool](repeating: false, count: space.states) }
    let goals = (0..<space.states).map { !isDead.contains($0) }
    return space.statesReaching(goals) { $0.isAnswer }
  }()

  private lazy var allowedDeadEnds = Set(explorer.options.allowedDeadEnds)

  private func isAllowed(_ leaves: [StateID]) -> Bool {
    if allowedDeadEnds.isEmpty { return false }
    return leaves.contains { chart.states.line(upFrom: $0).contains(where: allowedDeadEnds.contains) }
  }

  /// Sets the state that a finding is about: the first of the deepest active ones.
  func locate(_ finding: inout ExploreFinding, leaves: [StateID]) {
    guard let leaf = leaves.first else { return }
    finding.span = located.spans.states[leaf.index]
    finding.state = chart.path(leaf)
  }

  private func traps(_ components: ClosedComponents) -> [ExploreFinding] {
    var found: [(first: Int, finding: ExploreFinding)] = []
    if components.others.isEmpty { return [] }
    let stable = activeStates(in: 0..<space.states)
    for component in components.others {
      guard component.count < space.states, let first = component.first else { continue }
      let isActive = activeStates(in: component)
      let left = chart.states.indices.filter { stable[$0] && !isActive[$0] }
      if left.isEmpty { continue }
      let leaves = space.leaves(of: first)
      let names = leaves.map { chart.shownReference($0) }.joined(separator: ", ")
      let lost = left.prefix(5).map { chart.shownReference(StateID($0)) }.joined(separator: ", ")
      var finding = ExploreFinding(
        .trap, severity: .warning,
        message: "from \(names) there is no way back to \(lost)" + (left.count > 5 ? " and \(left.count - 5) more" : "")
      )
      sample(&finding)
      locate(&finding, leaves: [leaf(nearest: StateID(left[0]), among: leaves)])
      finding.script = space.script(to: first)
      found.append((first, finding))
    }
    // Components that differ in their data alone are one trap: the shortest script reaches the first of them.
    var told: Set<[UInt8]> = []
    return found.sorted { $0.first < $1.first }.map(\.finding).filter { told.insert(Array($0.message.utf8)).inserted }
  }

  /// The leaf in the smallest part of the chart that contains another state, too.
  private func leaf(nearest other: StateID, among leaves: [StateID]) -> StateID {
    leaves.max { one, two in
      let (one, two) = (
        chart.states.leastCommonAncestor(of: one, and: other), chart.states.leastCommonAncestor(of: two, and: other)
      )
      return chart.isWithin(two, ancestor: one) && two != one
    } ?? .root
  }

  /// The states of the chart that are active in some of these states, between two inputs.
  private func activeStates(in states: some Sequence<Int>) -> [Bool] {
    ActiveStates(space, in: states).flags(space.codec)
  }

  private func neverAgain(_ components: ClosedComponents) -> [ExploreFinding] {
    guard space.isComplete, !components.isWhole else { return [] }
    if components.isCut {
      notSearched.append(.neverAgain)
      return []
    }
    let isActive = activeStates(in: components.ends + components.others.joined())
    let stable = activeStates(in: 0..<space.states)
    let lost = chart.states.indices.filter { stable[$0] && !isActive[$0] }.map { StateID($0) }
    guard let left = explorer.leftForGood(lost) else {
      notSearched.append(.neverAgain)
      return []
    }
    return left.map { state in
      var finding = ExploreFinding(
        .neverAgain, severity: .info,
        message: "\(chart.shownReference(state)) is left for good: no event leads back to it",
        span: located.spans.states[state.index], state: chart.path(state))
      sample(&finding)
      return finding
    }
  }

  // MARK: What goes wrong

  private func faults() -> [ExploreFinding] {
    let found = explorer.faults.entries.map { entry in
      let code: DiagnosticCode = entry.fault.isEndless ? .endless : entry.fault.code
      var finding = ExploreFinding(
        code, severity: .error, message: entry.fault.message, span: entry.fault.span,
        script: space.script(to: entry.moment))
      finding.chart = entry.fault.chart
      if entry.fault.chart == 0, finding.span == nil, entry.moment.input != nil {
        locate(&finding, leaves: space.leaves(of: entry.moment.state))
      }
      return finding
    }
    let order: [DiagnosticCode] = [.brokenInvariant, .runError, .endless]
    return order.flatMap { code in found.filter { $0.code == code } }
      + found.filter { !order.contains($0.code) }
  }

  private func grows() -> [ExploreFinding] {
    growth.names.map { name in
      var what = name
      var span = chart.contextSlot(named: name).map { located.spans.context[$0] }
      if name == Growth.timers, let event = growth.sent {
        what += ": send \(DisplayText.raw(event))"
        if let action = chart.actions.indices.first(where: { sends(event, action: chart.actions[$0]) }) {
          span = chart.actionSpans[action]
          if let state = owner(of: action) { what += " in \(chart.shownReference(state))" }
        }
      }
      return ExploreFinding(
        .grows, severity: .warning, message: "\(what) still takes new values\(bound): the search may never end",
        span: span, isBounded: true)
    }
  }

  private func sends(_ event: String, action: Action) -> Bool {
    guard case .send(.event(let sent), _, _, _, nil) = action else { return false }
    return chart.names.text(chart.eventNames[sent.index]).utf8.elementsEqual(event.utf8)
  }

  /// The state whose entry, exit or handler has an action.
  func owner(of action: Int) -> StateID? {
    if let handler = chart.handlers.first(where: { $0.actions.indices.contains(action) }) { return handler.state }
    return chart.states.indices.first { index in
      let state = chart.states[index]
      return state.enterActions.indices.contains(action) || state.exitActions.indices.contains(action)
    }.map { StateID($0) }
  }

  private lazy var allowances = Allowances(located.spans.allowances)

  /// With what the chart itself allows.
  private func allowed(_ finding: ExploreFinding) -> ExploreFinding {
    // A finding without a place is allowed by the whole chart only.
    let span = finding.span ?? located.spans.states[0]
    // What `validate` says of the same action.
    let codes: [DiagnosticCode] = finding.code == .lostRaise ? [.lostRaise, .unhandledRaise] : [finding.code]
    guard finding.chart == 0,
      let allowance = codes.lazy.compactMap({ self.allowances.innermost(of: $0, at: span) }).first
    else { return finding }
    var finding = finding
    finding.allowed = allowance.reason
    return finding
  }
}
