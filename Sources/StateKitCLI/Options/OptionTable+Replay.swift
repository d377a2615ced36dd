/// The options of `replay`.
extension Option {
  static let reportFormat = Option(
    \.answerFormat, "format", .word, "how the report is written",
    details: "Text is for people. json is one object with all kinds of deviations.")
  static let caseField = Option(
    optional: \.replay.caseField, "case", .text("FIELD"), "the field that names the case of an event",
    details: """
      A text or a number: a member of the objects of JSON Lines, a column of CSV, an attribute of the traces of XES. Each case is \
      a machine of its own.
      """)
  static let eventField = Option(
    optional: \.replay.eventField, "event", .text("FIELD"), "the field that names the event",
    details:
      "Names that the chart does not know are events, too: they are ignored, or rejected where events are declared.")
  static let timeField = Option(
    optional: \.replay.timeField, "time", .text("FIELD"),
    "the field with the time: milliseconds, or a text such as 2024-01-31T12:00:00Z",
    details: """
      The clock of a case starts at its first event and moves with its own events; timers that are due fire before the event. A \
      time that goes back counts as that of the last event. Without this option no time passes.
      """)
  static let dataField = Option(
    optional: \.replay.dataField, "data", .text("FIELD"), "the field with the payload",
    details: "A cell of CSV holds JSON; an empty one is none.")
  static let dataRest = Option(
    \.replay.takesRest, "data-rest", "the payload is an object of all other fields",
    details: "Those of CSV are texts. Where there is no other field there is no payload.")
  static let deviations = Option(
    optional: \.replay.deviations, "deviations", .file, "write a line of JSON for each event that was not handled",
    details: """
      Each line has the case, the event, the outcome and the line of the log, in the order of the log. - is standard output, in \
      place of the report.
      """)
  static let scriptOf = Option(
    optional: \.replay.scriptOf, "script-of", .text("CASE"),
    "write the events of one case as a script, and nothing else",
    details: "What run does with the script is what replay does with the case, so a deviation can be looked at there.")
  static let fitness = Option(
    optional: \.replay.leastFitness, "fitness", .part,
    "fail where the chart explains less than this part of the events",
    details: "The part is between 0 and 1. Deviations alone leave the exit status 0.")
  static let strictLog = Option(
    \.isStrict, "strict", "fail where a line of the log is no event",
    details: "Such lines are warnings, counted and left out, also without this option.")
  static let partial = Option(
    \.replay.isPartial, "partial", "write a summary that --merge adds to others, in place of the report",
    details:
      "The log must hold all events of its cases. A summary is one line; lines of several files may stand in one.")
  static let merge = Option(
    \.replay.merges, "merge", "add summaries of --partial: the files are these, no chart and no log",
    details: "The report is the same, byte for byte, as that of one run over all of the log.")
  static let spill = Option(
    optional: \.replay.spill, "spill", .text("DIR"), "part the log by its cases in this folder first",
    details: "For logs with more open cases than fit in memory. What is written there is removed at the end.")
  static let replayJobs = Option(
    optional: \.jobs, "jobs", short: "j", .number(1...1_024), "how many threads replay",
    defaultText: "one for each processor; 1 with --partial",
    details: "Each has a part of the cases. The report is the same for every number.")
  static let forceDeviations = Option(
    \.isForced, "force", "let --deviations replace a file that exists",
    details: "The file is replaced as a whole when the replay is over. Until then it stays as it was.")
  static let quietReplay = Option(
    \.isQuiet, "quiet", short: "q", "write no warnings and no progress",
    details: "The report is the same, and so is the exit status.")
}
