/// Collects diagnostics while a file is looked at: all of them are counted, a hundred of each code are kept (CommandLine.md, Limits).
///
/// A class, because the reader, the decoder and the builder of one file add to the same list; the words of a message are
/// only made where it is kept.
package final class Findings {
  package private(set) var all: [Diagnostic] = []
  private var counts = CodeCounts()
  package private(set) var hasErrors = false
  /// What the file allows.
  private var allowances = Allowances([])

  package init() {}

  /// `severity`: where it is not that of the code.
  package func add(
    _ code: DiagnosticCode, at span: SourceSpan, message: @autoclosure () -> String,
    severity: Diagnostic.Severity? = nil, help: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil,
    notes: @autoclosure () -> [Diagnostic.Note] = []
  ) {
    guard admits(code, at: span, severity: severity ?? code.severity) else { return }
    all.append(
      Diagnostic(code, at: span, message: message(), help: help(), fix: fix(), notes: notes(), severity: severity))
  }

  package func add(_ diagnostic: Diagnostic) {
    if admits(diagnostic.code, at: diagnostic.span, severity: diagnostic.severity) { all.append(diagnostic) }
  }

  /// Whether more messages of a code are counted only: what they say need not be made.
  package func countsOnly(_ code: DiagnosticCode) -> Bool {
    counts.count(of: code) >= InputLimits.messagesOfOneCode
  }

  /// Adds what was found elsewhere, at spans that `move` makes of the ones there.
  package func add(_ others: Findings, at move: (SourceSpan) -> SourceSpan) {
    for other in others.all { add(other.moved(move)) }
    for (code, severity, count) in others.dropped {
      for _ in 0..<count { _ = admits(code, at: SourceSpan(0, end: 0), severity: severity) }
    }
  }

  /// Finds what others have found, and nothing else.
  package func become(_ other: Findings) {
    (all, counts, hasErrors, allowances) = (other.all, other.counts, other.hasErrors, other.allowances)
  }

  /// Whether a code was found.
  package func has(_ code: DiagnosticCode) -> Bool {
    counts.has(code)
  }

  /// From now on, and for what was found already, warnings that the file allows are none.
  package func allow(_ allowances: [Allowance]) {
    self.allowances = Allowances(allowances)
    all.removeAll { diagnostic in
      guard self.allowances.covers(diagnostic.code, at: diagnostic.span) else { return false }
      counts.add(diagnostic.code, severity: diagnostic.severity, number: -1)
      return true
    }
  }

  /// The allowances that nothing needed.
  package var unusedAllowances: [Allowance] { allowances.unused }

  /// How many of each code were found and not kept.
  package var dropped: [CodeCounts.Entry] { counts.dropped }

  /// In order of position; of one position, in order of discovery.
  package var sortedByPosition: [Diagnostic] {
    // Most charts have none: sorting nothing makes two types.
    if all.count < 2 { return all }
    return all.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
      .map(\.element)
  }

  /// In the order of the file that people have, where `source` was translated from it. What was found in several parts that
  /// were made of the same one is there once.
  package func sorted(in source: SourceText) -> [Diagnostic] {
    if source.origin == nil { return sortedByPosition }
    let sorted = all.enumerated().map { (start: source.shown($0.element.span).start, offset: $0.offset, $0.element) }
      .sorted { ($0.start, $0.offset) < ($1.start, $1.offset) }
    var found: [Diagnostic] = []
    var firstThere = 0
    for (index, entry) in sorted.enumerated() {
      if index > 0, sorted[index - 1].start != entry.start { firstThere = found.count }
      let isKnown = found[firstThere...].contains {
        $0.code == entry.2.code
          && (entry.2.code.isOfOneAction || $0.message.utf8.elementsEqual(entry.2.message.utf8))
      }
      if !isKnown { found.append(entry.2) }
    }
    return found
  }

  private func admits(_ code: DiagnosticCode, at span: SourceSpan, severity: Diagnostic.Severity) -> Bool {
    if allowances.covers(code, at: span) { return false }
    if severity == .error { hasErrors = true }
    return counts.admit(code, severity: severity)
  }
}
