/// A random chart whose steps are about data: guards and actions of all kinds of values, payloads, timers, loops. Its script is
/// long, so that each step is made many times, with other data.
struct DataChart {
  let json: String
  /// Events with or without payloads, and moves of the clock.
  let script: [Line]

  enum Line {
    case event(String, payload: String?)
    case advance(milliseconds: Int)

    var text: String {
      switch self {
      case .event(let name, let payload): payload.map { "\(name) \($0)" } ?? name
      case .advance(let milliseconds): "+\(milliseconds)ms"
      }
    }
  }

  private static let states = ["a", "b", "c"]
  private static let events = ["e", "f", "g"]
  private static let guards = [
    "n < 3", "n >= m", "n % 2 == 0", "n == 1 || m > 2", "size(list) < 3", "s == 'a'", "d > 1.5", "isIn('b') && n > 1",
    "event.data.x > n", "event.data == 2", "has(event.data.x)", "has(event.data.x) && event.data.x < m",
    "event.data.s == s", "event.name == 'e'", "event.data != null", "list.exists(x, x == n)", "event.data.x * 1.5 > d",
    "size(event.data.s) > 1", "event.data.x == n || event.type == 'platform'", "map.k > 1", "low", "loaded",
    "size(event.name + s) % 2 == 1",
  ]
  private static let hostGuards = [
    "free", "free", "!free", "free && n < 3", "n > 2 || free", "limit({'max': n})", "limit({'x': event.data.x})",
    "limit || free", "free && limit({'of': 2}) && isIn('a')", "free ? low : limit",
  ]
  private static let assignments = [
    #""n": "n + 1""#, #""n": "n - 2""#, #""m": "n * 2 - m""#, #""n": "event.data.x""#, #""m": "event.data""#,
    #""n": 0"#,
    #""s": "event.data.s""#, #""s": "s + 'x'""#, #""s": "'a'""#, #""list": "list + [n]""#, #""list": [], "n": "n + 1""#,
    #""d": "d * 1.25""#, #""d": 1.5"#, #""map": {"k": "n"}"#, #""map.k": "n + 1""#, #""map": "event.data""#,
    #""n": "size(list)", "s": "event.name""#, #""m": "9223372036854775807 - n""#, #""n": "m > 1 ? n : m""#,
    #""n": "n + size(event.name)""#,
  ]
  private static let actions = [
    #""tell""#, #"{"call": "tell", "data": 7}"#, #"{"call": "tell", "data": {"n": "n"}}"#,
    #"{"log": "n ${n} s ${s} d ${d}"}"#, #"{"log": "got ${event.data}"}"#, #"{"log": "plain"}"#, #"{"raise": "f"}"#,
    #"{"raise": "g", "data": {"x": 2, "s": "'a'"}}"#, #"{"raise": "e", "data": "n"}"#,
    #"{"send": "g", "delay": "15ms"}"#,
    #"{"send": "f", "delay": "5ms", "id": "i"}"#, #"{"cancel": "i"}"#, #"{"goToState": "c"}"#,
    #"{"forEach": "list", "as": "x", "index": "i", "do": [{"assign": {"m": "m + x - i"}}, {"log": "${i}: ${x}"}]}"#,
    #"{"if": "n > 2", "then": [{"assign": {"n": 0}}], "else": ["tell", {"assign": {"m": "m + 1"}}]}"#,
  ]
  private static let payloads = [
    "0", "2", #"{"x": 1}"#, #"{"x": 2, "s": "a"}"#, #"{"x": 3, "s": "long text of more than fifteen bytes"}"#,
    #""text""#,
    "[1, 2]", "2.5", #"{"s": "ax", "x": -1}"#,
  ]

  /// `asksHost`: true if some of its guards ask the host.
  init(_ choices: Choices, asksHost: Bool = false) {
    var choices = choices
    let guards = asksHost ? Self.hostGuards + Self.guards : Self.guards
    var parts: [String] = []
    let hosts = asksHost ? #", "free": null, "limit": null"# : ""
    for state in Self.states { parts.append(#""\#(state)": {\#(Self.state(&choices, guards: guards))}"#) }
    let regions = choices.isOne(in: 3)
    let own = Self.handlers(1, &choices, guards: guards)
    let root = #""initial": "a", \#(own)"subStates": {\#(parts.joined(separator: ",\n "))}"#
    let tree =
      regions
      ? #""type": "parallel", "subStates": {"one": {\#(root)}, "two": {"initial": "x", "subStates": {"x": {"e": "y"}, "y": {"e": "x", "after": {"20ms": "x"}}}}}"#
      : root
    let alphabet =
      choices.isOne(in: 4)
      ? #""events": {"e": null, "f": {"x": "int?", "s": "string?"}, "g": "any?"},"# : ""
    json = """
      {"context": {"n": 0, "m": 1, "s": "a", "d": 1.5, "list": [], "map": {"k": 1}}, \(alphabet)
       "guards": {"low": "n < 2", "loaded": "has(event.data.x) && event.data.x > 1"\(hosts)},
       "root": {\(tree)}}
      """
    script = (0..<40).map { _ in
      if choices.isOne(in: 8) { return .advance(milliseconds: [1, 5, 10, 30][choices.next(4)]) }
      let payload = choices.isOne(in: 2) ? Self.payloads[choices.next(Self.payloads.count)] : nil
      return .event(Self.events[choices.next(Self.events.count)], payload: payload)
    }
  }

  private static func state(_ choices: inout Choices, guards: [String]) -> String {
    var text = handlers(3, &choices, guards: guards)
    if choices.isOne(in: 3) { text += #""enterState": [\#(action(&choices))], "# }
    if choices.isOne(in: 3) { text += #""exitState": [\#(action(&choices))], "# }
    if choices.isOne(in: 3) {
      let all = (0..<3).map { _ in handler(&choices, guards: guards) }
      text += #""after": {"10ms": [\#(all[0]), \#(all[1])], "25ms": \#(all[2])}, "#
    }
    if choices.isOne(in: 8) { text += #""always": {"guard": "n > 5", "actions": [{"assign": {"n": 0}}]}, "# }
    return String(text.dropLast(2))
  }

  private static func handlers(_ most: Int, _ choices: inout Choices, guards: [String]) -> String {
    var text = ""
    for event in events.prefix(most) where !choices.isOne(in: 5) {
      let count = 1 + choices.next(3)
      let all = (0..<count).map { _ in handler(&choices, guards: guards) }
      text += #""\#(event)": [\#(all.joined(separator: ", "))], "#
    }
    return text.isEmpty ? #""e": "a", "# : text
  }

  private static func handler(_ choices: inout Choices, guards: [String]) -> String {
    var parts: [String] = []
    if !choices.isOne(in: 3) { parts.append(#""guard": "\#(guards[choices.next(guards.count)])""#) }
    if !choices.isOne(in: 3) { parts.append(#""target": "\#(states[choices.next(states.count)])""#) }
    let all = (0..<choices.next(4)).map { _ in action(&choices) }
    parts.append(#""actions": [\#(all.joined(separator: ", "))]"#)
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private static func action(_ choices: inout Choices) -> String {
    if !choices.isOne(in: 3) { return "{\"assign\": {\(assignments[choices.next(assignments.count)])}}" }
    return actions[choices.next(actions.count)]
  }
}
