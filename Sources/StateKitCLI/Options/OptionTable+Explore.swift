import StateKitSearch

/// The options of `explore`.
extension Option {
  static let exploreFormat = Option(
    \.findingsFormat, "format", .word, "how findings are written",
    details: """
      Text names each finding with its position and a script that shows it. json is one object with all counts; github writes \
      annotations that GitHub Actions shows in a pull request; sarif is SARIF 2.1.0, which code scanning reads.
      """)
  static let graph = Option(
    optional: \.explore.graph, "graph", .word, "write the graph of states in place of the findings",
    details: """
      Each state of the graph is a configuration with its data and timers; each arc is a line of a script. dot is for \
      Graphviz, json for programs.
      """)
  static let exploreScripts = Option(
    optional: \.explore.scripts, "script", .text("DIR", completes: .folders),
    "write the script of each finding into this folder",
    details:
      "Each file names its chart and ends with what is expected there. A file that exists is replaced with --force only."
  )
  static let cover = Option(
    each: \.explore.cover, "cover", .text("FILE|arcs", completes: .files),
    "write tests that cover the chart into this file",
    details: """
      Each state is entered, each handler taken, each guard once false, and each line is followed by what was observed. \
      --cover arcs asks for each input that leads from a state to another one; the tests go to standard output where no \
      file is named. A file that exists is replaced with --force only.
      """)
  static let forceScripts = Option(
    \.isForced, "force", "let --script and --cover replace files that exist",
    details: "Each file is replaced as a whole, or stays as it was. The chart that is read never is.")
  static let tour = Option(
    \.explore.isTour, "tour", "let --cover write few long tests in place of many short ones",
    details: "A test goes on to what is near, as long as that is no farther than from the start.")
  static let events = Option(
    optional: \.explore.events, "events", .names, "try these events only",
    details: "Names with commas between. Without the option all events are tried that the chart declares or handles.")
  static let except = Option(
    \.explore.except, "except", .names, "do not try these events",
    details: "Names with commas between. The chart may still raise and send them itself.")
  static let payloads = Option(
    optional: \.explore.payloads, "payloads", .file, "the payloads to try, as JSON: {\"event\": [values]}",
    details: """
      For events that are not in the file, payloads are made from the declared types and from the constants that the \
      chart compares them with. The report lists what was tried.
      """)
  static let time = Option(
    \.explore.time, "time", .word, "when events are tried: right after the last line, or after the next timer",
    details: "Other moments are tried with --waits. What happens only at other moments is not found.")
  static let waits = Option(
    \.explore.waits, "waits", .delays, "also move the clock by these delays, where a timer waits",
    details: "Delays with commas between, such as 1s,250ms.")
  static let never = Option(
    each: \.explore.properties, "never", .property(Property.never),
    "an expression that must not be true in any state",
    details:
      "The expression is over the context and isIn; a state in which it is true is shown with the shortest script.")
  static let reach = Option(
    each: \.explore.properties, "reach", .property(Property.reach),
    "an expression that must be true in some state; the way there is shown",
    details: "Where it is true nowhere the exit status is 1.")
  static let inevitable = Option(
    each: \.explore.properties, "inevitable", .property(Property.inevitable),
    "an expression that must become true, whatever happens",
    details: "A way to avoid it for ever is shown: a script, and lines that can be said again and again.")
  static let leadsTo = Option(
    eachPair: \.explore.properties, "leads-to", shown: "EXPR EXPR", .text("EXPR"), joined: Property.leadsTo,
    "wherever the first is true, the second must become true",
    details: "The same as --inevitable, from each state in which the first expression is true.")
  static let fair = Option(
    \.explore.isFair, "fair", "a run that could go another way again and again goes it some time",
    details: "Holds for --inevitable and --leads-to: then only what cannot be come to any more is avoided.")
  static let home = Option(
    each: \.explore.properties, "home", .property(Property.home),
    "from every state one can be reached where this is true",
    details: "What reset and recovery are for. A state from which there is no way is shown.")
  static let settles = Option(
    each: \.explore.properties, "settles", .property(Property.settles),
    "without events, every state reaches one where this is true",
    details: "Only the clock moves then: time-outs must lead there.")
  static let allowDeadEnd = Option(
    each: \.explore.allowedDeadEnds, "allow-dead-end", .text("STATE"), "a state in which nothing needs to go on",
    details:
      "The same can stand in the chart, with a reason: \"meta\": {\"allow\": {\"dead-end\": \"the game is over\"}}.")
  static let depth = Option(
    optional: \.explore.depth, "depth", .number(0...Int.max), "lines of a script at most", defaultText: "no bound")
  static let states = Option(
    \.explore.states, "states", .number(1...4_000_000_000), "states at most",
    details: "All scripts that are shorter than those to the last states have been tried then.")
  static let memory = Option(
    \.explore.memory, "memory", .size, "what the states may take, in bytes, K, M or G")
  static let timeLimit = Option(
    optional: \.explore.timeLimit, "time-limit", .delay, "how long to explore", defaultText: "no bound",
    details: "What was found until then is reported.")
  static let strictBounds = Option(
    \.isStrict, "strict", "what was not found within a bound makes the exit status 1, too",
    details: "A bound alone leaves the exit status 0: what was not tried may still be found.")
  static let allFindings = Option(
    \.isVerbose, "verbose", short: "v", "also list states that are active only at first, and what the chart allows")

  static let comparedBy = Option(
    \.comparesBy, "by", .word, "what is compared: what is seen from outside, or the active states, too",
    details: """
      Seen from outside are: handled or not, host actions with their data, logs, errors, broken invariants, the end and its \
      output. With states the deepest active states must have the same paths.
      """)
  static let renames = Option(
    each: \.renames, "rename", .text("OLD=NEW"), "a state that has another name in the second chart",
    details: "The states below it have the new path, too.")
}
