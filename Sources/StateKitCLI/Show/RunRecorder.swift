import CEL
import StateKitCore
import StateKitPictures

/// Records every step of a run for the player: as JSON Lines and as text, with the selected handlers.
final class RunRecorder: TraceSink {
  let coverage: Coverage
  /// The output to which the runner writes each step.
  let lines: TraceJSONLines
  private let lineBytes: MemoryOutput
  private let text: TraceText
  private let textBytes: MemoryOutput
  /// The bytes of the steps as text, and of their entries.
  private var held = 0
  private let most: Int
  private let chart: Chart
  private var steps: [PlayedStep] = []
  private var taken: [UInt32]
  private var entries: [TraceEntry] = []
  private var last: StateID?

  /// Data after `most` bytes are left out.
  init(_ chart: Chart, in source: SourceText, most: Int) {
    self.chart = chart
    self.most = most
    lineBytes = MemoryOutput(most: most)
    textBytes = MemoryOutput(most: most)
    coverage = Coverage(chart)
    taken = coverage.counts.taken
    lines = TraceJSONLines(chart, source: source, output: lineBytes)
    text = TraceText(chart, source: source, output: textBytes)
  }

  /// True if steps were left out.
  var isFull: Bool { held + lineBytes.bytes.count > most || lineBytes.failure != nil || textBytes.failure != nil }

  func begin(_ header: TraceHeader) {
    if isFull { return }
    text.begin(header)
    entries.removeAll(keepingCapacity: true)
  }

  func add(_ entries: TraceEntries) {
    if isFull { return }
    held += entries.count * MemoryLayout<TraceEntry>.stride
    text.add(entries)
    self.entries += entries
  }

  func add(endless entries: TraceEntries) {
    if isFull { return }
    held += entries.count * MemoryLayout<TraceEntry>.stride
    text.add(endless: entries)
    self.entries += entries
  }

  func end(_ summary: TraceSummary) {
    if isFull { return }
    text.end(summary)
    text.flush()
    held += textBytes.bytes.count
    var step = PlayedStep(text: textBytes.text, leaves: summary.leaves)
    textBytes.removeAll()
    let now = coverage.counts.taken
    for index in now.indices where now[index] != taken[index] { step.handlers.append(index) }
    taken = now
    for entry in entries { add(entry, to: &step) }
    steps.append(step)
  }

  private func add(_ entry: TraceEntry, to step: inout PlayedStep) {
    switch entry {
    case .enter(let state):
      step.entered.append(state)
      last = state
    case .exit(let state):
      step.exited.append(state)
      last = state
    case .effect(.goToState(let target), inHook: true):
      if let last { step.jumps.append((last, target)) }
    case .error, .invariant, .rejected: step.isError = true
    case .effect, .event, .always, .afterFired, .sendFired, .ignored, .invoke, .stop, .declined, .forbidden, .value,
      .done, .child:
      break
    }
  }

  /// Records the machine after the last written step.
  func note(_ machine: Machine) {
    guard !steps.isEmpty else { return }
    steps[steps.count - 1].timers = machine.waitingTimers.map { timer in
      switch timer.kind {
      case .after(let delay, let state):
        (timer.due, "after \(Delay.text(delay)) in \(chart.shownReference(state))")
      case .send(let label, _, let id, _):
        (
          timer.due,
          "send " + DisplayText.name(chart.text(of: label)) + (id.map { ", id " + DisplayText.name($0) } ?? "")
        )
      }
    }
  }

  /// All steps in order.
  func finish() -> [PlayedStep] {
    lines.flush()
    let all = lineBytes.bytes.split(separator: UInt8(ascii: "\n"))
    for index in steps.indices where index < all.count {
      steps[index].json = String(decoding: all[index], as: UTF8.self)
    }
    return steps
  }
}
