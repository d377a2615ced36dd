package import CEL

/// Ints in payloads that are declared as doubles: a program that writes JSON may not be able to write `5.0`.
extension EventType {
  /// True if the payload, or one of its fields, is declared as a double.
  var hasDoubles: Bool {
    switch self {
    case .none: false
    case .value(let type): type.base == .double
    case .record(let fields): fields.contains { $0.type.base == .double }
    }
  }

  /// The payload with doubles in place of ints where a double is declared; nil if there is no such int.
  func widened(_ data: Value) -> Value? {
    switch (self, data) {
    case (.value(let type), .int(let number)): return type.base == .double ? .double(Double(number)) : nil
    case (.record(let fields), .map(let map)):
      let doubles = fields.filter { field in
        guard field.type.base == .double, case .int? = map[field.name] else { return false }
        return true
      }
      if doubles.isEmpty { return nil }
      let names = Set(doubles.map { Array($0.name.utf8) })
      return .map(
        MapValue(
          map.entries.map { key, value in
            guard case .string(let name) = key, case .int(let number) = value, names.contains(Array(name.utf8)) else {
              return (key, value)
            }
            return (key, .double(Double(number)))
          }))
    default: return nil
    }
  }
}

extension Chart {
  /// The payload of an event as expressions see it: where a double is declared, an int is one.
  package func seenData(_ data: Value?, of event: EventLabel) -> Value? {
    guard declaresDoubles, let data else { return data }
    let name: NameID? =
      switch event {
      case .known(let name): name
      case .other(let text): names.find(text)
      }
    return name.flatMap { alphabet?[$0] }?.widened(data) ?? data
  }
}
