import CEL
import StateKitCore
import StateKitFormat

/// Actions and data without expressions, whose texts are literals.
extension ChartSource {
  /// True if an action cannot fail, whatever the data are: a host action or an event with constant data, a constant
  /// text, or a constant for a key of the context.
  func isSafe(_ action: Int) -> Bool {
    if string(action) != nil { return true }
    let words = ["call", "log", "cancel", "raise", "send"]
    if let values = member("assign", of: action) {
      return isConstant(values) && children(of: values).allSatisfy { !keyText($0).utf8.contains(UInt8(ascii: ".")) }
    }
    guard words.contains(where: { member($0, of: action) != nil }) else { return false }
    let texts = (words + ["to", "delay", "id"]).compactMap { member($0, of: action) }
    // The host may not know the name of a delay.
    let delay = member("delay", of: action).flatMap { plain($0) }
    return texts.allSatisfy { plain($0) != nil } && member("data", of: action).map(isConstant) ?? true
      && delay.map { (try? Delay.parse($0.utf8Bytes.span)) != nil } ?? true
  }

  /// True if all texts in data are literals.
  func isConstant(_ data: Int) -> Bool { (data..<Int(tree.nodes[data].next)).allSatisfy { !isCalculated($0) } }

  func isCalculated(_ node: Int) -> Bool { string(node).map { ScriptConstant.json(ofLiteral: $0) == nil } ?? false }
}
