// Longer than others: a table of pages, each with its charts.
import StateKitCore

extension Explanation {
  /// Warnings about what can never happen, and what never ends.
  static let reach = [
    Explanation(
      .unreachableState, "nothing reaches a state",
      """
      No handler, initial or goToState of a state that can be active leads here, so the state and all below it are never
      entered. Guards are taken to hold sometimes. Only the topmost state of a part that cannot be reached is reported.
      """,
      wrong: """
        {
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": "open"},
              "open": {"close": "closed"},
              "locked": {"unlock": "closed"}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": "open", "lock": "locked"},
              "open": {"close": "closed"},
              "locked": {"unlock": "closed"}
            }
          }
        }

        """),
    Explanation(
      .noEffect, "a handler leads to the state in which it stands, and does nothing",
      """
      A transition to a state that is active already exits and enters nothing. "reenter": true exits the state and enters
      it again, which starts its timers again, too. Where nothing is to happen, so that no state above takes the event,
      null says so.
      """,
      wrong: """
        {
          "root": {
            "initial": "awake",
            "subStates": {
              "awake": {"enterState": "lightOn", "after": {"10s": "asleep"}, "move": "awake"},
              "asleep": {"enterState": "lightOff", "move": "awake"}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "awake",
            "subStates": {
              "awake": {
                "enterState": "lightOn", "after": {"10s": "asleep"}, "move": {"target": "awake", "reenter": true}
              },
              "asleep": {"enterState": "lightOff", "move": "awake"}
            }
          }
        }

        """),
    Explanation(
      .deadEnd, "a state cannot be left and is not final",
      """
      No handler of the state, of one below it or of one around it ever exits it. If the chart ends there, say so with
      "type": "final"; if it is to stay there for ever, suppress the finding: "meta": {"allow": {"dead-end": "the
      reason"}}.
      """,
      wrong: """
        {
          "root": {
            "initial": "paying",
            "subStates": {
              "paying": {"paid": "shipped"},
              "shipped": {}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "paying",
            "subStates": {
              "paying": {"paid": "shipped"},
              "shipped": {"type": "final"}
            }
          }
        }

        """),
    Explanation(
      .deadHandler, "a handler is never taken",
      """
      Something is always taken instead: a candidate before it that has no guard, states below that each take the event
      themselves (the deepest is asked first), or an "always" that leads away before any event comes. An onDone is never
      taken where its state is never done.
      """,
      wrong: """
        {
          "context": {"money": 0},
          "root": {
            "initial": "locked",
            "subStates": {
              "locked": {
                "push": [{"actions": "beep"}, {"guard": "money > 0", "target": "open"}],
                "coin": {"actions": {"assign": {"money": "money + 1"}}}
              },
              "open": {"push": "locked"}
            }
          }
        }

        """,
      fixed: """
        {
          "context": {"money": 0},
          "root": {
            "initial": "locked",
            "subStates": {
              "locked": {
                "push": [{"guard": "money > 0", "target": "open"}, {"actions": "beep"}],
                "coin": {"actions": {"assign": {"money": "money + 1"}}}
              },
              "open": {"push": "locked"}
            }
          }
        }

        """),
    Explanation(
      .regionConflict, "handlers of two regions cannot both be taken",
      """
      Regions of a parallel state take an event together, unless their handlers would exit a state in common: then the one
      that stands first in the file wins, and the other region does nothing. Let one of them handle the event, or the
      parallel state itself.
      """,
      wrong: """
        {
          "root": {
            "initial": "on",
            "subStates": {
              "off": {"start": "on"},
              "on": {
                "type": "parallel",
                "subStates": {
                  "heater": {"stop": "off"},
                  "fan": {
                    "initial": "spinning",
                    "subStates": {"spinning": {"stop": "resting"}, "resting": {"blow": "spinning"}}
                  }
                }
              }
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "on",
            "subStates": {
              "off": {"start": "on"},
              "on": {
                "type": "parallel",
                "stop": "off",
                "subStates": {
                  "heater": {},
                  "fan": {
                    "initial": "spinning",
                    "subStates": {"spinning": {"pause": "resting"}, "resting": {"blow": "spinning"}}
                  }
                }
              }
            }
          }
        }

        """),
    Explanation(
      .neverRecorded, "a history state is never recorded",
      """
      A history state goes back to what was active when its parent was last exited; this parent is never exited, so
      going here always goes to the default.
      """,
      wrong: """
        {
          "root": {
            "initial": "play",
            "subStates": {
              "play": {"stop": "stopped"},
              "stopped": {"resume": "last"},
              "last": {"type": "history"}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "on",
            "subStates": {
              "on": {
                "initial": "play",
                "power": "off",
                "subStates": {
                  "play": {"stop": "stopped"},
                  "stopped": {"resume": "play"},
                  "last": {"type": "history"}
                }
              },
              "off": {"power": "last"}
            }
          }
        }

        """),
    Explanation(
      .endlessCycle, "nothing can stop a cycle",
      """
      Each step of the cycle is taken at once and without a guard: always, a goToState on entry, an event that is raised
      or sent, a done event. A run ends it with an error after \(DisplayText.grouped(Limits().steps)) steps. Give one of the steps a guard, or make it
      wait for an event.
      """,
      wrong: """
        {
          "root": {
            "initial": "ping",
            "subStates": {
              "ping": {"always": "pong"},
              "pong": {"always": "ping"}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "ping",
            "subStates": {
              "ping": {"always": "pong"},
              "pong": {"hit": "ping"}
            }
          }
        }

        """),
    Explanation(
      .timerCycle, "a cycle of timers takes no time",
      """
      The timers of this cycle are due at once, so the clock never goes on: a run ends it with an error after \(DisplayText.grouped(Limits().macrosteps))
      macrosteps. Give one of the timers a delay.
      """,
      wrong: """
        {
          "root": {
            "initial": "tick",
            "subStates": {
              "tick": {"after": {"0s": "tock"}},
              "tock": {"after": {"0s": "tick"}}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "tick",
            "subStates": {
              "tick": {"after": {"1s": "tock"}},
              "tock": {"after": {"0s": "tick"}}
            }
          }
        }

        """),
  ]
}
