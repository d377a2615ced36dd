import CEL
import StateKitCore

/// Actions whose parts do not fit together: one finding with the correct form.
extension ChartDecoder {
  func reportSeveral(_ node: Int) {
    let verbs = tree.children(of: node).filter { verb(of: $0) != nil }
    let names = verbs.map { "\"\(text(tree.nodes[$0].keyName))\"" }.joined(separator: " and ")
    report(
      .severalActions, at: tree.nodes[verbs[1]].keySpan, message: "one action has \(names)",
      help: "make an array of actions, each with one verb")
  }

  /// Reports a key beside `raise` that only `send` has.
  func reportSend(_ member: Int, event: Int) {
    let key = text(tree.nodes[member].keyName)
    let value = tree.nodes[member].kind == .string ? DisplayText.string(string(member)) : "…"
    let name = tree.nodes[event].kind == .string ? DisplayText.string(string(event)) : "\"EVENT\""
    report(
      .unknownKey, at: tree.nodes[member].keySpan, message: "unknown key \"\(key)\" in the action \"raise\"",
      help: "use \"send\": {\"send\": \(name), \"\(key)\": \(value)}")
  }

  /// Reports an assignment whose key is a text, with its value in a key beside `assign` or behind `=`.
  func reportSplitAssign(_ node: Int, in action: Int) {
    var (key, value) = (string(node), "\"EXPRESSION\"")
    if let other = tree.children(of: action).first(where: { $0 != node }) {
      let isText = tree.nodes[other].kind == .string
      let bytes = reader.bytes[tree.nodes[other].span.range]
      if isText {
        value = DisplayText.string(string(other))
      } else if bytes.count <= 40 {
        value = String(decoding: bytes, as: UTF8.self)
      }
    } else if let sign = key.firstIndex(of: "="), key[key.index(after: sign)...].first != "=" {
      value = DisplayText.string(key[key.index(after: sign)...].trimmed)
      key = key[..<sign].trimmed
    }
    // `cents + 1` is the value of a key that is not known.
    if !key.pathNames.allSatisfy(ExpressionWords.isName) { (key, value) = ("KEY", DisplayText.string(key)) }
    report(
      .wrongType, at: tree.nodes[node].span, message: "expected an object, found a string",
      help: "write {\"assign\": {\(DisplayText.string(key)): \(value)}}")
  }
}
