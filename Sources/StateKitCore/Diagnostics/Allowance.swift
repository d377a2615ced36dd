/// A finding that the chart itself declares to be meant: `"meta": {"allow": {"dead-end": "the game is over here"}}`.
///
/// In the `meta` of a state it holds for all that stands in that state, in the chart's own for the whole file.
package struct Allowance: Sendable {
  /// What is allowed, as it is written.
  package let code: String
  /// Why it is allowed.
  package let reason: String
  /// Of the code.
  package let span: SourceSpan
  /// Where it holds.
  package var scope: SourceSpan

  package init(code: String, reason: String, span: SourceSpan, scope: SourceSpan) {
    self.code = code
    self.reason = reason
    self.span = span
    self.scope = scope
  }
}

/// The allowances of a file, which lie in one another as its states do.
struct Allowances {
  private struct Entry {
    let allowance: Allowance
    /// The nearest one whose scope holds this one's; -1 for none.
    let outer: Int
    var isUsed = false
  }

  /// By the beginnings of their scopes.
  private var entries: [Entry] = []

  init(_ allowances: [Allowance]) {
    let sorted = allowances.sorted { ($0.scope.start, $1.scope.end) < ($1.scope.start, $0.scope.end) }
    var open: [Int] = []
    for (index, allowance) in sorted.enumerated() {
      while let last = open.last, entries[last].allowance.scope.end <= allowance.scope.start { open.removeLast() }
      entries.append(Entry(allowance: allowance, outer: open.last ?? -1))
      open.append(index)
    }
  }

  var unused: [Allowance] {
    // Only `explore` can tell whether what it finds is there.
    entries.filter { !$0.isUsed && DiagnosticCode(rawValue: $0.allowance.code)?.isFoundByExploring != true }
      .map(\.allowance)
  }

  /// Whether a finding is allowed; what allows it is used then.
  mutating func covers(_ code: DiagnosticCode, at span: SourceSpan) -> Bool {
    if entries.isEmpty || code.severity == .error { return false }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].allowance.scope.start <= span.start { low = middle + 1 } else { high = middle }
    }
    var isFound = false
    var index = low - 1
    while index >= 0 {
      let allowance = entries[index].allowance
      if span.start < allowance.scope.end, allowance.code == code.rawValue {
        entries[index].isUsed = true
        isFound = true
      }
      index = entries[index].outer
    }
    return isFound
  }
}
