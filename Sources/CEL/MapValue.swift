/// A map that keeps the order in which its keys were written. Keys are bools, ints, uints and texts; numbers that are
/// equal are the same key.
package final class MapValue: Sendable {
  package let entries: [(key: Value, value: Value)]
  package let nodes: Int
  package let depth: Int
  package let size: Int
  package let isPlain: Bool
  /// The indices of the entries by key; only for maps with many entries.
  private let indices: [MapKey: Int]?

  /// Creates a map. The first of several equal keys counts; see `hasRepeatedKey`.
  package convenience init(_ entries: [(key: Value, value: Value)]) {
    guard entries.count > Self.mostUnindexed else {
      self.init(entries, indices: nil)
      return
    }
    var indices: [MapKey: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard let key = MapKey(entry.key), indices[key] == nil else { continue }
      indices[key] = index
    }
    self.init(entries, indices: indices)
  }

  private static let mostUnindexed = 8

  private init(_ entries: [(key: Value, value: Value)], indices: [MapKey: Int]?) {
    self.entries = entries
    self.indices = indices
    var nodes = 1
    var depth = 0
    var size = ValueSize.node
    var isPlain = true
    for entry in entries {
      nodes = min(nodes + 1 + entry.value.nodes, 2 * ValueLimits.nodes)
      depth = max(depth, entry.value.depth)
      let entrySize = ValueSize.entry + 2 * (entry.key.size - ValueSize.node) + entry.value.size
      size = min(size + entrySize, ValueSize.most)
      if !entry.value.isPlain { isPlain = false }
      if case .string = entry.key { continue }
      isPlain = false
    }
    self.nodes = nodes
    self.depth = depth + 1
    self.size = size
    self.isPlain = isPlain
  }

  package func index(of key: Value) -> Int? {
    if case .string(let name) = key { return self.index(of: name) }
    guard let key = MapKey(key) else { return nil }
    if let indices { return indices[key] }
    return entries.firstIndex { MapKey($0.key) == key }
  }

  package subscript(key: Value) -> Value? {
    index(of: key).map { entries[$0].value }
  }

  /// The value of a text key.
  package subscript(name: String) -> Value? {
    index(of: name).map { entries[$0].value }
  }

  /// The index of a text key in `entries`.
  @inline(__always)
  private func index(of name: String) -> Int? {
    if let indices { return indices[.string(Array(name.utf8))] }
    // Iterates by index: iterating over entries would copy each key and value.
    for index in entries.indices {
      if case .string(let key) = entries[index].key, isSame(key, name) { return index }
    }
    return nil
  }

  /// True if two entries have equal keys.
  package var hasRepeatedKey: Bool {
    if let indices { return indices.count < entries.count }
    return entries.indices.dropFirst().contains { index(of: entries[$0].key) != $0 }
  }

  /// The map with one entry set; a new key comes last.
  package func setting(_ key: Value, to value: Value) -> MapValue {
    var entries = self.entries
    var indices = self.indices
    if let index = index(of: key) {
      entries[index].value = value
    } else {
      if let key = MapKey(key) { indices?[key] = entries.count }
      entries.append((key, value))
    }
    return indices == nil ? MapValue(entries) : MapValue(entries, indices: indices)
  }
}

/// A key for hashing: bytes for texts, one number for equal numbers.
private enum MapKey: Hashable {
  case bool(Bool)
  case int(Int64)
  /// Too large for an int.
  case uint(UInt64)
  case string([UInt8])

  init?(_ value: Value) {
    switch value {
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .uint(let number):
      if let small = Int64(exactly: number) { self = .int(small) } else { self = .uint(number) }
    case .double(let number):
      if let whole = Int64(exactly: number) {
        self = .int(whole)
      } else if let whole = UInt64(exactly: number) {
        self = .uint(whole)
      } else {
        return nil
      }
    case .string(let text): self = .string(Array(text.utf8))
    default: return nil
    }
  }
}
