import StateKitCore

extension Explanation {
  /// Charts that invoke charts.
  static let invoke: [Explanation] = [
    Explanation(
      .unreadableChart, title: "a file that a chart or a script names cannot be read",
      meaning: """
        "invoke" in a chart, "src" of a script or of data in SCXML, and a ":chart" line in a script name files,
        relative to the folder of the file that names them. Such a file must be a regular file at or below the folder
        of the file on the command line, or the folder that statekit was started in. Links are followed before this
        check. In an editor, a script whose chart is not valid has this error, too.
        """,
      wrong: #"{"root": {"invoke": {"chart": "helper.json", "id": "helper"}}}"#,
      fixed: .replacing(
        #""invoke": {"chart": "helper.json", "id": "helper"}"#,
        with: #""enterState": {"call": "startHelper"}"#)),
    Explanation(
      .invalidChild, title: "a child chart has errors",
      meaning: """
        A chart runs only if all charts that it invokes are valid. The message has the first error with its position in
        the child. `statekit validate` on the child shows all errors.
        """,
      wrong: Example(
        chart: #"{"root": {"invoke": {"chart": "children/misspelt.json", "id": "helper"}}}"#,
        children: [
          ("children/misspelt.json", #"{"root": {"initial": "bussy", "subStates": {"busy": {}}}}"#)
        ]),
      fixed: Example(
        chart: #"{"root": {"invoke": {"chart": "children/helper.json", "id": "helper"}}}"#,
        children: [helper])),
    Explanation(
      .unknownInput, title: "input names a key that the child's context does not have",
      meaning: #""input" replaces first values in the context of the child, so it can only name keys of that context."#,
      wrong: Example(
        chart: #"{"root": {"invoke": {"chart": "children/helper.json", "id": "helper", "input": {"seed": 3}}}}"#,
        children: [helper]),
      fixed: .replacing(#""seed""#, with: #""speed""#)),
    Explanation(
      .duplicateChild, title: "two children have the same id",
      meaning: """
        Events are sent to a child by its id, so children that can run at the same time need different ids.
        The default id is the name of the file.
        """,
      wrong: Example(
        chart: #"{"root": {"invoke": [{"chart": "children/helper.json"}, {"chart": "children/helper.json"}]}}"#,
        children: [helper]),
      fixed: Example(
        chart: """
          {"root": {"invoke": [{"chart": "children/helper.json", "id": "left"}, {"chart": "children/helper.json", "id": "right"}]}}
          """,
        children: [helper])),
    Explanation(
      .endlessInvocation, title: "charts invoke one another without end",
      meaning: """
        The start of each chart in this circle always starts the next chart, so the start would never end. A chart may
        invoke itself after an event or a guard. A run allows ten levels of children.
        """,
      wrong: Example(
        chart: #"{"root": {"invoke": {"chart": "children/ping.json"}}}"#,
        children: [
          ("children/ping.json", #"{"root": {"invoke": {"chart": "pong.json"}}}"#),
          ("children/pong.json", #"{"root": {"invoke": {"chart": "ping.json"}}}"#),
        ]),
      fixed: Example(
        chart: #"{"root": {"invoke": {"chart": "children/helper.json"}}}"#,
        children: [helper])),
  ]
}
