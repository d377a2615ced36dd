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
