import CEL

/// An expression as it stands in a file, with what it may name.
package struct ExpressionDraft: Sendable {
  /// What the result must be.
  package enum Role: Sendable {
    case value
    case condition
    case list
  }

  /// What it says, as a number of `ChartDraft.texts`: most say what others say.
  package let text: NameID
  package let source: ExpressionSource
  package let role: Role
  /// The names of the loops around, as a number of `ChartDraft.scopes`.
  package let scope: Int32
  /// The event whose handler it belongs to, the number of its name; -1 where any event can have come.
  private var eventName: Int32 = -1

  package var event: NameID? {
    get { eventName < 0 ? nil : NameID(rawValue: eventName) }
    set { eventName = newValue?.rawValue ?? -1 }
  }

  package init(text: NameID, source: ExpressionSource, role: Role, scope: Int32) {
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
