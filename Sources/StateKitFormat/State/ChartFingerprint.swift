import CEL
package import StateKitCore

/// A hash of the parts of a chart, and of the charts that it invokes, that affect behaviour: without layout, names of
/// charts, tags, descriptions and `meta`.
package enum ChartFingerprint {
  /// The hash as text: 32 hexadecimal digits. `source`: the chart's file.
  package static func of(_ chart: Chart, in source: SourceText) -> String {
    var hash = Hash()
    hash.add(source)
    for member in chart.family?.members ?? [] { hash.add(member.source) }
    return hash.text
  }

  /// Two hashes, so that different charts almost never have equal ones.
  private struct Hash {
    private var low: UInt64 = 0xCBF2_9CE4_8422_2325
    private var high: UInt64 = 0x9E37_79B9_7F4A_7C15

    private mutating func add(_ byte: UInt8) {
      low = (low ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      high = (high &+ UInt64(byte) &+ 1) &* 0xFF51_AFD7_ED55_8CCD
      high ^= high >> 29
    }

    private mutating func add(_ text: String) {
      for byte in text.utf8 { add(byte) }
      add(0xFF)
    }

    /// Uses a stack of its own: a chart may be as deep as JSON allows.
    mutating func add(_ source: SourceText) {
      guard let value = JSONText.value(of: Array(source.spelledOut.bytes.dropFirst(source.markLength))) else { return }
      var todo: [(value: Value?, shape: ValueShape, key: String?)] = [(value, .chart, nil)]
      while let (value, shape, key) = todo.popLast() {
        if let key { add(key) }
        switch value {
        // The end of a list or a map.
        case nil: add(UInt8(ascii: ")"))
        case .list(let list):
          add(UInt8(ascii: "["))
          todo.append((nil, .object, nil))
          // A list of handlers is a list of candidates, and a state may have a list of invocations.
          for element in list.elements.reversed() { todo.append((element, shape, nil)) }
        case .map(let map):
          add(UInt8(ascii: "{"))
          todo.append((nil, .object, nil))
          for (name, value) in Self.members(of: map, shape: shape).reversed() {
            todo.append((value, shape.member(name), name))
          }
        case let scalar?: add(scalar.json)
        }
      }
    }

    /// The relevant members of an object: first those whose order does not matter, by name.
    private static func members(of map: MapValue, shape: ValueShape) -> [(name: String, value: Value)] {
      var found: [(name: String, value: Value)] = []
      for entry in map.entries {
        if case .string(let name) = entry.key, !shape.ignored.contains(name) { found.append((name, entry.value)) }
      }
      let own = found.filter { shape.isInAnyOrder($0.name) }
      return own.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        + found.filter { !shape.isInAnyOrder($0.name) }
    }

    var text: String {
      Checksum.text(of: high) + Checksum.text(of: low)
    }
  }
}

extension ValueShape {
  /// Keys that are for people and tools.
  fileprivate var ignored: [String] {
    switch self {
    case .chart: ["name", "description", "$schema", "meta"]
    case .state: ["tags", "description", "meta"]
    case .handler: ["description"]
    default: []
    }
  }

  /// True if the order of a member does not matter; events keep theirs.
  fileprivate func isInAnyOrder(_ key: String) -> Bool {
    switch self {
    case .chart, .handler, .invoke: true
    case .state: ChartKey.inState(key) != nil
    default: false
    }
  }
}
