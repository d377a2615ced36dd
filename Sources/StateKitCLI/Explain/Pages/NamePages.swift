import StateKitCore

extension Explanation {
  /// Warnings about names.
  static let names = [
    Explanation(
      .nearlyReserved, title: "the name of an event is nearly a reserved key",
      meaning: """
        Every key of a state that is not reserved is an event, so a misspelt "enterstate" becomes a handler of an
        event that never comes. If you mean an event, put it into "on", where every name is an event, or suppress the
        finding.
        """,
      wrong: """
        "closed": {"open": "open"},
        "open": {"close": "closed", "onExit": "closed"}
        """,
      fixed: .replacing(#""onExit": "closed""#, with: #""exitState": "bang""#)),
    Explanation(
      .dottedName, title: "the name of a state has a dot",
      meaning: """
        A path has dots between its names, so a name with a dot can be confused with a path. It works if it is unique, but a name
        without a dot is easier to use.
        """,
      wrong: """
        "v1.0": {"upgrade": "v2"},
        "v2": {"downgrade": "v1.0"}
        """,
      fixed: """
        "v1": {"upgrade": "v2"},
        "v2": {"downgrade": "v1"}
        """),
  ]
}
