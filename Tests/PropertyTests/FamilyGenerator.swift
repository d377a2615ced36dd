/// Random charts that invoke charts, with a script: files by their names, the first one `p.json`.
struct FamilyGenerator {
  private var choices: Choices
  private(set) var files: [String: String] = [:]

  /// Sent ones lead to no more being sent, so that what machines tell each other comes to an end.
  private static let events = ["a", "b", "c", "d"]
  private static let sentEvents = ["y", "z"]
  /// What hooks send: no state is left for it.
  private static let hookEvent = "w"
  /// What the root of a child sends to its parent when it is exited, for good.
  static let lastEvent = "bye"

  static func make(_ choices: Choices) -> (files: [String: String], script: [String]) {
    var generator = FamilyGenerator(choices: choices)
    generator.addChart("p", depth: 0)
    return (generator.files, generator.script())
  }

  private init(choices: Choices) {
    self.choices = choices
  }

  private mutating func pick(_ all: [String]) -> String { all[choices.next(all.count)] }

  private mutating func script() -> [String] {
    let lines = Self.events + Self.events + Self.sentEvents + ["a 1", "+5ms", "+10ms", "+next"]
    return (0..<150).map { _ in pick(lines) }
  }

  private mutating func addChart(_ name: String, depth: Int) {
    let states = (0...(1 + choices.next(3))).map { "s\($0)" }
    let isParallel = choices.isOne(in: 4)
    var children: [String] = []
    var parts: [String] = []
    for state in states {
      var keys: [String] = []
      for event in Self.events + Self.sentEvents where choices.isOne(in: 2) {
        keys.append("\"\(event)\": \(handler(states, children, depth, sends: Self.events.contains(event)))")
      }
      if choices.isOne(in: 3) { keys.append("\"after\": {\"\(pick(["10ms", "20ms"]))\": \"\(pick(states))\"}") }
      if depth < 2, choices.isOne(in: 2) {
        var list: [String] = []
        for _ in 0...choices.next(2) {
          let child = "k\(children.count)"
          children.append(child)
          let file = "\(name)_\(child)"
          addChart(file, depth: depth + 1)
          let input = choices.isOne(in: 3) ? ", \"input\": {\"n\": \"n\"}" : ""
          list.append(
            "{\"chart\": \"\(file).json\", \"id\": \"\(child)\", \"forward\": \(choices.isOne(in: 2))\(input)}")
        }
        keys.append("\"invoke\": [\(list.joined(separator: ", "))]")
        if let last = children.last, choices.isOne(in: 2) {
          keys.append("\"done.invoke.\(last)\": \"\(pick(states))\"")
        }
      }
      for hook in ["enterState", "exitState"] where choices.isOne(in: 2) {
        let parts = [actions(children, depth, sends: false), hookActions(states, children)].filter { !$0.isEmpty }
        keys.append("\"\(hook)\": [\(parts.joined(separator: ", "))]")
      }
      if choices.isOne(in: 2) {
        keys.append("\"\(Self.hookEvent)\": {\"actions\": {\"log\": \"w ${event.invokeId}\"}}")
      }
      parts.append("\"\(state)\": {\(keys.joined(separator: ", "))}")
    }
    var root = "\"d\": {\"actions\": \"rootDoes\"}, \"error.*\": {\"actions\": \"takeError\"}"
    if depth > 0 { root += ", \"exitState\": {\"send\": \"\(Self.lastEvent)\", \"to\": \"parent\"}" }
    root += isParallel ? ", \"type\": \"parallel\"" : ", \"initial\": \"s0\""
    if !isParallel, depth > 0, choices.isOne(in: 2) {
      parts.append("\"end\": {\"type\": \"final\", \"output\": \"n\"}")
      root += ", \"c\": \"end\""
    }
    files[name + ".json"] =
      "{\"context\": {\"n\": 0}, \"root\": {\(root), \"subStates\": {\(parts.joined(separator: ",\n  "))}}}"
  }

  private mutating func handler(_ states: [String], _ children: [String], _ depth: Int, sends: Bool) -> String {
    var keys = ["\"actions\": [\(actions(children, depth, sends: sends))]"]
    if choices.next(3) > 0 { keys.append("\"target\": \"\(pick(states))\"") }
    if choices.isOne(in: 3) { keys.append("\"guard\": \"\(pick(["n < 3", "n > 0", "event.data == null"]))\"") }
    return "{\(keys.joined(separator: ", "))}"
  }

  /// What hooks do besides: they send to the parent, to children, to nobody, at once and later, and go elsewhere.
  private mutating func hookActions(_ states: [String], _ children: [String]) -> String {
    var made: [String] = []
    for _ in 0..<choices.next(3) {
      if choices.isOne(in: 3) {
        let going = "[{\"assign\": {\"n\": \"n + 1\"}}, {\"goToState\": \"\(pick(states))\"}]"
        made.append("{\"if\": \"n < 3\", \"then\": \(going)}")
        continue
      }
      // Only the run can tell that nobody is named so.
      let to = pick(["parent", "${'nobody'}"] + children + children)
      let delay = pick(["0s", "0s", "5ms", "10ms"])
      made.append("{\"send\": \"\(Self.hookEvent)\", \"to\": \"\(to)\", \"delay\": \"\(delay)\"}")
    }
    return made.joined(separator: ", ")
  }

  private mutating func actions(_ children: [String], _ depth: Int, sends: Bool) -> String {
    var made: [String] = []
    for _ in 0..<choices.next(3) {
      switch choices.next(sends ? 7 : 4) {
      case 0: made.append("\"act\"")
      case 1: made.append("{\"assign\": {\"n\": \"\(pick(["n + 1", "n - 1", "event.name == 'a' ? 1 : n"]))\"}}")
      case 2: made.append("{\"log\": \"n ${n} ${event.name} ${event.invokeId}\"}")
      case 3: made.append("{\"if\": \"n > 2\", \"then\": [\"big\"], \"else\": [{\"assign\": {\"n\": \"n + 2\"}}]}")
      case 4: made.append("{\"send\": \"\(pick(Self.sentEvents))\", \"to\": \"parent\"}")
      case 5:
        let to = children.isEmpty ? "" : ", \"to\": \"\(pick(children))\""
        made.append("{\"send\": \"\(pick(Self.sentEvents))\"\(to), \"delay\": \"\(pick(["10ms", "0s", "25ms"]))\"}")
      default: made.append("{\"send\": \"\(pick(Self.sentEvents))\", \"data\": \"n\", \"delay\": \"5ms\"}")
      }
    }
    return made.joined(separator: ", ")
  }
}
