import StateKitCore
import StateKitFormat

/// Members of data that may be missing when a message is sent: without them the message fails.
extension SCXMLReader {
  /// Tests whether the member exists whose value an expression is. Returns the lists for what is done without it and
  /// with it; nil for other expressions.
  mutating func writePresenceTest(
    _ expression: Part, of node: Int, in list: Int
  ) -> (absent: Int, present: Int)? {
    guard let present = presence(in: expression) else { return nil }
    let test = ScriptTranslator(scope: scope).not(present)
    let action = draft.object(nil, in: list, origin: expression.origin)
    draft.string(part("if", of: node), value: part(test, origin: expression.origin), in: action)
    let absent = draft.array("then", in: action, origin: origin(node))
    return (absent, draft.array("else", in: action, origin: origin(node)))
  }

  /// A test that the member whose value an expression is exists; nil for other expressions.
  private mutating func presence(in expression: Part) -> ScriptTranslator.Output? {
    guard case .ecmascript = model, let node = try? ScriptParser.expression(expression.text) else { return nil }
    defer { reportRemarks(in: expression) }
    return try? ScriptTranslator(scope: scope).presence(of: node)
  }
}
