import StateKitCore

extension Explanation {
  /// Errors in events and their data.
  static let events = [
    Explanation(
      .duplicateEvent, title: "an event is handled twice by one state",
      meaning: """
        An event stands as a key of its state, or in "on" (for names that a reserved key shadows), not in both: it would be
        unclear which comes first. Several candidates for one event are an array.
        """,
      wrong: """
        {
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": "open", "on": {"open": {"actions": "knock"}}},
              "open": {"close": "closed"}
            }
          }
        }

        """,
      fixed: doors),
    Explanation(
      .badContextName, title: "an expression cannot name this",
      meaning: """
        Keys of the context and the names of a forEach are variables of expressions: a letter or _, then letters, digits
        and _, no word that the language reserves, and not "event", which is the event that came.
        """,
      wrong: """
        {
          "context": {"order total": 0},
          "root": {"add": {"actions": "beep"}}
        }

        """,
      fixed: """
        {
          "context": {"orderTotal": 0},
          "root": {"add": {"guard": "orderTotal < 100", "actions": {"assign": {"orderTotal": "orderTotal + 1"}}}}
        }

        """),
    Explanation(
      .badEventType, title: "no such type",
      meaning: """
        "events" declares what each event carries: null for nothing, a type, or an object of types. The types are bool, int,
        double, string, list, map and any; with a ? behind it, it may be absent or null.
        """,
      wrong: """
        {
          "events": {"pay": {"amount": "integer"}},
          "root": {"pay": {"actions": "thank"}}
        }

        """,
      fixed: """
        {
          "events": {"pay": {"amount": "int"}},
          "root": {"pay": {"actions": "thank"}}
        }

        """),
    Explanation(
      .undeclaredEvent, title: "an event is not declared",
      meaning: """
        Where "events" is present it is the whole alphabet: a handler, a raise or a send that names another event can never
        match anything. Declare it, or fix the name. Done and error events need no declaration.
        """,
      wrong: """
        {
          "events": {"open": null, "close": null},
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": "open"},
              "open": {"close": "closed", "clsoe": "closed"}
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
  ]
}
