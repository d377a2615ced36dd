import CEL
import StateKitCore
import StateKitFormat

/// The states that a log says its cases are in, and whether the chart is in them.
struct SaidStates {
  /// The states that each name names; the keys are the names as the log writes them.
  private var lists: SaidLists<StateID>
  /// The chart's names by the log's.
  private let known: [[UInt8]: String]

  /// The name of all that are not kept.
  static let others = Array("(others)".utf8)

  /// `most`: the limit of kept names.
  init(names known: [[UInt8]: String], most: Int) {
    self.known = known
    lists = SaidLists(most: most)
  }

  /// The index of a name. All names beyond the limit share an index, which stands for the last of them.
  mutating func index(of name: Span<UInt8>, in chart: Chart) -> Int32 {
    let known = known
    return lists.index(of: name) { Self.states(name.text, in: chart, known: known) }
  }

  /// The name at an index, as the log writes it.
  func text(_ index: Int32) -> [UInt8] { lists.text(index).map { Array($0.utf8) } ?? Self.others }

  /// The states that a text names: one, a JSON list, or several with commas between them. Nil if a name is unknown.
  private static func states(_ text: String, in chart: Chart, known: [[UInt8]: String]) -> [StateID]? {
    if let state = state(text, in: chart, known: known) { return [state] }
    var names: [String] = []
    if text.utf8.first == UInt8(ascii: "["), case .list(let list)? = JSONText.value(of: Array(text.utf8)) {
      for element in list.elements {
        guard case .string(let name) = element else { return nil }
        names.append(name)
      }
    } else {
      names = text.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self).trimmed }
    }
    let found = names.compactMap { state($0, in: chart, known: known) }
    return found.isEmpty || found.count < names.count ? nil : found
  }

  private static func state(_ text: String, in chart: Chart, known: [[UInt8]: String]) -> StateID? {
    let own = known[Array(text.utf8)] ?? text
    if case .state(let state) = chart.resolve(own.utf8Bytes.span) { return state }
    return nil
  }

  /// True if each of the states is one of the deepest active ones, or contains one.
  func isActive(_ index: Int32, in leaves: [StateID], of chart: Chart) -> Bool {
    guard let states = lists.lists[Int(index)] else { return false }
    return states.allSatisfy { state in
      // The deepest active states are in the order of the chart.
      let first = leaves.partitionPoint { $0 < state }
      return first < leaves.count && chart.isWithin(leaves[first], ancestor: state)
    }
  }
}
