import StateKitCore

/// Writes to the error stream: diagnostics, at most a hundred of one code, then the number of the others.
struct Messenger {
  private let output: any OutputStream
  private let hasColor: Bool
  let isQuiet: Bool
  private var counts = CodeCounts()
  private(set) var hasErrors = false

  /// Says an error that has no position in a file.
  mutating func reportError(_ text: String) {
    write("statekit: error: " + text)
    hasErrors = true
  }

  init(_ output: any OutputStream, hasColor: Bool, isQuiet: Bool) {
    self.output = output
    self.isQuiet = isQuiet
    self.hasColor = hasColor
  }

  /// The messages of a command, by its options.
  init(_ streams: Streams, arguments: Arguments) {
    self.init(streams.errors, hasColor: streams.hasColor(arguments.color), isQuiet: arguments.isQuiet)
  }

  /// Shows diagnostics of one source, in order.
  mutating func show(_ diagnostics: [Diagnostic], in source: SourceText) {
    guard !diagnostics.isEmpty else { return }
    let lines = LineIndex(source)
    let report = TextReport(hasColor: hasColor, columns: output.columns)
    var out = ByteBuffer()
    for diagnostic in diagnostics where admits(diagnostic) { report.append(diagnostic, in: lines, to: &out) }
    out.withSpan { output.write($0) }
  }

  /// Shows the findings in a file, in order of position.
  mutating func show(_ findings: Findings, in source: SourceText, withInfos: Bool = true) {
    show(findings.sorted(in: source).filter { withInfos || $0.severity != .info }, in: source)
    for (code, severity, count) in findings.dropped where withInfos || severity != .info {
      counts.add(code, severity: severity, number: count)
    }
  }

  /// Counts diagnostics that are not shown.
  mutating func hold(_ dropped: [CodeCounts.Entry]) {
    for (code, severity, count) in dropped { counts.add(code, severity: severity, number: count) }
  }

  /// Shows an error without a position in a file.
  mutating func show(_ diagnostic: Diagnostic) {
    guard admits(diagnostic) else { return }
    write("statekit: \(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.code.rawValue)]")
  }

  /// Writes a line: a file that cannot be read, an error in the command line.
  func write(_ message: String) {
    var out = ByteBuffer()
    let text = DisplayText.raw(DisplayText.cut(message, to: DisplayText.longestMessage))
    out.append(output.columns.map { WordWrap.text(text, width: $0, hanging: 4) } ?? text)
    out.append("\n")
    out.withSpan { output.write($0) }
  }

  /// Writes why a command ended, if that was not shown yet.
  mutating func write(_ end: CommandEnd) {
    if let findings = end.findings {
      show(findings.shown, in: findings.source)
      hold(findings.dropped)
    }
    if let message = end.message { write("statekit: " + message) }
  }

  /// Writes how many messages were hidden, and resets the counts.
  mutating func finish() {
    for (code, _, count) in counts.dropped { write("statekit: \(count) more of [\(code.rawValue)] not shown") }
    counts = CodeCounts()
  }

  private mutating func admits(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.severity {
    case .error: hasErrors = true
    case .warning, .info: if isQuiet { return false }
    }
    return counts.admit(diagnostic.code, severity: diagnostic.severity)
  }
}
