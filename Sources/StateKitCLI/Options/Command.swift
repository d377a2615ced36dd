struct Command: Sendable {
  enum Key: String, Sendable {
    case run, repl, validate, test, why, convert, generate, show, docs, explore, diff, compat, fmt, new, rename, replay
    case explain, schema, completions, manual, lsp, watch, serve
  }

  struct Operands: Sendable {
    /// Their form in help; empty for none.
    let text: String
    let count: ClosedRange<Int>
    /// Their kinds for shell completion; the last one is for all that follow.
    var kinds: [ArgumentKind] = []

    static let none = Operands(text: "", count: 0...0)
    static let chart = Operands(text: "CHART", count: 1...1, kinds: [.charts])
  }

  let key: Key
  var name: String { key.rawValue }
  let operands: Operands
  let summary: String
  let examples: [String]
  /// Created on demand: a run needs those of one command alone.
  var makeOptions: @Sendable () -> [Option]
  var options: [Option] { makeOptions() }
  var usage: String { "usage: statekit \(name) [OPTIONS]" + (operands.text.isEmpty ? "" : " " + operands.text) }

  private init(
    _ key: Key, operands: Operands, summary: String, examples: [String],
    options: @autoclosure @escaping @Sendable () -> [Option] = []
  ) {
    self.key = key
    self.operands = operands
    self.summary = summary
    self.examples = examples
    // Every command has help. One with options also shows messages about files.
    makeOptions = {
      let own = options()
      return own + (own.isEmpty ? [] : [.color]) + [.help, .version]
    }
  }

  /// All commands, in the order in which they are used.
  static let all: [Command] = [
    Command(
      .run, operands: Operands(text: "CHART [SCRIPT|-]", count: 1...2, kinds: [.charts, .scripts]),
      summary: "run a script, print the trace",
      examples: ["statekit run door.json door.events.txt", "echo open | statekit run door.json -"],
      options: [
        .traceFormat, .from, .lenient, .quiet, .strict, .set, .guard, .delay, .maxSteps, .fullTrace, .maxCost,
        .maxMemory, .maxOutput, .realtime, .host, .hostTimeout, .record, .fromState, .migrate, .saveState, .journal,
        .sync, .stateEvery, .force,
      ]),
    Command(
      .repl, operands: .chart, summary: "run a chart interactively",
      examples: ["statekit repl door.json"],
      options: [
        .from, .lenient, .set, .guard, .delay, .host, .hostTimeout, .startScript, .maxSteps, .fullTrace, .maxCost,
        .maxMemory, .maxOutput, .ascii,
      ]),
    Command(
      .validate, operands: Operands(text: "CHART|FOLDER...", count: 1...Int.max, kinds: [.charts]),
      summary: "report the errors in charts",
      examples: ["statekit validate charts/*.json", "statekit validate --fix --diff door.json"],
      options: [
        .findingsFormat, .fix, .fixDiff, .from, .lenient, .script, .guard, .delay, .listSkipped, .maxOutput,
        .quietFindings, .strictWarnings,
      ]),
    Command(
      .test, operands: Operands(text: "SCRIPT|FOLDER...", count: 1...Int.max, kinds: [.scripts]),
      summary: "run scripts with expectations",
      examples: ["statekit test charts", "statekit test door.events.txt --filter opens"],
      options: [
        .resultsFormat, .chart, .from, .lenient, .guard, .delay, .filter, .jobs, .bless, .known, .coverage,
        .coverageFormat, .coverageMin, .shrink, .program, .programReuse, .programNames, .programTimeout, .mutate, .seed,
        .count, .maxSteps, .maxCost, .maxMemory, .maxOutput, .verbose, .quietTests,
      ]),
    Command(
      .why, operands: Operands(text: "CHART SCRIPT|- EVENT", count: 3...3, kinds: [.charts, .scripts, .nothing]),
      summary: "explain what an event would do, and why",
      examples: [
        "statekit why door.json door.events.txt lock", "statekit why shop.json - 'pay {\"cents\": 5}' </dev/null",
        "statekit why door.json door.events.txt +5s",
      ],
      options: [
        .answerFormat, .checksHandled, .from, .lenient, .guard, .delay, .maxSteps, .maxCost, .maxMemory, .maxOutput,
      ]),
    Command(
      .convert, operands: .chart, summary: "write a chart in another notation",
      examples: [
        "statekit convert machine.json --to statekit -o door.json", "statekit convert door.json --to xstate --lossy",
      ],
      options: [.from, .lenient, .to, .lossy, .output, .forceOutput, .maxOutput, .quietFindings]),
    Command(
      .generate, operands: .chart, summary: "write a chart as a program in Swift or C",
      examples: [
        "statekit generate door.json --language swift -o Door.swift",
        "statekit generate door.json --language c -o door --harness",
      ],
      options: [
        .language, .output, .forceOutput, .generatedName, .generatedAccess, .generatedActor, .generatedMainActor,
        .generatedQueue, .harness, .from, .lenient, .maxOutput, .quietFindings,
      ]),
    Command(
      .show, operands: Operands(text: "CHART", count: 1...Int.max, kinds: [.charts]),
      summary: "draw a chart, a run, or test coverage",
      examples: [
        "statekit show door.json", "statekit show door.json -o door.svg",
        "statekit show door.json --script door.events.txt -o door.html",
        "statekit show door.json --coverage tests -o door.svg",
      ],
      options: [
        .pictureFormat, .output, .outputCheck, .forcePicture, .from, .lenient, .shownState, .shownDepth, .hidesActions,
        .hidesGuards, .details, .legend, .playedScript, .shownCoverage, .guard, .delay, .maxSteps, .maxCost, .maxMemory,
        .maxOutput, .ascii, .quietFindings,
      ]),
    Command(
      .docs, operands: Operands(text: "FILE.md...", count: 1...Int.max, kinds: [.files]),
      summary: "write commands' output into pages",
      examples: [
        #"printf '<!-- statekit: show door.json -->\n<!-- /statekit -->\n' >>README.md; statekit docs README.md"#,
        "statekit docs --check README.md",
      ],
      options: [.outputCheck, .maxOutput]),
    Command(
      .explore, operands: .chart, summary: "search all reachable states for errors",
      examples: [
        "statekit explore door.json", "statekit explore shop.json --reach \"isIn('paid')\"",
        "statekit explore shop.json --depth 12 --never 'total < 0'",
      ],
      options: [
        .from, .lenient, .exploreFormat, .graph, .exploreScripts, .cover, .tour, .forceScripts, .guard, .delay, .events,
        .except, .payloads, .time, .waits, .never, .reach, .inevitable, .leadsTo, .fair, .home, .settles, .allowDeadEnd,
        .exploredProgram, .programReuse, .programNames, .programTimeout, .walks, .walkLength, .walkSeed, .programJobs,
        .exact, .depth, .states, .memory, .timeLimit, .strictBounds, .allFindings, .quietExplore, .maxSteps, .maxCost,
        .maxMemory, .maxOutput,
      ]),
    Command(
      .diff, operands: Operands(text: "CHART CHART", count: 2...2, kinds: [.charts]),
      summary: "compare the behaviour of two charts",
      examples: [
        "statekit diff old.json new.json", "statekit diff old.json new.json --by states --rename start=begin",
      ],
      options: [
        .from, .lenient, .diffFormat, .comparedBy, .renames, .guard, .delay, .events, .except, .payloads, .waits,
        .depth, .states, .timeLimit, .maxSteps, .maxCost, .maxMemory, .maxOutput,
      ]),
    Command(
      .compat, operands: Operands(text: "CHART STATE...", count: 2...Int.max, kinds: [.charts]),
      summary: "check that state files fit a chart", examples: ["statekit compat shop.json states/*.json"],
      options: [.from, .lenient, .migrate, .maxOutput, .quietFindings]),
    Command(
      .fmt, operands: Operands(text: "FILE|FOLDER...", count: 1...Int.max, kinds: [.chartsAndScripts]),
      summary: "format charts and scripts",
      examples: [
        "statekit fmt door.json door.events.txt", "statekit fmt --check charts",
        "statekit fmt - --stdin-filename door.json <door.json",
      ],
      options: [.layoutCheck, .editDiff, .stdinName, .listSkipped, .maxOutput]),
    Command(
      .rename,
      operands: Operands(
        text: "CHART OLD NEW [SCRIPT...]", count: 3...Int.max, kinds: [.charts, .nothing, .nothing, .scripts]),
      summary: "rename a state, event, action or key",
      examples: [
        "statekit rename door.json open ajar --kind state door.events.txt",
        "statekit rename door.json lock bolt --diff",
      ],
      options: [.nameKind, .editDiff, .maxOutput]),
    Command(
      .new, operands: Operands(text: "NAME", count: 1...1, kinds: [.nothing]),
      summary: "create a chart and a script with tests",
      examples: ["statekit new door", "statekit new checkout --template workflow"], options: [.template]),
    Command(
      .replay, operands: Operands(text: "CHART LOG|-...", count: 1...Int.max, kinds: [.charts, .files]),
      summary: "replay an event log, list the deviations",
      examples: [
        "statekit replay order.json log.jsonl --case order --event type --time at",
        "statekit replay --merge parts/*.json",
      ],
      options: [
        .reportFormat, .from, .lenient, .caseField, .eventField, .timeField, .dataField, .dataRest, .dataFields,
        .stateField, .didField, .hidden, .logNames, .deviations, .forceDeviations, .scriptOf, .fitness, .strictLog,
        .partial, .merge, .replayJobs, .spill, .set, .guard, .delay, .maxSteps, .maxCost, .maxMemory, .maxOutput,
        .quietReplay,
      ]),
    Command(
      .explain, operands: Operands(text: "[CODE|TOPIC]", count: 0...1, kinds: [.codes]),
      summary: "explain a code, a command or a topic",
      examples: ["statekit explain unknown-target", "statekit explain keys", "statekit explain"],
      options: [.pageFormat]),
    Command(
      .schema, operands: .none, summary: "print the JSON Schema of chart files",
      examples: ["statekit schema >chart.schema.json"]),
    Command(
      .completions,
      operands: Operands(text: "bash|zsh|fish", count: 1...1, kinds: [.words(Shell.allCases.map(\.rawValue))]),
      summary: "print shell completions",
      examples: ["source <(statekit completions bash)", "statekit completions fish | source"]),
    Command(
      .manual, operands: .none, summary: "print the manual page",
      examples: ["statekit manual >statekit.1", "statekit manual | man -l -"]),
    Command(
      .watch, operands: Operands(text: "CHART|SCRIPT|FOLDER...", count: 1...Int.max, kinds: [.chartsAndScripts]),
      summary: "validate, test and draw on every save",
      examples: ["statekit watch charts", "statekit watch door.json --show door.svg"],
      options: [.watchShow, .forceWatched, .listSkipped, .quietFindings]),
    Command(
      .serve, operands: .chart, summary: "answer a program's requests as a chart does",
      examples: ["statekit serve door.json", "statekit test door.events.txt --program 'statekit serve door.json'"],
      options: [.from, .lenient, .guard, .delay, .maxSteps, .maxCost, .maxMemory]),
    Command(.lsp, operands: .none, summary: "run the language server for editors", examples: ["statekit lsp"]),
  ]
}
