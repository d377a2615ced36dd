import CEL
import StateKitCore

/// The states that a log says its cases are in, and whether the chart is in them.
struct SaidStates {
  private var table = NameTable()
  /// The names as the log writes them, and the states that they name.
  private(set) var names: [[UInt8]] = []
  private var states: [StateID?] = []

  /// The index of a name. `known`: the chart's names by the log's.
  mutating func index(of name: Span<UInt8>, in chart: Chart, names known: [[UInt8]: String]) -> Int32 {
    let id = table.intern(name)
    if id.index == names.count {
      let text = name.text
      names.append(Array(text.utf8))
      let own = known[Array(text.utf8)] ?? text
      if case .state(let state) = chart.resolve(own.utf8Bytes.span) { states.append(state) } else { states.append(nil) }
    }
    return id.rawValue
  }

  /// True if the state is one of the deepest active ones, or contains one.
  func isActive(_ index: Int32, in leaves: [StateID], of chart: Chart) -> Bool {
    guard let state = states[Int(index)] else { return false }
    return leaves.contains { leaf in
      var index = leaf.index
      while index >= 0, index != state.index { index = Int(chart.states[index].parent) }
      return index >= 0
    }
  }
}
