package import CEL

extension Value {
  /// True if two values have the same identity.
  func isIdentical(to other: Value) -> Bool {
    if case .map(let one) = self, case .map(let two) = other, one.entries.isEmpty, two.entries.isEmpty { return true }
    var one = ByteBuffer()
    appendIdentity(to: &one)
    var two = ByteBuffer()
    other.appendIdentity(to: &two)
    return one.bytes == two.bytes
  }

  /// Appends the value as unambiguous bytes: an int differs from an equal double, -0.0 differs from 0.0, and the order
  /// of keys counts.
  package func appendIdentity(to out: inout ByteBuffer, asJSON: Bool = false) {
    // Uses a stack of its own: a value may be as deep as JSON allows, the call stack may not.
    var todo = [self]
    while let value = todo.popLast() {
      switch value {
      case .null: out.append(UInt8(ascii: "n"))
      case .bool(let flag): out.append(flag ? UInt8(ascii: "t") : UInt8(ascii: "f"))
      case .int(let number):
        out.append(UInt8(ascii: "i"))
        out.append(number: UInt64(bitPattern: number << 1 ^ number >> 63))
      case .uint(let number):
        out.append(UInt8(ascii: "u"))
        out.append(number: number)
      case .double(let number):
        out.append(UInt8(ascii: "d"))
        out.append(number: asJSON && number == 0 ? 0 : number.bitPattern)
      case .string(let text):
        out.append(UInt8(ascii: "s"))
        out.append(counted: Array(text.utf8))
      case .bytes(let bytes):
        out.append(UInt8(ascii: "b"))
        out.append(counted: bytes)
      case .list(let list):
        out.append(UInt8(ascii: "l"))
        out.append(number: UInt64(list.elements.count))
        todo.append(contentsOf: list.elements.reversed())
      case .map(let map):
        out.append(UInt8(ascii: "m"))
        out.append(number: UInt64(map.entries.count))
        var entries = map.entries
        if asJSON { entries.sort { $0.key.json.utf8.lexicographicallyPrecedes($1.key.json.utf8) } }
        for entry in entries.reversed() {
          todo.append(entry.value)
          todo.append(entry.key)
        }
      case .timestamp, .duration, .type:
        out.append(UInt8(ascii: "x"))
        out.append(counted: Array(value.json.utf8))
      }
    }
  }
}
