/// The sizes of values for memory limits, in bytes: about their real size, but the same on every platform.
package enum ValueSize {
  /// Each value, including those in lists and maps; the UTF-8 of a text is added.
  package static let node = 32
  /// Each entry of a map; its value and twice the UTF-8 of its key are added.
  package static let entry = 128
  /// The upper bound of all sizes: no machine has that much memory.
  static let most = Int.max >> 13
}

extension Value {
  /// The size of the value in bytes, with shared parts counted each time: 32 for each value, the UTF-8 of a text, and
  /// for an entry of a map 128 plus twice the UTF-8 of its key.
  package var size: Int {
    switch self {
    case .string(let text): ValueSize.node + text.utf8.count
    case .bytes(let bytes): ValueSize.node + bytes.count
    case .list(let list): list.size
    case .map(let map): map.size
    default: ValueSize.node
    }
  }

  /// The length in bytes of a text or of bytes.
  var textLength: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    default: 0
    }
  }

  /// The bytes of `size` beyond the nodes: texts, and the entries of maps.
  var bytesBesidesNodes: Int { max(0, size - ValueSize.node * nodes) }

  /// True if the value and everything in it is plain JSON.
  package var isPlain: Bool {
    switch self {
    case .null, .bool, .int, .string: true
    case .double(let number): number.isFinite
    case .list(let list): list.isPlain
    case .map(let map): map.isPlain
    case .uint, .bytes, .timestamp, .duration, .type: false
    }
  }
}
