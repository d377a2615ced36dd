package import CEL
package import StateKitCore

/// Decodes checked JSON text into values.
package enum JSONText {
  /// Appends the decoded string; `range` includes its quotes.
  static func appendString(_ bytes: [UInt8], in range: Range<Int>, to out: inout [UInt8]) {
    var index = range.lowerBound + 1
    let end = range.upperBound - 1
    while index < end {
      guard bytes[index] == UInt8(ascii: "\\") else {
        out.append(bytes[index])
        index += 1
        continue
      }
      index += 2
      switch bytes[index - 1] {
      case UInt8(ascii: "b"): out.append(0x08)
      case UInt8(ascii: "f"): out.append(0x0C)
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "u"):
        var value = hexadecimal(bytes, start: index, end: end) ?? 0xFFFD
        index += 4
        if (0xD800..<0xDC00).contains(value) {
          let low = hexadecimal(bytes, start: index + 2, end: end) ?? 0xDC00
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
        out.append(contentsOf: Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8))
      default: out.append(bytes[index - 1])
      }
    }
  }

  /// The decoded text of a string; `range` includes its quotes.
  package static func string(_ bytes: [UInt8], in range: Range<Int>) -> String {
    var out: [UInt8] = []
    appendString(bytes, in: range, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// A string with its quotes and without unnecessary escapes: visible characters are written directly. A `#` after a `#`
  /// keeps its escape, because standard output escapes it, too.
  package static func plainest(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    guard bytes[range].contains(UInt8(ascii: "\\")) else { return Array(bytes[range]) }
    let hash = UInt8(ascii: "#")
    var out: [UInt8] = []
    var isAfterHash = false
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        isAfterHash = bytes[index] == hash
        out.append(bytes[index])
        index += 1
        continue
      }
      var end = index + 2
      if bytes[index + 1] == UInt8(ascii: "u") {
        end += 4
        let isHigh = hexadecimal(bytes, start: index + 2, end: range.upperBound).map { (0xD800..<0xDC00).contains($0) }
        if isHigh == true { end += 6 }
      }
      var text: [UInt8] = []
      // Decoded as a separate string: the surrounding bytes serve as quotes.
      appendString(bytes, in: index - 1..<end + 1, to: &text)
      let isHash = text.first == hash
      let isPlain =
        !(isHash && isAfterHash) && text.span.count > 0 && needsNoEscape(text.span, written: bytes[index + 1])
      isAfterHash = isHash
      out += isPlain ? text : Array(bytes[index..<end])
      index = end
    }
    return out
  }

  /// True if a string can contain the character without an escape, and it is visible. `letter`: the letter after the
  /// backslash.
  private static func needsNoEscape(_ text: Span<UInt8>, written letter: UInt8) -> Bool {
    if letter == UInt8(ascii: "/") { return true }
    let (scalar, _) = UTF8Text.scalar(at: 0, in: text)
    if letter != UInt8(ascii: "u") || scalar == "\"" || scalar == "\\" { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return false
    default: return true
    }
  }

  /// Four hexadecimal digits.
  package static func hexadecimal(_ bytes: [UInt8], start: Int, end: Int) -> UInt32? {
    guard start + 4 <= end else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return value
  }

  /// The offset of the closing quote of a string whose opening quote is at `start`; at or behind `end` if there is
  /// none.
  package static func closingQuote(in text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start + 1
    while index < end, text[index] != UInt8(ascii: "\"") { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return index
  }

  /// True if a number is representable: 64 bits for an integer; a finite double that is zero only if it is written as
  /// zero.
  static func fits(_ bytes: [UInt8], in range: Range<Int>, isInteger: Bool) -> Bool {
    if isInteger, range.count <= 18 { return true }
    let text = bytes.span.extracting(range).text
    if isInteger { return Int64(text) != nil }
    guard let number = Double(text), number.isFinite else { return false }
    if number != 0 { return true }
    for byte in bytes[range] {
      if byte | 0x20 == UInt8(ascii: "e") { return true }
      if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) { return false }
    }
    return true
  }

  /// The value of a complete text; nil if it is not JSON. `findings`: gets what is wrong with a text that can be parsed,
  /// such as a key that it has twice.
  package static func value(
    of bytes: [UInt8], widensIntegers: Bool = false, mostDepth: Int = InputLimits.jsonDepth,
    findings: Findings = Findings()
  ) -> Value? {
    var reader = JSONReader(bytes, range: 0..<bytes.count, names: NameTable(), findings: findings)
    reader.widensIntegers = widensIntegers
    reader.mostDepth = mostDepth
    var tree = JSONTree()
    do throws(JSONReader.SyntaxError) {
      try reader.readValue(into: &tree)
      try reader.finish()
    } catch {
      return nil
    }
    return findings.all.isEmpty ? value(0, of: tree, bytes: bytes, names: reader.names) : nil
  }

  /// The value of a node with its contents. Uses a stack of its own, because a value may be as deep as JSON allows.
  package static func value(_ node: Int, of tree: JSONTree, bytes: [UInt8], names: NameTable) -> Value {
    var open: [(node: Int, values: [Value], keys: [String])] = []
    var index = node
    while true {
      var made: Value
      let current = tree.nodes[index]
      switch current.kind {
      case .null: made = .null
      case .bool: made = .bool(bytes[Int(current.span.start)] == UInt8(ascii: "t"))
      case .int: made = .int(Int64(bytes.span.extracting(current.span.range).text) ?? 0)
      case .double: made = .double(Double(bytes.span.extracting(current.span.range).text) ?? 0)
      case .string: made = .string(string(bytes, in: current.span.range))
      case .array, .object:
        open.append((index, [], []))
        if index + 1 < Int(current.next) {
          index += 1
          continue
        }
        made = close(&open, tree: tree)
      }
      // Reads only its node: a copy of the open container would make each append copy all earlier elements.
      while let top = open.last?.node {
        open[open.count - 1].values.append(made)
        if tree.nodes[top].kind == .object {
          open[open.count - 1].keys.append(names.text(tree.nodes[index].keyName))
        }
        index = Int(tree.nodes[index].next)
        if index < Int(tree.nodes[top].next) { break }
        index = top
        made = close(&open, tree: tree)
      }
      if open.isEmpty { return made }
    }
  }

  private static func close(_ open: inout [(node: Int, values: [Value], keys: [String])], tree: JSONTree) -> Value {
    guard let top = open.popLast() else { return .null }
    if tree.nodes[top.node].kind == .array { return .list(ListValue(top.values)) }
    return .map(MapValue(zip(top.keys, top.values).map { (key: .string($0), value: $1) }))
  }
}
