/// The options of several commands, and those of `run`, `validate`, `why` and `explain`.
extension Option {
  static let traceFormat = Option(
    "format", value: \.traceFormat, as: .word, help: "the format of the trace",
    details: """
      text is for people and recorded traces. jsonl is for programs: one JSON object on each line, with the same facts. \
      Messages go to standard error in both formats.
      """)
  static let findingsFormat = Option(
    "format", value: \.findingsFormat, as: .word, help: "the format of the findings",
    details: """
      text shows the line of the file below each finding. json is one document with all findings; github writes \
      annotations that GitHub Actions shows in a pull request; sarif is SARIF 2.1.0, which code scanning reads.
      """)
  static let pageFormat = Option(
    "format", value: \.pageFormat, as: .word, help: "the format of the page",
    details: "text is for a terminal, markdown for documentation.")
  static let answerFormat = Option(
    "format", value: \.answerFormat, as: .word, help: "the format of the answer",
    details: """
      text is for people. json is one object: the outcome, and the states that were asked, in \
      order, each with its handlers and whether they are taken. For a move of the clock, +5s, it has the timers that \
      fire and the next timer.
      """)
  static let checksHandled = Option(
    "check", flag: \.checksHandled, help: "fail if the event would not be handled",
    details: """
      The answer is the same. The exit status is 1 if the event would be declined, ignored or rejected, \
      or if a move of the clock, +5s, would fire no timer. An event that `null` handles is handled.
      """)
  static let script = Option(
    "script", each: \.scripts, as: .script, help: "also check this script against the chart",
    details: """
      The script is read but not run. `statekit test` checks the scripts of a folder. Syntax errors, unknown \
      names, and events that no state handles are reported with their lines.
      """)
  static let startScript = Option(
    "script", optional: \.startScript, as: .script, help: "run the lines of this script first",
    details: "The session continues after the script, as after `:load`. Wrong lines are shown and skipped.")
  static let quietFindings = Option(
    "quiet", flag: \.isQuiet, help: "write only errors",
    details: "No warnings and no summary. Where there is --strict, warnings still count for it.")
  static let listSkipped = Option(
    "verbose", flag: \.isVerbose, help: "list every skipped file",
    details:
      "The list goes to standard error, each file with its reason. Without this option skipped files are only counted.")
  static let quiet = Option(
    "quiet", flag: \.isQuiet, help: "write only errors",
    details: "No trace and no warnings. The exit status tells how the run ended.")
  static let strict = Option(
    "strict", flag: \.isStrict, help: "an ignored or declined event is an error",
    details: """
      Without this option an event that no active state handles, or that all guards decline, is only \
      shown in the trace. With this option the exit status is 1.
      """)
  static let strictWarnings = Option(
    "strict", flag: \.isStrict, help: "a warning makes the exit status 1",
    details: "Use it in CI. A finding that the chart suppresses in `meta.allow` is not a warning.")
  static let from = Option(
    "from", optional: \.reading.kind, as: .word.defaulting(to: "by their content"),
    help: "the notation of the chart files",
    details: """
      A file that begins with < is an SCXML document, an object with `root` is a statekit chart, and another object with keys of \
      machines is an XState machine. xstate4 and xstate5 also tell the version, which otherwise is detected by its keys.
      """)
  static let lenient = Option(
    "lenient", flag: \.reading.isLenient, help: "leave to the host what cannot be translated",
    details: """
      In an SCXML document with ECMAScript, a condition that cannot be translated becomes a host guard, a script becomes a \
      host action, each with a warning. Without this option they are errors.
      """)
  static let to = Option(
    "to", optional: \.target, as: .word, help: "the notation to write",
    details: "The chart is validated first. The result runs like the chart: the same script gives the same trace.")
  static let lossy = Option(
    "lossy", flag: \.isLossy, help: "write the chart even if its meaning changes",
    details: """
      Each loss is listed. Without this option a chart that the notation cannot express is refused: the messages name the parts, the exit status is 1, and \
      nothing is written.
      """)
  static let output = Option(
    "output", optional: \.output, as: .file.defaulting(to: "standard output"), help: "write to this file",
    details: "An existing file is replaced only with --force. The chart itself is never replaced.")
  static let forceOutput = Option(
    "force", flag: \.isForced, help: "let --output replace an existing file",
    details: "The file is replaced as a whole, or not at all.")
  static let set = Option(
    "set", each: \.settings, as: .setting, help: "set a first value of the context",
    details: """
      PATH is a key of the context, or names with dots between them. It must lead to a value that \
      the context has. JSON is any value; a text needs quotes: --set name='"Ann"'.
      """)
  static let maxSteps = Option(
    "max-steps", value: \.maxSteps, as: .number(1...Int.max), help: "the maximum number of steps in a macrostep",
    details: """
      A set of `always` handlers, a raised event and a `goToState` count one step each. A macrostep with more steps most \
      likely never ends. It is stopped with an error, and the exit status is 1.
      """)
  static let fullTrace = Option(
    "full-trace", flag: \.showsAllRounds, help: "write every step of an endless macrostep",
    details: """
      An endless macrostep repeats the same steps until --max-steps stops it. Without this option the trace shows the first and the last round, \
      and the number of rounds between them.
      """)
  static let maxCost = Option(
    "max-cost", value: \.maxCost, as: .number(1...Int.max), help: "the maximum cost of a script line",
    details: """
      The cost counts evaluations, actions, entries and exits. It does not depend on the computer, so a run stops at the same step everywhere. A line \
      above the limit is stopped with an error, and the exit status is 1.
      """)
  static let maxMemory = Option(
    "max-memory", value: \.maxMemory, as: .size, help: "the maximum memory of all machines together",
    details: """
      Contexts, queues, timers and children count, in all threads together. A line above the \
      limit is stopped with an error.
      """)
  static let maxOutput = Option(
    "max-output", value: \.maxOutput, as: .size, help: "the maximum size of the output",
    details: """
      The limit applies to standard output and to each file. Standard output ends with the last line that fits. A larger \
      file is not written, and the exit status is 1. A journal has no limit.
      """)
  static let realtime = Option(
    "realtime", flag: \.isRealtime, help: "use the real clock: +5s waits five seconds",
    details: """
      Timers also fire while statekit waits for the next line of the script. Without this \
      option only the script moves the time, and nothing waits.
      """)
  static let record = Option(
    "record", optional: \.record, as: .file, help: "write the run as a script with expectations",
    details: """
      After each line of the input the script has `:expect` lines with the result. - is standard output, in place of the trace. An existing file is \
      replaced only with --force. The chart and the script are never replaced.
      """)
  static let saveState = Option(
    "save-state", optional: \.saveState, as: .file, help: "save the machine after the last line",
    details: """
      --from-state resumes the machine. The file has the configuration, history, context, remaining time of timers, children and the clock. - is standard output, in place of the trace. The file is \
      also written if the exit status is 1, but not if it is 2. A state file of the same chart is replaced, another file \
      only with --force.
      """)
  static let fromState = Option(
    "from-state", optional: \.fromState, as: .file, help: "resume a machine that --save-state saved",
    details: """
      The start is not run again. Two runs with a state file between them write the trace of one run. If the file does not fit the chart, \
      nothing is run, and the exit status is 1: the message state-misfit lists what does not fit.
      """)
  static let journal = Option(
    "journal", optional: \.journal, as: .file, help: "log each line to this file, and resume from it",
    details: """
      Each line is in the file before its trace is written. If statekit is started again with the same script, the run continues after the last line in the journal. If the first lines of the script are \
      different, the chart is another one, or an option changes what a line does, the exit status is 1. For a second run on \
      the same file it is 2. An incomplete line at the end is removed with a warning; another damage is the error \
      journal-corrupt, with status 2.
      """)
  static let sync = Option(
    "sync", value: \.sync, as: .word, help: "when the journal is synced to the disk",
    details: """
      batch writes and syncs all lines that are available together, always each line alone. With none the system decides \
      when to write.
      """)
  static let stateEvery = Option(
    "state-every", value: \.stateInterval, as: .number(1...Int.max), help: "write a state file after every N lines",
    details:
      "The file has the name of the journal and .state. Opening a journal then runs only the lines after the state file."
  )
  static let migrate = Option(
    "migrate", optional: \.migration, as: .text("MAP.json", completes: .files),
    help: "a map for a state file of another chart",
    details: """
      {"states": {"old": "new"}, "context": {"key": "expression"}}: full paths of states; states below a renamed state follow it; \
      expressions read the context of the state file. With "context", keys that the chart no longer has \
      are dropped.
      """)
  static let force = Option(
    "force", flag: \.isForced, help: "let --record and --save-state replace a file",
    details: "The file is replaced as a whole at the end of the run.")
  static let color = Option(
    "color", value: \.color, as: .word.defaulting(to: "auto: on a terminal"), help: "colour in messages",
    details: """
      auto colours messages on a terminal. The variables NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR are \
      obeyed if the option is auto or missing.
      """)
  static let watchShow = Option(
    "show", optional: \.watchShow, as: .file, help: "draw the chart into this file on every save",
    details: "The chart is the first chart of the operands. The ending of the file is the format, as for show.")
  static let forceWatched = Option(
    "force", flag: \.isForced, help: "let --show replace an existing file",
    details: """
      Drawings of this run, and SVG pictures and pages that show made, are replaced without --force. The chart is never \
      replaced.
      """)
  static let help = Option("help", flag: \.wantsHelp, help: "show this text")
  static let version = Option("version", flag: \.wantsVersion, help: "show the version")
}
