import StateKitCore
import StateKitFormat

/// The end of a machine. XState drops the events that wait when a final state ends the machine; a chart handles them
/// first. So in the chart, handlers that could take such an event ask that the machine is not done.
struct XStateEnd {
  /// The condition that the machine is not done.
  let test: String
  /// The states that can be active when the machine ends.
  private let states: Set<Int>
  /// The events that actions raise.
  private let raised: NameSet
  private static let done = "done.state."

  /// Nil if the machine never ends. `child` returns the children of a state.
  init?(
    kinds: [StateKind], children: (Int) -> [Int], reference: (Int) -> String, raised: NameSet
  ) {
    var (found, regions): (Set<Int>, [[Int]]) = ([], [])
    var todo = [0]
    while let state = todo.popLast() {
      let below = children(state).filter { !kinds[$0].isHistory }
      switch kinds[state] {
      case .compound:
        let finals = below.filter { kinds[$0] == .final }
        if finals.isEmpty { return nil }
        regions.append(finals)
        if state > 0 { found.formUnion(finals) }
      case .parallel: todo += below.reversed()
      case .final: break
      case .atomic, .shallowHistory, .deepHistory: return nil
      }
      found.insert(state)
    }
    guard let only = regions.first else { return nil }
    func isIn(_ state: Int) -> String { "isIn(\(ExpressionText.literal(reference(state))))" }
    if regions.count == 1 {
      test = only.map { "!" + isIn($0) }.joined(separator: " && ")
    } else {
      let parts = regions.map { finals in
        finals.count == 1 ? isIn(finals[0]) : "(" + finals.map(isIn).joined(separator: " || ") + ")"
      }
      test = "!(" + parts.joined(separator: " && ") + ")"
    }
    (states, self.raised) = (found, raised)
  }

  /// True if handlers of an event, `always` or `onDone` of a state can take an event that XState drops.
  func asks(_ event: String, of state: Int) -> Bool {
    guard states.contains(state) else { return false }
    switch event {
    case "always": return true
    case "onDone": return state != 0
    default: break
    }
    if raised.contains(event) || event.utf8.starts(with: Self.done.utf8) { return true }
    guard event.utf8.last == UInt8(ascii: "*") else { return false }
    let prefix = event.utf8.dropLast()
    return Self.done.utf8.starts(with: prefix) || raised.names.contains { $0.utf8.starts(with: prefix) }
  }
}
