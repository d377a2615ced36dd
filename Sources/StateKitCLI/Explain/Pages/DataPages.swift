import StateKitCore

extension Explanation {
  /// Warnings about what is there and of no use.
  static let data = [
    Explanation(
      .constantGuard, "a guard is always true or always false",
      """
      The guard, or the condition of an if, reads nothing that could change. One that is always true can go; one that is
      always false makes what it guards dead.
      """,
      wrong: """
        {
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": {"guard": "1 < 2", "target": "open"}},
              "open": {"close": "closed"}
            }
          }
        }

        """,
      fixed: doors),
    Explanation(
      .unhandledRaise, "an event is raised or sent that no state handles",
      """
      The event comes from the chart itself, so no other program takes it: most likely its name is not the one that is
      handled.
      """,
      wrong: """
        {
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": {"target": "open", "actions": {"raise": "opend"}}},
              "open": {"close": "closed", "opened": {"actions": "lightOn"}}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": {"target": "open", "actions": {"raise": "opened"}}},
              "open": {"close": "closed", "opened": {"actions": "lightOn"}}
            }
          }
        }

        """),
    Explanation(
      .unusedEvent, "a declared event is handled by no state",
      """
      "events" promises that the chart knows the event, and it will always be ignored. Handle it (null refuses it), or
      remove the declaration.
      """,
      wrong: """
        {
          "events": {"open": null, "close": null, "lock": null},
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": "open"},
              "open": {"close": "closed"}
            }
          }
        }

        """,
      fixed: """
        {
          "events": {"open": null, "close": null},
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": "open"},
              "open": {"close": "closed"}
            }
          }
        }

        """),
    Explanation(
      .unusedContext, "a key of the context is never read",
      """
      No guard, value, text or invariant reads the key: it may be assigned, and nothing depends on it. If an embedding
      program reads it, suppress the finding with that reason.
      """,
      wrong: """
        {
          "context": {"tries": 0},
          "root": {"try": {"actions": {"assign": {"tries": 1}}}}
        }

        """,
      fixed: """
        {
          "context": {"tries": 0},
          "root": {"try": {"guard": "tries < 3", "actions": {"assign": {"tries": "tries + 1"}}}}
        }

        """),
    Explanation(
      .unusedAllowance, "a suppression that nothing needs",
      """
      "meta": {"allow": {"code": "reason"}} suppresses a warning: on a state for all that is in it, at the top level for
      the whole chart. This suppression is not needed any more, or names a code that does not exist; errors cannot be
      suppressed.
      """,
      wrong: """
        {
          "root": {
            "initial": "paying",
            "subStates": {
              "paying": {"paid": "shipped"},
              "shipped": {"type": "final", "meta": {"allow": {"dead-end": "parcels do not come back"}}}
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
              "shipped": {"meta": {"allow": {"dead-end": "parcels do not come back"}}}
            }
          }
        }

        """),
  ]
}
