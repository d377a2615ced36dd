import StateKitCore

extension Explanation {
  /// Warnings about names.
  static let names = [
    Explanation(
      .nearlyReserved, title: "the name of an event is nearly a reserved key",
      meaning: """
        Every key of a state that is not reserved is an event, so a misspelt "enterstate" silently becomes a handler of an
        event that never comes. If the event is intended, put it into "on", where every name is an event, or suppress the
        finding.
        """,
      wrong: """
        {
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": "open"},
              "open": {"close": "closed", "onExit": "closed"}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "closed",
            "subStates": {
              "closed": {"open": "open"},
              "open": {"close": "closed", "exitState": "bang"}
            }
          }
        }

        """),
    Explanation(
      .dottedName, title: "a state's name holds a dot",
      meaning: """
        Dots stand between the names of a path, so such a name can be taken for one. It works where it is unique; a name
        without a dot is easier to refer to.
        """,
      wrong: """
        {
          "root": {
            "initial": "v1.0",
            "subStates": {
              "v1.0": {"upgrade": "v2"},
              "v2": {"downgrade": "v1.0"}
            }
          }
        }

        """,
      fixed: """
        {
          "root": {
            "initial": "v1",
            "subStates": {
              "v1": {"upgrade": "v2"},
              "v2": {"downgrade": "v1"}
            }
          }
        }

        """),
  ]
}
