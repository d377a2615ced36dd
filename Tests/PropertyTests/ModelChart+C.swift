/// A chart as C can express it.
extension ModelChart {
  /// The payloads of the events: C reads declared ones only.
  static let eventsInC = #""events": {"e": "int", "f": null, "g": "int?", "p.x": "int", "p.y": null}"#
  private static let withInt = ["e", "p.x"]
  private static let withNothing = ["f", "p.y"]

  /// The chart without lists, messages to others and work of the host; payloads fit. `goToState` ends its list, and is neither
  /// in `exitState` nor beside parallel states.
  var inC: ModelChart {
    var chart = self
    let jumps = !states.contains { if case .parallel = $0.kind { true } else { false } }
    for state in states.indices {
      var node = states[state]
      node.enter = Self.inC(node.enter, readsData: false, jumps: jumps)
      node.exit = Self.inC(node.exit, readsData: false)
      node.initial = node.initial.map { ($0.targets, Self.inC($0.actions, readsData: false, jumps: jumps)) }
      node.handlers = node.handlers.map { key, candidates in
        (key, candidates.map { Self.inC($0, readsData: Self.withInt.contains(key), jumps: jumps) })
      }
      node.always = node.always.map { Self.inC($0, readsData: false, jumps: jumps) }
      node.onDone = node.onDone.map { Self.inC($0, readsData: false, jumps: jumps) }
      node.after = node.after.map {
        ($0.milliseconds, $0.candidates.map { Self.inC($0, readsData: false, jumps: jumps) })
      }
      node.leavesWork = false
      chart.states[state] = node
    }
    return chart
  }

  private static func inC(_ candidate: Candidate, readsData: Bool, jumps: Bool) -> Candidate {
    var candidate = candidate
    candidate.condition = candidate.condition.map { inC($0, readsData: readsData) }
    candidate.actions = inC(candidate.actions, readsData: readsData, jumps: jumps)
    return candidate
  }

  private static func inC(_ condition: Condition, readsData: Bool) -> Condition {
    switch condition {
    case .dataIs(let number): readsData ? condition : .equal("m", number)
    case .not(let inner): .not(inC(inner, readsData: readsData))
    case .less, .equal, .isIn, .failing: condition
    }
  }

  private static func inC(_ actions: [ModelAction], readsData: Bool, jumps canJump: Bool = false) -> [ModelAction] {
    let all = actions.map { inC($0, readsData: readsData, jumps: canJump) }
    let first = all.firstIndex { if case .goTo = $0 { true } else { false } }
    let jump = first.map { [all[$0]] } ?? []
    // A jump inside an `if` ends the list, too.
    let plain = all.filter { action in
      switch action {
      case .goTo: false
      case .choose(_, let then, let otherwise): !jumps(then) && !jumps(otherwise)
      default: true
      }
    }
    if !canJump { return plain }
    let branch = all.first { action in
      if case .choose(_, let then, let otherwise) = action { jumps(then) || jumps(otherwise) } else { false }
    }
    return plain + (jump.isEmpty ? branch.map { [$0] } ?? [] : jump)
  }

  private static func jumps(_ actions: [ModelAction]) -> Bool {
    actions.contains { action in
      switch action {
      case .goTo: true
      case .choose(_, let then, let otherwise): jumps(then) || jumps(otherwise)
      default: false
      }
    }
  }

  private static func inC(_ action: ModelAction, readsData: Bool, jumps: Bool) -> ModelAction {
    switch action {
    case .raise(let event, let data): .raise(event, data: payload(data, of: event))
    case .send(let event, let data, let delay, let id):
      .send(event, data: payload(data, of: event), delay: delay, id: id)
    case .sendToNobody(let event, let delay, let id):
      .send(event, data: payload(nil, of: event), delay: delay, id: id)
    case .each(_, let variable, _): .assign(variable, from: "m", plus: 1)
    case .choose(let condition, let then, let otherwise):
      .choose(
        inC(condition, readsData: readsData), then: inC(then, readsData: readsData, jumps: jumps),
        otherwise: inC(otherwise, readsData: readsData, jumps: jumps))
    case .call, .log, .assign, .fail, .cancel, .goTo: action
    }
  }

  private static func payload(_ data: Int?, of event: String) -> Int? {
    if withInt.contains(event) { return data ?? 1 }
    return withNothing.contains(event) ? nil : data
  }
}
