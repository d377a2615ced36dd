import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// The result of `explore --program`, as text, as JSON, or as a diagnostic for other tools.
struct ProgramExplorationReport: ~Copyable {
  let result: ProgramExploration.Result
  let loaded: LoadedChart
  /// The name of the chart in messages.
  let name: String
  let walks: (count: Int, length: Int, seed: UInt64)

  private var tour: ArcTour { result.tour }
  private var isComplete: Bool { tour.space.isComplete && result.isWhole }

  /// The difference as a diagnostic in the chart: at the state in which the last line is run.
  var diagnostic: Diagnostic? {
    guard let difference = result.difference, let report = difference.failure.reports.first else { return nil }
    let span = difference.states.first.map { loaded.located.spans.states[$0.index] } ?? SourceSpan(0, end: 0)
    return Diagnostic(report.diagnostic.code, at: span, message: report.diagnostic.message)
  }

  // MARK: Text

  func text(hasColor: Bool) -> String {
    var out = ByteBuffer()
    if let difference = result.difference, let diagnostic {
      TextReport(hasColor: hasColor).append(diagnostic, in: LineIndex(loaded.source), to: &out)
      if difference.lines.isEmpty { out.append("    # at the start\n") }
      for line in difference.lines { DisplayText.appendLine("    " + line, to: &out) }
      append(difference.failure, to: &out)
      out.append("\(counts) before it\n")
    } else {
      out.append(verdict + "\n")
    }
    if let reason = result.whyNoClock {
      DisplayText.appendLine(
        "\(DisplayText.counted(tour.clockArcs, noun: "arc")) not tried, because \(reason)", to: &out)
    }
    if walks.count > 0, result.walks > 0 || result.whyNotAllWalks != nil {
      let agree = result.walks - (result.difference == nil ? 0 : 1)
      let tried = result.difference == nil ? result.walks : walks.count
      let end = result.whyNotAllWalks.map { "; \(walks.count - tried) not tried, because \($0)" } ?? ""
      out.append("\(agree) of \(tried) walks agree\(end) (length \(walks.length), seed \(walks.seed))\n")
    }
    return out.text
  }

  private func append(_ failure: TestFailure, to out: inout ByteBuffer) {
    if !failure.details.expected.isEmpty || !failure.details.found.isEmpty {
      out.append("  expected and found:\n")
      let diff = LineDiff(from: failure.details.expected, to: failure.details.found)
      out.append(TestJob.text(of: diff))
    }
    for note in failure.notes { DisplayText.appendLine("  " + note, to: &out) }
  }

  private var counts: String {
    let found = tour.space.isComplete ? "" : " found"
    return "\(DisplayText.grouped(result.agreeing)) of \(DisplayText.grouped(tour.arcs)) arcs\(found) agree"
  }

  /// The first line if no difference was found.
  private var verdict: String {
    let claim = tour.space.inputs.areSampled ? "complete for the payloads tried" : "complete"
    let states = DisplayText.counted(tour.space.states, noun: "state")
    let starts = DisplayText.counted(result.starts, noun: "start")
    let about = "\(counts) (\(states), \(starts))"
    if isComplete { return "\(claim): \(about)" }
    guard let reason = result.reason else { return "bounded: \(about)" }
    return "stopped, because \(DisplayText.raw(reason)): \(about)"
  }

  // MARK: For programs

  /// One object. The same chart and program give equal bytes.
  func json() -> String {
    var out = ByteBuffer()
    out.append("{")
    out.append(string: "chart", value: name)
    out.append(flag: "complete", value: isComplete && result.difference == nil)
    out.append(number: "states", value: tour.space.states)
    out.append(number: "arcs", value: tour.arcs)
    out.append(number: "agree", value: result.agreeing)
    out.append(number: "starts", value: result.starts)
    out.append(number: "walks", value: result.walks)
    out.append(number: "skipped", value: result.whyNoClock == nil ? 0 : tour.clockArcs)
    out.append(string: "reason", value: result.reason ?? result.whyNoClock)
    if let difference = result.difference, let report = difference.failure.reports.first {
      out.append(object: "difference") { out in
        out.append(string: "code", value: report.diagnostic.code.rawValue)
        out.append(string: "message", value: report.diagnostic.message)
        out.append(texts: "expected", value: difference.failure.details.expected)
        out.append(texts: "found", value: difference.failure.details.found)
        out.append(texts: "script", value: difference.lines)
        out.append(texts: "notes", value: difference.failure.notes)
      }
    } else {
      out.append(string: "difference", value: nil)
    }
    out.append("}\n")
    return out.text
  }

  func write(_ report: any FindingsReport, to output: any OutputStream) {
    var writer = FindingsWriter(report, to: output, showsAll: true)
    writer.beginFile()
    if let difference = result.difference, let found = diagnostic {
      let script = difference.lines.isEmpty ? nil : "the script: " + difference.lines.joined(separator: "; ")
      let diagnostic = Diagnostic(found.code, at: found.span, message: found.message, help: script)
      writer.add([diagnostic], in: LineIndex(loaded.source))
    }
    writer.end()
  }

  /// The bytes of a script that shows the difference, for `test --program`; nil without a difference.
  func script(for path: String, chartPath: String) -> [UInt8]? {
    guard let difference = result.difference, let diagnostic else { return nil }
    var out = ByteBuffer()
    let finding = "\(diagnostic.code.rawValue): \(diagnostic.message)"
    ScriptChart.appendHead(finding, of: chartPath, for: path, to: &out)
    for line in difference.lines { out.append(line + "\n") }
    return out.bytes
  }
}
