/// A value of data: an event's payload, an action's `data`, a context field.
///
/// What JSON can hold, with integers and doubles apart (SPEC §1.5).
package enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case list([Value])
  case map(ValueMap)
}

/// A map with text keys that keeps the order in which they were written.
package struct ValueMap: Sendable {
  /// The keys and values in order; no key twice.
  package private(set) var entries: [(key: String, value: Value)]
  private var places: [[UInt8]: Int] = [:]

  package init() {
    entries = []
  }

  /// A map of `entries`; of equal keys the last one counts.
  package init(_ entries: [(key: String, value: Value)]) {
    self.init()
    for (key, value) in entries { self[key] = value }
  }

  /// The value of `key`, compared by its bytes. Setting adds a new key at the end.
  package subscript(key: String) -> Value? {
    get {
      places[Array(key.utf8)].map { entries[$0].value }
    }
    set {
      guard let newValue else { return }
      let bytes = Array(key.utf8)
      if let place = places[bytes] {
        entries[place].value = newValue
      } else {
        places[bytes] = entries.count
        entries.append((key, newValue))
      }
    }
  }
}

extension ValueMap {
  /// This map with the value at `path` (`a.b.c`) replaced; nil where the path leads nowhere.
  package func setting(_ path: String, to value: Value) -> ValueMap? {
    let names = path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var levels: [ValueMap] = [self]
    for name in names.dropLast() {
      guard case .map(let inner)? = levels[levels.count - 1][name] else { return nil }
      levels.append(inner)
    }
    guard levels[levels.count - 1][names[names.count - 1]] != nil else { return nil }
    var new = value
    for (level, name) in zip(levels, names).reversed() {
      var changed = level
      changed[name] = new
      new = .map(changed)
    }
    guard case .map(let result) = new else { return nil }
    return result
  }
}

extension Value {
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Appends the value as compact JSON: keys as written, doubles in their shortest form and always with a fraction or
  /// an exponent (SPEC §7, Data).
  package func appendJSON(to out: inout ByteBuffer) {
    // Own stack: a value may be as deep as JSON allows, the call stack may not.
    var open: [(value: Value, next: Int)] = []
    var current: Value? = self
    while true {
      if let value = current {
        current = nil
        switch value {
        case .null: out.append("null")
        case .bool(let flag): flag ? out.append("true") : out.append("false")
        case .int(let number): out.append(decimal: number)
        case .double(let number): out.append(number.description)
        case .string(let text): DisplayText.appendQuoted(text, to: &out)
        case .list:
          out.append(UInt8(ascii: "["))
          open.append((value, 0))
        case .map:
          out.append(UInt8(ascii: "{"))
          open.append((value, 0))
        }
      }
      guard let top = open.last else { return }
      switch top.value {
      case .list(let items) where top.next < items.count:
        if top.next > 0 { out.append(UInt8(ascii: ",")) }
        current = items[top.next]
      case .map(let map) where top.next < map.entries.count:
        if top.next > 0 { out.append(UInt8(ascii: ",")) }
        DisplayText.appendQuoted(map.entries[top.next].key, to: &out)
        out.append(UInt8(ascii: ":"))
        current = map.entries[top.next].value
      case .map:
        out.append(UInt8(ascii: "}"))
      default:
        out.append(UInt8(ascii: "]"))
      }
      if current == nil {
        open.removeLast()
      } else {
        open[open.count - 1].next += 1
      }
    }
  }
}
