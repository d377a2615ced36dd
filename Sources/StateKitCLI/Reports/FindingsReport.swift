import StateKitCore

/// A format for findings in files: text for people, or a format for programs.
protocol FindingsReport {
  /// Appends the text before all findings.
  mutating func begin(to out: inout ByteBuffer)
  mutating func append(_ diagnostic: Diagnostic, in lines: LineIndex, to out: inout ByteBuffer)
  /// Appends the number of hidden findings of one code, in the files so far.
  mutating func append(held count: Int, of code: DiagnosticCode, to out: inout ByteBuffer)
  /// Appends a file that could not be read.
  mutating func append(unreadable name: String, reason: String, to out: inout ByteBuffer)
  /// Appends the text after all findings.
  mutating func end(_ counts: FindingCounts, to out: inout ByteBuffer)
}

/// A format leaves out what it has no form for.
extension FindingsReport {
  func begin(to out: inout ByteBuffer) {}
  func append(held count: Int, of code: DiagnosticCode, to out: inout ByteBuffer) {}
  func append(unreadable name: String, reason: String, to out: inout ByteBuffer) {}
  func end(_ counts: FindingCounts, to out: inout ByteBuffer) {}
}

struct FindingCounts {
  var files = 0
  var errors = 0
  var warnings = 0
  var infos = 0
  /// Files that could not be read.
  var unreadable = 0
  /// The files that were skipped in folders.
  var skipped = SkippedFiles()

  mutating func add(_ severity: Diagnostic.Severity, count: Int = 1) {
    switch severity {
    case .error: errors += count
    case .warning: warnings += count
    case .info: infos += count
    }
  }

  /// One line for people: `2 files: 3 errors, 1 warning`.
  var summary: String {
    let parts = [(errors, "error"), (warnings, "warning"), (infos, "info")].filter { $0.0 > 0 }
    var text = Self.counted(files, noun: "file") + ": "
    text += parts.isEmpty ? "nothing to report" : parts.map { Self.counted($0.0, noun: $0.1) }.joined(separator: ", ")
    if !skipped.entries.isEmpty { text += "; skipped: \(skipped.summary)" }
    if unreadable > 0 { text += "; \(Self.counted(unreadable, noun: "file")) could not be read" }
    return text
  }

  static func counted(_ count: Int, noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

/// The start and the end of a span as lines and columns from 1; the end is after the last character.
struct Region {
  let start: SourcePosition
  let end: SourcePosition

  init(_ span: SourceSpan, lines: LineIndex) {
    let shown = lines.shown(span)
    start = lines.position(ofShown: Int(shown.start))
    end = lines.position(ofShown: Int(shown.end))
  }
}
