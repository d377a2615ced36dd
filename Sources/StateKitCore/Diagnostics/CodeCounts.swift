/// The number of messages of each code; by default, at most a hundred messages of one code are shown (Limits.md).
///
/// Warnings and errors of one code are counted separately: a hundred warnings do not hide an error.
package struct CodeCounts: Sendable {
  package typealias Entry = (code: DiagnosticCode, severity: Diagnostic.Severity, count: Int)

  /// In the order of the first message of each code.
  private var counts: [Entry] = []

  /// How many messages of one code are shown.
  package let most: Int

  package init(most: Int = InputLimits.messagesOfOneCode) {
    self.most = most
  }

  /// Counts one more message. Returns true if it is shown.
  package mutating func admit(_ code: DiagnosticCode, severity: Diagnostic.Severity) -> Bool {
    add(code, severity: severity, number: 1) <= most
  }

  /// Adds to the number of messages of a code, and returns the sum.
  @discardableResult
  package mutating func add(_ code: DiagnosticCode, severity: Diagnostic.Severity, number: Int) -> Int {
    if let index = counts.firstIndex(where: { $0.code == code && $0.severity == severity }) {
      counts[index].count += number
      return counts[index].count
    }
    counts.append((code, severity, number))
    return number
  }

  /// The number of messages of a code, for its most frequent severity.
  package func count(of code: DiagnosticCode) -> Int {
    counts.reduce(0) { $1.code == code ? max($0, $1.count) : $0 }
  }

  /// True if there is a message of a code, with a severity if it is given.
  package func has(_ code: DiagnosticCode, severity: Diagnostic.Severity? = nil) -> Bool {
    counts.contains { $0.code == code && $0.count > 0 && severity ?? $0.severity == $0.severity }
  }

  /// The number of messages that were not shown.
  package var dropped: [Entry] {
    counts.filter { $0.count > most }.map { ($0.code, $0.severity, $0.count - most) }
  }
}
