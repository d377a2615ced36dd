/// Collects diagnostics while a file is read. All are counted, a limited number of each code is kept (Limits.md).
///
/// A class, because the reader, the decoder and the builder of one file add to one list. A message is only built if it
/// is kept.
package final class Findings {
  /// The kept findings, also those of charts that are written inside the chart.
  package var all: [Diagnostic] {
    mergeInner()
    return kept
  }
  private var kept: [Diagnostic] = []
  /// The findings of charts that are written inside the chart, as long as the rules may still add to them.
  private var inner: [InnerFindings] = []
  private var counts: CodeCounts
  package private(set) var hasErrors = false
  /// The notation of the suggestions.
  package var notation: ChartNotation
  /// Keys of the context that count as read: a foreign notation demands them, or an unknown name is probably theirs.
  package var readNames: [String] = []
  /// The suppressions of the file.
  private var allowances = Allowances([])

  /// `most`: how many findings of each code are kept.
  package init(notation: ChartNotation = .file, most: Int = InputLimits.messagesOfOneCode) {
    self.notation = notation
    counts = CodeCounts(most: most)
  }

  /// `severity`: if it differs from that of the code.
  package func add(
    _ code: DiagnosticCode, at span: SourceSpan, message: @autoclosure () -> String,
    severity: Diagnostic.Severity? = nil, help: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil,
    notes: @autoclosure () -> [Diagnostic.Note] = []
  ) {
    guard admits(code, at: span, severity: severity ?? code.severity) else { return }
    kept.append(
      Diagnostic(code, at: span, message: message(), help: help(), fix: fix(), notes: notes(), severity: severity))
  }

  package func add(_ diagnostic: Diagnostic) {
    if admits(diagnostic.code, at: diagnostic.span, severity: diagnostic.severity) { kept.append(diagnostic) }
  }

  /// True if further messages of a code are only counted, so that their texts need not be built.
  package func countsOnly(_ code: DiagnosticCode) -> Bool {
    counts.count(of: code) >= counts.most
  }

  /// Adds the findings of another list, with their spans converted by `move`.
  package func add(
    _ others: Findings, at move: (SourceSpan) -> SourceSpan, where isWanted: (DiagnosticCode) -> Bool = { _ in true }
  ) {
    readNames += others.readNames
    for other in others.all where isWanted(other.code) { add(other.moved(move)) }
    for (code, severity, count) in others.dropped where isWanted(code) {
      for _ in 0..<count { _ = admits(code, at: SourceSpan(0, end: 0), severity: severity) }
    }
  }

  /// Replaces these findings by those of another list.
  package func become(_ other: Findings) {
    (kept, inner, counts, hasErrors, readNames, allowances) =
      (other.kept, other.inner, other.counts, other.hasErrors, other.readNames, other.allowances)
  }

  /// Keeps the findings of a chart that is written inside the chart.
  package func add(_ chart: InnerFindings) {
    inner.append(chart)
    if chart.findings.hasErrors { hasErrors = true }
  }

  /// Returns the findings of the charts inside, which are to be added when the rules have run on these charts.
  package func takeInner() -> [InnerFindings] {
    defer { inner = [] }
    return inner
  }

  private func mergeInner() {
    for chart in takeInner().reversed() { merge(chart) }
  }

  /// Adds the findings of a chart inside to those of the chart around it, which has those of the JSON text already.
  package func merge(_ chart: InnerFindings) {
    (chart.outer ?? self).add(chart.findings, at: chart.place) { !$0.isOfJSON }
  }

  /// True if the chart has findings of the code, of one severity if it is given; the charts inside are not asked.
  package func has(_ code: DiagnosticCode, severity: Diagnostic.Severity? = nil) -> Bool {
    counts.has(code, severity: severity)
  }

  /// Suppresses the warnings that the file allows, both existing and future ones.
  package func allow(_ allowances: [Allowance]) {
    self.allowances = Allowances(allowances)
    kept.removeAll { diagnostic in
      guard diagnostic.severity != .error, self.allowances.covers(diagnostic.code, at: diagnostic.span) else {
        return false
      }
      counts.add(diagnostic.code, severity: diagnostic.severity, number: -1)
      return true
    }
  }

  /// Removes the findings behind an offset.
  package func drop(behind offset: Int32) {
    kept.removeAll { diagnostic in
      guard diagnostic.span.start > offset else { return false }
      counts.add(diagnostic.code, severity: diagnostic.severity, number: -1)
      return true
    }
  }

  /// The suppressions that match no finding.
  package var unusedAllowances: [Allowance] { allowances.unused }

  /// The number of findings of each code that were not kept.
  package var dropped: [CodeCounts.Entry] {
    mergeInner()
    return counts.dropped
  }

  /// Sorted by position; findings at one position are in order of discovery.
  package var sortedByPosition: [Diagnostic] { all.sortedByPosition }

  /// Sorted by the original file, if `source` was translated. A finding about several parts that come from one original
  /// part is reported once.
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
    if severity == .error {
      hasErrors = true
    } else if allowances.covers(code, at: span) {
      return false
    }
    return counts.admit(code, severity: severity)
  }
}

/// The findings of a chart that is written inside another one.
package struct InnerFindings {
  package let findings: Findings
  /// The offset of the inner chart in the chart around it.
  private let start: Int
  /// The findings of the chart around it; nil for the chart of the file.
  fileprivate let outer: Findings?

  package init(_ findings: Findings, start: Int, in outer: Findings?) {
    self.findings = findings
    self.start = start
    self.outer = outer
  }

  /// The place in the chart around it of a part of the inner chart.
  fileprivate func place(_ span: SourceSpan) -> SourceSpan {
    SourceSpan(start + Int(span.start), end: start + Int(span.end))
  }
}

extension [Diagnostic] {
  /// Sorted by position; diagnostics at one position keep their order.
  package var sortedByPosition: [Diagnostic] {
    // Most charts have no findings; sorting nothing would instantiate two types.
    if count < 2 { return self }
    return enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
      .map(\.element)
  }
}
