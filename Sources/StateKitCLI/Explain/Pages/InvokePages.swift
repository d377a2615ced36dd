import StateKitCore

extension Explanation {
  /// Charts that invoke charts.
  static let invoke: [Explanation] = [
    Explanation(
      .unreadableChart, title: "a child chart cannot be read",
      meaning: """
        "invoke" names a chart file, relative to the folder of the chart that names it. It must be a regular file that
        lies, with links followed, at or below the folder of the file that was named on the command line, or the folder that
        statekit was started in.
        """,
      wrong: """
        {"root": {"invoke": {"chart": "helper.json", "id": "helper"}}}

        """,
      fixed: """
        {"root": {"enterState": {"call": "startHelper"}}}

        """),
    Explanation(
      .invalidChild, title: "a child chart has errors",
      meaning: """
        A chart runs when all that it invokes is valid too. The message has the first error with its source position in
        the child; `statekit validate` on the child shows them all.
        """,
      wrong: Example(
        chart: """
          {"root": {"invoke": {"chart": "children/misspelt.json", "id": "helper"}}}

          """,
        children: [
          (
            "children/misspelt.json",
            """
            {"root": {"initial": "bussy", "subStates": {"busy": {}}}}

            """
          )
        ]),
      fixed: Example(
        chart: """
          {"root": {"invoke": {"chart": "children/helper.json", "id": "helper"}}}

          """,
        children: [helper])),
    Explanation(
      .unknownInput, title: "input names a key that the child's context does not have",
      meaning: """
        "input" replaces first values of the child's context: it can only name keys that the child has there.
        """,
      wrong: Example(
        chart: """
          {"root": {"invoke": {"chart": "children/helper.json", "id": "helper", "input": {"seed": 3}}}}

          """,
        children: [helper]),
      fixed: Example(
        chart: """
          {"root": {"invoke": {"chart": "children/helper.json", "id": "helper", "input": {"speed": 3}}}}

          """,
        children: [helper])),
    Explanation(
      .duplicateChild, title: "two children have the same id",
      meaning: """
        Events are sent to a child by its id, so children that can be there at the same time need ids of their own.
        Without an "id" a child is called as its file.
        """,
      wrong: Example(
        chart: """
          {"root": {"invoke": [{"chart": "children/helper.json"}, {"chart": "children/helper.json"}]}}

          """,
        children: [helper]),
      fixed: Example(
        chart: """
          {"root": {"invoke": [{"chart": "children/helper.json", "id": "left"}, {"chart": "children/helper.json", "id": "right"}]}}

          """,
        children: [helper])),
    Explanation(
      .endlessInvocation, title: "charts invoke one another without end",
      meaning: """
        The start of each chart of this ring surely starts the next one, so the start would never end. A chart may
        invoke itself where an event or a guard stands between; a run allows ten children of children.
        """,
      wrong: Example(
        chart: """
          {"root": {"invoke": {"chart": "children/ping.json"}}}

          """,
        children: [
          (
            "children/ping.json",
            """
            {"root": {"invoke": {"chart": "pong.json"}}}

            """
          ),
          (
            "children/pong.json",
            """
            {"root": {"invoke": {"chart": "ping.json"}}}

            """
          ),
        ]),
      fixed: Example(
        chart: """
          {"root": {"invoke": {"chart": "children/helper.json"}}}

          """,
        children: [helper])),
  ]
}
