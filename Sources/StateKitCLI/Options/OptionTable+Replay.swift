extension Option {
  static let reportFormat = Option(
    "format", value: \.answerFormat, as: .word, help: "the format of the report",
    details: """
      text is for people. json is one object with all kinds of deviations. errors is the number of events with an \
      error or a broken invariant, at the event, or at the start or the timers before it. An event counts once; an \
      error that the chart handles does not count. Without an event, fitness is 1.
      """)
  static let caseField = Option(
    "case", optional: \.replay.caseField, as: .text("FIELD"), help: "the field with the case of an event",
    details: """
      The field is a member of each object in JSON Lines, a column in CSV, or an attribute of each trace in XES. Its value is a text or a number. Each case is \
      one machine. XES has standard names for --case, --event and --time, which are used without the options.
      """)
  static let eventField = Option(
    "event", optional: \.replay.eventField, as: .text("FIELD"), help: "the field with the name of the event",
    details: "An unknown name is ignored, or rejected if the chart declares its events.")
  static let timeField = Option(
    "time", optional: \.replay.timeField, as: .text("FIELD"), help: "the field with the time of the event",
    details: """
      A time is milliseconds, or a text such as 2024-01-31T12:00:00Z. The clock of a case starts at its first event \
      with a time. Due timers fire before an event. A time before the last event counts as the time of the last \
      event. A line without the field is a bad line. Without this option no time passes, except in XES: the field is \
      time:timestamp, no time passes before an event without it, and a warning counts these events.
      """)
  static let dataField = Option(
    "data", optional: \.replay.dataField, as: .text("FIELD"), help: "the field with the payload",
    details: "A cell in CSV contains JSON; an empty cell is no payload.")
  static let dataRest = Option(
    "data-rest", flag: \.replay.takesRest, help: "the payload is an object of all other fields",
    details: "Fields of CSV are texts. Without other fields the event has no payload.")
  static let dataFields = Option(
    "fields", optional: \.replay.fields, as: .names, help: "the payload is an object of these fields",
    details: "Names with commas between them. A line that has none of them is an event without a payload.")
  static let stateField = Option(
    "state", optional: \.replay.stateField, as: .text("FIELD"), help: "the field with the state after the event",
    details: """
      A line whose state is not active in the chart is the deviation state-differs, and the exit status is 1. A line without the field is not \
      compared. --map has the log's names.
      """)
  static let didField = Option(
    "did", optional: \.replay.didField, as: .text("FIELD"), help: "the field with the actions that were done",
    details: """
      The field has names with commas between them, or a JSON list of names and of objects with name and data. A line with other actions than those \
      of the event in the chart is the deviation did-differs, and the exit status is 1. The actions of timers before the event may be there, too. A line \
      without the field is not compared.
      """)
  static let hidden = Option(
    "hidden", value: \.replay.hidden, as: .names, help: "events that are never logged",
    details: """
      Names of the chart's events with commas between them. If an event of the log is not handled, or the state or the actions differ, up to three hidden \
      events before it are assumed, provided that they explain it. The report counts them.
      """)
  static let logNames = Option(
    "map", optional: \.program.map, as: .file, help: "a file with the log's names of states, events and actions",
    details: """
      The file is JSON: {"states": {"PAID": "paid"}, "events": {"pay": "PAY"}, "actions": {"MAIL": "sendMail"}}. States and actions go from the log's name \
      to the chart's, events from the chart's to the log's.
      """)
  static let deviations = Option(
    "deviations", optional: \.replay.deviations, as: .file, help: "write each event that was not handled, as JSON",
    details: """
      Each line of the file has the case, the event, the outcome and the line of the log, in the order of the log. - is standard output, in \
      place of the report.
      """)
  static let scriptOf = Option(
    "script-of", optional: \.replay.scriptOf, as: .text("CASE"), help: "only write the events of one case, as a script",
    details: "run gives the same result with the script as replay with the case, so run can show a deviation in detail."
  )
  static let fitness = Option(
    "fitness", optional: \.replay.leastFitness, as: .part, help: "fail if less than this part of events is handled",
    details: "The part is between 0 and 1. Without this option deviations leave the exit status 0.")
  static let strictLog = Option(
    "strict", flag: \.isStrict, help: "fail if a line of the log is not an event",
    details: "Without this option such lines are counted and skipped, each with a warning.")
  static let partial = Option(
    "partial", flag: \.replay.isPartial, help: "write a summary for --merge, not a report",
    details:
      "The log must contain all events of its cases. A summary is one line; a file may contain the summaries of several logs."
  )
  static let merge = Option(
    "merge", flag: \.replay.merges, help: "add the summaries of --partial into one report",
    details:
      "The operands are the files with summaries, without a chart and a log. The report equals, byte for byte, the report of one replay of the whole log."
  )
  static let spill = Option(
    "spill", optional: \.replay.spill, as: .text("DIR"), help: "first split the log by case, in this folder",
    details: "Use it for logs with more open cases than fit in memory. The files are removed at the end.")
  static let replayJobs = Option(
    "jobs", optional: \.jobs, as: .number(1...1_024).defaulting(to: "one for each processor; 1 with --partial"),
    help: "how many threads replay",
    details: "Each thread replays a part of the cases. The report is the same for every number.")
  static let forceDeviations = Option(
    "force", flag: \.isForced, help: "let --deviations replace an existing file",
    details: "The file is replaced as a whole at the end of the replay.")
  static let quietReplay = Option(
    "quiet", flag: \.isQuiet, help: "write no warnings and no progress",
    details: "The report is the same, and so is the exit status.")
}
