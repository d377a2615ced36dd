package import StateKitCore

/// The expected and the actual lines of a failed expectation, for people.
package struct ExpectationDetails: Sendable {
  /// The expected and the actual lines; both empty if a comparison does not help.
  package var expected: [String] = []
  package var found: [String] = []
  /// The reason, in one line.
  package var help: String?
  package var parts: [ExpressionValues.Part] = []

  /// Creates empty details.
  package init() {}

  init(expected: [String], found: [String], help: String? = nil, reason: UnhandledReason? = nil) {
    // A failure may be kept for a report at the end of a run.
    self.expected = expected.map { DisplayText.cut($0, to: DisplayText.longestMessage) }
    self.found = found.map { DisplayText.cut($0, to: DisplayText.longestMessage) }
    self.help = reason?.text ?? help
    parts = reason?.parts ?? []
  }

  init(parts: [ExpressionValues.Part]) {
    self.parts = parts
  }
}
