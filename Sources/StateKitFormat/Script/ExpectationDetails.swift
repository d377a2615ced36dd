import StateKitCore

/// What an expectation asks for beside what is, for people who look at a failed one.
package struct ExpectationDetails: Sendable {
  /// Lines of what is expected and of what is there; both empty where a comparison says nothing.
  package var expected: [String] = []
  package var found: [String] = []
  /// The parts of an expression and what each comes to.
  package var parts: [(text: String, value: String)] = []

  /// Nothing to say.
  package init() {}

  init(expected: [String], found: [String]) {
    self.expected = expected
    self.found = found
  }

  init(parts: [(text: String, value: String)]) {
    self.parts = parts
  }
}
