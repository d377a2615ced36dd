import CEL
import StateKitCore
import StateKitFormat

/// The states that a log says its cases are in, and whether the chart is in them.
struct SaidStates {
  private var table = NameTable()
  /// The names as the log writes them, and the states that they name.
  private var names: [[UInt8]] = []
  private var states: [[StateID]?] = []
  /// The chart's names by the log's.
  private let known: [[UInt8]: String]
  private let most: Int

  /// The name of all that are not kept.
  static let others = Array("(others)".utf8)

  /// `most`: the limit of kept names.
  init(names known: [[UInt8]: String], most: Int) {
    self.known = known
    self.most = most
  }

  /// The index of a name. All names beyond the limit share an index, which stands for the last of them.
  mutating func index(of name: Span<UInt8>, in chart: Chart) -> Int32 {
    if names.count > most, table.find(name) == nil {
      states[most] = states(name.text, in: chart)
      return Int32(most)
    }
    let id = table.intern(name)
    if id.index == names.count {
      names.append(names.count == most ? Self.others : Array(name.text.utf8))
      states.append(states(name.text, in: chart))
    }
    return id.rawValue
  }

  /// The name at an index, as the log writes it.
  func text(_ index: Int32) -> [UInt8] { Int(index) < min(names.count, most) ? names[Int(index)] : Self.others }

  /// The states that a text names: one, a JSON list, or several with commas between them. Nil if a name is unknown.
  private func states(_ text: String, in chart: Chart) -> [StateID]? {
    if let state = state(text, in: chart) { return [state] }
    var names: [String] = []
    if text.utf8.first == UInt8(ascii: "["), case .list(let list)? = JSONText.value(of: Array(text.utf8)) {
      for element in list.elements {
        guard case .string(let name) = element else { return nil }
        names.append(name)
      }
    } else {
      names = text.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self).trimmed }
    }
    let found = names.compactMap { state($0, in: chart) }
    return found.isEmpty || found.count < names.count ? nil : found
  }

  private func state(_ text: String, in chart: Chart) -> StateID? {
    let own = known[Array(text.utf8)] ?? text
    if case .state(let state) = chart.resolve(own.utf8Bytes.span) { return state }
    return nil
  }

  /// True if each of the states is one of the deepest active ones, or contains one.
  func isActive(_ index: Int32, in leaves: [StateID], of chart: Chart) -> Bool {
    guard let states = states[Int(index)] else { return false }
    return states.allSatisfy { state in
      leaves.contains { leaf in
        var index = leaf.index
        while index >= 0, index != state.index { index = Int(chart.states[index].parent) }
        return index >= 0
      }
    }
  }
}
