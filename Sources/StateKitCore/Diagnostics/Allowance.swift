/// A finding that the chart suppresses: `"meta": {"allow": {"dead-end": "the game is over here"}}`.
///
/// In the `meta` of a state it applies to everything inside the state, in the chart's own `meta` to the whole file.
package struct Allowance: Sendable {
  /// The suppressed code, as written.
  package let code: String
  package let reason: String
  /// The span of the code.
  package let span: SourceSpan
  /// The span to which it applies.
  package var scope: SourceSpan

  package init(code: String, reason: String, span: SourceSpan, scope: SourceSpan) {
    self.code = code
    self.reason = reason
    self.span = span
    self.scope = scope
  }
}

/// The suppressions of a file, nested as its states are.
package struct Allowances {
  private struct Entry {
    let allowance: Allowance
    /// The nearest one of the same code whose scope contains this scope; -1 for none.
    let outer: Int
    var isUsed = false
  }

  /// Sorted by the beginnings of their scopes.
  private var entries: [Entry] = []
  /// The indices of the entries of each code.
  private var ofCode: [String: [Int]] = [:]

  package init(_ allowances: [Allowance]) {
    let sorted = allowances.sorted { ($0.scope.start, $1.scope.end) < ($1.scope.start, $0.scope.end) }
    if sorted.isEmpty { return }
    for (index, allowance) in sorted.enumerated() {
      var outer = ofCode[allowance.code]?.last ?? -1
      while outer >= 0, entries[outer].allowance.scope.end <= allowance.scope.start { outer = entries[outer].outer }
      entries.append(Entry(allowance: allowance, outer: outer))
      ofCode[allowance.code, default: []].append(index)
    }
  }

  var unused: [Allowance] {
    // Only `explore` knows which of its findings exist.
    entries.filter { !$0.isUsed && DiagnosticCode(rawValue: $0.allowance.code)?.isFoundByExploring != true }
      .map(\.allowance)
  }

  /// The innermost one of a code whose scope contains a place.
  package func innermost(of code: DiagnosticCode, at span: SourceSpan) -> Allowance? {
    guard let own = ofCode[code.rawValue] else { return nil }
    let low = own.partitionPoint { entries[$0].allowance.scope.start <= span.start }
    var index = low > 0 ? own[low - 1] : -1
    while index >= 0, entries[index].allowance.scope.end <= span.start { index = entries[index].outer }
    return index < 0 ? nil : entries[index].allowance
  }

  /// Returns true if a finding is suppressed, and marks the suppression as used.
  mutating func covers(_ code: DiagnosticCode, at span: SourceSpan) -> Bool {
    guard !entries.isEmpty, code.severity != .error, let own = ofCode[code.rawValue] else { return false }
    let low = own.partitionPoint { entries[$0].allowance.scope.start <= span.start }
    var isFound = false
    var index = low > 0 ? own[low - 1] : -1
    while index >= 0 {
      if span.start < entries[index].allowance.scope.end {
        entries[index].isUsed = true
        isFound = true
      }
      index = entries[index].outer
    }
    return isFound
  }
}
