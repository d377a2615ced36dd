import StateKitCore

extension Explanation {
  /// Errors in events and their data.
  static let events = [
    Explanation(
      .duplicateEvent, title: "an event is handled twice by one state",
      meaning: """
        An event can be a key of its state, or be in "on" (for names of reserved keys), but not both: the order of the two handlers would be
        unclear. Write several candidates for one event as an array.
        """,
      wrong: """
        "closed": {"open": "open", "on": {"open": {"actions": "knock"}}},
        "open": {"close": "closed"}
        """,
      fixed: doors),
    Explanation(
      .badContextName, title: "an expression cannot name this",
      meaning: """
        Keys of the context and the names of a forEach are variables in expressions. A name is a letter or _, then letters, digits
        and _. It must not be a reserved word or "event", which is the current event. The element and the index of a forEach need
        different names.
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
        "events" declares the payload of each event: null for none, a type, or an object of types. The types are bool, int,
        double, string, list, map and any. A value of a type that ends with ? may be absent or null.
        """,
      wrong: """
        {
          "events": {"pay": {"amount": "integer"}},
          "root": {"pay": {"actions": "thank"}}
        }
        """,
      fixed: .replacing(#""integer""#, with: #""int""#)),
    Explanation(
      .undeclaredEvent, title: "an event is not declared",
      meaning: """
        If "events" is present, it declares all events: a handler, a raise or a send that names another event can never
        match. Declare the event, or fix the name. Done and error events need no declaration.
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
      fixed: .replacing(#""closed", "clsoe": "closed""#, with: #""closed""#)),
  ]
}
