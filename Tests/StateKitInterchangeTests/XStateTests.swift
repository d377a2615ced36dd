// Longer than others: one table of machines for each part that is read.
import StateKitCore
import Testing

@testable import StateKitInterchange

/// Machines of XState as charts of ours.
struct XStateTests {
  private func chart(_ text: String) -> (text: String, codes: [String]) {
    let findings = Findings()
    let source = ForeignChart.translate(
      SourceText(name: "a.json", bytes: Array(text.utf8)), options: ForeignOptions(), findings: findings)
    return (String(decoding: source.bytes, as: UTF8.self), findings.all.map { "\($0.severity) \($0.code.rawValue)" })
  }

  /// `foo.*` matches `foo`, too, after the transitions of `foo` itself.
  @Test(
    arguments: [
      (#""foo.*": "f""#, #""foo.*": "f", "foo": "f""#),
      (
        #""foo.*": "f", "foo": {"target": "h", "guard": "g"}"#,
        #""foo": [{"target": "h", "guard": {"host": "g"}}, "f"]"#
      ),
      (#""foo.*": "f", "foo": [{"target": "h", "guard": "g"}, "a"]"#, #", "a"]"#),
      (#""foo.*": "f", "foo": "h""#, #""foo": "h""#),
      // As it is written back.
      (#""foo.*": "f", "foo": [{"target": "h", "guard": "g"}, "f"]"#, #"{"host": "g"}}, "f"]"#),
      (
        #""foo.*": {"target": "f", "guard": "k"}, "foo": [{"target": "h", "guard": "g"}, {"target": "f", "guard": "k"}]"#,
        #"{"host": "g"}}, {"target": "f", "guard": {"host": "k"}}]"#
      ),
    ])
  func `a pattern matches its bare name after the handlers of that name`(handlers: String, contains: String) {
    let (text, codes) = chart(#"{"initial": "a", "states": {"a": {"on": {\#(handlers)}}, "h": {}, "f": {}}}"#)
    #expect(codes.isEmpty && text.contains(contains), "\(text)")
  }

  @Test(
    arguments: [
      (#""exit": "x""#, true), (#""invoke": {"src": "w"}"#, true), (#""after": {"5": ".a"}"#, true),
      (#""entry": "e""#, false), (#""exit": null"#, false), (##""exit": "x", "on": {"U": "#m"}"##, false),
    ])
  func `a transition to the root that XState does not exit has a warning`(part: String, warns: Bool) {
    let target = part.contains("\"U\"") ? "a" : "#m"
    let found = chart(#"{"id": "m", "initial": "a", \#(part), "states": {"a": {"on": {"u": "\#(target)"}}}}"#)
    #expect(found.codes == (warns ? ["warning unsupported-key"] : []), "\(found.text)")
  }

  /// What `JSON.stringify` writes of a machine that runs has null for what is not there.
  @Test func `a guard that is null is none`() {
    let machine = """
      {"initial": "a", "states": {"a": {"on": {"E": [{"target": ["a"], "cond": null}]}}}}
      """
    #expect(chart(machine).codes.isEmpty)
    #expect(!chart(machine).text.contains("guard"))
  }

  @Test(arguments: [#""type": "parallel""#, #""type": "parallel", "states": {}"#, #""parallel": true"#])
  func `a parallel state without regions has no children`(kind: String) {
    let read = chart(#"{"initial": "a", "states": {"a": {\#(kind), "on": {"E": "b"}}, "b": {}}}"#)
    #expect(read.codes.isEmpty && !read.text.contains("parallel"))
  }

  /// Its message may be in an action that only statekit reads.
  @Test func `what is cancelled and never sent is kept`() {
    let machine = { (id: String) in
      """
      {"entry": [{"type": "xstate.send", "event": "E", "delay": 10, "id": "x"}, {"type": "xstate.cancel", "sendId": "\(id)"}]}
      """
    }
    for id in ["x", "y"] {
      #expect(chart(machine(id)).codes.isEmpty && chart(machine(id)).text.contains("{\"cancel\": \"\(id)\"}"))
    }
  }

  @Test(
    arguments: [
      (#""type": "xstate.sendTo""#, false), (#""type": "xstate.sendTo", "to": {}"#, false),
      (#""type": "xstate.sendTo", "to": null"#, false), (#""type": "xstate.sendTo", "target": "p""#, false),
      (#""type": "xstate.sendTo", "params": {"targetId": "p"}"#, false), (#""type": "xstate.send", "to": {}"#, false),
      (#""type": "xstate.sendTo", "to": "p""#, true), (#""type": "xstate.sendTo", "params": {"to": "p"}"#, true),
      (#""type": "xstate.send""#, true), (#""type": "xstate.send", "to": null"#, true),
    ])
  func `a message whose receiver is lost is left out`(action: String, isKept: Bool) {
    let (text, codes) = chart("{\"entry\": [{\(action), \"event\": {\"type\": \"E\"}}]}")
    #expect(text.contains("\"send\"") == isKept && codes.contains("warning lost-code") != isKept, "\(codes)")
  }

  /// XState asks a parallel state, and all above it, only where no region has an enabled handler.
  @Test(
    arguments: [
      (#"{"type": "parallel", "on": {"E": {}}, "states": {"a": {"on": {"E": {}}}, "b": {}}}"#, true),
      (#"{"type": "parallel", "on": {"E": {}}, "states": {"a": {}, "b": {}}}"#, false),
      (#"{"type": "parallel", "states": {"a": {"on": {"E": {}}}, "b": {"on": {"E": {}}}}}"#, false),
      (#"{"initial": "a", "on": {"E": {}}, "states": {"a": {"on": {"E": {}}}}}"#, false),
    ])
  func `bubbling is said where it matters`(machine: String, matters: Bool) {
    #expect(chart(machine).text.contains(#""bubbling": "subtree""#) == matters)
  }

  /// What a machine needs to load, and what its chart then says.
  @Test(
    arguments: [
      (#"{"initial": "s.1", "states": {"s.1": {"on": {"GO": "b"}}, "b": {}}}"#, #""initial": "s.1""#),
      (#"{"initial": "a", "states": null}"#, #""root""#),
      // Events that wait when the machine ends are dropped.
      (
        #"{"initial": "a", "on": {"E": {"actions": "f"}}, "states": {"a": {"on": {"GO": {"target": "b", "actions": {"type": "xstate.raise", "event": "E"}}}}, "b": {"type": "final"}}}"#,
        #""E": {"guard": "!isIn('b')", "actions": ["f"]}"#
      ),
      (
        #"{"initial": "a", "on": {"*": {"actions": "f", "guard": "g"}}, "states": {"a": {}, "b": {"type": "final"}, "c": {"type": "final"}}}"#,
        #""guard": ["!isIn('b') && !isIn('c')", {"host": "g"}]"#
      ),
      (
        #"{"type": "parallel", "states": {"p": {"initial": "a", "onDone": ".a", "states": {"a": {}, "b": {"type": "final"}}}, "q": {"initial": "c", "states": {"c": {"type": "final"}}}}}"#,
        #""guard": "!(isIn('b') && isIn('c'))""#
      ),
      (##"{"initial": "a", "states": {"a": {"on": {"E": "#x\\.y"}}, "b": {"id": "x.y"}}}"##, #""E": "b""#),
      (
        ##"{"initial": "a", "states": {"a": {"initial": "x", "states": {"x": {"type": "final", "on": {"E": "#b"}}}}, "b": {"id": "b"}}}"##,
        #""E": "b""#
      ),
      (
        #"{"type": "parallel", "states": {"a": {"on": {"E": {"target": "a", "actions": "f"}}}}}"#,
        #""E": {"actions": ["f"]}"#
      ),
      (
        #"{"id": "m", "initial": "a", "states": {"a": {"after": {"10": "b"}, "on": {"*": "b"}}, "b": {}}}"#,
        #""10": "b""#
      ),
      (
        #"{"id": "m", "after": {"10": {"actions": "f"}}, "initial": "a", "states": {"a": {"on": {"*": {}}}}}"#,
        #"{"send": "xstate.after.10.m""#
      ),
    ])
  func `what XState reads is read`(machine: String, says: String) {
    let (text, codes) = chart(machine)
    #expect(!codes.contains { $0.hasPrefix("error") }, "\(codes)")
    #expect(text.contains(says), "\(text)")
  }

  /// Where version 4 may do otherwise, a warning names the transition; `b` is a region beside `a`, or a state after `p`.
  @Test(
    arguments: [
      // What leaves a parallel state does as in version 4, unless another region moves with the event.
      (##"{"on": {"E": "#m.b"}}"##, "{}", false),
      (##"{"on": {"E": "#m.b"}}"##, ##"{"on": {"F": "#m.b"}}"##, false),
      (##"{"on": {"E": "#m.b"}}"##, #"{"on": {"E": {"actions": "f"}}}"#, false),
      (##"{"on": {"E": "#m.b"}}"##, ##"{"on": {"E": "#m.b"}}"##, true),
      (##"{"on": {"E": "#m.b"}}"##, ##"{"on": {"*": "#m.b"}}"##, true),
      (##"{"on": {"*": "#m.b"}}"##, ##"{"after": {"10": "#m.b"}}"##, true),
      (##"{"after": {"10": "#m.b"}}"##, ##"{"after": {"10": "#m.b"}}"##, false),
      (
        ##"{"onDone": "#m.b", "initial": "x", "states": {"x": {"type": "final"}}}"##,
        ##"{"on": {"done.state.m.p": "#m.b"}}"##, true
      ),
      // The end of a state without states never comes.
      (##"{"onDone": "#m.b"}"##, ##"{"on": {"done.state.m.p": "#m.b"}}"##, false),
      // A region cannot be exited alone; one that stays is none.
      (##"{"on": {"E": "#m.p.r"}}"##, "{}", true),
      (#"{"on": {"E": "s"}}"#, "{}", true),
      (#"{"on": {"E": {"target": "s", "internal": true}}}"#, "{}", false),
      (#"{"on": {"E": {"target": "s", "internal": true}}}"#, #"{"initial": "x", "states": {"x": {}}}"#, true),
      (#"{"initial": "x", "states": {"x": {"on": {"E": "y"}}, "y": {}}}"#, "{}", false),
      (#"{"initial": "x", "states": {"x": {"on": {"E": "x"}}}}"#, "{}", false),
      (#"{"initial": "x", "on": {"E": ".x"}, "states": {"x": {}}}"#, "{}", false),
      (#"{"initial": "x", "on": {"E": {"target": "r.x", "internal": false}}, "states": {"x": {}}}"#, "{}", true),
      // A history is one of what is active now where its parent is active.
      (##"{"on": {"E": "#m.h"}}"##, "{}", true),
      (##"{"on": {"E": "#m.c.h"}}"##, "{}", false),
    ])
  func `what version 4 does otherwise is told`(r: String, s: String, differs: Bool) {
    let machine = """
      {"id": "m", "strict": true, "initial": "p", "states": {
        "p": {"type": "parallel", "states": {"r": \(r), "s": \(s)}}, "b": {}, "h": {"type": "history"},
        "c": {"initial": "x", "states": {"x": {}, "h": {"type": "history"}}}}}
      """
    let codes = chart(machine).codes
    #expect(!codes.contains { $0.hasPrefix("error") })
    #expect(codes.contains("warning xstate4-differs") == differs)
  }

  /// A parallel state with a transition to a region is exited with it where nothing in the other regions can be kept.
  @Test(
    arguments: [
      ("{}", true), (#"{"initial": "x", "states": {"x": {}, "y": {}}}"#, false),
    ])
  func `version 4 exits the parallel state around a region`(other: String, isExited: Bool) {
    let machine =
      ##"{"id": "m", "strict": true, "type": "parallel", "on": {"E": "#m.r"}, "states": {"r": {}, "s": \##(other)}}"##
    let read = chart(machine)
    #expect(read.codes.contains("warning xstate4-differs") != isExited)
    #expect(read.text.contains(#""reenter": true"#) == isExited)
  }

  private func written(_ text: String) -> (text: String, codes: [String]) {
    let findings = Findings()
    let bytes = ChartText.xstate(
      SourceText(name: "a.json", bytes: Array(text.utf8)), isLossy: false, findings: findings)
    return (String(decoding: bytes, as: UTF8.self), findings.all.map { "\($0.severity) \($0.code.rawValue)" })
  }

  /// What XState would do otherwise is not written.
  @Test(
    arguments: [
      #"{"root": {"type": "parallel", "E": {"actions": "f"}, "subStates": {"a": {"E": {"actions": "g"}}, "b": {}}}}"#,
      #"{"root": {"type": "parallel", "E": {"actions": "f"}, "subStates": {"a": {"*": {"actions": "g"}}, "b": {}}}}"#,
      #"{"root": {"after": {"1s": {"actions": "f"}}, "initial": "a", "subStates": {"a": {"*": {"actions": "g"}}}}}"#,
      #"{"root": {"E": {"target": "a", "reenter": true}, "initial": "a", "subStates": {"a": {}}}}"#,
      #"{"context": {"n": 1}, "root": {"E": {"actions": {"log": "n ${n}"}}}}"#,
      #"{"root": {"E": {"actions": {"forEach": "[1]", "as": "x", "do": "f"}}}}"#,
      #"{"root": {"E": {"actions": {"if": "true", "then": {"raise": "F", "data": "1 + 1"}}}}}"#,
      #"{"root": {"E": {"actions": {"if": "isIn('root')", "then": "f"}}}}"#,
      #"{"guards": {"h": null}, "root": {"E": {"guard": "!h", "actions": "f"}}}"#,
      #"{"root": {"initial": "b", "subStates": {"a": {"initial": "c", "subStates": {"c": {}, "b": {}}}}}}"#,
      #"{"root": {"initial": "a", "E": {"actions": "f"}, "subStates": {"a": {"F": {"target": "b", "actions": {"raise": "E"}}}, "b": {"type": "final"}}}}"#,
      #"{"bubbling": "subtree", "root": {"type": "parallel", "subStates": {"r": {"initial": "a", "subStates": {"a": {"E": {"target": "a", "reenter": "children"}}}}, "s": {"*": {"target": "a", "reenter": "lca"}}}}}"#,
      #"{"root": {"initial": "p", "subStates": {"p": {"type": "parallel", "*": {"actions": "f"}, "subStates": {"r": {"initial": "a", "onDone": {"actions": "g"}, "subStates": {"a": {"E": "b"}, "b": {"type": "final"}}}, "s": {}}}}}}"#,
      #"{"root": {"type": "parallel", "subStates": {"p": {"initial": "a", "onDone": "q", "subStates": {"a": {"E": "b"}, "b": {"type": "final"}}}, "q": {"type": "final"}}}}"#,
    ])
  func `what XState would do otherwise is refused`(chart: String) {
    #expect(written(chart).codes.contains("error no-xstate-form"))
  }

  @Test(
    arguments: [
      (#"{"root": {}}"#, #""states": {}"#),
      // What XState does at the end of a machine needs no words there.
      (
        #"{"root": {"initial": "a", "E": {"guard": "!isIn('b')", "actions": "f"}, "subStates": {"a": {"F": {"target": "b", "actions": {"raise": "E"}}}, "b": {"type": "final"}}}}"#,
        #""on": {"E": {"actions": ["f"]}}"#
      ),
      // Another region can leave a state that has a transition to itself, but not for the same event.
      (
        #"{"root": {"type": "parallel", "subStates": {"r": {"initial": "a", "subStates": {"a": {"E": {"target": "a", "reenter": "children"}}}}, "s": {"F": {"target": "a", "reenter": "lca"}}}}}"#,
        #""E": {"target": "a"}"#
      ),
      (
        #"{"bubbling": "subtree", "root": {"type": "parallel", "E": {"actions": "f"}, "subStates": {"a": {"E": {"actions": "g"}}, "b": {}}}}"#,
        #""parallel""#
      ),
      (
        #"{"root": {"initial": "p", "subStates": {"p": {"initial": "x", "subStates": {"x": {"E": "p"}, "y": {}}}}}}"#,
        #""reenter": true"#
      ),
      (
        #"{"root": {"initial": "a", "subStates": {"a": {"done.invoke.*": "b", "error.*": "b"}, "b": {}}}}"#,
        #""xstate.done.actor.*""#
      ),
      (
        #"{"context": {"n": 1}, "guards": {"hot": "n > 1"}, "root": {"E": {"guard": "hot", "actions": "f"}}}"#,
        #""expression": "(n > 1)""#
      ),
      (#"{"guards": {"h": null}, "root": {"E": {"guard": "h", "actions": "f"}}}"#, #""guard": "h""#),
      (#"{"context": {"n": 1}, "root": {"E": {"actions": {"assign": {"n": 2}}}}}"#, #""type": "xstate.assign""#),
    ])
  func `what XState does is written`(chart: String, says: String) {
    #expect(
      written(chart).codes.allSatisfy { $0 == "info left-to-host" } && written(chart).text.contains(says),
      "\(written(chart))")
  }
}
