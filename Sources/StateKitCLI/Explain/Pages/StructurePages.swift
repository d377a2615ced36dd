// Longer than others: a table of pages, each with its charts.
import StateKitCore

extension Explanation {
  /// Errors in the tree of states and its keys.
  static let structure = [
    Explanation(
      .missingRoot, title: "there is no root state",
      meaning: """
        A chart is a tree of states, and "root" is the state at the top. The keys beside it (name, description, meta, context,
        events, invariants) describe the whole chart.
        """,
      wrong: #"{"name": "door", "description": "No states yet."}"#,
      fixed: .replacing(#""No states yet.""#, with: #""No states yet.", "root": {}"#)),
    Explanation(
      .missingKey, title: "a required key is missing",
      meaning: """
        Some objects need a certain key: an initial with actions needs "target", an if needs "then",
        a forEach needs "do", an invoke needs "chart" or "src".
        """,
      wrong: """
        {
          "root": {
            "initial": {"actions": "ring"},
            "subStates": {
              "closed": {"open": "open"},
              "open": {"close": "closed"}
            }
          }
        }
        """,
      fixed: .replacing(
        #""initial": {"actions": "ring"}"#, with: #""initial": {"target": "closed", "actions": "ring"}"#)),
    Explanation(
      .wrongType, title: "a value has the wrong type",
      meaning: """
        The message tells what is expected and what was found. A handler is a target, an object, null or an array of
        candidates; an action is a name or an object with one verb.
        """,
      wrong: """
        "closed": {"open": true},
        "open": {"close": "closed"}
        """,
      fixed: doors),
    Explanation(
      .unknownKey, title: "an unknown key",
      meaning: """
        The top level, handlers, actions, initial and invoke can only have the keys of the format, so that a
        misspelt key is found. Put your own notes into "meta". (In a state any other key is an event.)
        """,
      wrong: """
        "closed": {"open": {"target": "open", "action": "creak"}},
        "open": {"close": "closed"}
        """,
      fixed: .replacing(#""action""#, with: #""actions""#)),
    Explanation(
      .misplacedKey, title: "a reserved key makes no sense in this kind of state",
      meaning: """
        Reserved keys are reserved in every state, even if they have no meaning there: a final state has no handlers and no
        sub-states, a history state is never active, "initial" and "onDone" need sub-states. An event
        with the name of a reserved key must be in "on".
        """,
      wrong: """
        "paying": {"paid": "done"},
        "done": {"type": "final", "again": "paying"}
        """,
      fixed: .replacing(#"{"type": "final", "again": "paying"}"#, with: #"{"again": "paying"}"#)),
    Explanation(
      .emptyName, title: "a name is empty",
      meaning: """
        Targets, scripts and the trace use the names of states, events, actions and invariants: a name
        needs at least one character that is not white space. The reason of a suppression must also not be empty.
        """,
      wrong: """
        "closed": {"": "open", "open": "open"},
        "open": {"close": "closed"}
        """,
      fixed: doors),
    Explanation(
      .longName, title: "a name is longer than the limit",
      meaning: "A name has at most 1,024 bytes.",
      wrong: Example(
        chart: #"{"root": {"nnnnnnnn … 1,025 times … nnnn": "root"}}"#,
        make: {
          Array(#"{"root": {""#.utf8) + [UInt8](repeating: 0x6E, count: 1_025) + Array(#"": "root"}}"#.utf8) + [0x0A]
        }),
      fixed: Example(chart: #"{"root": {"next": "root"}}"#)),
    Explanation(
      .unknownTarget, title: "a target names no state",
      meaning: """
        A target is the name of a state, or its shortest dotted path that is unique. Names are compared byte by
        byte, so case matters. The message shows the nearest name, or all states of a small chart.
        """,
      wrong: """
        "closed": {"open": "opne"},
        "open": {"close": "closed"}
        """,
      fixed: doors),
    Explanation(
      .ambiguousTarget, title: "a target names several states",
      meaning: """
        States in different parts of the tree may have the same name. A target then needs enough of the path to be
        unique. The message lists the candidates.
        """,
      wrong: """
        {
          "root": {
            "initial": "list",
            "failed": "error",
            "subStates": {
              "list": {"showMap": "map", "subStates": {"error": {}}},
              "map": {"showList": "list", "subStates": {"error": {}}}
            }
          }
        }
        """,
      fixed: """
        "list": {"showMap": "map", "failed": "list.error", "subStates": {"error": {}}},
        "map": {"showList": "list", "failed": "map.error", "subStates": {"error": {}}}
        """),
    Explanation(
      .initialOutside, title: "an initial leads out of its state",
      meaning: """
        "initial" names the state below to enter when a compound state is entered without a deeper target. So does the
        target of a history state for its parent. To go to another state, use "always", or goToState in "enterState".
        """,
      wrong: """
        "shop": {"initial": "closed", "subStates": {"counter": {"leave": "closed"}}},
        "closed": {"enter": "counter"}
        """,
      fixed: .replacing(#""closed""#, with: #""counter""#)),
    Explanation(
      .historyMisplaced, title: "a history state cannot be here",
      meaning: """
        A history state restores what was active in its parent: it has no sub-states, and its parent is a
        compound or a parallel state.
        """,
      wrong: """
        "off": {"press": "last"},
        "on": {
          "press": "off",
          "initial": "low",
          "subStates": {
            "low": {"more": "high"},
            "high": {"less": "low"},
            "last": {"type": "history", "subStates": {"low2": {}}}
          }
        }
        """,
      fixed: .replacing(#""history", "subStates": {"low2": {}}"#, with: #""history""#)),
    Explanation(
      .historyCircle, title: "history defaults form a circle",
      meaning: """
        While nothing is recorded, a history state leads to its "target", or, without a "target", to the "initial" of its
        parent. Here these lead from one history state to another and back, so no state can be entered.
        """,
      wrong: """
        "off": {"press": "last", "hold": "lastOfAll"},
        "on": {
          "press": "off",
          "initial": "low",
          "subStates": {
            "low": {"more": "high"},
            "high": {"less": "low"},
            "last": {"type": "history", "target": "lastOfAll"},
            "lastOfAll": {"type": "history", "history": "deep", "target": "last"}
          }
        }
        """,
      fixed: .replacing(#""target": "last""#, with: #""target": "low""#)),
    Explanation(
      .emptyParallel, title: "a parallel state has no regions",
      meaning: """
        All children of a parallel state are active together. A parallel state without children, or only with history states, is most likely not
        finished. Without a type, a state with sub-states is compound, another one is atomic.
        """,
      wrong: """
        "off": {"press": "on"},
        "on": {"type": "parallel", "press": "off"}
        """,
      fixed: .replacing(#""press": "off""#, with: #""press": "off", "subStates": {"light": {}, "fan": {}}"#)),
    Explanation(
      .targetsConflict, title: "several targets cannot be active together",
      meaning: """
        A list of targets names states in different regions of a parallel state, which are entered together. States
        below the same compound state exclude each other, and an ancestor of a target is entered anyway.
        """,
      wrong: """
        "off": {"press": {"target": ["low", "high"]}},
        "on": {
          "press": "off",
          "initial": "low",
          "subStates": {"low": {"more": "high"}, "high": {"less": "low"}}
        }
        """,
      fixed: .replacing(#"["low", "high"]"#, with: #""high""#)),
    Explanation(
      .reenterOutside, title: "a handler that reenters the children of its state leads out of the state",
      meaning: """
        With "reenter": "children", a handler first exits everything below its own state, which stays active. Its targets
        are that state, or states below it. To leave the state, write "reenter": true, or omit "reenter".
        """,
      wrong: """
        "playing": {
          "initial": "intro",
          "stop": {"target": "stopped", "reenter": "children"},
          "subStates": {"intro": {"skip": "song"}, "song": {"again": "intro"}}
        },
        "stopped": {"play": "playing"}
        """,
      fixed: .replacing(#"{"target": "stopped", "reenter": "children"}"#, with: #""stopped""#)),
    Explanation(
      .badDelay, title: "not a duration",
      meaning: """
        A delay has whole numbers with the units h, m, s, ms in this order, each at most once: "250ms", "5s", "1m30s",
        "2h". A number alone counts milliseconds. A delay above \(Delay.shownLongest) is also an error. The value of an expression
        may also be seconds or milliseconds with a fraction: ".5s". In a machine of XState, where "5s" is the name of a delay,
        it is read as 5 seconds with a warning.
        """,
      wrong: """
        "red": {"after": {"5 seconds": "green"}},
        "green": {"after": {"5s": "red"}}
        """,
      fixed: .replacing(#""5 seconds""#, with: #""5s""#)),
    Explanation(
      .unknownAction, title: "no such action",
      meaning: """
        An action is the name of a host action, or an object with one verb: call, log, assign, raise,
        send, cancel, goToState, if or forEach.
        """,
      wrong: #"{"root": {"enterState": {"logg": "hello"}}}"#,
      fixed: .replacing(#""logg""#, with: #""log""#)),
    Explanation(
      .severalActions, title: "one action has several verbs",
      meaning: """
        The order of keys in an action has no meaning, so an action can have only one verb. Write an array of actions: they run
        in order.
        """,
      wrong: #"{"root": {"enterState": {"log": "hello", "call": "wave"}}}"#,
      fixed: .replacing(#"{"log": "hello", "call": "wave"}"#, with: #"[{"log": "hello"}, {"call": "wave"}]"#)),
  ]
}
