import StateKitCore
import StateKitFormat

/// The actions of a chart, and their `goToState` actions.
extension ChartSource {
  /// The actions of a handler, without the one that is written as its target.
  func actions(of handler: Int) -> [Int] {
    let action = targetAction(of: handler)
    return elements(member("actions", of: handler)).filter { $0 != action }
  }

  /// The `goToState` of a handler that is written as its target: its only one, if the handler has no target.
  func targetAction(of handler: Int) -> Int? {
    guard isLossy, kind(handler) == .object, member("target", of: handler) == nil,
      !isTrue(member("reenter", of: handler)), member("reenter", of: handler).flatMap({ string($0) }) == nil
    else { return nil }
    let found = elements(member("actions", of: handler)).filter { member("goToState", of: $0) != nil }
    return found.count == 1 ? found[0] : nil
  }

  /// True if an action is or contains a `goToState`.
  func goesElsewhere(_ node: Int) -> Bool {
    var index = node
    while index < Int(tree.nodes[node].next) {
      let key = tree.nodes[index].key >= 0 ? keyText(index) : ""
      // Data and variables can have any name.
      if index > node, key.utf8.elementsEqual("data".utf8) || key.utf8.elementsEqual("assign".utf8) {
        index = Int(tree.nodes[index].next)
        continue
      }
      if key.utf8.elementsEqual("goToState".utf8) { return true }
      index += 1
    }
    return false
  }
}
