// Longer than others: the table of all commands.
/// A command of the tool.
struct Command: Sendable {
  enum Key: Sendable {
    case run
    case repl
    case validate
    case test
    case why
    case convert
    case generate
    case show
    case docs
    case explore
    case diff
    case compat
    case fmt
    case new
    case rename
    case replay
    case explain
    case schema
    case completions
    case manual
    case lsp
    case watch
    case serve
  }

  let key: Key
  let name: String
  let operands: String
  let summary: String
  let example: [String]
  /// Created on demand: a run needs those of one command alone.
  var makeOptions: @Sendable () -> [Option]
  let fewestOperands: Int
  let mostOperands: Int
  /// The kinds of the operands for shell completion; the last one is for all that follow.
  var operandKinds: [ArgumentKind] = []

  var options: [Option] { makeOptions() }

  var usage: String { "usage: statekit \(name) [OPTIONS]" + (operands.isEmpty ? "" : " " + operands) }

  /// All commands, in the order in which they are used.
  static let all: [Command] = [
    Command(
      key: .run, name: "run", operands: "CHART [SCRIPT|-]", summary: "run a script, print the trace",
      example: ["statekit run door.json door.events.txt", "echo open | statekit run door.json -"],
      makeOptions: {
        [
          .traceFormat, .from, .lenient, .quiet, .strict, .set, .guard, .delay, .maxSteps, .fullTrace, .maxCost,
          .maxMemory, .maxOutput, .realtime, .host, .hostTimeout, .record, .fromState, .migrate, .saveState, .journal,
          .sync, .stateEvery,
          .force,
          .color,
          .help, .version,
        ]
      },
      fewestOperands: 1, mostOperands: 2, operandKinds: [.charts, .scripts]),
    Command(
      key: .repl, name: "repl", operands: "CHART", summary: "run a chart interactively",
      example: ["statekit repl door.json"],
      makeOptions: {
        [
          .from, .lenient, .set, .guard, .delay, .host, .hostTimeout, .startScript, .fullTrace, .maxCost, .maxMemory,
          .maxOutput, .ascii,
          .color, .help,
          .version,
        ]
      }, fewestOperands: 1,
      mostOperands: 1, operandKinds: [.charts]),
    Command(
      key: .validate, name: "validate", operands: "CHART|FOLDER...", summary: "report the errors in charts",
      example: ["statekit validate charts/*.json", "statekit validate --fix --diff door.json"],
      makeOptions: {
        [
          .findingsFormat, .fix, .fixDiff, .from, .lenient, .script, .guard, .delay, .listSkipped, .maxOutput,
          .quietFindings,
          .strictWarnings, .color, .help, .version,
        ]
      },
      fewestOperands: 1, mostOperands: .max, operandKinds: [.charts]),
    Command(
      key: .test, name: "test", operands: "SCRIPT|FOLDER...", summary: "run scripts with expectations",
      example: ["statekit test charts", "statekit test door.events.txt --filter opens"],
      makeOptions: {
        [
          .resultsFormat, .chart, .from, .lenient, .guard, .delay, .filter, .jobs, .bless, .known, .coverage,
          .coverageFormat, .coverageMin, .shrink, .program, .programReuse, .programNames, .programTimeout,
          .mutate, .seed, .count, .maxCost, .maxMemory, .maxOutput, .verbose, .quietTests, .color, .help, .version,
        ]
      }, fewestOperands: 1, mostOperands: .max, operandKinds: [.scripts]),
    Command(
      key: .why, name: "why", operands: "CHART SCRIPT|- EVENT", summary: "explain what an event would do, and why",
      example: [
        "statekit why door.json door.events.txt lock", "statekit why shop.json - 'pay {\"cents\": 5}' </dev/null",
        "statekit why door.json door.events.txt +5s",
      ],
      makeOptions: {
        [
          .answerFormat, .checksHandled, .from, .lenient, .guard, .delay, .maxCost, .maxMemory, .maxOutput, .color,
          .help, .version,
        ]
      },
      fewestOperands: 3,
      mostOperands: 3, operandKinds: [.charts, .scripts, .nothing]),
    Command(
      key: .convert, name: "convert", operands: "CHART", summary: "write a chart in another notation",
      example: [
        "statekit convert machine.json --to statekit -o door.json",
        "statekit convert door.json --to xstate --lossy",
      ],
      makeOptions: {
        [.from, .lenient, .to, .lossy, .output, .forceOutput, .maxOutput, .quietFindings, .color, .help, .version]
      },
      fewestOperands: 1,
      mostOperands: 1, operandKinds: [.charts]),
    Command(
      key: .generate, name: "generate", operands: "CHART", summary: "write a chart as a program in Swift or C",
      example: [
        "statekit generate door.json --language swift -o Door.swift",
        "statekit generate door.json --language c -o door --harness",
      ],
      makeOptions: {
        [
          .language, .output, .forceOutput, .generatedName, .generatedAccess, .generatedActor,
          .generatedMainActor, .generatedQueue, .harness, .from, .lenient, .maxOutput, .quietFindings, .color, .help,
          .version,
        ]
      }, fewestOperands: 1, mostOperands: 1, operandKinds: [.charts]),
    Command(
      key: .show, name: "show", operands: "CHART",
      summary: "draw a chart, a run, or test coverage",
      example: [
        "statekit show door.json", "statekit show door.json -o door.svg",
        "statekit show door.json --script door.events.txt -o door.html",
        "statekit show door.json --coverage tests -o door.svg",
      ],
      makeOptions: {
        [
          .pictureFormat, .output, .outputCheck, .forcePicture, .from, .lenient, .shownState, .shownDepth,
          .hidesActions, .hidesGuards, .details, .legend, .playedScript, .shownCoverage, .guard, .delay, .maxSteps,
          .maxCost, .maxMemory, .maxOutput,
          .ascii,
          .quietFindings, .color, .help, .version,
        ]
      }, fewestOperands: 1, mostOperands: .max, operandKinds: [.charts]),
    Command(
      key: .docs, name: "docs", operands: "FILE.md...", summary: "write commands' output into pages",
      example: ["statekit docs README.md", "statekit docs --check README.md"],
      makeOptions: { [.outputCheck, .maxOutput, .color, .help, .version] }, fewestOperands: 1, mostOperands: .max,
      operandKinds: [.files]),
    Command(
      key: .explore, name: "explore", operands: "CHART", summary: "search all reachable states for errors",
      example: [
        "statekit explore door.json", "statekit explore shop.json --reach \"isIn('paid')\"",
        "statekit explore shop.json --depth 12 --never 'total < 0'",
      ],
      makeOptions: {
        [
          .from, .lenient, .exploreFormat, .graph, .exploreScripts, .cover, .tour, .forceScripts, .guard, .delay,
          .events,
          .except, .payloads, .time, .waits, .never,
          .reach,
          .inevitable,
          .leadsTo, .fair, .home, .settles, .allowDeadEnd, .exploredProgram, .programReuse, .programNames,
          .programTimeout, .walks, .walkLength, .walkSeed, .programJobs, .exact, .depth, .states, .memory, .timeLimit,
          .strictBounds,
          .allFindings,
          .quietExplore, .maxSteps, .maxCost, .maxMemory, .maxOutput, .color, .help, .version,
        ]
      }, fewestOperands: 1, mostOperands: 1, operandKinds: [.charts]),
    Command(
      key: .diff, name: "diff", operands: "CHART CHART",
      summary: "compare the behaviour of two charts",
      example: ["statekit diff old.json new.json", "statekit diff old.json new.json --by states --rename start=begin"],
      makeOptions: {
        [
          .from, .lenient, .answerFormat, .comparedBy, .renames, .guard, .delay, .events, .except, .payloads, .waits,
          .depth, .states,
          .timeLimit, .maxSteps, .maxCost, .maxMemory, .maxOutput, .color, .help, .version,
        ]
      }, fewestOperands: 2, mostOperands: 2, operandKinds: [.charts]),
    Command(
      key: .compat, name: "compat", operands: "CHART STATE...",
      summary: "check that state files fit a chart",
      example: ["statekit compat shop.json states/*.json"],
      makeOptions: { [.from, .lenient, .migrate, .maxOutput, .quietFindings, .color, .help, .version] },
      fewestOperands: 2,
      mostOperands: .max, operandKinds: [.charts]),
    Command(
      key: .fmt, name: "fmt", operands: "FILE|FOLDER...", summary: "format charts and scripts",
      example: [
        "statekit fmt door.json door.events.txt", "statekit fmt --check charts",
        "statekit fmt - --stdin-filename door.json <door.json",
      ],
      makeOptions: { [.layoutCheck, .editDiff, .stdinName, .listSkipped, .maxOutput, .color, .help, .version] },
      fewestOperands: 1,
      mostOperands: .max, operandKinds: [.chartsAndScripts]),
    Command(
      key: .rename, name: "rename", operands: "CHART OLD NEW [SCRIPT...]",
      summary: "rename a state, event, action or key",
      example: [
        "statekit rename door.json open ajar --kind state door.events.txt",
        "statekit rename door.json lock bolt --diff",
      ],
      makeOptions: { [.nameKind, .editDiff, .maxOutput, .color, .help, .version] }, fewestOperands: 3,
      mostOperands: .max,
      operandKinds: [.charts, .nothing, .nothing, .scripts]),
    Command(
      key: .new, name: "new", operands: "NAME", summary: "create a chart and a script with tests",
      example: ["statekit new door", "statekit new orders/checkout --template workflow"],
      makeOptions: { [.template, .color, .help, .version] }, fewestOperands: 1, mostOperands: 1,
      operandKinds: [.nothing]),
    Command(
      key: .replay, name: "replay", operands: "CHART LOG|-...",
      summary: "replay an event log, list the deviations",
      example: [
        "statekit replay order.json log.jsonl --case order --event type --time at",
        "statekit replay --merge parts/*.json",
      ],
      makeOptions: {
        [
          .reportFormat, .from, .lenient, .caseField, .eventField, .timeField, .dataField, .dataRest, .dataFields,
          .stateField,
          .didField, .hidden, .logNames, .deviations,
          .forceDeviations, .scriptOf, .fitness, .strictLog, .partial, .merge, .replayJobs, .spill, .set, .guard,
          .delay,
          .maxSteps, .maxCost, .maxMemory, .maxOutput, .quietReplay, .color, .help, .version,
        ]
      }, fewestOperands: 1, mostOperands: .max),
    Command(
      key: .explain, name: "explain", operands: "[CODE|TOPIC]",
      summary: "explain a code, a command or a topic",
      example: ["statekit explain unknown-target", "statekit explain keys", "statekit explain"],
      makeOptions: { [.pageFormat, .color, .help, .version] }, fewestOperands: 0, mostOperands: 1,
      operandKinds: [.codes]),
    Command(
      key: .schema, name: "schema", operands: "", summary: "print the JSON Schema of chart files",
      example: ["statekit schema >chart.schema.json"], makeOptions: { [.help, .version] }, fewestOperands: 0,
      mostOperands: 0),
    Command(
      key: .completions, name: "completions", operands: "bash|zsh|fish",
      summary: "print shell completions",
      example: ["source <(statekit completions bash)", "statekit completions fish | source"],
      makeOptions: { [.help, .version] }, fewestOperands: 1, mostOperands: 1,
      operandKinds: [.words(Shell.allCases.map(\.rawValue))]),
    Command(
      key: .manual, name: "manual", operands: "", summary: "print the manual page",
      example: ["statekit manual >statekit.1", "statekit manual | man -l -"], makeOptions: { [.help, .version] },
      fewestOperands: 0, mostOperands: 0),
    Command(
      key: .watch, name: "watch", operands: "CHART|SCRIPT|FOLDER...",
      summary: "validate, test and draw on every save",
      example: ["statekit watch charts", "statekit watch door.json --show door.svg"],
      makeOptions: { [.watchShow, .listSkipped, .quietFindings, .color, .help, .version] }, fewestOperands: 1,
      mostOperands: .max, operandKinds: [.chartsAndScripts]),
    Command(
      key: .serve, name: "serve", operands: "CHART",
      summary: "answer a program's requests as a chart does",
      example: ["statekit serve door.json", "statekit test door.events.txt --program 'statekit serve door.json'"],
      makeOptions: { [.from, .lenient, .guard, .delay, .maxSteps, .maxCost, .maxMemory, .color, .help, .version] },
      fewestOperands: 1, mostOperands: 1, operandKinds: [.charts]),
    Command(
      key: .lsp, name: "lsp", operands: "", summary: "run the language server for editors",
      example: ["statekit lsp"], makeOptions: { [.help, .version] }, fewestOperands: 0, mostOperands: 0),
  ]
}
