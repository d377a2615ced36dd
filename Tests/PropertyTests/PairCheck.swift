import StateKitCore
import StateKitFormat

/// One chart, and what must hold of it with any script.
struct PairCheck {
  private let model: ModelChart
  private let source: SourceText
  private let chart: Chart?
  private let errors: [String]
  private static let limits: Limits = {
    var limits = Limits()
    limits.steps = 10
    limits.macrosteps = 5
    return limits
  }()

  init(_ model: ModelChart) {
    self.model = model
    source = SourceText(name: "c.json", bytes: Array(model.json.utf8))
    let findings = Findings()
    chart = ChartReader.read(source, findings: findings)
    errors = findings.sortedByPosition.map(\.message)
  }

  /// What does not hold; nil where all does.
  func fault(_ script: [ModelStep], isThorough: Bool) -> String? {
    guard let chart else { return "the chart is refused: \(errors)" }
    var reference = ReferenceInterpreter(
      model, mostSteps: Self.limits.steps, mostMacrosteps: Self.limits.macrosteps)
    reference.start()
    for step in script { reference.take(step) }
    if reference.isEndless { return "a transition of the reference does not end: \(reference.lines.suffix(20))" }
    let run = ScriptedRun(chart, source, script.map(\.text), limits: Self.limits)
    guard run.isRead else { return "a line of the script is refused" }
    let text = run.trace(replays: true)
    if let fault = difference(Self.withoutMessages(text), reference.lines, "the engine", "the reference") {
      return fault
    }
    let patience = ScriptRunner.Options().machine.patience
    if script.count > patience {
      let asFile = run.trace(replays: true, asNumbers: true, patience: patience)
      if let fault = difference(asFile, text, "as lines of a file", "line after line") { return fault }
    }
    if let fault = TraceCheck(model).fault(reference.lines) { return fault }
    if let fault = difference(run.saved(after: script.count / 2), text, "with a state file between", "in one go") {
      return fault
    }
    guard isThorough else { return nil }
    if let fault = difference(run.trace(replays: false), text, "without memory", "with it") { return fault }
    let inOneGo = run.trace(replays: false, asNumbers: true)
    if let fault = difference(inOneGo, text, "line after line without memory", "with it") { return fault }
    if let fault = difference(run.continued(), text, "gone on with from the middle", "in one go") { return fault }
    let lines = run.trace(replays: true, isText: false)
    guard let retold = JSONLinesText(model).text(of: lines) else { return "JSON Lines cannot be read: \(lines)" }
    let trace = reference.lines.map { String($0.drop { $0 == " " }) }
    return difference(retold, trace, "JSON Lines, as text,", "the trace")
  }

  /// What an error says, and where, is not the reference's business.
  static func withoutMessages(_ lines: [String]) -> [String] {
    lines.map { line in
      ["  error", "  rejected"].first { line.hasPrefix($0 + ": ") } ?? line
    }
  }

  private func difference(_ found: [String], _ expected: [String], _ one: String, _ other: String) -> String? {
    if found == expected { return nil }
    let line = zip(found, expected).prefix { $0 == $1 }.count
    let before = expected[..<line].suffix(40).map { "    \($0)" }
    let a = line < found.count ? found[line] : "(the end)"
    let b = line < expected.count ? expected[line] : "(the end)"
    return (before + ["  \(one): \(a)", "  \(other): \(b)"]).joined(separator: "\n")
  }
}
