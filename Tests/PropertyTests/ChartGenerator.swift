import Foundation

/// A chart with scripts, and the numbers that they were made of.
struct GeneratedChart {
  let chart: ModelChart
  let scripts: [[ModelStep]]
  let numbers: [UInt32]

  static let scriptCount = 4
  /// The last script has up to this many lines more, so that most are longer than what the tool waits before it keeps a step.
  static let mostMore = 96

  /// Writes the chart and a script to where the environment says, if it does.
  func keep(_ script: [ModelStep]) {
    guard let path = ProcessInfo.processInfo.environment["STATEKIT_KEEP"] else { return }
    let lines = script.map(\.text).joined(separator: "\n")
    try? chart.json.write(toFile: path + ".json", atomically: false, encoding: .utf8)
    try? lines.write(toFile: path + ".txt", atomically: false, encoding: .utf8)
  }
}

/// Makes legal charts, and scripts for them, of choices.
struct ChartGenerator {
  private var choices: Choices
  private var chart = ModelChart()
  private var candidateCount = 0
  private let habits: Habits

  private static let names = ["a", "b", "c", "d", "x", "y"]
  private static let events = ["e", "f", "g", "p.x", "p.y"]
  private static let patterns = ["p.*", "*", "error.*"]
  private static let ids = ["i", "j"]
  private static let delays = [10, 0, 20, 1000]
  private static let mostStates = 10

  static func make(_ choices: Choices, _ habits: Habits) -> GeneratedChart {
    var generator = ChartGenerator(choices, habits)
    generator.chart.asksBySubtree = habits.asksBySubtree
    generator.addState("root", in: nil, depth: 0)
    generator.chart.complete()
    for state in generator.chart.states.indices { generator.furnish(state) }
    var scripts = (0..<GeneratedChart.scriptCount).map { _ in generator.script() }
    scripts[scripts.count - 1] += generator.lines(generator.choices.next(GeneratedChart.mostMore))
    return GeneratedChart(chart: generator.chart, scripts: scripts, numbers: generator.choices.numbers)
  }

  private init(_ choices: Choices, _ habits: Habits) {
    self.choices = choices
    self.habits = habits
  }

  // MARK: The tree

  private mutating func addState(_ name: String, in parent: Int?, depth: Int) {
    let number = chart.states.count
    var kind = ModelChart.Kind.atomic
    switch choices.next(10) {
    case 0: break
    case 1, 2, 3: kind = .compound
    case 4, 5: kind = .parallel
    case 6: kind = .final
    default: break
    }
    if depth == 0, kind != .parallel { kind = .compound }
    if depth == 4 || number + 3 > Self.mostStates, kind != .final { kind = depth == 0 ? .compound : .atomic }
    chart.states.append(ModelChart.State(name: name, kind: kind, parent: parent))
    if let parent { chart.states[parent].children.append(number) }
    guard kind == .compound || kind == .parallel else { return }
    let first = choices.next(Self.names.count)
    let count = (kind == .parallel ? 2 : 1) + choices.next(3)
    for index in 0..<count {
      addState(Self.names[(first + index) % Self.names.count], in: number, depth: depth + 1)
    }
    if choices.isOne(in: habits.recordsOften ? 2 : 4) {
      let kind = choices.isOne(in: 2) ? ModelChart.Kind.deep : .shallow
      chart.states[number].children.append(chart.states.count)
      chart.states.append(ModelChart.State(name: "h", kind: kind, parent: number))
    }
  }

  // MARK: What states do

  private mutating func furnish(_ number: Int) {
    let kind = chart.states[number].kind
    let below = chart.states.indices.filter { $0 != number && chart.isWithin($0, number) }
    switch kind {
    case .shallow, .deep:
      let parent = chart.states[number].parent ?? 0
      let inside = chart.states.indices.filter {
        $0 != parent && chart.isWithin($0, parent) && !chart.states[$0].kind.isHistory
      }
      if choices.isOne(in: 2) {
        var targets = [inside[choices.next(inside.count)]]
        let others = inside.filter { canBeActive($0, with: targets[0]) }
        if habits.recordsOften, !others.isEmpty, choices.isOne(in: 3) {
          targets.append(others[choices.next(others.count)])
        }
        chart.states[number].initial = (targets, choices.isOne(in: habits.recordsOften ? 2 : 3) ? actions(1) : [])
      }
      return
    case .compound:
      if !choices.isOne(in: 4) {
        let children = chart.states[number].children
        let target = choices.isOne(in: 4) ? below[choices.next(below.count)] : children[choices.next(children.count)]
        chart.states[number].initial = ([target], isHook(in: 4) ? actions(1) : [])
      }
    case .atomic, .parallel, .final: break
    }
    if isHook(in: 3) { chart.states[number].enter = actions(0) }
    if isHook(in: 3) { chart.states[number].exit = actions(0) }
    if kind == .final { return }
    if habits.leavesToHost { chart.states[number].leavesWork = choices.isOne(in: 2) }
    let keys = Self.events + Self.patterns + (habits.leavesToHost ? ["done.invoke.*"] : [])
    for _ in 0..<choices.next(4) {
      let key = keys[choices.next(keys.count)]
      if chart.states[number].handlers.contains(where: { $0.key == key }) { continue }
      chart.states[number].handlers.append((key, candidates(of: number)))
    }
    if choices.isOne(in: 6) { chart.states[number].always = [candidate(of: number, isGuarded: true)] }
    if choices.isOne(in: 5) {
      for delay in Self.delays where choices.isOne(in: 3) {
        chart.states[number].after.append((delay, candidates(of: number)))
      }
    }
    let canBeDone = kind == .parallel || chart.states[number].children.contains { chart.states[$0].kind == .final }
    if canBeDone, choices.isOne(in: 2) { chart.states[number].onDone = candidates(of: number) }
  }

  private mutating func candidates(of state: Int) -> [ModelChart.Candidate] {
    let count = 1 + max(0, choices.next(5) - 2)
    return (0..<count).map { candidate(of: state, isGuarded: $0 + 1 < count) }
  }

  private mutating func candidate(of state: Int, isGuarded: Bool) -> ModelChart.Candidate {
    candidateCount += 1
    var candidate = ModelChart.Candidate(number: candidateCount)
    if !isGuarded, choices.isOne(in: 10) {
      candidate.isForbidden = true
      return candidate
    }
    if isGuarded || choices.isOne(in: 4) { candidate.condition = condition() }
    switch choices.next(8) {
    case 5: candidate.reentry = .ancestor
    case 6: candidate.reentry = .external
    case 7: candidate.reentry = .children
    default: break
    }
    if isHook(in: 3) { candidate.actions = actions(0) }
    if choices.isOne(in: 6) { return candidate }
    let possible = chart.states.indices.filter { candidate.reentry != .children || chart.isWithin($0, state) }
    let first = possible[choices.next(possible.count)]
    candidate.targets = [first]
    let others = possible.filter { canBeActive($0, with: first) }
    if !others.isEmpty, choices.isOne(in: 3) { candidate.targets.append(others[choices.next(others.count)]) }
    return candidate
  }

  /// Whether there are actions here: where `goToState` is frequent, twice as often.
  private mutating func isHook(in count: Int) -> Bool {
    choices.isOne(in: habits.goesOften ? max(2, count / 2) : count)
  }

  /// Whether two states lie in different regions of a parallel state.
  private func canBeActive(_ a: Int, with b: Int) -> Bool {
    if chart.isWithin(a, b) || chart.isWithin(b, a) { return false }
    if !habits.recordsOften, chart.states[a].kind.isHistory || chart.states[b].kind.isHistory { return false }
    let line = chart.line(to: b)
    guard let common = chart.line(to: a).last(where: { line.contains($0) }) else { return false }
    return chart.states[common].kind == .parallel
  }

  private mutating func condition() -> Condition {
    let variable = choices.isOne(in: 3) ? "m" : "n"
    switch choices.next(9) {
    case 0...2: return .less(variable, 1 + choices.next(4))
    case 3: return .equal(variable, choices.next(4))
    case 4: return .dataIs(choices.next(3))
    case 5, 6: return .isIn(states()[choices.next(states().count)])
    case 7: return choices.isOne(in: 3) ? .failing : .not(.less(variable, 2))
    default: return .not(condition())
    }
  }

  private func states() -> [Int] {
    chart.states.indices.filter { !chart.states[$0].kind.isHistory }
  }

  private mutating func actions(_ depth: Int) -> [ModelAction] {
    (0..<1 + choices.next(3)).map { _ in action(depth) }
  }

  private mutating func action(_ depth: Int) -> ModelAction {
    let variable = choices.isOne(in: 3) ? "m" : "n"
    if habits.goesOften, choices.isOne(in: 3) {
      let target = choices.next(chart.states.count)
      if depth >= 2 || !choices.isOne(in: 2) { return .goTo(target) }
      // Once only, so that it does not run into the limit of steps each time.
      let then: [ModelAction] = [.assign(variable, from: variable, plus: 1), .goTo(target)]
      return .choose(.less(variable, 2), then: then, otherwise: [])
    }
    switch choices.next(depth < 2 ? 18 : 14) {
    case 0, 1, 2: return .call(["do1", "do2", "do3"][choices.next(3)])
    case 3: return .log("is", variable: variable)
    case 4, 5: return .assign(variable, from: choices.isOne(in: 4) ? "m" : "n", plus: choices.next(3))
    case 6, 7: return .raise(event(), data: data())
    case 8:
      if habits.sendsToNobody, choices.isOne(in: 3) { return .sendToNobody(event(), delay: 0, id: nil) }
      return .send(event(), data: data(), delay: 0, id: nil)
    case 9, 10:
      let id = choices.isOne(in: 2) ? Self.ids[choices.next(2)] : nil
      if habits.sendsToNobody, choices.isOne(in: 4) {
        return .sendToNobody(event(), delay: Self.delays[choices.next(Self.delays.count)], id: id)
      }
      return .send(event(), data: data(), delay: Self.delays[choices.next(Self.delays.count)], id: id)
    case 11: return .cancel(Self.ids[choices.next(2)])
    case 12: return choices.isOne(in: 3) ? .fail : .call("do4")
    case 13, 14: return .goTo(choices.next(chart.states.count))
    case 15: return .each(Array([1, 2, 3].prefix(choices.next(4))), variable: variable, actions(depth + 1))
    default: return .choose(condition(), then: actions(depth + 1), otherwise: actions(depth + 1))
    }
  }

  private mutating func event() -> String {
    Self.events[choices.next(Self.events.count)]
  }

  private mutating func data() -> Int? {
    choices.isOne(in: 3) ? choices.next(3) : nil
  }

  // MARK: The script

  private mutating func script() -> [ModelStep] { lines(1 + choices.next(5)) }

  private mutating func lines(_ count: Int) -> [ModelStep] {
    (0..<count).map { _ in
      if habits.leavesToHost, choices.isOne(in: 2) {
        let work = ModelChart.work(of: choices.next(chart.states.count))
        return .event((choices.isOne(in: 3) ? "error.invoke." : "done.invoke.") + work, data: data())
      }
      switch choices.next(12) {
      case 9: return .advance([10, 20, 500, 1000][choices.next(4)])
      case 10: return .next
      case 11: return choices.isOne(in: 4) ? .idle : .event("z", data: nil)
      default: return .event(event(), data: data())
      }
    }
  }
}
