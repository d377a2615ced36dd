package import StateKitCore

/// What an expectation asks for beside what is, for people who look at a failed one.
package struct ExpectationDetails: Sendable {
  /// Lines of what is expected and of what is there; both empty where a comparison says nothing.
  package var expected: [String] = []
  package var found: [String] = []
  /// What it rests on, in one line.
  package var help: String?
  /// The parts of expressions and what each comes to.
  package var parts: [ExpressionValues.Part] = []

  /// Nothing to say.
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
