import StateKitCore

extension Explanation {
  /// Answers of a script for the host, and missing ones.
  static let host = [
    Explanation(
      .unknownDelay, title: "the chart has no delay of this name",
      meaning: """
        :delay and --delay say how long a delay is that the chart names: a key of "after" or the "delay" of a send that is a name
        and no duration. The names that the chart has are in the message.
        """,
      wrong: Example(chart: door, script: ":delay autoclose = 5s\nopen\n+5s\n", command: "run --quiet"),
      fixed: Example(chart: door, script: ":delay autoClose = 5s\nopen\n+5s\n", command: "run --quiet")),
    Explanation(
      .unansweredGuard, title: "nothing in the script answers a guard of the host",
      meaning: """
        A guard that is null in "guards" is answered by the program that embeds the chart. For a script something has to stand in
        for that: a line ":guard NAME = EXPRESSION", or the option --guard. Without an answer each event that asks the guard is an
        error. A guard is named once for each script.
        """,
      wrong: Example(chart: visit, script: "knock\n"),
      fixed: Example(chart: visit, script: ":guard isHome = true\nknock\n")),
    Explanation(
      .unansweredDelay, title: "nothing in the script says how long a delay is",
      meaning: """
        A delay that is a name is given by the program that embeds the chart. For a script a line ":delay NAME = DURATION", or the
        option --delay, stands in for that. Without it each entry of the state is an error, and the timer does not run.
        """,
      wrong: Example(chart: door, script: "open\n+5s\n"),
      fixed: Example(chart: door, script: ":delay autoClose = 5s\nopen\n+5s\n")),
  ]

  private static let door = """
    {
      "root": {
        "initial": "closed",
        "subStates": {
          "closed": {"open": "open"},
          "open": {"after": {"autoClose": "closed"}}
        }
      }
    }

    """
  private static let visit = """
    {
      "guards": {"isHome": null},
      "root": {"knock": {"guard": "isHome", "actions": "answer"}}
    }

    """
}
