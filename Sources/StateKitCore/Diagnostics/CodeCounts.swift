/// How often each code came up; of one code, a hundred messages are shown (CommandLine.md, Limits).
///
/// The warnings and the errors of one code are counted apart: a hundred warnings keep no error back.
package struct CodeCounts: Sendable {
  package typealias Entry = (code: DiagnosticCode, severity: Diagnostic.Severity, count: Int)

  /// In the order in which codes first came up.
  private var counts: [Entry] = []

  package init() {}

  /// Counts one more message; whether it is still shown.
  package mutating func admit(_ code: DiagnosticCode, severity: Diagnostic.Severity) -> Bool {
    add(code, severity: severity, number: 1) <= InputLimits.messagesOfOneCode
  }

  /// Counts more messages, or fewer, and says how many there are.
  @discardableResult
  package mutating func add(_ code: DiagnosticCode, severity: Diagnostic.Severity, number: Int) -> Int {
    if let index = counts.firstIndex(where: { $0.code == code && $0.severity == severity }) {
      counts[index].count += number
      return counts[index].count
    }
    counts.append((code, severity, number))
    return number
  }

  /// How many messages of a code there were, of its most common severity.
  package func count(of code: DiagnosticCode) -> Int {
    counts.reduce(0) { $1.code == code ? max($0, $1.count) : $0 }
  }

  /// Whether there is any message of a code.
  package func has(_ code: DiagnosticCode) -> Bool {
    counts.contains { $0.code == code && $0.count > 0 }
  }

  /// How many messages were not shown.
  package var dropped: [Entry] {
    counts.filter { $0.count > InputLimits.messagesOfOneCode }
      .map { ($0.code, $0.severity, $0.count - InputLimits.messagesOfOneCode) }
  }
}
