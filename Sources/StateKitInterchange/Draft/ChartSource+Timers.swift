import CEL
import StateKitCore
import StateKitFormat

/// Timers that fire at once.
extension ChartSource {
  /// Reports timers without a delay. Ours fire before events that wait; those of other tools wait behind them.
  func reportImmediateTimers(_ losses: Losses, in notation: String) {
    let timers = facts.flatMap { fact in
      (member("after", of: fact.node).map { Array(children(of: $0)) } ?? []).filter { isImmediate(keyText($0)) }
    }
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
