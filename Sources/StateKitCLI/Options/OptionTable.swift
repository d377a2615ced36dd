/// The options of several commands, and those of `run`, `validate`, `why` and `explain`.
extension Option {
  static let traceFormat = Option(
    \.traceFormat, "format", .word, "how the trace is written: text, or one JSON object a step",
    details: """
      Text is for people and for recorded traces; jsonl is for programs, one object on each line with the same facts. \
      Messages go to the error stream in both.
      """)
  static let findingsFormat = Option(
    \.findingsFormat, "format", .word, "how findings are written",
    details: """
      Text shows the line of the file below each finding. json is one document with all of them; github writes \
      annotations that GitHub Actions shows in a pull request; sarif is SARIF 2.1.0, which code scanning reads.
      """)
  static let pageFormat = Option(
    \.pageFormat, "format", .word, "how the page is written",
    details: "Text is for a terminal. markdown is what the documentation of this project has on its pages.")
  static let answerFormat = Option(
    \.answerFormat, "format", .word, "how the answer is written",
    details: """
      Text is a few lines for people. json is one object: the outcome, and the states that were asked, in \
      their order, each with its handlers and what became of them; of a move of the clock, +5s, the timers that it \
      fires, and the next one.
      """)
  static let checksHandled = Option(
    \.checksHandled, "check", "end with 1 where the event would not be handled",
    details: """
      The answer is the same as without this option. `null` handles an event, too; one that would be declined, ignored \
      or rejected makes the exit status 1, and so does a move of the clock, +5s, that would fire nothing.
      """)
  static let script = Option(
    each: \.scripts, "script", .script, "check this script against the chart, too",
    details: """
      Every line of the script is read, nothing is run. Errors of syntax, unknown names, and events that no state \
      handles are found with their lines.
      """)
  static let startScript = Option(
    optional: \.startScript, "script", .script, "run the lines of this script first",
    details: """
      The session goes on from where the script ends, as after `:load`. Lines that are wrong are shown and left out.
      """)
  static let quietFindings = Option(
    \.isQuiet, "quiet", short: "q", "write errors only: no warnings, no summary",
    details: "Warnings still count for --strict. The exit status is the same as without this option.")
  static let listSkipped = Option(
    \.isVerbose, "verbose", short: "v", "name what is skipped in folders, each with its reason",
    details: """
      Without this option skipped files and folders are only counted. The lines go to standard error.
      """)
  static let quiet = Option(
    \.isQuiet, "quiet", short: "q", "write errors only: no trace, no warnings",
    details: """
      Standard output stays empty, and the run is as it would be otherwise. The exit status says how it ended.
      """)
  static let strict = Option(
    \.isStrict, "strict", "an ignored or declined event is an error, too",
    details: """
      Without this option an event that no active state handles, or that all handlers decline by their guards, is \
      noted in the trace and the run goes on. With it the exit status is 1.
      """)
  static let strictWarnings = Option(
    \.isStrict, "strict", "a warning makes the exit status 1, too",
    details: "For checks that must stay clean. What a chart allows in `meta.allow` is no warning.")
  static let from = Option(
    optional: \.reading.kind, "from", .word, "the kind of chart that the files hold",
    defaultText: "what their content shows",
    details: """
      A file that begins with < is an SCXML document, an object with `root` a chart of statekit, another one with keys of \
      machines one of XState. xstate4 and xstate5 say the version, too, which is otherwise seen from its words.
      """)
  static let lenient = Option(
    \.reading.isLenient, "lenient", "leave to the host what cannot be said here, with a warning",
    details: """
      Of an SCXML document in ECMAScript: a condition that cannot be translated becomes a guard of the host, a script an \
      action of the host. Without this option they are errors.
      """)
  static let to = Option(
    optional: \.target, "to", .word, "the notation to write the chart in",
    details: """
      The chart is read first, with all checks. What is written runs as the chart does: the same script gives the same trace.
      """)
  static let lossy = Option(
    \.isLossy, "lossy", "write also what means something else in that notation, and list every loss",
    details: """
      Without this option a chart that the notation cannot say is refused: the messages tell what it is, the exit status is 1, and \
      nothing is written.
      """)
  static let output = Option(
    optional: \.output, "output", short: "o", .file, "write to this file", defaultText: "standard output",
    details: "A file that exists is not replaced without --force, and the chart that is read never is.")
  static let forceOutput = Option(
    \.isForced, "force", "let --output replace a file that exists",
    details: "The file is replaced as a whole, or stays as it was.")
  static let set = Option(
    each: \.settings, "set", .setting, "replace a first value of the chart's context",
    details: """
      PATH is the name of a value of the context, or names with dots between them; it must lead to something that \
      the context has. JSON is any value; a text needs its quotes: --set name='"Ann"'.
      """)
  static let maxSteps = Option(
    \.maxSteps, "max-steps", .number(1...Int.max), "steps of one macrostep before it is stopped",
    details: """
      Transitions of an event, of `always` and of raised events each count one. A macrostep that needs more is most \
      likely one that never ends; it is stopped with an error, and the exit status is 1.
      """)
  static let fullTrace = Option(
    \.showsAllRounds, "full-trace",
    "write all rounds of a macrostep that --max-steps ends, not the first and the last one",
    details: """
      A macrostep that never ends repeats the same steps until the limit ends it. The trace shows one round and the last \
      one, and says how many are between; with this option all are there.
      """)
  static let maxCost = Option(
    \.maxCost, "max-cost", .number(1...Int.max),
    "evaluations, actions, entries and exits of one script line before it is stopped",
    details: """
      The cost of a line does not depend on the computer, so a run ends at the same step everywhere. What goes \
      beyond the limit is stopped with an error that says where, and the exit status is 1.
      """)
  static let maxMemory = Option(
    \.maxMemory, "max-memory", .size, "what all machines together may hold, in bytes, K, M or G",
    details: """
      Contexts, queues, timers and children count, those of all threads of test together. What goes beyond the \
      limit is stopped with an error, before the system is short of memory.
      """)
  static let maxOutput = Option(
    \.maxOutput, "max-output", .size, "what may be written, in bytes, K, M or G",
    details: """
      The limit holds for standard output and for each file. Standard output ends at the last line that fits, a longer \
      file is not written, and the exit status is 1.
      """)
  static let realtime = Option(
    \.isRealtime, "realtime", "use the wall clock: +5s waits five seconds",
    details: """
      Timers fire when their time has come, also while the next line of the script is waited for. Without this \
      option time is a number that only the script moves, and nothing waits.
      """)
  static let record = Option(
    optional: \.record, "record", .file,
    "write what was run as a script with expectations, ready for test; - is standard output, in place of the trace",
    details: """
      Each line of the input is followed by `:expect` lines that say what it did. A file that exists is not \
      replaced without --force, and neither the chart nor the script ever is.
      """)
  static let saveState = Option(
    optional: \.saveState, "save-state", .file,
    "write the machine as it is after the last line, to go on from; - is standard output, in place of the trace",
    details: """
      The file has the configuration, history, context, timers by the time that is left, children and the clock. It is \
      written also where the exit status is 1, never where it is 2. A state file of the same chart is replaced; anything \
      else only with --force.
      """)
  static let fromState = Option(
    optional: \.fromState, "from-state", .file, "go on from a file that --save-state wrote, without init",
    details: """
      Two runs with a state file between them write the trace of one run. Where the file does not fit the chart \
      nothing is run, and the exit status is 1: state-misfit says what is lost.
      """)
  static let journal = Option(
    optional: \.journal, "journal", .file,
    "keep each line in this file before its trace is written, and go on from there",
    details: """
      Started again with the same script, the run goes on behind the last line that was kept. A script whose first lines are \
      other ones, another chart, or other options that change what a line does, makes the exit status 1, a second run on \
      the same file 2. What was cut off at the end is left out with a warning; a file that is damaged otherwise is \
      journal-corrupt, with status 2.
      """)
  static let sync = Option(
    \.sync, "sync", .word, "when the journal waits for the disk",
    details: """
      batch writes and syncs lines together that are already there, always each line by itself. With none the system writes \
      when it likes.
      """)
  static let stateEvery = Option(
    \.stateInterval, "state-every", .number(1...Int.max),
    "lines after which a state file is written beside the journal",
    details: "The file has the name of the journal and .state. Opening a journal runs only the lines behind it.")
  static let migrate = Option(
    optional: \.migration, "migrate", .text("MAP.json"), "how a state file of another chart is read",
    details: """
      {"states": {"old": "new"}, "context": {"key": "expression"}}: full paths of states, those below them follow; \
      expressions are over the context of the state file. Keys that the chart does not have any more are left out where \
      there is "context".
      """)
  static let force = Option(
    \.isForced, "force", "let --record and --save-state replace a file that exists",
    details: "The file is replaced as a whole when the run is over. Until then it stays as it was.")
  static let color = Option(
    \.color, "color", .word, "colour in messages", defaultNote: ": on a terminal",
    details: """
      auto is colour where messages go to a terminal. The variables NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR are \
      obeyed where the option is auto or missing.
      """)
  static let watchShow = Option(
    optional: \.watchShow, "show", .file, "draw the chart into this file whenever it is saved",
    details: "The chart is the first one that is named. The ending of the file says the format, as for show.")
  static let help = Option(\.wantsHelp, "help", short: "h", "show this text")
  static let version = Option(\.wantsVersion, "version", "show the version")
}
