import CEL
import StateKitCore

/// Replaces the paths of states in a state file by those of a later chart. States below a renamed one follow.
struct PathRenaming {
  private let chart: Chart
  private let paths: SavedPaths
  /// The paths in the file with the new states, the longest paths first.
  private let states: [(old: [UInt8], new: StateID)]

  init(_ states: [(old: [UInt8], new: StateID)], in chart: Chart) {
    self.chart = chart
    self.states = states.sorted { $0.old.count > $1.old.count }
    paths = SavedPaths(chart)
  }

  /// A text with its path replaced; other values stay.
  func renamed(_ value: Value) -> Value {
    guard case .string(let text) = value else { return value }
    let saved = Array(text.utf8)
    for (old, new) in states where saved.starts(with: old) {
      let rest = saved[old.count...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ".") else { continue }
      return .string(paths.text(of: chart.path(new) + String(decoding: rest, as: UTF8.self), within: new))
    }
    return value
  }

  /// The object with renamed paths in some of its members.
  func renamed(_ value: Value, in keys: [String]) -> Value {
    guard case .map(let map) = value else { return value }
    return .map(
      MapValue(
        map.entries.map { entry in
          guard case .string(let key) = entry.key, keys.contains(key) else { return entry }
          if case .list(let list) = entry.value { return (entry.key, .list(ListValue(list.elements.map(renamed)))) }
          return (entry.key, renamed(entry.value))
        }))
  }
}
