import CEL
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

  // MARK: Timers that fire at once

  /// Reports timers without a delay. Ours fire before events that wait; those of other tools wait behind them.
  func reportImmediateTimers(_ losses: Losses, in notation: String) {
    let timers = facts.indices.flatMap { self.timers(of: $0).filter { isImmediate(keyText($0)) } }
    guard let first = timers.first, tree.nodes.indices.contains(where: { sendsAtOnce($0) }) else { return }
    losses.add(
      keySpan(first),
      message: "a timer without a delay fires before an event that was sent, and in \(notation) behind it",
      written: "other tools take the event first", help: "write \"always\", or a delay of 1ms")
  }

  private func isImmediate(_ delay: String) -> Bool { (try? Delay.parse(delay.utf8Bytes.span)) == 0 }

  /// True for a `send` that may have no delay.
  private func sendsAtOnce(_ node: Int) -> Bool {
    guard member("send", of: node) != nil else { return false }
    guard let delay = member("delay", of: node) else { return true }
    guard let text = plain(delay) else { return true }
    return isImmediate(text)
  }
}
