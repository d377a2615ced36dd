/// How often each code came up; of one code, a hundred messages are shown (CommandLine.md, Limits).
package struct CodeCounts: Sendable {
  /// In the order in which codes first came up.
  private var counts: [(code: DiagnosticCode, count: Int)] = []

  package init() {}

  /// Counts one more of a code; whether its message is still shown.
  package mutating func admit(_ code: DiagnosticCode) -> Bool {
    add(code, 1)
    return count(of: code) <= InputLimits.messagesOfOneCode
  }

  /// Counts more of a code, or fewer.
  package mutating func add(_ code: DiagnosticCode, _ number: Int) {
    if let index = counts.firstIndex(where: { $0.code == code }) {
      counts[index].count += number
    } else {
      counts.append((code, number))
    }
  }

  package func count(of code: DiagnosticCode) -> Int {
    counts.first { $0.code == code }?.count ?? 0
  }

  /// How many messages of each code were not shown.
  package var dropped: [(code: DiagnosticCode, count: Int)] {
    counts.filter { $0.count > InputLimits.messagesOfOneCode }.map {
      ($0.code, $0.count - InputLimits.messagesOfOneCode)
    }
  }
}
