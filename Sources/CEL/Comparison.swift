/// Equality and order of values (cel-spec, "Equality", "Ordering"): numbers of all types are compared as
/// numbers, an integer with a double in double.
enum Comparison {
  /// True if two values are equal; only numbers can equal values of another type. Uses a stack of its own.
  static func areEqual(_ a: Value, _ b: Value) -> Bool {
    var todo: [(Value, Value)] = [(a, b)]
    while let (a, b) = todo.popLast() {
      switch (a, b) {
      case (.null, .null): continue
      case (.bool(let x), .bool(let y)): if x != y { return false }
      case (.string(let x), .string(let y)): if !isSame(x, y) { return false }
      case (.bytes(let x), .bytes(let y)): if x != y { return false }
      case (.timestamp(let x), .timestamp(let y)): if x != y { return false }
      case (.duration(let x), .duration(let y)): if x != y { return false }
      case (.type(let x), .type(let y)): if x != y { return false }
      case (.list(let x), .list(let y)):
        if x === y && !holdsNaN(a) { continue }
        guard x.elements.count == y.elements.count else { return false }
        todo.append(contentsOf: zip(x.elements, y.elements))
      case (.map(let x), .map(let y)):
        guard x.entries.count == y.entries.count else { return false }
        for entry in x.entries {
          guard let other = y[entry.key] else { return false }
          todo.append((entry.value, other))
        }
      default:
        guard let order = numbers(a, b), order == 0 else { return false }
      }
    }
    return true
  }

  private static func holdsNaN(_ value: Value) -> Bool {
    // Traversal costs as much as a comparison, so a list is only compared with itself when it is small and plain.
    guard case .list(let list) = value, list.elements.count <= 8, list.depth == 1 else { return true }
    return list.elements.contains { if case .double(let number) = $0 { number.isNaN } else { false } }
  }

  /// Negative, zero or positive; nil if the values have no order.
  static func order(_ a: Value, _ b: Value) -> Int? {
    switch (a, b) {
    case (.bool(let x), .bool(let y)): x == y ? 0 : x ? 1 : -1
    case (.string(let x), .string(let y)): compare(x.utf8, y.utf8)
    case (.bytes(let x), .bytes(let y)): compare(x, y)
    case (.timestamp(let x), .timestamp(let y)): x == y ? 0 : x < y ? -1 : 1
    case (.duration(let x), .duration(let y)): x == y ? 0 : x < y ? -1 : 1
    default: numbers(a, b)
    }
  }

  private static func compare(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> Int {
    if a.lexicographicallyPrecedes(b) { return -1 }
    return b.lexicographicallyPrecedes(a) ? 1 : 0
  }

  /// The order of two numbers; nil if one of them is not a number. For NaN, which has no order, the result is
  /// `unordered`.
  static func numbers(_ a: Value, _ b: Value) -> Int? {
    switch (a, b) {
    case (.int(let x), .int(let y)): x == y ? 0 : x < y ? -1 : 1
    case (.uint(let x), .uint(let y)): x == y ? 0 : x < y ? -1 : 1
    case (.double(let x), .double(let y)): doubles(x, y)
    case (.int(let x), .uint(let y)): x < 0 ? -1 : UInt64(x) == y ? 0 : UInt64(x) < y ? -1 : 1
    case (.uint(let x), .int(let y)): y < 0 ? 1 : x == UInt64(y) ? 0 : x < UInt64(y) ? -1 : 1
    case (.int(let x), .double(let y)): doubles(Double(x), y)
    case (.double(let x), .int(let y)): doubles(x, Double(y))
    case (.uint(let x), .double(let y)): doubles(Double(x), y)
    case (.double(let x), .uint(let y)): doubles(x, Double(y))
    default: nil
    }
  }

  /// The result of `numbers` for NaN: neither less, nor equal, nor greater.
  static let unordered = 2

  private static func doubles(_ x: Double, _ y: Double) -> Int {
    x == y ? 0 : x < y ? -1 : x > y ? 1 : unordered
  }
}
