import Foundation
import StateKit
import StateKitCLI
import StateKitFormat

/// One chart, and what must hold of it with any script.
struct PairCheck {
  private let model: ModelChart
  private let source: SourceText
  private let chart: Chart?
  private let mistakes: [String]
  private static let mostSteps = 10
  private static let mostMacrosteps = 5

  init(_ model: ModelChart) {
    self.model = model
    source = SourceText(name: "c.json", bytes: Array(model.json.utf8))
    let findings = Findings()
    chart = ChartReader.read(source, findings)
    mistakes = findings.sortedByPlace.map(\.message)
  }

  /// What does not hold; nil where all does.
  func fault(_ script: [ModelItem], isThorough: Bool) -> String? {
    guard let chart else { return "the chart is refused: \(mistakes)" }
    var reference = ReferenceInterpreter(model, mostSteps: Self.mostSteps, mostMacrosteps: Self.mostMacrosteps)
    reference.start()
    for item in script { reference.take(item) }
    if reference.isEndless { return "a walk of the reference does not end: \(reference.lines.suffix(20))" }
    let run = Run(chart, source, script)
    let text = run.trace(remembers: true)
    if let fault = difference(Self.withoutMessages(text), reference.lines, "the engine", "the reference") {
      return fault
    }
    if let fault = TraceCheck(model).fault(reference.lines) { return fault }
    guard isThorough else { return nil }
    if let fault = difference(run.trace(remembers: false), text, "without memory", "with it") { return fault }
    if let fault = difference(run.continued(), text, "gone on with from the middle", "in one go") { return fault }
    let lines = run.trace(remembers: true, isText: false)
    guard let told = JSONLinesText(model).text(of: lines) else { return "JSON Lines cannot be read: \(lines)" }
    let trace = reference.lines.map { String($0.drop { $0 == " " }) }
    return difference(told, trace, "JSON Lines, told as text,", "the trace")
  }

  /// What an error says, and where, is not the reference's business.
  static func withoutMessages(_ lines: [String]) -> [String] {
    lines.map { $0.hasPrefix("  error: ") ? "  error" : $0 }
  }

  private func difference(_ found: [String], _ expected: [String], _ one: String, _ other: String) -> String? {
    if found == expected { return nil }
    let place = zip(found, expected).prefix { $0 == $1 }.count
    let before = expected[..<place].suffix(40).map { "    \($0)" }
    let a = place < found.count ? found[place] : "(the end)"
    let b = place < expected.count ? expected[place] : "(the end)"
    return (before + ["  \(one): \(a)", "  \(other): \(b)"]).joined(separator: "\n")
  }

  /// The engine on the pair.
  private struct Run {
    let chart: Chart
    let source: SourceText
    let lines: [ScriptLine]

    init(_ chart: Chart, _ source: SourceText, _ script: [ModelItem]) {
      self.chart = chart
      self.source = source
      lines = script.enumerated().map {
        ScriptLine(file: "s", number: $0.offset + 1, bytes: Array($0.element.text.utf8))
      }
    }

    func trace(remembers: Bool, isText: Bool = true) -> [String] {
      let output = MemoryOutput()
      let trace: any TraceWriter =
        isText
        ? TraceText(chart, source: source, output: output) : TraceJSONLines(chart, source: source, output: output)
      var options = ScriptRunner.Options()
      options.limits.steps = PairCheck.mostSteps
      options.limits.macrosteps = PairCheck.mostMacrosteps
      options.remembers = remembers
      options.patience = 0
      var runner = ScriptRunner(chart, options: options, trace: trace, hasTests: false, keepsRecord: false)
      _ = runner.start()
      let parser = ScriptParser(chart)
      for line in lines {
        guard let item = try? parser.parse(line) else { return ["a line of the script is refused"] }
        _ = runner.run(item, at: line)
      }
      trace.flush()
      return PairCheck.split(output)
    }

    /// A machine that is put aside half-way, while another goes astray, and gone on with.
    func continued() -> [String] {
      let output = MemoryOutput()
      let trace = TraceText(chart, source: source, output: output)
      var limits = Limits()
      limits.steps = PairCheck.mostSteps
      limits.macrosteps = PairCheck.mostMacrosteps
      var machine = Machine(chart, limits: limits, sink: trace)
      machine.start()
      let parser = ScriptParser(chart)
      let items = lines.compactMap { try? parser.parse($0) }
      for item in items[..<(items.count / 2)] { machine.take(item) }
      trace.flush()
      let before = PairCheck.split(output)
      let snapshot = machine.snapshot
      for item in items.reversed() { machine.take(item) }
      trace.flush()
      let strayed = PairCheck.split(output).count
      machine.restore(snapshot)
      for item in items[(items.count / 2)...] { machine.take(item) }
      trace.flush()
      return before + PairCheck.split(output).dropFirst(strayed)
    }
  }

  private static func split(_ output: MemoryOutput) -> [String] {
    output.text.split(separator: "\n").map(String.init)
  }
}
