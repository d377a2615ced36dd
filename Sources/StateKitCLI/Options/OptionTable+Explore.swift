import StateKitSearch

extension Option {
  static let exploreFormat = Option(
    "format", value: \.findingsFormat, as: .word, help: "the format of the findings",
    details: """
      text shows each finding with its position and a script. json is one object with all counts; github writes \
      annotations that GitHub Actions shows in a pull request; sarif is SARIF 2.1.0, which code scanning reads.
      """)
  static let quietExplore = Option(
    "quiet", flag: \.isQuiet, help: "write only the first line, answers and errors",
    details: "No warnings and no payloads. Warnings still count for --strict.")
  static let graph = Option(
    "graph", optional: \.explore.graph, as: .word, help: "write the graph of states, not the findings",
    details: """
      A state of the graph is a configuration with its data and timers. An arc is a line of a script. dot is for \
      Graphviz, json for programs.
      """)
  static let exploreScripts = Option(
    "script", optional: \.explore.scripts, as: .text("DIR", completes: .folders),
    help: "write a script for each finding to this folder",
    details: "Each script names its chart and ends with expectations. An existing file is replaced only with --force.")
  static let cover = Option(
    "cover", each: \.explore.cover, as: .text("FILE|arcs", completes: .files),
    help: "write tests that cover the chart to this file",
    details: """
      The tests enter each state, take each handler, and make each guard false once. Each line is followed by what was observed. \
      --cover arcs also tries each input that leads from one state to another. Without a file name the tests go to standard \
      output. An existing file is replaced only with --force.
      """)
  static let forceScripts = Option(
    "force", flag: \.isForced, help: "let --script and --cover replace existing files",
    details: "Each file is replaced as a whole, or not at all. The chart is never replaced.")
  static let tour = Option(
    "tour", flag: \.explore.isTour, help: "let --cover write few long tests",
    details: "A test continues to the nearest goal, unless the goal is nearer from the start.")
  static let events = Option(
    "events", optional: \.explore.events, as: .names, help: "try only these events",
    details:
      "Names with commas between them. Without this option all events are tried that the chart declares or handles. A claim about absence then ends with \"with the events tried\"."
  )
  static let except = Option(
    "except", value: \.explore.except, as: .names, help: "do not try these events",
    details: "Names with commas between them. The chart may still raise and send the events.")
  static let payloads = Option(
    "payloads", optional: \.explore.payloads, as: .file, help: "the payloads to try: {\"event\": [values]}",
    details: """
      The file is JSON. For other events, payloads are made from the declared types and from the constants that the \
      chart compares them with. The report lists the payloads.
      """)
  static let time = Option(
    "time", value: \.explore.time, as: .word, help: "when events are tried",
    details:
      "next: right after the last line, and after the next timer. --waits adds other moments. An error that needs another moment is not found: if there may be one, the report says \"at the times tried\"."
  )
  static let waits = Option(
    "waits", value: \.explore.waits, as: .delays, help: "also move the clock by these delays",
    details:
      "Delays with commas between them, such as 1s,250ms. The clock moves only if a timer is running. Half of the greatest common divisor of all delays finds all orders of two timers."
  )
  static let never = Option(
    "never", each: \.explore.properties, as: .property(Property.never),
    help: "this expression must not be true in any state",
    details: "The expression can use the context and isIn. A state in which it is true is shown with a shortest script."
  )
  static let reach = Option(
    "reach", each: \.explore.properties, as: .property(Property.reach),
    help: "this expression must be true in some state",
    details: "A shortest script to the state is shown. If there is no such state, the exit status is 1.")
  static let inevitable = Option(
    "inevitable", each: \.explore.properties, as: .property(Property.inevitable),
    help: "this expression must become true in every run",
    details: "A run that avoids it is shown: a script, and lines that can be repeated endlessly.")
  static let leadsTo = Option(
    "leads-to", pairsOf: .text("EXPR"), help: "after the first is true, the second must become true",
    details: "Works like --inevitable, from each state in which the first expression is true."
  ) { $0.explore.properties.append(.leadsTo($1, $2)) }
  static let fair = Option(
    "fair", flag: \.explore.isFair, help: "assume that every recurring choice is taken",
    details:
      "A choice that is available infinitely often is eventually taken. Then --inevitable and --leads-to fail only if the expression can no longer be reached."
  )
  static let home = Option(
    "home", each: \.explore.properties, as: .property(Property.home), help: "from every state this can become true",
    details: "Use it to check reset and recovery. A state from which the expression cannot become true is shown.")
  static let settles = Option(
    "settles", each: \.explore.properties, as: .property(Property.settles), help: "without events this becomes true",
    details: "From every state, the timers alone must lead to a state in which the expression is true.")
  static let allowDeadEnd = Option(
    "allow-dead-end", each: \.explore.allowedDeadEnds, as: .text("STATE"), help: "a state that may be a dead end",
    details: "Or write it in the chart, with a reason: \"meta\": {\"allow\": {\"dead-end\": \"the game is over\"}}.")
  static let exact = Option(
    "exact", flag: \.explore.isExact, help: "distinguish all values of counters and unread data",
    details: """
      Without this option, all values of a counter above the constants that it is compared with are one state, data that nothing \
      reads are left out, and of equal timers only two are kept. Nothing in the chart can distinguish them.
      """)
  static let depth = Option(
    "depth", optional: \.explore.depth, as: .number(0...Int.max).defaulting(to: "no bound"),
    help: "the maximum number of lines of a script")
  static let states = Option(
    "states", value: \.explore.states, as: .number(1...4_000_000_000), help: "the maximum number of states",
    details: "At the limit, all scripts that are shorter than the scripts to the last states have been tried.")
  static let memory = Option("memory", value: \.explore.memory, as: .size, help: "the maximum memory of the states")
  static let timeLimit = Option(
    "time-limit", value: \.explore.timeLimit, as: .delay, help: "the maximum time of the search and the report",
    details:
      "The time to read the chart is included. The search ends after four fifths of it. The report has the findings until then."
  )
  static let strictBounds = Option(
    "strict", flag: \.isStrict, help: "a state or property not found is an error",
    details:
      "Without this option, a state that was not found within a bound leaves the exit status 0, because a longer script may find it."
  )
  static let allFindings = Option(
    "verbose", flag: \.isVerbose, help: "also list never-again states and suppressed findings")

  static let diffFormat = Option(
    "format", value: \.answerFormat, as: .word, help: "the format of the comparison",
    details: """
      text is for people. json is one object: the charts, the verdict, the part of a version number that changes, a shortest \
      script with a difference and its traces, the gaps, and the differences of the files.
      """)
  static let comparedBy = Option(
    "by", value: \.comparesBy, as: .word, help: "compare the outside behaviour, or also states",
    details: """
      The outside behaviour is: handled or not, host actions with their data, logs, errors, broken invariants, the end and its \
      output. With states, the deepest active states must also have the same paths.
      """)
  static let renames = Option(
    "rename", each: \.renames, as: .text("OLD=NEW"), help: "a state with another name in the second chart",
    details: "The states below it also have the new path.")
}
