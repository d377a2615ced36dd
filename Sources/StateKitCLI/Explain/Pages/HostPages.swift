import StateKitCore

extension Explanation {
  /// Answers of a script for the host, and missing ones.
  static let host = [
    Explanation(
      .unknownDelay, title: "the chart has no delay of this name",
      meaning: """
        :delay and --delay set a delay that the chart names: a key of "after", or the "delay" of a send, that is a name
        and not a duration. The message lists the names in the chart.
        """,
      wrong: Example(chart: door, script: ":delay autoclose = 5s\nopen\n+5s\n", command: "run --quiet"),
      fixed: Example(chart: door, script: ":delay autoClose = 5s\nopen\n+5s\n", command: "run --quiet")),
    Explanation(
      .unansweredGuard, title: "nothing in the script answers a guard of the host",
      meaning: """
        The embedding program answers a guard that is null in "guards". In a script, answer it with
        a line ":guard NAME = EXPRESSION" or the option --guard. Without an answer each event that asks the guard is an
        error. Each guard is reported once for each script.
        """,
      wrong: Example(chart: visit, script: "knock\n"),
      fixed: Example(chart: visit, script: ":guard isHome = true\nknock\n")),
    Explanation(
      .unansweredDelay, title: "nothing in the script says how long a delay is",
      meaning: """
        The embedding program sets a delay that is a name. In a script, set it with a line ":delay NAME = DURATION" or the
        option --delay. Without it each entry of the state is an error, and the timer does not run.
        """,
      wrong: Example(chart: door, script: "open\n+5s\n"),
      fixed: Example(chart: door, script: ":delay autoClose = 5s\nopen\n+5s\n")),
  ]

  private static let door = """
    "closed": {"open": "open"},
    "open": {"after": {"autoClose": "closed"}}
    """
  private static let visit = """
    {
      "guards": {"isHome": null},
      "root": {"knock": {"guard": "isHome", "actions": "answer"}}
    }
    """
}
