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
    self.expected = expected
    self.found = found
    self.help = reason?.text ?? help
    parts = reason?.parts ?? []
  }

  init(parts: [ExpressionValues.Part]) {
    self.parts = parts
  }
}
