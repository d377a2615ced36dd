import CEL
import StateKitCore

/// Replaces the paths of states in a state file by those of a later chart. States below a renamed one follow.
struct PathRenaming {
  private let chart: Chart
  private let paths: SavedPaths
  /// The paths in the file, and the new states at the same indices.
  private let old: PathTree
  private let new: [StateID]

  init(_ states: [(old: [UInt8], new: StateID)], in chart: Chart) {
    self.chart = chart
    old = PathTree(states.map(\.old))
    new = states.map(\.new)
    paths = SavedPaths(chart)
  }

  /// A text with its path replaced by that of the nearest renamed state; other values stay.
  func renamed(_ value: Value) -> Value {
    guard case .string(let text) = value else { return value }
    let saved = Array(text.utf8)
    var nearest: (index: Int, end: Int)?
    old.forEach(in: saved, from: 0) { nearest = ($0, $1) }
    guard let nearest else { return value }
    let state = new[nearest.index]
    let rest = String(decoding: saved[nearest.end...], as: UTF8.self)
    return .string(paths.text(of: chart.path(state) + rest, within: state))
  }

  /// The object with renamed paths in some of its members; an object about a state of a child stays.
  func renamed(_ value: Value, in keys: [String]) -> Value {
    guard case .map(let map) = value, map["child"] == nil else { return value }
    return .map(
      MapValue(
        map.entries.map { entry in
          guard case .string(let key) = entry.key, keys.contains(key) else { return entry }
          if case .list(let list) = entry.value { return (entry.key, .list(ListValue(list.elements.map(renamed)))) }
          return (entry.key, renamed(entry.value))
        }))
  }
}
