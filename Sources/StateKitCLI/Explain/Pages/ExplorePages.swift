import StateKitCore

extension Explanation {
  /// Findings of `explore` that `validate` cannot detect.
  static let exploring = [
    Explanation(
      .unreachable, title: "no script enters a state",
      meaning: """
        All scripts were tried, and none enters the state, but its parent is entered. States below it are not
        reported. If a bound was reached, a longer script might enter the state, and the finding makes the exit status 1 with --strict
        only.
        """,
      wrong: explored(states: #""a": {"go": "b"}, "b": {"go": "a"}, "c": {"go": "a"}"#),
      fixed: explored(states: #""a": {"go": "b"}, "b": {"go": "c"}, "c": {"go": "a"}"#)),
    Explanation(
      .neverTaken, title: "no script takes a handler",
      meaning: """
        The handler's state is entered, but the handler is never taken. The message gives the reason: its guard is never true, another
        handler always comes first, or its event is never tried.
        """,
      wrong: explored(states: #""a": {"go": [{"guard": "n > 5", "target": "b"}, "b"]}, "b": {"go": "a"}"#),
      fixed: explored(states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .alwaysTrue, title: "a guard is true whenever it is asked",
      meaning: "The next handler is only taken if the guard is false. Delete the guard, or the handler after it.",
      wrong: explored(
        states:
          #""a": {"sent.mail": {"guard": "n == 0", "target": "b"}, "sent.*": {"target": "b"}}, "b": {"back": "a"}"#),
      fixed: explored(states: #""a": {"sent.*": {"target": "b"}}, "b": {"back": "a"}"#)),
    Explanation(
      .trap, title: "after some states, other states can never be active again",
      meaning: """
        The script leads to a part of the graph that no event leaves: events still have effects there, but the states that
        the message names are never active again. Some may be lost before the last line. If that is intended, suppress the finding with a reason: "meta": {"allow": {"trap": "the reason"}}.
        """,
      wrong: explored(states: #""a": {"go": "b"}, "b": {"more": "c"}, "c": {"less": "b"}"#),
      fixed: explored(states: #""a": {"go": "b"}, "b": {"more": "c"}, "c": {"less": "b", "stop": "a"}"#)),
    Explanation(
      .neverAgain, title: "a state is active only before some event",
      meaning:
        "After the event the state can never be active again, for example a set-up state. Only --verbose lists it.",
      wrong: explored("--verbose", states: #""a": {"go": "b"}, "b": {"type": "final"}"#),
      fixed: explored("--verbose", states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .endless, title: "a script leads to a macrostep that does not end",
      meaning:
        "One event causes endless steps, until the limit stops them. The message names the repeated steps.",
      wrong: explored(states: #""a": {"go": "b"}, "b": {"always": {"actions": {"assign": {"n": 1}}}, "stop": "a"}"#),
      fixed: explored(states: #""a": {"go": "b"}, "b": {"enterState": {"assign": {"n": 1}}, "stop": "a"}"#)),
    Explanation(
      .never, title: "an expression is true that must never be true",
      meaning: "The expression of --never is true in a state. A shortest script leads to the state.",
      wrong: explored(
        "--never isIn('b')&&n>0",
        states: #""a": {"go": {"target": "b", "actions": {"assign": {"n": 1}}}}, "b": {"go": "a"}"#),
      fixed: .replacing(#"{"n": 1}"#, with: #"{"n": 0}"#)),
    Explanation(
      .reached, title: "an expression is true in some state",
      meaning: "The answer to --reach, with a shortest script. This is not an error.",
      wrong: explored("--reach isIn('b')", states: #""a": {"go": "b"}, "b": {"go": "a"}"#),
      fixed: explored(states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .notReached, title: "an expression is true in no state",
      meaning: "No script leads to a state in which the expression of --reach is true.",
      wrong: explored("--reach n>0", states: #""a": {"go": "b"}, "b": {"go": "a"}"#),
      fixed: explored(
        "--reach n>0", states: #""a": {"go": {"target": "b", "actions": {"assign": {"n": 1}}}}, "b": {"go": "a"}"#)),
    Explanation(
      .avoidable, title: "an expression need not become true",
      meaning: """
        The expression of --inevitable must become true in every run. The script shows a run that avoids it:
        the run ends there, or the lines after "again and again" can be repeated endlessly. With --fair a choice that is
        available infinitely often is eventually taken.
        """,
      wrong: explored(
        "--inevitable isIn('b')", states: #""a": {"go": "b", "wait": {"actions": "beep"}}, "b": {"go": "a"}"#),
      fixed: .replacing(#"{"actions": "beep"}"#, with: "null")),
    Explanation(
      .noResponse, title: "an expression need not follow another one",
      meaning:
        "--leads-to takes two expressions: after each state in which the first is true, the second must become true in every run.",
      wrong: explored(
        "--leads-to isIn('b') isIn('c')", states: #""a": {"go": "b"}, "b": {"go": "c", "undo": "a"}, "c": {"go": "a"}"#),
      fixed: .replacing(#", "undo": "a""#, with: "")),
    Explanation(
      .noWayHome, title: "no script leads back",
      meaning:
        "After this script no further line leads to a state in which the expression of --home is true.",
      wrong: explored("--home isIn('a')", states: #""a": {"go": "b"}, "b": {"type": "final"}"#),
      fixed: explored("--home isIn('a')", states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .unsettled, title: "without events, an expression does not become true",
      meaning:
        "After the script only the clock moves, and the expression of --settles does not become true.",
      wrong: explored("--settles isIn('a')", states: #""a": {"go": "b"}, "b": {"back": "a"}"#),
      fixed: explored("--settles isIn('a')", states: #""a": {"go": "b"}, "b": {"back": "a", "after": {"5s": "a"}}"#)),
    Explanation(
      .hidden, title: "two guards of one list are true at the same time",
      meaning: """
        The first handler whose guard is true is taken. The guard of the handler in the message is also true, so it is hidden. If
        that is intended, suppress the finding: "meta": {"allow": {"hidden": "the reason"}}. Otherwise let the guards exclude each other. A handler
        without a guard handles all other cases, and is not reported.
        """,
      wrong: explored(
        states:
          #""a": {"go": [{"guard": "n < 2", "target": "b"}, {"guard": "n < 3", "target": "c"}]}, "b": {"up": {"target": "a", "actions": {"assign": {"n": "(n + 1) % 3"}}}}, "c": {"up": {"target": "a", "actions": {"assign": {"n": 0}}}}"#
      ),
      fixed: .replacing(#""n < 3""#, with: #""n == 2""#)),
    Explanation(
      .tie, title: "two timers are due at the same time, and their order matters",
      meaning: """
        The timer that was started first fires first. In the other order the timers lead to another state, so the result depends on
        which of two states was entered first. Give the timers different times, or make the result the same.
        """,
      wrong: explored(
        states:
          #""a": {"type": "parallel", "subStates": {"p": {"after": {"2s": {"actions": {"assign": {"n": "n * 2 % 5"}}}}}, "q": {"after": {"2s": {"actions": {"assign": {"n": "n + 1"}}}}}}, "again": {"target": "a", "reenter": true, "actions": {"assign": {"n": 0}}}}"#
      ),
      fixed: .replacing(#""q": {"after": {"2s""#, with: #""q": {"after": {"3s""#)),
    Explanation(
      .lostRaise, title: "a raised event is not handled",
      meaning: """
        No active state takes the event at the moment at which it is handled: too early, after the state that handles it was exited,
        or while the guards of its handlers are false. Raise it elsewhere, or handle it in a state around. If it may be lost, suppress
        the finding: "meta": {"allow": {"lost-raise": "the reason"}}.
        """,
      wrong: explored(
        states: #""a": {"go": {"target": "b", "actions": {"raise": "full"}}, "full": "b"}, "b": {"go": "a"}"#),
      fixed: explored(states: #""a": {"go": {"actions": {"raise": "full"}}, "full": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .grows, title: "a value or a list grows endlessly",
      meaning: """
        The search stopped at a bound, while the part in the message was still growing: a counter, a
        list, timers that are never cancelled. Limit it in the chart, or use --depth.
        """,
      wrong: explored(
        "--depth 4", states: #""a": {"go": {"guard": "n % 2 < 2", "actions": {"assign": {"n": "n + 1"}}}}"#),
      fixed: .replacing(#""n + 1""#, with: #""(n + 1) % 2""#)),
  ]

  /// An example that is explored; `states` are those below root, `a` is the first one.
  private static func explored(_ options: String = "", states: String) -> Example {
    Example(
      chart: """
        {
          "context": {"n": 0},
          "root": {"initial": "a", "subStates": {
            \(states)
          }}
        }
        """, command: options.isEmpty ? "explore" : "explore " + options)
  }
}
