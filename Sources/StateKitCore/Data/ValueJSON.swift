package import CEL

extension Value {
  /// The reason why JSON cannot represent the value; nil if it can.
  package var whyNotJSON: String? { whyNotJSON(isKept: false) }

  /// The reason why JSON cannot represent the value. `isKept`: a chart is to store the value, so a uint is refused,
  /// because JSON would give it back as an int (Charts.md).
  func whyNotJSON(isKept: Bool) -> String? {
    if isPlain { return nil }
    var todo = [self]
    while let value = todo.popLast() {
      switch value {
      case .null, .bool, .int, .string: continue
      case .uint: if isKept { return "a uint cannot be kept: int() makes an int of it" }
      case .double(let number): if !number.isFinite { return "a double that is not finite cannot be kept" }
      case .list(let list): todo.append(contentsOf: list.elements)
      case .map(let map):
        for entry in map.entries {
          guard case .string = entry.key else { return "a map with keys that are not texts cannot be kept" }
          todo.append(entry.value)
        }
      case .bytes, .timestamp, .duration, .type:
        return "\(value.typeName.rawValue) cannot be kept: JSON has no such value"
      }
    }
    return nil
  }

  /// Appends the value as compact JSON: keys as written, doubles in their shortest form and always with a fraction or
  /// an exponent (Charts.md). Ends early as soon as `out` has more than `most` bytes.
  package func appendJSON(to out: inout ByteBuffer, upTo most: Int = .max) {
    // Uses a stack of its own: a value may be as deep as JSON allows, the call stack may not.
    var open: [(value: Value, next: Int)] = []
    var current: Value? = self
    while true {
      if let value = current {
        current = nil
        if case .list = value {
          out.append(UInt8(ascii: "["))
          open.append((value, 0))
        } else if case .map = value {
          out.append(UInt8(ascii: "{"))
          open.append((value, 0))
        } else {
          value.appendScalar(to: &out, upTo: most)
        }
      }
      guard let top = open.last, out.count <= most else { return }
      switch top.value {
      case .list(let list) where top.next < list.elements.count:
        if top.next > 0 { out.append(UInt8(ascii: ",")) }
        current = list.elements[top.next]
      case .map(let map) where top.next < map.entries.count:
        if top.next > 0 { out.append(UInt8(ascii: ",")) }
        map.entries[top.next].key.appendKey(to: &out, upTo: most)
        out.append(UInt8(ascii: ":"))
        current = map.entries[top.next].value
      case .map: out.append(UInt8(ascii: "}"))
      default: out.append(UInt8(ascii: "]"))
      }
      if current == nil {
        open.removeLast()
      } else {
        open[open.count - 1].next += 1
      }
    }
  }

  /// The value as compact JSON.
  package var json: String {
    ByteBuffer.text { appendJSON(to: &$0) }
  }

  /// The value as compact JSON; nil if it takes more than `most` bytes.
  package func json(upTo most: Int) -> String? {
    var out = ByteBuffer()
    appendJSON(to: &out, upTo: most)
    return out.count > most ? nil : out.text
  }

  /// The value as compact JSON in a message, cut to `limit` characters. The end of a very long one is not computed.
  package func shownJSON(to limit: Int = DisplayText.longestPart) -> String {
    var out = ByteBuffer()
    appendJSON(to: &out, upTo: Self.shownBytes)
    if out.count > Self.shownBytes { out.append("…") }
    return DisplayText.cut(out.text, to: limit)
  }

  private static let shownBytes = 32 << 20

  /// A value without a JSON form is shown only in messages, as its type.
  private func appendScalar(to out: inout ByteBuffer, upTo most: Int) {
    switch self {
    case .bool(let flag): flag ? out.append("true") : out.append("false")
    case .int(let number): out.append(decimal: number)
    case .uint(let number): out.append(number.description)
    case .double(let number): out.append(number.description)
    case .string(let text): text.withUTF8Bytes { Self.appendText($0, to: &out, upTo: most) }
    case .bytes, .timestamp, .duration, .type: out.append(typeName.rawValue)
    case .null, .list, .map: out.append("null")
    }
  }

  /// Appends a text in pieces, so that it ends soon after the limit.
  private static func appendText(_ text: Span<UInt8>, to out: inout ByteBuffer, upTo most: Int) {
    if text.count <= pieceBytes { return DisplayText.appendQuoted(text, to: &out) }
    out.append(UInt8(ascii: "\""))
    var start = 0
    while start < text.count, out.count <= most {
      var end = min(start + pieceBytes, text.count)
      // A piece ends before a character; a # sees the # before it.
      while end < text.count,
        text[end] & 0xC0 == 0x80 || text[end] == UInt8(ascii: "#") && end - start < 2 * pieceBytes
      {
        end += 1
      }
      DisplayText.appendInString(text.extracting(start..<end), to: &out)
      start = end
    }
    out.append(UInt8(ascii: "\""))
  }

  private static let pieceBytes = 64 << 10

  private func appendKey(to out: inout ByteBuffer, upTo most: Int) {
    if case .string(let text) = self {
      text.withUTF8Bytes { Self.appendText($0, to: &out, upTo: most) }
    } else {
      DisplayText.appendQuoted(json, to: &out)
    }
  }
}

extension String {
  /// The names of a path such as `order.total`, with dots between.
  package var pathNames: [String] {
    utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension Value {
  /// The number of entries in the maps on the way to `path`.
  func entryCount(on path: ArraySlice<String>) -> Int {
    var count = 0
    var current = self
    for name in path {
      guard case .map(let map) = current else { break }
      count += map.entries.count
      guard let inner = map[name] else { break }
      current = inner
    }
    return count
  }

  /// Returns the value with `path` replaced; nil if the path does not lead through maps. With `adds`, the last key may
  /// be new (Charts.md).
  package func setting(_ path: ArraySlice<String>, to value: Value, adds: Bool) -> Value? {
    guard let first = path.first else { return value }
    var levels: [MapValue] = []
    var current = self
    for name in path.dropLast() {
      guard case .map(let map) = current, let inner = map[name] else { return nil }
      levels.append(map)
      current = inner
    }
    guard case .map(let map) = current, adds || map[path.last ?? first] != nil else { return nil }
    levels.append(map)
    var new = value
    for (level, name) in zip(levels, path).reversed() { new = .map(level.setting(.string(name), to: new)) }
    return new
  }
}
