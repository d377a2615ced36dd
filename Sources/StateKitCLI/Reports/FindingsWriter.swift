import StateKitCore

/// Writes the findings in files as a report, and counts them.
struct FindingsWriter {
  private var report: any FindingsReport
  private let output: any OutputStream
  private let showsAll: Bool
  private(set) var counts = FindingCounts()

  /// Writes warnings and notes only if `showsAll`.
  init(_ report: any FindingsReport, to output: any OutputStream, showsAll: Bool) {
    self.report = report
    self.output = output
    self.showsAll = showsAll
    write { report, out in report.begin(to: &out) }
  }

  /// Writes the findings in a file, in order of position.
  mutating func add(_ findings: Findings, in source: SourceText) {
    counts.files += 1
    add(findings.sorted(in: source), in: source)
    hold(findings.dropped)
  }

  /// Writes diagnostics that belong to the previous file, or to a part of it such as a line of a script.
  mutating func add(_ diagnostics: [Diagnostic], in source: SourceText) {
    if !diagnostics.isEmpty { add(diagnostics, in: LineIndex(source)) }
  }

  /// Writes diagnostics for a file with a known line index.
  mutating func add(_ diagnostics: [Diagnostic], in lines: LineIndex) {
    let shown = diagnostics.filter { diagnostic in
      counts.add(diagnostic.severity)
      return showsAll || diagnostic.severity == .error
    }
    if shown.isEmpty { return }
    write { report, out in for diagnostic in shown { report.append(diagnostic, in: lines, to: &out) } }
  }

  /// Counts messages that are not shown.
  mutating func hold(_ dropped: [CodeCounts.Entry]) {
    for (code, severity, count) in dropped {
      counts.add(severity, count: count)
      guard showsAll || severity == .error else { continue }
      write { report, out in report.append(held: count, of: code, to: &out) }
    }
  }

  mutating func beginFile() { counts.files += 1 }

  /// Counts the files that are skipped in a folder.
  mutating func add(_ skipped: SkippedFiles) { counts.skipped.add(skipped) }

  mutating func add(unreadable name: String, reason: String) {
    counts.unreadable += 1
    write { report, out in report.append(unreadable: name, reason: reason, to: &out) }
  }

  mutating func end() {
    let counts = counts
    write { report, out in report.end(counts, to: &out) }
  }

  private mutating func write(_ body: (inout any FindingsReport, inout ByteBuffer) -> Void) {
    var out = ByteBuffer()
    body(&report, &out)
    if out.count > 0 { out.withSpan { output.write($0) } }
  }
}
