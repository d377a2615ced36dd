/// A value of the Common Expression Language (cel-spec, "Values").
///
/// Ints have 64 bits and are checked; texts are compared by their UTF-8, never by canonical equivalence.
package enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case list(ListValue)
  case map(MapValue)
  indirect case timestamp(Timestamp)
  indirect case duration(Duration)
  case type(TypeName)
}

/// The types of values, by the names that `type()` gives them.
package enum TypeName: String, Sendable, CaseIterable {
  case null = "null_type"
  case bool
  case int
  case uint
  case double
  case string
  case bytes
  case list
  case map
  case timestamp = "google.protobuf.Timestamp"
  case duration = "google.protobuf.Duration"
  case type
}

/// The bounds on values that keep every run finite.
package enum ValueLimits {
  /// The highest number of nodes of one value, with shared nodes counted each time.
  package static let nodes = 1_000_000
  /// The highest nesting depth of lists and maps.
  package static let depth = 4_096
}

extension Value {
  package var typeName: TypeName {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .list: .list
    case .map: .map
    case .timestamp: .timestamp
    case .duration: .duration
    case .type: .type
    }
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The number of nodes, with shared nodes counted each time; at most twice the limit.
  package var nodes: Int {
    switch self {
    case .list(let list): list.nodes
    case .map(let map): map.nodes
    default: 1
    }
  }

  /// The nesting depth of lists and maps in the value.
  package var depth: Int {
    switch self {
    case .list(let list): list.depth
    case .map(let map): map.depth
    default: 0
    }
  }
}

/// A list. It stores its total size, so that no value can grow too large to be printed or freed.
package final class ListValue: Sendable {
  package let elements: [Value]
  package let nodes: Int
  package let depth: Int
  package let size: Int
  package let isPlain: Bool

  package init(_ elements: [Value]) {
    self.elements = elements
    var nodes = 1
    var depth = 0
    var size = ValueSize.node
    var isPlain = true
    for element in elements {
      nodes = min(nodes + element.nodes, 2 * ValueLimits.nodes)
      depth = max(depth, element.depth)
      size = min(size + element.size, ValueSize.most)
      if !element.isPlain { isPlain = false }
    }
    self.nodes = nodes
    self.depth = depth + 1
    self.size = size
    self.isPlain = isPlain
  }
}

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
  package init(_ entries: [(key: Value, value: Value)]) {
    self.entries = entries
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
    if entries.count > 8 {
      var indices: [MapKey: Int] = [:]
      for (index, entry) in entries.enumerated() {
        guard let key = MapKey(entry.key), indices[key] == nil else { continue }
        indices[key] = index
      }
      self.indices = indices
    } else {
      indices = nil
    }
  }

  /// The whole number of a text key; nil for another type or a missing key. Reads without reference counting.
  func number(_ name: String) -> Int64? {
    guard let index = index(of: name), case .int(let number) = entries[index].value else { return nil }
    return number
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
    if let index = index(of: key) {
      entries[index].value = value
    } else {
      entries.append((key, value))
    }
    return MapValue(entries)
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

/// True if two texts have the same bytes.
package func isSame(_ a: String, _ b: String) -> Bool {
  // Equal bits mean the same short text, or the same bytes at the same address.
  if unsafe unsafeBitCast(a, to: (UInt64, UInt64).self) == unsafeBitCast(b, to: (UInt64, UInt64).self) { return true }
  guard a.utf8.count == b.utf8.count else { return false }
  // Strings that Swift calls equal may differ in bytes; strings that it calls different always do. For long strings
  // that test is slow.
  if a.utf8.count < 64, a != b { return false }
  return a.withUTF8Bytes { left in
    b.withUTF8Bytes { right in
      for index in left.indices where left[index] != right[index] { return false }
      return true
    }
  }
}
