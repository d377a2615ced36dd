/// What values count for where memory is bounded, in bytes: about what they take, but the same everywhere.
package enum ValueSize {
  /// Each value, those in lists and maps among them; a text takes its UTF-8 besides.
  package static let node = 32
  /// Each entry of a map, besides its value and twice the UTF-8 of its key.
  package static let entry = 128
  /// Larger sizes are all the same: no machine has that much.
  static let most = Int.max >> 13
}

extension Value {
  /// Bytes that the value counts for, with all in it as if unshared: 32 for each value, for a text its UTF-8 besides, for an
  /// entry of a map 128 and twice its key's UTF-8.
  package var size: Int {
    switch self {
    case .string(let text): ValueSize.node + text.utf8.count
    case .bytes(let bytes): ValueSize.node + bytes.count
    case .list(let list): list.size
    case .map(let map): map.size
    default: ValueSize.node
    }
  }

  /// Bytes of a text or of bytes.
  var textLength: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    default: 0
    }
  }

  /// Bytes of `size` that nodes do not account for: texts, and the entries of maps.
  var bytesBesidesNodes: Int { max(0, size - ValueSize.node * nodes) }

  /// Whether the value is nothing but what JSON has, with all in it.
  package var isPlain: Bool {
    switch self {
    case .null, .bool, .int, .uint, .string: true
    case .double(let number): number.isFinite
    case .list(let list): list.isPlain
    case .map(let map): map.isPlain
    case .bytes, .timestamp, .duration, .type: false
    }
  }
}
