package import StateKitCore

/// A strict RFC 8259 reader over bytes: no extensions, positions for every key and value, an explicit stack.
///
/// It can be driven key by key (`openObject`, `nextKey`), or read a whole value into a `JSONTree`. Errors that make the
/// rest of a text unreadable are thrown; duplicate keys and numbers out of range are added to the findings.
package struct JSONReader {
  /// The error at which reading stops.
  package struct SyntaxError: Error {
    package let diagnostic: Diagnostic
  }

  /// A key of an object that is read key by key.
  package struct Key: Sendable {
    package let name: NameID
    package let span: SourceSpan
  }

  let bytes: [UInt8]
  let textStart: Int
  package internal(set) var index: Int
  /// The offset after the last byte of the text.
  package let end: Int
  /// The nesting depth of the next value.
  var depth = 0
  /// The greatest depth of lists and objects.
  var mostDepth = InputLimits.jsonDepth
  package var names: NameTable
  let findings: Findings
  let memory: MemoryGauge
  /// The keys of an object with their indices, for sorting; kept for its storage.
  var order: [UInt64] = []
  /// True to read an integer of more than 64 bits as a double.
  var widensIntegers = false
  /// True if the last string had an escape.
  var hasEscapes = false

  /// Reads `range` of `bytes`; interns names in `names`.
  package init(
    _ bytes: [UInt8], range: Range<Int>, names: NameTable, findings: Findings, memory: MemoryGauge = .unbounded
  ) {
    self.findings = findings
    self.memory = memory
    self.bytes = bytes
    textStart = range.lowerBound
    index = range.lowerBound
    end = range.upperBound
    self.names = names
  }

  // MARK: Key by key

  /// The kind of the next value, without consuming it.
  package mutating func peekKind() throws(SyntaxError) -> JSONNode.Kind {
    skipSpace()
    guard index < end else { throw unexpected("a value") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .int
    default: throw unexpected("a value")
    }
  }

  /// Consumes the `{` or `[` that `peekKind` saw.
  @inline(__always)
  package mutating func openContainer() throws(SyntaxError) {
    if depth == mostDepth { throw tooDeep() }
    depth += 1
    index += 1
  }

  /// The next key with its colon, or nil after the object's `}`.
  package mutating func nextKey(isFirst: Bool) throws(SyntaxError) -> Key? {
    skipSpace()
    if index < end, bytes[index] == UInt8(ascii: "}") {
      index += 1
      depth -= 1
      return nil
    }
    if !isFirst {
      guard index < end, bytes[index] == UInt8(ascii: ",") else { throw unexpected("\",\" or \"}\"") }
      let comma = index
      index += 1
      skipSpace()
      if index < end, bytes[index] == UInt8(ascii: "}") { throw trailingComma(comma) }
    }
    return try readKey()
  }

  /// Checks that only white space follows.
  package mutating func finish() throws(SyntaxError) {
    skipSpace()
    guard index < end else { return }
    throw syntax(index, stop: index + 1, message: "expected the end of the text, found \(shownByte(index))")
  }

  /// The id of a string without escapes.
  mutating func name(_ range: Range<Int>) -> NameID {
    let bytes = self.bytes
    return names.intern(bytes.span.extracting(range))
  }
}
