import CEL

/// An expression as it stands in a file, with what it may name.
package struct ExpressionDraft: Sendable {
  /// What the result must be.
  package enum Role: Sendable {
    case value
    case condition
    case list
  }

  package let text: [UInt8]
  package let source: ExpressionSource
  package let role: Role
  /// The names of the loops around, outermost first.
  package let scope: [String]
  /// The event whose handler it belongs to; nil where any event can have come.
  package var event: NameID?

  package init(text: [UInt8], source: ExpressionSource, role: Role, scope: [String]) {
    self.text = text
    self.source = source
    self.role = role
    self.scope = scope
  }
}

/// What a chart's expressions are compiled to.
struct ChartData {
  var expressions: [Expression] = []
  var contextNames: [String] = []
  var contextValues: [Value] = []
  var loopSlots = 0
  var invariants: [(name: String, expression: Int32)] = []
  var alphabet: [NameID: EventType]?
  var environment = Environment(tests: ["isIn"])
}
