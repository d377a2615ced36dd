/// The values of the sources of a scalar program.
extension ScalarProgram {
  @inline(__always)
  @unsafe static func resolve(_ source: Source, slots: UnsafeBufferPointer<Value>) -> Value? {
    switch source {
    case .variable(let slot): unsafe slots[slot]
    case .field(let slot, let names): unsafe field(names, count: names.count, of: slots[slot])
    case .text(let text): .string(text)
    }
  }

  /// The field that the first `count` names lead to; the value itself if `count` is 0.
  static func field(_ names: [String], count: Int, of value: Value) -> Value? {
    if count == 0 { return value }
    guard case .map(let map) = value else { return nil }
    if count == 1 { return map[names[0]] }
    var found = map[names[0]]
    for index in 1..<count {
      guard case .map(let map)? = found else { return nil }
      found = map[names[index]]
    }
    return found
  }

  static func size(_ value: Value?) -> (count: Int, cost: Int)? {
    switch value {
    case .list(let list)?: (list.elements.count, 0)
    case .map(let map)?: (map.entries.count, 0)
    case .string(let text)?:
      // Every byte of UTF-8 that is not a continuation byte begins a scalar.
      (text.utf8.count { $0 & 0xC0 != 0x80 }, text.utf8.count / 16)
    default: nil
    }
  }

  @unsafe static func has(_ source: Source, slots: UnsafeBufferPointer<Value>) -> Bool? {
    guard case .field(let slot, let names) = source, let name = names.last else { return nil }
    switch unsafe field(names, count: names.count - 1, of: slots[slot]) {
    case .map(let map)?: return map[name] != nil
    // The payload of an event without one is null, which has no fields.
    case .null?: return false
    default: return nil
    }
  }

  static func areSame(_ a: Value?, _ b: Value?) -> (isSame: Bool, cost: Int)? {
    switch (a, b) {
    case (.int(let a)?, .int(let b)?): (a == b, 0)
    case (.bool(let a)?, .bool(let b)?): (a == b, 0)
    // The cost of one node, and of the text.
    case (.string(let a)?, .string(let b)?): (isSame(a, b), 1 + min(a.utf8.count, b.utf8.count) / 16)
    default: nil
    }
  }
}
