import StateKitCore
import StateKitCLI
import StateKitFormat

/// The engine on one chart with one script, in several ways.
struct ScriptedRun {
  private let chart: Chart
  private let source: SourceText
  private let lines: [ScriptLine]
  private let steps: [ScriptStep]
  private let limits: Limits

  init(_ chart: Chart, _ source: SourceText, _ script: [String], limits: Limits) {
    self.chart = chart
    self.source = source
    self.limits = limits
    lines = script.enumerated().map { ScriptLine(file: "s", number: $0.offset + 1, bytes: Array($0.element.utf8)) }
    let parser = ScriptParser(chart)
    steps = lines.compactMap { try? parser.parse($0) }
  }

  /// Every line of the script says something.
  var isRead: Bool { steps.count == lines.count }

  /// `asNumbers`: as the lines of a file are run that were looked through. `patience`: how many are made before any is kept.
  func trace(replays: Bool, isText: Bool = true, asNumbers: Bool = false, patience: Int = 0) -> [String] {
    let output = MemoryOutput()
    let trace: any TraceWriter =
      isText
      ? TraceText(chart, source: source, output: output, isFull: true)
      : TraceJSONLines(chart, source: source, output: output)
    var options = ScriptRunner.Options()
    options.machine.limits = limits
    options.machine.replays = replays
    options.machine.patience = patience
    (options.hasTests, options.keepsRecord) = (false, false)
    var runner = ScriptRunner(chart, options: options, trace: trace)
    _ = runner.start()
    if asNumbers {
      var known = KnownLines(chart)
      let numbers = zip(lines, steps).compactMap { known.add($0.bytes.span, step: $1) }
      var index = 0
      while index < numbers.count {
        _ = runner.run(numbers, at: &index, upTo: numbers.count, known: known) { lines[$0] }
      }
    } else {
      for (step, line) in zip(steps, lines) { _ = runner.run(step, at: line) }
    }
    trace.flush()
    return Self.split(output)
  }

  /// A machine that is put aside half-way, while another goes astray, and gone on with.
  func continued() -> [String] {
    let output = MemoryOutput()
    let trace = TraceText(chart, source: source, output: output, isFull: true)
    var machine = Machine(chart, limits: limits, sink: trace)
    machine.start()
    for step in steps[..<(steps.count / 2)] { machine.perform(step) }
    trace.flush()
    let before = Self.split(output)
    let snapshot = machine.snapshot
    for step in steps.reversed() { machine.perform(step) }
    trace.flush()
    let strayed = Self.split(output).count
    machine.restore(snapshot)
    for step in steps[(steps.count / 2)...] { machine.perform(step) }
    trace.flush()
    return before + Self.split(output).dropFirst(strayed)
  }

  /// A machine that is written to a state file after `count` steps, and another one that goes on from there.
  func saved(after count: Int) -> [String] {
    let output = MemoryOutput()
    let trace = TraceText(chart, source: source, output: output, isFull: true)
    var first = Machine(chart, limits: limits, sink: trace)
    first.start()
    for step in steps[..<count] { first.perform(step) }
    let file = StateFile(first.snapshot, chart: chart, source: source, steps: trace.steps)
    guard let read = try? StateFile(file.bytes), let reading = try? read.machine(on: chart, in: source),
      reading.lost.isEmpty
    else {
      return ["the state file does not fit: \((try? StateFile(file.bytes).machine(on: chart, in: source))?.lost ?? [])"]
    }
    var second = Machine(chart, limits: limits, sink: trace)
    second.restore(reading.snapshot)
    let again = StateFile(second.snapshot, chart: chart, source: source, steps: trace.steps)
    if again.bytes != file.bytes { return ["read and written again, it is another state file"] }
    for step in steps[count...] { second.perform(step) }
    trace.flush()
    return Self.split(output)
  }

  /// How many lines the script has.
  var stepCount: Int { steps.count }

  private static func split(_ output: MemoryOutput) -> [String] {
    output.text.split(separator: "\n").map(String.init)
  }
}
