/// An option of a command: what the parser knows and what help says, in one place.
struct Option: Sendable {
  enum Key: Sendable, Equatable {
    case format
    case reportFormat
    case pageFormat
    case script
    case testFormat
    case whyFormat
    case filter
    case jobs
    case bless
    case known
    case verbose
    case coverage
    case coverageFormat
    case coverageMin
    case shrink
    case mutate
    case seed
    case count
    case quiet
    case strict
    case set
    case maxSteps
    case fullTrace
    case maxCost
    case maxMemory
    case realtime
    case record
    case force
    case chart
    case color
    case help
    case version
  }

  /// What must stand behind an option.
  enum Value: Sendable {
    case none
    case choice([String])
    case number
    /// A number of bytes, with K, M or G behind it for 1,024 of them and so on.
    case size
    /// A number from 0 to 100.
    case percent
    case text(shown: String)
  }

  let key: Key
  let long: String
  let short: Character?
  let value: Value
  let help: String

  static let format = Option(
    key: .format, long: "format", short: nil, value: .choice(["text", "jsonl"]),
    help: "how the trace is written: text (default), or one JSON object a step")
  static let reportFormat = Option(
    key: .reportFormat, long: "format", short: nil, value: .choice(["text", "json", "github", "sarif"]),
    help: "how findings are written (default text)")
  static let pageFormat = Option(
    key: .pageFormat, long: "format", short: nil, value: .choice(["text", "markdown"]),
    help: "how the page is written (default text)")
  static let whyFormat = Option(
    key: .whyFormat, long: "format", short: nil, value: .choice(["text", "json"]),
    help: "how the answer is written (default text)")
  static let script = Option(
    key: .script, long: "script", short: nil, value: .text(shown: "FILE"),
    help: "check this script against the chart, too; may be repeated")
  static let quietFindings = Option(
    key: .quiet, long: "quiet", short: "q", value: .none, help: "write errors only: no warnings, no summary")
  static let testFormat = Option(
    key: .testFormat, long: "format", short: nil, value: .choice(["text", "tap", "junit", "jsonl"]),
    help: "how results are written (default text)")
  static let filter = Option(
    key: .filter, long: "filter", short: nil, value: .text(shown: "TEXT"),
    help: "run only tests whose script or name holds this")
  static let jobs = Option(
    key: .jobs, long: "jobs", short: "j", value: .number,
    help: "how many scripts run at the same time (default: one for each processor)")
  static let bless = Option(
    key: .bless, long: "bless", short: nil, value: .none,
    help: "write recorded traces that differ, and say what changed")
  static let known = Option(
    key: .known, long: "known", short: nil, value: .text(shown: "FILE"),
    help: "a file of tests that are known to fail, one a line, NAME: REASON")
  static let coverage = Option(
    key: .coverage, long: "coverage", short: nil, value: .none,
    help: "list what the tests reach in each chart, and what they miss; on the error stream beside tap, junit, jsonl")
  static let coverageFormat = Option(
    key: .coverageFormat, long: "coverage-format", short: nil, value: .choice(["text", "json", "lcov"]),
    help: "how coverage is written; json and lcov alone on standard output")
  static let coverageMin = Option(
    key: .coverageMin, long: "coverage-min", short: nil, value: .percent,
    help: "fail where the tests reach less than N percent of a chart")
  static let shrink = Option(
    key: .shrink, long: "shrink", short: nil, value: .none,
    help: "shorten each failing test, and write it beside its script as NAME.shrunk.txt")
  static let mutate = Option(
    key: .mutate, long: "mutate", short: nil, value: .none,
    help: "change the charts in many ways, and list the changes that no test notices")
  static let seed = Option(
    key: .seed, long: "seed", short: nil, value: .number, help: "the seed by which --count chooses mutants (default 1)")
  static let count = Option(
    key: .count, long: "count", short: nil, value: .number, help: "mutants of each chart at most (default: all)")
  static let verbose = Option(
    key: .verbose, long: "verbose", short: "v", value: .none, help: "name every test, not only those that failed")
  static let quietTests = Option(
    key: .quiet, long: "quiet", short: "q", value: .none, help: "write failures only: no summary, no progress")
  static let quiet = Option(
    key: .quiet, long: "quiet", short: "q", value: .none, help: "write errors only: no trace, no warnings")
  static let strict = Option(
    key: .strict, long: "strict", short: nil, value: .none, help: "an ignored or declined event is an error, too")
  static let strictWarnings = Option(
    key: .strict, long: "strict", short: nil, value: .none, help: "a warning makes the exit status 1, too")
  static let set = Option(
    key: .set, long: "set", short: nil, value: .text(shown: "PATH=JSON"),
    help: "replace a first value of the chart's context; may be repeated")
  static let maxSteps = Option(
    key: .maxSteps, long: "max-steps", short: nil, value: .number,
    help: "steps of one macrostep before it is stopped (default 1000)")
  static let fullTrace = Option(
    key: .fullTrace, long: "full-trace", short: nil, value: .none,
    help: "write all rounds of a macrostep that --max-steps ends, not the first and the last one")
  static let maxCost = Option(
    key: .maxCost, long: "max-cost", short: nil, value: .number,
    help: "evaluations, actions, entries and exits of one script line before it is stopped (default 100000000)")
  static let maxMemory = Option(
    key: .maxMemory, long: "max-memory", short: nil, value: .size,
    help: "what all machines together may hold, in bytes, K, M or G (default 512M)")
  static let realtime = Option(
    key: .realtime, long: "realtime", short: nil, value: .none, help: "use the wall clock: +5s waits five seconds")
  static let record = Option(
    key: .record, long: "record", short: nil, value: .text(shown: "FILE"),
    help:
      "write what was run as a script with expectations, ready for test; - is standard output, in place of the trace")
  static let force = Option(
    key: .force, long: "force", short: nil, value: .none, help: "let --record replace a file that exists")
  static let testChart = Option(
    key: .chart, long: "chart", short: nil, value: .text(shown: "FILE"),
    help: "the chart of all scripts, whatever they name")
  static let color = Option(
    key: .color, long: "color", short: nil, value: .choice(["never", "auto", "always"]),
    help: "colour in messages (default auto: on a terminal)")
  static let helpOption = Option(key: .help, long: "help", short: "h", value: .none, help: "show this text")
  static let version = Option(key: .version, long: "version", short: nil, value: .none, help: "show the version")

  /// The option with its value, as help shows it.
  var synopsis: String {
    let name = (short.map { "-\($0), " } ?? "    ") + "--" + long
    switch value {
    case .none: return name
    case .choice(let choices): return name + " " + choices.joined(separator: "|")
    case .number, .percent: return name + " N"
    case .size: return name + " N[K|M|G]"
    case .text(let shown): return name + " " + shown
    }
  }
}

/// A command of the tool.
struct Command: Sendable {
  enum Key: Sendable {
    case run
    case repl
    case validate
    case test
    case why
    case explain
    case schema
  }

  let key: Key
  let name: String
  let operands: String
  let summary: String
  let example: [String]
  let options: [Option]
  let fewestOperands: Int
  let mostOperands: Int

  var usage: String { "usage: statekit \(name) [OPTIONS] \(operands)" }

  /// All commands, in the order in which they are used.
  static let all: [Command] = [
    Command(
      key: .run, name: "run", operands: "CHART [SCRIPT|-]", summary: "run a script, print the trace",
      example: ["statekit run door.json door.events.txt", "echo open | statekit run door.json -"],
      options: [
        .format, .quiet, .strict, .set, .maxSteps, .fullTrace, .maxCost, .maxMemory, .realtime, .record, .force, .color,
        .helpOption, .version,
      ],
      fewestOperands: 1, mostOperands: 2),
    Command(
      key: .repl, name: "repl", operands: "CHART", summary: "talk to a chart",
      example: ["statekit repl door.json"],
      options: [.fullTrace, .maxCost, .maxMemory, .color, .helpOption, .version], fewestOperands: 1,
      mostOperands: 1),
    Command(
      key: .validate, name: "validate", operands: "CHART|FOLDER...", summary: "report every error in the files",
      example: ["statekit validate charts/*.json"],
      options: [.reportFormat, .script, .quietFindings, .strictWarnings, .color, .helpOption, .version],
      fewestOperands: 1, mostOperands: .max),
    Command(
      key: .test, name: "test", operands: "SCRIPT|FOLDER...", summary: "run scripts with expectations",
      example: ["statekit test charts", "statekit test door.events.txt --filter opens"],
      options: [
        .testFormat, .testChart, .filter, .jobs, .bless, .known, .coverage, .coverageFormat, .coverageMin, .shrink,
        .mutate, .seed, .count, .maxCost, .maxMemory, .verbose, .quietTests, .color, .helpOption, .version,
      ], fewestOperands: 1, mostOperands: .max),
    Command(
      key: .why, name: "why", operands: "CHART SCRIPT|- EVENT", summary: "say why an event does what it does",
      example: [
        "statekit why door.json door.events.txt lock", "statekit why shop.json - 'pay {\"cents\": 5}' </dev/null",
      ],
      options: [.whyFormat, .maxCost, .maxMemory, .color, .helpOption, .version], fewestOperands: 3, mostOperands: 3),
    Command(
      key: .explain, name: "explain", operands: "[CODE|TOPIC]",
      summary: "explain a code, or list all keys, actions, lines",
      example: ["statekit explain unknown-target", "statekit explain keys", "statekit explain"],
      options: [.pageFormat, .color, .helpOption, .version], fewestOperands: 0, mostOperands: 1),
    Command(
      key: .schema, name: "schema", operands: "", summary: "print the JSON Schema of chart files",
      example: ["statekit schema >chart.schema.json"], options: [.helpOption, .version], fewestOperands: 0,
      mostOperands: 0),
  ]
}
