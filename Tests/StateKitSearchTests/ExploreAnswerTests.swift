import TestSupport
import Testing

/// What the host answers to guards, in the payloads that are tried: in each chart, one of them leads to `b`.
@Suite struct ExploreAnswerTests {
  /// A chart with the host guard `ready` and these parts, in which a state `b` is the only other one.
  private static func asking(_ parts: String, guarding handlers: String) -> String {
    #"{"guards": {"ready": null, "early": "ready && n < 3", "is": "params.v == 44"}, "context": {"n": 0, "m": null}, \#(parts)"root": {"initial": "a", "subStates": {"a": {\#(handlers)}, "b": {"back": "a"}}}}"#
  }

  private static let go = #""go": {"guard": "ready", "target": "b"}"#
  private static let set = #""set": {"actions": {"assign": {"m": "event.data"}}}, "#

  /// Charts with what the host answers to a guard.
  @Test(arguments: [
    (asking("", guarding: go), "event.data == 44"), (asking("", guarding: go), "event.data.v > 44"),
    (asking("", guarding: go), "is({'v': event.data})"), (asking("", guarding: go), "has(event.data.v)"),
    (asking(#""events": {"go": "int", "back": null}, "#, guarding: go), "event.data == 44"),
    (asking("", guarding: #""go": {"guard": "!ready", "target": "b"}"#), "event.data != 44"),
    (asking("", guarding: #""go": {"guard": "early", "target": "b"}"#), "event.data == 44"),
    (asking("", guarding: #""go": {"guard": {"host": "ready"}, "target": "b"}"#), "event.data == 44"),
    (asking("", guarding: #""go": {"guard": ["n < 3", {"host": "ready"}], "target": "b"}"#), "event.data == 44"),
    (
      asking("", guarding: #""go": {"guard": {"host": "ready", "data": {"v": "event.data.q"}}, "target": "b"}"#),
      "params.v == 44"
    ),
    (
      asking("", guarding: #""go": {"guard": {"host": "ready", "data": {"v": "event.data.q"}}, "target": "b"}"#),
      "params.v.w == 44"
    ),
    (
      asking("", guarding: #""go": {"guard": {"host": "ready", "data": {"v": "event.data.q"}}, "target": "b"}"#),
      "is(params)"
    ),
    (asking("", guarding: #""go": {"guard": "ready({'v': event.data})", "target": "b"}"#), "params.v == 44"),
    (asking("", guarding: #""go": {"guard": "ready(event.data)", "target": "b"}"#), "params.v == 44"),
    (asking("", guarding: #""go": {"actions": {"if": "ready", "then": {"goToState": "b"}}}"#), "event.data == 44"),
    (asking("", guarding: #""always": {"guard": "ready", "target": "b"}, "go": {"actions": []}"#), "event.data == 44"),
    (asking("", guarding: #""*": {"guard": "ready", "target": "b"}"#), "event.name == 'foo'"),
    (asking("", guarding: set + go), "m == 44"), (asking("", guarding: set + go), "event.data == m && m != null"),
    (asking("", guarding: set + go), "m.k == 44"), (asking("", guarding: set + go), "size(m) == 7"),
  ])
  func `the host's answer to a guard is read as the guard's definition`(chart: String, answer: String) throws {
    try ExplorePayloadTests.expectEntersB(chart, answer: answer)
  }

  /// A child's host guard, in events that it gets and in data that it is given.
  @Test func `the host's answer to a guard of a child is read`() throws {
    let child =
      #"{"guards": {"ready": null}, "context": {"m": 0}, "root": {"initial": "k", "subStates": {"k": {"pay": {"guard": "ready", "target": "f"}}, "f": {"type": "final"}}}}"#
    for (invoke, answer) in [
      (#""forward": true"#, "event.data == 44"), (#""forward": true, "input": {"m": "event.data"}"#, "m == 44"),
    ] {
      try ExplorePayloadTests.expectEntersB(
        #"{"root": {"initial": "a", "subStates": {"a": {"go": "c"}, "c": {"invoke": {"id": "k", "chart": \#(child), \#(invoke)}, "done.invoke.k": "b"}, "b": {"back": "a"}}}}"#,
        answer: answer)
    }
  }
}
