// Longer than others: a table of pages, each with its charts.
import StateKitCore

extension Explanation {
  /// Findings of `explore` that `validate` cannot detect.
  static let exploring = [
    Explanation(
      .unreachable, title: "no script enters a state",
      meaning: """
        All scripts were tried, and none enters the state, though its parent is entered. Below such a state nothing more is
        reported. Where a bound was reached, longer scripts might enter it, and the finding makes the status 1 with --strict
        only.
        """,
      wrong: explored("", states: #""a": {"go": "b"}, "b": {"go": "a"}, "c": {"go": "a"}"#),
      fixed: explored("", states: #""a": {"go": "b"}, "b": {"go": "c"}, "c": {"go": "a"}"#)),
    Explanation(
      .neverTaken, title: "no script takes a handler",
      meaning: """
        The handler's state is entered, but the handler is never taken. The message says why: its guard is never true, another
        one always comes first, or its event is never tried.
        """,
      wrong: explored("", states: #""a": {"go": [{"guard": "n > 5", "target": "b"}, "b"]}, "b": {"go": "a"}"#),
      fixed: explored("", states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .alwaysTrue, title: "a guard is true whenever it is asked",
      meaning: "Another handler waits for it to be false. Delete the guard, or the handler behind it.",
      wrong: explored(
        "",
        states:
          #""a": {"sent.mail": {"guard": "n == 0", "target": "b"}, "sent.*": {"target": "b"}}, "b": {"back": "a"}"#),
      fixed: explored("", states: #""a": {"sent.*": {"target": "b"}}, "b": {"back": "a"}"#)),
    Explanation(
      .trap, title: "from some states on, others can never be active again",
      meaning: """
        Events still do something there, but whatever they do, the chart never comes back to the states that the message
        names. If that is as it should be, allow it with a reason: "meta": {"allow": {"trap": "the reason"}}.
        """,
      wrong: explored("", states: #""a": {"go": "b"}, "b": {"more": "c"}, "c": {"less": "b"}"#),
      fixed: explored("", states: #""a": {"go": "b"}, "b": {"more": "c"}, "c": {"less": "b", "stop": "a"}"#)),
    Explanation(
      .neverAgain, title: "a state is active only before some event",
      meaning: "In the long run it is never active: a set-up, for example. It is listed with --verbose.",
      wrong: explored("--verbose", states: #""a": {"go": "b"}, "b": {"type": "final"}"#),
      fixed: explored("--verbose", states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .endless, title: "a script leads into a macrostep that does not end",
      meaning:
        "One event causes steps without end; the limit stops them. The message names the steps that are repeated.",
      wrong: explored(
        "", states: #""a": {"go": "b"}, "b": {"always": {"actions": {"assign": {"n": 1}}}, "stop": "a"}"#),
      fixed: explored("", states: #""a": {"go": "b"}, "b": {"enterState": {"assign": {"n": 1}}, "stop": "a"}"#)),
    Explanation(
      .never, title: "an expression is true that must never be",
      meaning: "--never names an expression. The script is a shortest one that leads to a state in which it is true.",
      wrong: explored("--never isIn('b')", states: #""a": {"go": "b"}, "b": {"go": "a"}"#),
      fixed: explored("--never isIn('b')&&n>0", states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .reached, title: "an expression is true in some state",
      meaning: "The answer to --reach, with a shortest script. It is no error.",
      wrong: explored("--reach isIn('b')", states: #""a": {"go": "b"}, "b": {"go": "a"}"#),
      fixed: explored("", states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .notReached, title: "an expression is true in no state",
      meaning: "--reach names an expression, and no script leads to a state in which it is true.",
      wrong: explored("--reach n>0", states: #""a": {"go": "b"}, "b": {"go": "a"}"#),
      fixed: explored("", states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .avoidable, title: "something need not happen",
      meaning: """
        --inevitable names an expression that is to become true whatever happens. The script leads to where it can be avoided:
        nothing comes after it, or the lines behind "again and again" can be said for ever. With --fair a run that could go
        another way again and again goes it some time.
        """,
      wrong: explored(
        "--inevitable isIn('b')", states: #""a": {"go": "b", "wait": {"actions": "beep"}}, "b": {"go": "a"}"#),
      fixed: explored(
        "--inevitable isIn('b') --fair", states: #""a": {"go": "b", "wait": {"actions": "beep"}}, "b": {"go": "a"}"#)),
    Explanation(
      .noResponse, title: "something need not follow",
      meaning:
        "--leads-to names two expressions: wherever the first is true, the second is to become true whatever happens.",
      wrong: explored(
        "--leads-to isIn('b') isIn('c')", states: #""a": {"go": "b"}, "b": {"go": "c", "undo": "a"}, "c": {"go": "a"}"#),
      fixed: explored(
        "--leads-to isIn('b') isIn('c')", states: #""a": {"go": "b"}, "b": {"go": "c"}, "c": {"go": "a"}"#)),
    Explanation(
      .noWayHome, title: "there is no way back",
      meaning:
        "--home names an expression, and from the end of the script no other one leads to a state in which it is true.",
      wrong: explored("--home isIn('a')", states: #""a": {"go": "b"}, "b": {"type": "final"}"#),
      fixed: explored("--home isIn('a')", states: #""a": {"go": "b"}, "b": {"go": "a"}"#)),
    Explanation(
      .unsettled, title: "without events, the chart does not reach what it should",
      meaning:
        "--settles names an expression. After the script only the clock moves, and the expression does not become true.",
      wrong: explored("--settles isIn('a')", states: #""a": {"go": "b"}, "b": {"back": "a"}"#),
      fixed: explored("--settles isIn('a')", states: #""a": {"go": "b"}, "b": {"back": "a", "after": {"5s": "a"}}"#)),
    Explanation(
      .hidden, title: "two guards of one list are true at the same time",
      meaning: """
        The first handler whose guard is true is taken; the one that the message names would be taken, too, and is hidden. Where
        that is meant, say so: "meta": {"allow": {"hidden": "the reason"}}. Else make the guards exclude one another. A handler
        without a guard is for all other cases, and is not reported.
        """,
      wrong: explored(
        "",
        states:
          #""a": {"go": [{"guard": "n < 2", "target": "b"}, {"guard": "n < 3", "target": "c"}]}, "b": {"up": {"target": "a", "actions": {"assign": {"n": "(n + 1) % 3"}}}}, "c": {"up": {"target": "a", "actions": {"assign": {"n": 0}}}}"#
      ),
      fixed: explored(
        "",
        states:
          #""a": {"go": [{"guard": "n < 2", "target": "b"}, {"guard": "n == 2", "target": "c"}]}, "b": {"up": {"target": "a", "actions": {"assign": {"n": "(n + 1) % 3"}}}}, "c": {"up": {"target": "a", "actions": {"assign": {"n": 0}}}}"#
      )),
    Explanation(
      .tie, title: "two timers are due at the same time, and their order matters",
      meaning: """
        The one that was started first fires first. Fired the other way round, the two lead elsewhere: what happens hangs on
        which of two states was entered first. Give them times that differ, or make the outcome the same.
        """,
      wrong: explored(
        "",
        states:
          #""a": {"type": "parallel", "subStates": {"p": {"after": {"2s": {"actions": {"assign": {"n": "n * 2 % 5"}}}}}, "q": {"after": {"2s": {"actions": {"assign": {"n": "n + 1"}}}}}}, "again": {"target": "a", "reenter": true, "actions": {"assign": {"n": 0}}}}"#
      ),
      fixed: explored(
        "",
        states:
          #""a": {"type": "parallel", "subStates": {"p": {"after": {"2s": {"actions": {"assign": {"n": "n * 2 % 5"}}}}}, "q": {"after": {"3s": {"actions": {"assign": {"n": "n + 1"}}}}}}, "again": {"target": "a", "reenter": true, "actions": {"assign": {"n": 0}}}}"#
      )),
    Explanation(
      .grows, title: "something takes new values without end",
      meaning: """
        The exploring has stopped at a bound, and what the message names has still grown on the last levels: a counter, a
        list, timers that nobody cancels. Bound it in the chart, or give --depth.
        """,
      wrong: explored("--depth 4", states: #""a": {"go": {"actions": {"assign": {"n": "n + 1"}}}}"#),
      fixed: explored("--depth 4", states: #""a": {"go": {"actions": {"assign": {"n": "(n + 1) % 2"}}}}"#)),
  ]

  /// An example that is explored; `states` are those below root, `a` is the first one.
  private static func explored(_ options: String, states: String) -> Example {
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
