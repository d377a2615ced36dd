import StateKitCore
import StateKitFormat
import StateKitSearch
import TestSupport
import Testing

/// The payloads that are tried by themselves: in each chart, one of them leads to `b`.
@Suite struct ExplorePayloadTests {
  /// `answer`: the host's answer to the guard `ready`.
  static func expectEntersB(_ chart: String, answer: String? = nil) throws {
    let located = try ExploreTests.located(chart)
    var host = HostLines()
    if let answer { host.add("guard", name: "ready", text: answer) }
    // Timers may become more and more.
    let found = try ExploreTests.explore(located, depth: 3) { $0.choice.answered = host.answers(for: located.chart) }
    #expect(
      !found.findings.contains { $0.code == .unreachable && $0.state == "root.b" }, "\(found.space.inputs.payloads)")
  }

  private static let data =
    #""context": {"n": 0, "m": 4, "t": "x", "l": [1], "ok": false}, "#
    + #""guards": {"sure": "event.data.ok && n < 3", "given": "params.ok && n < 3"}, "#

  /// Operands of `&&`, `||`, `!` and `?` beside constants.
  @Test(arguments: [
    "event.data.ok && n < 3", "n < 3 && event.data.ok", "!(n > 3) && (event.data.ok)", "event.data && n < 3",
    "!event.data && n < 3", "!event.data.ok && n < 3", "(!event.data.ok || n == m) && n < 3",
    "event.data.ok ? n < 3 : n > 9", "n < 3 ? event.data.ok : n > 9", "n > 3 ? false : event.data.ok",
    "event.data.ok && isIn('a')", "event.data.ok && t == 'x'", "event.data.ok && size(l) > 0",
    "event.data.ok && event.data.n == 7", "event.data.a.ok && n < 3", "event.data.l.exists(x, x.ok && n < 3)",
    "!event.data.a && event.data.b && event.data.c == 'x'", "sure", "given({'ok': event.data.ok})",
    "given(event.data)", "n < 3 && !(n < 3 ? event.data.ok : n > 9)",
  ])
  func `an operand of a logical operator is tried as a bool`(condition: String) throws {
    let handlers = [
      "{\"guard\": \"\(condition)\", \"target\": \"b\"}",
      "{\"guard\": [\"n < 3\", \"\(condition)\"], \"target\": \"b\"}",
      "{\"actions\": {\"if\": \"\(condition)\", \"then\": {\"goToState\": \"b\"}}}",
    ]
    // Most conditions are tried in one place only.
    for handler in Extent.some(of: handlers, every: 3, allOf: Extent.isLong || condition.hasPrefix("n < 3")) {
      let root = "\"root\": {\"initial\": \"a\", \"subStates\": {\"a\": {\"go\": \(handler)}, \"b\": {\"go\": \"a\"}}}"
      try Self.expectEntersB("{\(Self.data)\(root)}")
    }
  }

  /// The same, where the payload has been passed on, or its field is declared as `any`.
  @Test(arguments: [
    #"{"events": {"go": {"ok": "any"}}, "root": {"initial": "a", "subStates": {"a": {"go": {"guard": "event.data.ok && size('abc') == 3", "target": "b"}}, "b": {"go": "a"}}}}"#,
    #"{"context": {"ok": null}, "root": {"initial": "a", "subStates": {"a": {"go": {"actions": {"assign": {"ok": "event.data"}}}, "tick": {"guard": "ok && size('abc') == 3", "target": "b"}}, "b": {"go": "a"}}}}"#,
    #"{"internalEvents": {"tick": "any"}, "root": {"initial": "a", "subStates": {"a": {"go": {"actions": {"raise": "tick", "data": "event.data.ok"}}, "tick": {"guard": "event.data && size('abc') == 3", "target": "b"}}, "b": {"go": "a"}}}}"#,
    #"{"root": {"initial": "a", "subStates": {"a": {"invoke": {"id": "w", "src": "work"}, "done.invoke.w": {"guard": "event.data.ok && size('abc') == 3", "target": "b"}}, "b": {"go": "a"}}}}"#,
  ])
  func `a bool is tried where it is passed on`(chart: String) throws {
    try Self.expectEntersB(chart)
  }

  /// What is never compared with a constant gets no other values than bools.
  @Test func `an operand is not tried as the constants beside it`() throws {
    let chart =
      #"{"root": {"initial": "a", "subStates": {"a": {"go": {"guard": "event.data.ok && size('abc') == 3", "target": "a"}}}}}"#
    let tried = try ExploreTests.explore(try ExploreTests.located(chart)).space.inputs.payloads.first
    #expect(tried?.values.map { $0?.json } == [#"{"ok":false}"#, #"{"ok":true}"#, "{}"])
  }

  /// Ints beside constants that are no ints.
  @Test(arguments: [
    (#""int""#, "event.data >= 100.0", "99, 100, 101"), (#""int""#, "event.data > 100.0", "99, 100, 101"),
    (#""int""#, "event.data > 2.5", "2, 3"), (#""int""#, "event.data < -2.5", "-3, -2"),
    (#""int""#, "event.data > 1e3", "999, 1000, 1001"), (#""int""#, "event.data == 3.0", "2, 3, 4"),
    (#""int""#, "event.data > lim", "99, 100, 101"), (#""int""#, "event.data > 5u", "4, 5, 6"),
    (#""int""#, "event.data > 5u && event.data > 9.5", "4, 5, 6, 9, 10"),
    (#""double""#, "event.data > 5u", "4.0, 5.0, 6.0"), ("null", "event.data > 5u", "4, 5, 6, none"),
  ])
  func `ints are tried next to doubles and unsigned ints`(type: String, condition: String, tried: String) throws {
    let events = type == "null" ? "" : "\"events\": {\"pay\": \(type)}, "
    let chart =
      "{\(events)\"context\": {\"lim\": 100.0}, \"root\": {\"initial\": \"a\", \"subStates\": {"
      + "\"a\": {\"pay\": {\"guard\": \"\(condition)\", \"target\": \"b\"}}, \"b\": {\"pay\": \"b\"}}}}"
    try Self.expectEntersB(chart)
    let found = try ExploreTests.explore(try ExploreTests.located(chart)).space.inputs.payloads.first
    #expect(found?.values.map { $0?.json ?? "none" }.joined(separator: ", ") == tried)
  }

  /// A chart with a child of these handlers that gets its events; `b` is entered when the child is done.
  private static func forwarding(_ type: String, to handlers: String) -> String {
    let child =
      "{\"root\": {\"initial\": \"k\", \"subStates\": {\"k\": {\(handlers)}, \"f\": {\"type\": \"final\"}}}}"
    return "{\"events\": {\"pay\": \(type)}, \"root\": {\"initial\": \"a\", \"subStates\": {"
      + "\"a\": {\"invoke\": {\"id\": \"c\", \"forward\": true, \"chart\": \(child)}, \"done.invoke.c\": \"b\"}, "
      + "\"b\": {\"type\": \"final\"}}}}"
  }

  /// A payload of a declared type that a child compares.
  @Test(arguments: [
    (#"{"cents": "int"}"#, "event.data.cents == 700"),
    (#"{"cents": "int", "card": "string"}"#, "event.data.cents == 700"),
    (#"{"cents": "int", "card": "string"}"#, "event.data.cents == 350 + 350"),
    (#"{"a": "string", "b": "bool"}"#, "event.data.a == 'k' && !event.data.b"),
    (#"{"a": "string", "b": "bool", "c": "list"}"#, "event.data.a == 'k' && !event.data.b"),
    (#""list""#, "event.data[1] == 3"), (#""list""#, "event.data.exists(x, x.n == 7)"),
    (#"{"l": "list", "m": "map"}"#, "event.data.l[1] == 3"), (#"{"l": "list", "m": "map"}"#, "event.data.m.x == 3"),
    (#"{"n": "int", "o": "any"}"#, "event.data.o && event.data.n > 7"), (#""string""#, "size(event.data) > 7"),
    (#""int""#, "event.data > 99.5"),
  ])
  func `constants of a child are tried with all fields of the declared payload`(type: String, condition: String) throws
  {
    try Self.expectEntersB(Self.forwarding(type, to: #""pay": {"guard": "\#(condition)", "target": "f"}"#))
  }

  @Test func `values of a child's data are tried with all fields of the declared payload`() throws {
    let child =
      #"{"context": {"sum": 0}, "root": {"initial": "j", "subStates": {"j": {"pay": {"guard": "event.data.cents > 7", "target": "k", "actions": {"assign": {"sum": "event.data.cents * 3"}}}}, "k": {"pay": {"guard": "event.data.cents == sum", "target": "f"}}, "f": {"type": "final"}}}}"#
    try Self.expectEntersB(
      #"{"events": {"pay": {"cents": "int", "card": "string"}}, "root": {"initial": "a", "subStates": {"a": {"invoke": {"id": "c", "forward": true, "chart": \#(child)}, "done.invoke.c": "b"}, "b": {"type": "final"}}}}"#
    )
  }

  private static let types = [#"{"e": {"a": "int", "s": "string"}}"#, #"{"e": "int"}"#, ""]

  /// Payloads that are passed on by field: the type of the first, the data of the second, the condition.
  @Test(arguments: [
    (types[0], #""event.data""#, "event.data.a == 700"), (types[0], #""event.data.a""#, "event.data == 700"),
    (types[0], #"{"q": "event.data.a"}"#, "event.data.q == 700"),
    (types[0], #"{"q": "event.data"}"#, "event.data.q.a == 700"),
    (types[0], #"{"q": "event.data.a", "r": "event.data.s"}"#, "event.data.q == 700 && event.data.r == 'x'"),
    (types[0], #""{'q': event.data.a}""#, "event.data.q == 700"),
    (types[0], #""event.data""#, "event.data.a == 700 && event.data.s == 'x'"),
    (types[0], #""event.data""#, "size(event.data.s) > 7"),
    (types[1], #""event.data""#, "event.data == 700"), (types[1], #"{"q": "event.data"}"#, "event.data.q == 700"),
    (types[2], #""event.data""#, "event.data.a == 700"), (types[2], #""event.data""#, "event.data.a.c == 700"),
    (types[2], #""event.data.a""#, "event.data.c == 700"), (types[2], #"{"q": "event.data.a"}"#, "event.data.q == 700"),
    (types[2], #"{"q": "event.data"}"#, "event.data.q == 700"),
    (types[2], #"{"q": "event.data"}"#, "event.data.q.c == 700"),
    (types[2], #""event.data""#, "event.data.a && event.data.c == 700"),
    (types[2], #""event.data""#, "event.data[1] == 3"),
  ])
  func `constants are followed by field`(type: String, data: String, condition: String) throws {
    let handler = #""x": {"guard": "\#(condition)", "target": "b"}"#
    let events = type.isEmpty ? "" : #""events": \#(type), "internalEvents": {"x": "any"}, "#
    let actions = ["\"raise\": \"x\"", "\"send\": \"x\"", "\"send\": \"x\", \"delay\": \"1s\""]
    for action in actions.prefix(Extent.count(2, long: 3)) {
      try Self.expectEntersB(
        #"{\#(events)"root": {"initial": "a", "subStates": {"a": {"e": {"actions": {\#(action), "data": \#(data)}}, \#(handler)}, "b": {"type": "final"}}}}"#
      )
    }
    let child =
      #"{"root": {"initial": "k", "subStates": {"k": {\#(handler.replacing("\"b\"", with: "\"f\""))}, "f": {"type": "final"}}}}"#
    let sending = type.isEmpty ? "" : #""events": \#(type), "#
    try Self.expectEntersB(
      #"{\#(sending)"root": {"initial": "a", "subStates": {"a": {"e": {"actions": {"send": "x", "to": "c", "data": \#(data)}}, "invoke": {"id": "c", "chart": \#(child)}, "done.invoke.c": "b"}, "b": {"type": "final"}}}}"#
    )
  }

  /// Texts of a size, also where the text is passed on, and texts that are compared beside it.
  @Test(arguments: [
    ("", #"{"guard": "size(event.data.name) < 9 && event.data.name == 'ann'", "target": "b"}"#),
    ("", #"{"guard": "event.data.name.size() > 2 && event.data.name != 'ann'", "target": "b"}"#),
    ("", #"{"guard": "long({'t': event.data.t})", "target": "b"}"#),
    (#""string""#, #"{"guard": "long({'t': event.data})", "target": "b"}"#),
    (#""string""#, #"{"guard": "long({'t': event.data}) && event.data != 'xxxxxxxxx'", "target": "b"}"#),
    (#"{"t": "string", "n": "int"}"#, #"{"guard": "long({'t': event.data.t})", "target": "b"}"#),
    (#"{"t": "string", "n": "int"}"#, #"{"guard": "long(event.data)", "target": "b"}"#),
    (#""string""#, #"{"actions": {"assign": {"name": "event.data"}}, "target": "c"}"#),
    ("", #"{"actions": {"assign": {"name": "event.data"}}, "target": "c"}"#),
    ("", #"{"actions": {"assign": {"name": "event.data.t"}}, "target": "c"}"#),
    (#""string""#, #"{"guard": "size(event.data) > most", "target": "b"}"#),
  ])
  func `texts are tried by their sizes`(type: String, handler: String) throws {
    let events = type.isEmpty ? "" : #""events": {"go": \#(type), "tick": null}, "#
    try Self.expectEntersB(
      #"{\#(events)"context": {"name": "", "most": 7}, "guards": {"long": "size(params.t) >= 8"}, "root": {"initial": "a", "subStates": {"a": {"go": \#(handler)}, "b": {"tick": {"target": "a"}}, "c": {"tick": {"guard": "size(name) > 7", "target": "b"}}}}}"#
    )
  }

  /// What is assigned below a key, and the condition about it.
  @Test(arguments: [
    (#"{"o.k": "event.data"}"#, "o.k == 44"), (#"{"o.k": "event.data.z"}"#, "o.k == 44"),
    (#"{"o.p.q": "event.data"}"#, "o.p.q == 44"), (#"{"o.p.q": "event.data.z"}"#, "o.p.q == 44"),
    (#"{"o": {"k": "event.data.z"}}"#, "o.k == 44"), (#"{"o": {"k": "event.data"}}"#, "o.k == 44"),
    (#"{"o": {"l": ["event.data", 1]}}"#, "o.l[0] == 44"), (#"{"o.p": {"q": "event.data"}}"#, "o.p.q == 44"),
    (#"{"o.k": "event.data"}"#, "o.k.r == 44"), (#"{"o": {"k": "event.data"}}"#, "o.k.r.exists(x, x == 44)"),
    (#"{"o": {"p": {"q": "event.data.z"}, "k": "event.data.y"}}"#, "o.p.q == 44 && o.k.r == 'x'"),
    (#"{"o.k": "event.data"}"#, "size(o.k) > 44"), (#"{"o": "event.data"}"#, "o.k == 44"),
  ])
  func `the path of an assignment is no path in the payload`(assigned: String, condition: String) throws {
    try Self.expectEntersB(
      #"{"context": {"o": {"k": 0, "l": [0], "p": {"q": 0}}}, "root": {"initial": "a", "subStates": {"a": {"set": {"actions": {"assign": \#(assigned)}}, "go": {"guard": "\#(condition)", "target": "b"}}, "b": {"back": "a"}}}}"#
    )
  }

  /// Doubles so large that the next one is more than 1 away, and texts of a size that another field must equal.
  @Test(arguments: [
    ("", "event.data > 1e300"), ("", "event.data < -1e300"), (#""double""#, "event.data > 1e16"),
    (#""double""#, "event.data < 9007199254740992.0 && event.data > 9007199254740990.0"),
    ("", "event.data.a < event.data.b && event.data.a > 1e20"),
    ("", "event.data.pw == event.data.again && size(event.data.pw) >= 8"),
    ("", "event.data.pw.size() > 3 && !(event.data.again != event.data.pw)"),
    (#"{"pw": "string", "again": "string"}"#, "event.data.pw == event.data.again && size(event.data.pw) >= 8"),
  ])
  func `neighbours of large doubles and texts equal to a sized one are tried`(type: String, condition: String) throws {
    let events = type.isEmpty ? "" : "\"events\": {\"go\": \(type), \"back\": null}, "
    try Self.expectEntersB(
      #"{\#(events)"root": {"initial": "a", "subStates": {"a": {"go": {"guard": "\#(condition)", "target": "b"}}, "b": {"back": "a"}}}}"#
    )
  }
}
