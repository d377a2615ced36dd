import CEL
package import StateKitCore

/// Records a run as a script with expectations of its effects, which can serve as a test.
package final class ScriptRecorder: TraceSink {
  private let chart: Chart
  private var out = ByteBuffer()
  /// The effects of the step in order, each once.
  private var called: [String] = []
  private var sent: [String] = []
  private var logged: [String] = []
  private var hasError = false
  private var broken: [String] = []
  private var header = TraceHeader.start
  /// The number of steps before the first test: they are its set-up, which each test repeats.
  private var setUpCount = 0
  private var isInTest = false
  /// The expectations before the first event of the set-up. Lines of a test that replace the host before its events
  /// would affect them, so they are removed if tests follow.
  private var early: [Range<Int>] = []
  private var isEarly: Bool
  private var repeated = 0

  /// `chartFile`: the file name for the `:chart` line; nil for none.
  package init(_ chart: Chart, chartFile: String?) {
    self.chart = chart
    isEarly = chart.asksHost
    if let chartFile {
      out.append(":chart ")
      DisplayText.appendName(chartFile, to: &out)
      out.append("\n")
    }
  }

  /// The script so far.
  package var bytes: [UInt8] { out.bytes }

  package func begin(_ header: TraceHeader) {
    self.header = header
    called.removeAll()
    sent.removeAll()
    logged.removeAll()
    hasError = false
    broken.removeAll()
  }

  package func add(_ entries: TraceEntries) {
    for entry in entries { add(entry, of: chart) }
  }

  private func add(_ entry: TraceEntry, of chart: Chart) {
    switch entry {
    case .effect(.call(let name, let data), _): note(carried(chart.names.text(name), data: data), list: &called)
    case .effect(.send(let label, let data, _), _): note(carried(chart.text(of: label), data: data), list: &sent)
    case .effect(.log(let text), _): note(text, list: &logged)
    case .error: hasError = true
    case .invariant(let name): note(DisplayText.name(name), list: &broken)
    case .child(let trace): for entry in trace.entries { add(entry, of: chart.relative(trace.chart)) }
    default: break
    }
  }

  /// Takes the answers of the host during a step, which come before its line.
  package var takeAnswers: () -> HostAnswers.Line? = { nil }

  package func end(_ summary: TraceSummary) {
    if let answers = takeAnswers() { out.append(answers.text + "\n") }
    switch header {
    case .start: break
    case .event(let label, let data):
      if isRepeated() { return }
      isEarly = false
      DisplayText.appendName(chart.text(of: label), to: &out)
      if let data, !data.isNull {
        out.append(" ")
        data.appendJSON(to: &out)
      }
      out.append("\n")
    case .question: return
    case .line(let text):
      let isTest = text.utf8.starts(with: ":test ".utf8)
      if !isTest, isRepeated() { return }
      if text.utf8.first == UInt8(ascii: "+") { isEarly = false }
      if isTest, isEarly { dropEarly() }
      out.append(text)
      out.append("\n")
      if isTest {
        isInTest = true
        repeated = setUpCount
        return
      }
    }
    // The start of a test is that of its set-up, which already has its expectations.
    if case .start = header, isInTest, setUpCount > 0 { return }
    let start = out.count
    expect(summary)
    if isEarly { early.append(start..<out.count) }
  }

  private func dropEarly() {
    var kept = out.bytes
    for range in early.reversed() { kept.removeSubrange(range) }
    out = ByteBuffer()
    out.append(kept)
    isEarly = false
  }

  /// True if the step belongs to the set-up and is repeated for a test.
  private func isRepeated() -> Bool {
    if isInTest, repeated > 0 {
      repeated -= 1
      return true
    }
    if !isInTest { setUpCount += 1 }
    return false
  }

  /// Writes a line that replaces the host.
  package func note(_ line: HostAnswers.Line) {
    if isRepeated() { return }
    out.append(line.text)
    out.append("\n")
  }

  private func expect(_ summary: TraceSummary) {
    if hasError { out.append(":expect error\n") }
    if let outcome = summary.outcome { out.append(":expect \(outcome.rawValue)\n") }
    if !broken.isEmpty { out.append(":expect breaks \(broken.joined(separator: ", "))\n") }
    if !called.isEmpty { out.append(":expect did \(called.joined(separator: ", "))\n") }
    if !sent.isEmpty { out.append(":expect sent \(sent.joined(separator: ", "))\n") }
    for text in logged {
      out.append(":expect logged ")
      DisplayText.appendQuoted(text, to: &out)
      out.append("\n")
    }
    guard !summary.leaves.isEmpty else { return }
    let states = summary.leaves.map { chart.shownReference($0) }
    out.append(":expect only \(states.joined(separator: ", "))\n")
    if summary.isDone { out.append(":expect done\n") }
  }

  /// A name with its data, unless they are too long for a line.
  private func carried(_ name: String, data: Value?) -> String {
    let carried = Carried(name: name, data: data)
    let shown = carried.shown
    return shown.utf8.count <= Self.longestData ? shown : DisplayText.name(name)
  }

  private static let longestData = 4_096

  private func note(_ text: String, list: inout [String]) {
    if list.count < 100, !list.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { list.append(text) }
  }
}
