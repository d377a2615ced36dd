import CEL
import StateKitCore

/// Values that a chart keeps, sends or shows. One that it cannot keep is an error, whatever the program does with it.
extension CExpression {
  /// Writes a value that the program keeps. It only compares a text from outside: nothing could hold that.
  mutating func writeKept(_ tree: ExpressionTree) throws(NotGenerated) -> Code {
    let code = try writeNullable(tree)
    if code.isForeign { throw NotGenerated("a text of a payload that is kept", help: "compare it, and keep a number") }
    if code.presence != nil {
      throw NotGenerated(
        "a value that is kept and may be null",
        help: "declare the field without ?, or keep int(x), double(x) or x == true: then null is not kept")
    }
    failUnlessFinite(code)
    return code
  }

  /// Writes the errors of a value that the program does not keep. Returns a value of the same type.
  mutating func writeDropped(_ tree: ExpressionTree) throws(NotGenerated) -> Value {
    switch tree {
    case .constant(let value) where DataModel.whyNotKept(value) == nil: return value
    // A key that C has no type for keeps its first value.
    case .variable(let slot) where slot < model.chart.contextValues.count: return model.chart.contextValues[slot]
    case .list(let elements):
      return .list(ListValue(try elements.map { element throws(NotGenerated) in try writeDropped(element) }))
    case .map(let entries):
      return .map(
        MapValue(
          try entries.map { key, value throws(NotGenerated) in
            guard case .constant(.string(let name)) = key else {
              throw NotGenerated("a key that is computed", help: "write the key out")
            }
            return (key: Value.string(name), value: try writeDropped(value))
          }))
    default:
      let count = statements.count
      let code = try writeNullable(tree)
      if statements.count > count { statements.append("(void)(\(code.text));") }
      failUnlessFinite(code)
      return code.type.example
    }
  }

  private mutating func failUnlessFinite(_ code: Code) {
    guard code.type == .double, !code.isFinite else { return }
    model.needs.insert("is_finite")
    failIf("\(code.presence.map { "\($0) && " } ?? "")!is_finite(\(code.text))")
  }
}
