import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures

/// Records every step of a run for the player, with the selected handlers and the changes of the context.
final class RunRecorder: TraceSink {
  let coverage: Coverage
  private let text: TraceText
  private let textBytes: MemoryOutput
  /// The bytes that the steps take in a page.
  private var held = 0
  private let most: Int
  private let chart: Chart
  /// All steps in order.
  private(set) var steps: [PlayedStep] = []
  /// The context at the last change.
  private var context: [Value]
  /// The parts of the step that is being recorded.
  private var line: String?
  private var moves: [PlayedStep.Move] = []
  private var entered: Set<StateID> = []
  private var jumps: [(from: StateID, to: StateID)] = []
  private var isError = false

  /// The most exits and entries of a step that are kept.
  private static let mostMoves = 2_000
  /// The most lines of a step that are kept, and bytes of a line.
  private static let mostLines = 1_000
  private static let longestLine = 1_000

  /// Data after `most` bytes are left out.
  init(_ chart: Chart, in source: SourceText, most: Int) {
    self.chart = chart
    self.most = most
    textBytes = MemoryOutput(most: InputLimits.heldBytes)
    coverage = Coverage(chart)
    coverage.clearRecent()
    context = chart.contextValues
    text = TraceText(chart, source: source, output: textBytes)
  }

  /// True if steps were left out.
  var isFull: Bool { held > most || textBytes.failure != nil }

  func begin(_ header: TraceHeader) {
    if isFull { return }
    text.begin(header)
    switch header {
    case .start: line = nil
    case .event(let label, let data):
      let name = DisplayText.name(chart.text(of: label))
      line = data.map { $0.isNull ? name : "\(name) " + $0.shownJSON(to: Self.longestLine) } ?? name
    case .end(let end): line = end.shown
    case .line(let shown), .aside(let shown): line = shown
    }
    moves.removeAll(keepingCapacity: true)
    entered = []
    jumps = []
    isError = false
  }

  func add(_ entries: TraceEntries) {
    if isFull { return }
    text.add(entries)
    for entry in entries { add(entry) }
  }

  func add(endless entries: TraceEntries) {
    if isFull { return }
    text.add(endless: entries)
    for entry in entries { add(entry) }
  }

  func end(_ summary: TraceSummary) {
    if isFull { return }
    text.end(summary)
    text.flush()
    var step = PlayedStep(summary)
    step.line = line
    step.text = Self.shortened(textBytes.text)
    textBytes.removeAll()
    step.handlers = coverage.recentlyTaken
    coverage.clearRecent()
    (step.moves, step.entered, step.jumps, step.isError) = (moves, entered, jumps, isError)
    held += step.text.utf8.count + 8 * (step.moves.count + step.leaves.count + step.handlers.count) + 100
    steps.append(step)
  }

  private func add(_ entry: TraceEntry) {
    switch entry {
    case .enter(let state):
      moves.append(PlayedStep.Move(state, isExit: false))
      entered.insert(state)
    case .exit(let state): moves.append(PlayedStep.Move(state, isExit: true))
    case .effect(.goToState(let target), inHook: true):
      if let last = moves.last, jumps.count < Self.mostMoves { jumps.append((last.state, target)) }
    case .error, .invariant, .rejected: isError = true
    case .effect, .event, .always, .afterFired, .sendFired, .ignored, .invoke, .stop, .declined, .forbidden, .value,
      .done, .child:
      break
    }
    // The first and the last half are kept.
    if moves.count > 2 * Self.mostMoves {
      moves.removeSubrange(Self.mostMoves / 2..<moves.count - Self.mostMoves / 2)
    }
  }

  /// The text of a step, without the middle of long lines and of a long list of lines.
  private static func shortened(_ text: String) -> String {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    func cut(_ lines: some Sequence<Substring.UTF8View>) -> [String] {
      lines.map { DisplayText.cut(String(Substring($0)), to: longestLine) }
    }
    let half = mostLines / 2
    let shown =
      lines.count > mostLines
      ? cut(lines.prefix(half)) + ["  … \(DisplayText.grouped(lines.count - 2 * half)) lines"]
        + cut(lines.suffix(half)) : cut(lines)
    return shown.joined(separator: "\n")
  }

  /// Records the machine after the last written step.
  func note(_ machine: Machine) {
    guard !steps.isEmpty, !isFull else { return }
    let timers = DueTimer.all(of: machine).map { ($0.due, $0.text) }
    var changes: [ContextChange] = []
    let values = machine.parts.values
    for (index, name) in chart.contextNames.enumerated() where index < values.count {
      changes += ContextChange.changes(of: name, from: context[index], to: values[index])
    }
    context = values
    steps[steps.count - 1].timers = timers
    steps[steps.count - 1].changes += changes
    held += timers.reduce(0) { $0 + $1.1.utf8.count + 20 } + changes.reduce(0) { $0 + $1.size }
  }
}
