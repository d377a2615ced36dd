import CEL
package import StateKitCore

/// Records a run as a script with expectations of its effects, which can serve as a test.
package final class ScriptRecorder: TraceSink {
  private let chart: Chart
  private let output: any ByteOutput
  /// The lines that are not written yet.
  private var out = ByteBuffer()
  /// The effects of the step in order, each once.
  private var called: [String] = []
  private var sent: [String] = []
  private var logged: [String] = []
  private var hasError = false
  /// True if a machine rejected what another one sent, or the event itself.
  private var hasRejection = false
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
  /// The time in milliseconds that has passed by the wall clock since the last line that is written.
  private var passed: Int64 = 0
  /// The lines of such times in the set-up, which are removed if tests follow: they repeat it at once.
  private var waits: [Range<Int>] = []
  package private(set) var hasBegun = false
  /// The number of expectations that are too long for a line, and were left out.
  private var leftOut = 0
  /// True if an event is too long for a line. Nothing is recorded from there on.
  private var isTooLong = false

  /// The bytes of the script so far.
  package private(set) var written = 0

  private static let blockSize = 48 << 10

  /// `chartFile`: the file name for the `:chart` line; nil for none. `beginning`: the state file that the run resumes.
  package init(_ chart: Chart, chartFile: String?, from beginning: String? = nil, output: any ByteOutput) {
    self.chart = chart
    self.output = output
    isEarly = chart.asksHost
    if let beginning {
      out.append("# resumes a state file: run it with --from-state ")
      DisplayText.appendName(beginning, to: &out)
      out.append("\n")
    }
    if let chartFile {
      out.append(":chart ")
      DisplayText.appendName(chartFile, to: &out)
      out.append("\n")
    }
  }

  /// The reason why the script is not complete; nil if it is.
  package var failure: String? {
    isTooLong ? "an event with its data is longer than \(InputLimits.lineBytes >> 20) MiB, the limit of a line" : nil
  }

  /// The warning about expectations that are left out of the script at `name`; nil if there is none.
  package func warning(for name: String) -> String? {
    if leftOut == 0 { return nil }
    let what = leftOut == 1 ? "an expectation is" : "\(leftOut) expectations are"
    return "\(name): \(what) longer than \(InputLimits.lineBytes >> 20) MiB, the limit of a line, and left out"
  }

  /// Writes the last lines.
  package func finish() {
    written += out.count
    out.withSpan { output.write($0) }
    out.removeAll()
    waits.removeAll()
  }

  package func begin(_ header: TraceHeader) {
    hasBegun = true
    self.header = header
    called.removeAll()
    sent.removeAll()
    logged.removeAll()
    hasError = false
    hasRejection = false
    broken.removeAll()
  }

  package func add(_ entries: TraceEntries) { for entry in entries { add(entry, of: chart) } }

  private func add(_ entry: TraceEntry, of chart: Chart) {
    switch entry {
    case .effect(.call(let name, let data), _): note(carried(chart.names.text(name), data: data), list: &called)
    case .effect(.send(let label, let data, _), _): note(carried(chart.text(of: label), data: data), list: &sent)
    case .effect(.log(let text), _):
      text.utf8.count <= InputLimits.lineBytes ? note(text, list: &logged) : (leftOut += 1)
    case .error: hasError = true
    case .rejected: hasRejection = true
    case .invariant(let name): note(DisplayText.name(name), list: &broken)
    case .child(let trace): for entry in trace.entries { add(entry, of: chart.relative(trace.chart)) }
    default: break
    }
  }

  /// Lets time pass that is not that of a line.
  package func pass(_ time: Int64) { passed += time }

  /// Takes the answers of the host during a step, which come before its line.
  package var popAnswers: () -> HostAnswers.Line? = { nil }
  /// The lines after the start that give the context its first values. `host`: the lines that replace the host from the
  /// start on.
  package var firstLines: (_ host: [String]) -> [String] = { _ in [] }
  private var hostLines: [String] = []

  package func end(_ summary: TraceSummary) {
    if isTooLong { return }
    let before = out.count
    // The set-up has the answers that it got.
    if let answers = popAnswers(), !isRepeating { append(host: answers) }
    record(summary)
    if isTooLong { out.truncate(to: before) }
    if case .start = header, !isInTest { for line in firstLines(hostLines) { out.append(line + "\n") } }
    // The expectations of the set-up may still be removed.
    if !isEarly, out.count >= Self.blockSize { finish() }
  }

  private func record(_ summary: TraceSummary) {
    if case .aside(let text) = header, text.utf8.first == UInt8(ascii: "?") { return }
    appendPassed()
    let beginning = out.count
    switch header {
    case .start: break
    case .event(let label, let data):
      if isRepeated() { return }
      isEarly = false
      DisplayText.appendName(chart.text(of: label), to: &out)
      if let data, !data.isNull {
        out.append(" ")
        data.appendJSON(to: &out, upTo: beginning + InputLimits.lineBytes + 1)
      }
      out.append("\n")
    case .end(let end):
      if isRepeated() { return }
      out.append(end.shown)
      out.append("\n")
    case .line(let text), .aside(let text):
      let isTest = text.utf8.starts(with: ":test ".utf8)
      if !isTest, isRepeated() { return }
      if text.utf8.first == UInt8(ascii: "+") { isEarly = false }
      if isTest, !isInTest, isEarly || !waits.isEmpty { dropEarly() }
      out.append(text)
      out.append("\n")
      if isTest {
        isInTest = true
        repeated = setUpCount
        return
      }
    }
    isTooLong = out.count - beginning > InputLimits.lineBytes + 1
    if isTooLong { return }
    // The start of a test is that of its set-up, which already has its expectations.
    if case .start = header, isInTest, setUpCount > 0 { return }
    let start = out.count
    if isEarly, start > InputLimits.lineBytes { return leftOut += 1 }
    expect(summary)
    if isEarly { early.append(start..<out.count) }
  }

  /// Writes the time before a line, unless a machine begins with the line, or repeats it at once.
  private func appendPassed() {
    defer { passed = 0 }
    switch header {
    case .start: return
    case .line(let text) where text.utf8.starts(with: ":test ".utf8): return
    default: break
    }
    if passed == 0 || isRepeating { return }
    let start = out.count
    out.append("+\(Delay.text(passed))\n")
    if !isInTest { waits.append(start..<out.count) }
  }

  /// Removes from the set-up what tests do not repeat.
  private func dropEarly() {
    var kept = out.bytes
    let dropped = (isEarly ? early : []) + waits
    for range in dropped.sorted(by: { $0.lowerBound > $1.lowerBound }) { kept.removeSubrange(range) }
    out = ByteBuffer()
    out.append(kept)
    isEarly = false
  }

  /// True during the start of a test and its set-up.
  private var isRepeating: Bool {
    if case .start = header { isInTest } else { repeated > 0 }
  }

  /// True if the step belongs to the set-up and is repeated for a test.
  private func isRepeated() -> Bool {
    if repeated > 0 {
      repeated -= 1
      return true
    }
    if !isInTest { setUpCount += 1 }
    return false
  }

  /// Writes a line that replaces the host.
  package func note(_ line: HostAnswers.Line) { if !isRepeated() { append(host: line) } }

  /// Writes a line in place of an option that replaces the host: the tests of the run do not repeat the option.
  package func append(host line: HostAnswers.Line) {
    if case .start = header { hostLines.append(line.text) }
    out.append(line.text + "\n")
  }

  private func expect(_ summary: TraceSummary) {
    if hasError { expect("error") }
    if let outcome = summary.outcome { expect(outcome.rawValue) }
    if hasRejection, summary.outcome != .rejected { expect(Outcome.rejected.rawValue) }
    if !broken.isEmpty { expect("breaks", broken.joined(separator: ", ")) }
    if !called.isEmpty { expect("did", called.joined(separator: ", ")) }
    if !sent.isEmpty { expect("sent", sent.joined(separator: ", ")) }
    for text in logged { expect("logged", DisplayText.string(text)) }
    guard !summary.leaves.isEmpty else { return }
    let states = summary.leaves.map { chart.shownReference($0) }
    expect("only", states.joined(separator: ", "))
    if summary.isDone { expect("done") }
  }

  /// Appends an expectation, unless it is too long for a line.
  private func expect(_ word: String, _ rest: String = "") {
    let line = ":expect \(word)\(rest.isEmpty ? "" : " ")\(rest)"
    if line.utf8.count > InputLimits.lineBytes { return leftOut += 1 }
    out.append(line)
    out.append("\n")
  }

  /// A name with its data, unless they are too long for a line.
  private func carried(_ name: String, data: Value?) -> String {
    Carried(name: name, data: data).shown(upTo: Self.longestData)
  }

  private static let longestData = 4_096

  private func note(_ text: String, list: inout [String]) {
    if list.count < 100, !list.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { list.append(text) }
  }
}
