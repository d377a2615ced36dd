import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch

/// The result of an exploration, as text, as JSON, or as diagnostics for other tools (Exploring.md, Output).
final class ExploreReport {
  let loaded: LoadedChart
  /// The name of the chart in messages.
  let name: String
  let exploration: Exploration
  let options: Explorer.Options
  let seconds: Double
  /// The lines of the charts that findings are about.
  private let lines: [Int: LineIndex]

  var space: StateSpace { exploration.space }

  init(_ loaded: LoadedChart, name: String, exploration: Exploration, options: Explorer.Options, seconds: Double) {
    self.loaded = loaded
    self.name = name
    self.exploration = exploration
    self.options = options
    self.seconds = seconds
    let charts = Set(exploration.allFindings.map(\.chart))
    lines = Dictionary(
      charts.map { ($0, LineIndex(loaded.chart.source(of: $0, first: loaded.source))) }, uniquingKeysWith: { a, _ in a }
    )
  }

  /// The file that a finding is about.
  func source(of finding: ExploreFinding) -> SourceText {
    loaded.chart.source(of: finding.chart, first: loaded.source)
  }

  func lines(of finding: ExploreFinding) -> LineIndex {
    lines[finding.chart] ?? LineIndex(source(of: finding))
  }

  /// `next`, also with the delays that were tried.
  var time: String { (["next"] + options.choice.waits.map { Delay.text($0) }).joined(separator: ", ") }

  // MARK: Text

  func text(hasColor: Bool, isQuiet: Bool, isVerbose: Bool) -> String {
    var out = ByteBuffer()
    out.append(verdict() + "\n")
    if !isQuiet, let payloads = TriedPayloads.text(space.inputs) {
      DisplayText.appendLine(payloads, to: &out)
    }
    if !isQuiet, !exploration.notSearched.isEmpty {
      let codes = exploration.notSearched.map(\.rawValue).joined(separator: ", ")
      out.append("not searched for \(codes): \(isInterrupted ? "a signal" : "the time limit") came first\n")
    }
    let report = TextReport(hasColor: hasColor)
    for answer in exploration.answers {
      DisplayText.appendLine(shown(answer) + (answer.finding == nil ? "" : ":"), to: &out)
      if let finding = answer.finding { append(finding, by: report, to: &out) }
    }
    let limited = Self.limited(
      exploration.findings.filter { (isVerbose || $0.allowed == nil) && (!isQuiet || $0.severity == .error) })
    for finding in limited.shown { append(finding, by: report, to: &out) }
    for (code, _, count) in limited.dropped { report.append(held: count, of: code, to: &out) }
    return out.text
  }

  /// The findings without those beyond a hundred of a code, and the number of these. Suppressed ones do not count.
  private static func limited(
    _ findings: [ExploreFinding]
  ) -> (shown: [ExploreFinding], dropped: [CodeCounts.Entry]) {
    var counts = CodeCounts()
    let shown = findings.filter { $0.allowed != nil || counts.admit($0.code, severity: $0.severity) }
    return (shown, counts.dropped)
  }

  private var isInterrupted: Bool { space.bound?.kind == .interrupt }

  /// The answer to a property, as one line without its end.
  private func shown(_ answer: PropertyAnswer) -> String {
    let expressions = answer.property.expressions.map { DisplayText.quoted($0.text) }.joined(separator: " ")
    let tried = "all scripts of up to \(counted(space.triedDepth, noun: "line"))"
    let isSampled = answer.finding?.isSampled ?? !space.samples.isEmpty
    let limitation = isSampled ? space.samples.limitation : ""
    let verdict =
      switch (answer.verdict, answer.finding) {
      case (.holds, nil) where space.states == 1: "holds in the only state"
      case (.holds, nil): "holds in all \(counted(space.states, noun: "state"))"
      case (.holds, .some): "holds"
      case (.bounded, nil): "holds in \(tried)"
      case (.bounded, .some): "is not decided \(answer.isLate ? "within the time limit" : "by \(tried)")"
      case (.fails, _): "does not hold"
      }
    let vacuous = answer.isVacuous ? " (the first is never true)" : ""
    return "\(answer.property.kind) \(expressions): \(verdict)\(vacuous)\(limitation)"
  }

  private func counted(_ count: Int, noun: String) -> String {
    DisplayText.counted(count, noun: noun)
  }

  private func append(_ finding: ExploreFinding, by report: TextReport, to out: inout ByteBuffer) {
    if let span = finding.span {
      let allowed = finding.allowed.map { " (allowed: \($0))" } ?? ""
      let diagnostic = Diagnostic(
        finding.code, at: span, message: finding.message + allowed, severity: finding.severity)
      report.append(diagnostic, in: lines(of: finding), to: &out)
    } else {
      DisplayText.appendRaw("\(name): \(finding.severity.rawValue): \(finding.message)", to: &out)
      out.append(" [\(finding.code.rawValue)]\n")
    }
    guard let script = finding.script else { return }
    if script.isEmpty, finding.loop.isEmpty { out.append("    # at the start\n") }
    for line in script { append(line, to: &out) }
    if !finding.loop.isEmpty { out.append("    # again and again\n") }
    for line in finding.loop { append(line, to: &out) }
  }

  private func append(_ line: String, to out: inout ByteBuffer) {
    out.append("    ")
    DisplayText.appendLine(line, to: &out)
  }

  /// The first line: whether everything was tried, and the counts.
  func verdict() -> String {
    let events = space.inputs.payloads.count
    let payloads = events == 0 ? "none" : counted(events, noun: "event") + " with candidates"
    let cut =
      space.inputs.cut.isEmpty ? "" : "; cut: " + space.inputs.cut.map { DisplayText.name($0) }.joined(separator: ", ")
    let about = (["payloads: \(payloads)\(cut)", "time: \(time)"] + eventsTried + keysKept).joined(separator: "; ")
    guard let bound = space.bound else {
      let claim = space.samples.isEmpty ? "complete" : "complete for \(space.samples.list)"
      return "\(claim): \(counted(space.states, noun: "state")), \(counted(space.transitions, noun: "transition")), "
        + "depth \(space.depth) (\(about))"
    }
    let what =
      switch bound.kind {
      case .depth: "at depth \(bound.value)"
      case .states: "at \(counted(bound.value, noun: "state"))"
      case .memory: "at \(bound.value >> 20) MiB"
      case .timeLimit: "after \(Delay.text(Int64(bound.value)))"
      case .interrupt, .effort: "by a signal, at \(counted(space.states, noun: "state"))"
      }
    return "stopped \(what): all scripts of up to \(counted(space.triedDepth, noun: "line")) were tried (\(about))"
  }

  /// The selection of events.
  private var eventsTried: [String] {
    func names(_ names: [String]) -> String { names.map { DisplayText.name($0) }.joined(separator: ", ") }
    let except = options.choice.except
    return (options.choice.events.map { ["events: only \(names($0))"] } ?? [])
      + (except.isEmpty ? [] : ["events: all but \(names(except))"])
  }

  /// The limits of counters, and the keys that are left out.
  private var keysKept: [String] {
    var kept: [String] = []
    var unread: [String] = []
    for (name, use) in space.keyUses {
      switch use {
      case .exact: continue
      case .unread: unread.append(name)
      case .rising(let limit): kept.append("counting \(name) only up to \(limit)")
      case .falling(let limit): kept.append("counting \(name) only down to \(limit)")
      }
    }
    kept += space.keySums.map { "counting only \($0)" }
    kept += space.joinedTimers.map { "counting equal timers of \(DisplayText.name($0)) only up to 2" }
    return kept + (unread.isEmpty ? [] : ["without \(unread.joined(separator: ", ")), which nothing reads"])
  }

  // MARK: Other tools

  func write(_ report: any FindingsReport, to output: any OutputStream, isQuiet: Bool) {
    var writer = FindingsWriter(report, to: output, showsAll: !isQuiet)
    writer.beginFile()
    let limited = Self.limited(exploration.allFindings.filter { $0.allowed == nil })
    for finding in limited.shown {
      let script =
        finding.script.map { ($0 + (finding.loop.isEmpty ? [] : ["# again and again"] + finding.loop)) } ?? []
      let help = script.isEmpty ? nil : "the script: " + script.joined(separator: "; ")
      let diagnostic = Diagnostic(
        finding.code, at: finding.span ?? SourceSpan(0, end: 0), message: finding.message, help: help,
        severity: finding.severity)
      writer.add([diagnostic], in: lines(of: finding))
    }
    writer.hold(limited.dropped)
    writer.end()
  }
}
