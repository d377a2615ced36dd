import StateKitCore
import StateKitFormat

/// Events that still wait when a machine ends: XState drops them.
extension XStateWriter {
  static func end(_ source: ChartSource) -> XStateEnd? {
    var raised = NameSet()
    for node in source.tree.nodes.indices where source.kind(node) == .object {
      if let event = source.member("raise", of: node), let name = source.plain(event) { raised.insert(name) }
    }
    return XStateEnd(
      kinds: source.facts.map(\.kind), children: { source.facts[$0].children },
      reference: { source.states.reference(to: $0) }, raised: raised)
  }

  /// Reports a handler that takes an event that XState drops.
  func reportEnd(_ handler: Int, event: String, of state: Int) {
    guard let end, end.asks(event, of: state), source.kind(handler) != .null, !isRunning(handler) else { return }
    losses.add(
      source.span(handler),
      message: "XState drops the events that wait when the machine ends; in statekit this handler can take one",
      written: "it is written, but XState drops them", help: "add the guard \(DisplayText.quoted(end.test))")
  }

  /// True if the first condition of a handler is that the machine is not done.
  private func isRunning(_ handler: Int) -> Bool {
    source.kind(handler) == .object
      && source.elements(source.member("guard", of: handler)).first.map { isRunning(condition: $0) } == true
  }

  private func isRunning(condition: Int) -> Bool {
    guard let end, let text = source.string(condition) else { return false }
    return text.utf8.elementsEqual(end.test.utf8)
  }

  /// The conditions of a handler without the one that XState implies.
  func conditions(_ node: Int, event: String, of state: Int) -> [Int] {
    let all = source.elements(node)
    guard let first = all.first, isRunning(condition: first), end?.asks(event, of: state) == true else { return all }
    return Array(all.dropFirst())
  }
}
