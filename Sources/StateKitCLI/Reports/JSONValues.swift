import CEL

/// Values as JSON, to write and to read.
extension Value {
  static func object(_ members: [(String, Value)]) -> Value {
    .map(MapValue(members.map { (key: .string($0.0), value: $0.1) }))
  }

  static func array(_ elements: [Value]) -> Value { .list(ListValue(elements)) }

  static func number(_ number: Int) -> Value { .int(Int64(number)) }

  /// A member of an object, at a path of names; nil if it does not exist or is null.
  func member(_ names: String...) -> Value? {
    var value = self
    for name in names {
      guard case .map(let map) = value, let next = map[name] else { return nil }
      value = next
    }
    return value.isNull ? nil : value
  }

  var textValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var intValue: Int? {
    if case .int(let number) = self { Int(number) } else { nil }
  }

  var boolValue: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  var elementValues: [Value] {
    if case .list(let list) = self { list.elements } else { [] }
  }
}
