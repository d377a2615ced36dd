package import StateKit

/// A strict RFC 8259 reader over bytes: no extensions, positions for every key and value, an explicit stack.
///
/// It can be driven key by key (`openObject`, `nextKey`), or read a whole value into a `JSONTree`. What makes the rest of
/// a text unreadable is thrown; duplicate keys and numbers out of range are added to the findings.
package struct JSONReader {
  /// Where the text cannot be read any further.
  package struct SyntaxError: Error {
    package let diagnostic: Diagnostic
  }

  /// A key of an object that is read key by key.
  package struct Key: Sendable {
    package let name: NameID
    package let span: SourceSpan
  }

  let bytes: [UInt8]
  package private(set) var index: Int
  /// One past the last byte of the text.
  package let end: Int
  /// How deep the values around the next one are nested.
  private var depth = 0
  package var names: NameTable
  private let findings: Findings
  /// The names of an object's keys, each before its place among them; kept for its room.
  private var order: [UInt64] = []
  private var open: [Int32] = []
  /// The keys of the object that was closed last; kept for its room.
  private var members: [Key] = []
  /// The last string had an escape.
  private var hasEscapes = false

  /// Reads `range` of `bytes`; names that are met are interned in `names`.
  package init(_ bytes: [UInt8], range: Range<Int>, names: NameTable, _ findings: Findings) {
    self.findings = findings
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
    self.names = names
  }

  // MARK: Key by key

  /// The kind of the value that comes next, nothing consumed.
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
  package mutating func openContainer() throws(SyntaxError) {
    try deepen()
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

  /// Nothing but white space may follow.
  package mutating func finish() throws(SyntaxError) {
    skipSpace()
    guard index < end else { return }
    throw syntax(index, index + 1, "expected the end of the text, found \(shownByte(index))")
  }

  /// The number of the bytes of a string without escapes among the names.
  mutating func name(_ range: Range<Int>) -> NameID {
    let bytes = self.bytes
    return names.intern(bytes.span.extracting(range))
  }

  /// Reports keys that one object has twice.
  package mutating func checkDuplicates(_ keys: ArraySlice<Key>) {
    // Most objects are small: comparing their keys with each other touches no memory but theirs.
    if keys.count <= 6 {
      for place in keys.indices.dropFirst() {
        for first in keys.indices where first < place && keys[first].name == keys[place].name {
          reportDuplicate(keys[place], keys[first].span)
          break
        }
      }
      return
    }
    // Beside each other by their numbers, the same names meet; names that are new in a file have ascending ones anyway.
    order.removeAll(keepingCapacity: true)
    var isAscending = true
    for place in keys.indices {
      let name = keys[place].name.rawValue
      let entry = UInt64(UInt32(bitPattern: name)) << 32 | UInt64(UInt32(truncatingIfNeeded: place))
      if let last = order.last, last >> 32 >= entry >> 32 { isAscending = false }
      order.append(entry)
    }
    if isAscending { return }
    order.sort()
    var twins: [(place: Int, first: Int)] = []
    var first = 0
    for next in order.indices.dropFirst() {
      if order[next] >> 32 != order[first] >> 32 {
        first = next
      } else {
        twins.append((Int(UInt32(truncatingIfNeeded: order[next])), Int(UInt32(truncatingIfNeeded: order[first]))))
      }
    }
    for (place, first) in twins.sorted(by: { $0.place < $1.place }) { reportDuplicate(keys[place], keys[first].span) }
  }

  private func reportDuplicate(_ key: Key, _ first: SourceSpan) {
    findings.add(
      .duplicateKey, at: key.span, "the key \(DisplayText.quoted(names.text(key.name))) stands here twice",
      notes: [Diagnostic.Note(message: "it is here already", span: first)])
  }

  // MARK: Whole values

  /// Reads the next value into `tree`, in place of what is there.
  package mutating func readValue(into tree: inout JSONTree) throws(SyntaxError) {
    tree.nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    try readNode(into: &tree, nil)
    while let container = open.last {
      skipSpace()
      let isObject = tree.nodes[Int(container)].kind == .object
      let isFirst = tree.nodes.count == Int(container) + 1
      if isObject {
        guard let key = try nextKey(isFirst: isFirst) else {
          close(&tree)
          continue
        }
        try readNode(into: &tree, key)
      } else {
        guard try nextItem(isFirst: isFirst) else {
          close(&tree)
          continue
        }
        try readNode(into: &tree, nil)
      }
    }
  }

  /// Reads the next value and checks it like any other, without keeping it.
  package mutating func skipValue() throws(SyntaxError) {
    // For each container that is open: whether it is an object, and where its keys begin.
    var open: [(isObject: Bool, firstKey: Int)] = []
    var keys: [Key] = []
    var isFirst = true
    repeat {
      if let container = open.last {
        if container.isObject {
          if let key = try nextKey(isFirst: isFirst) {
            keys.append(key)
          } else {
            checkDuplicates(keys[container.firstKey...])
            keys.removeLast(keys.count - container.firstKey)
            open.removeLast()
            isFirst = false
            continue
          }
        } else if try !nextItem(isFirst: isFirst) {
          open.removeLast()
          isFirst = false
          continue
        }
      }
      isFirst = false
      switch try peekKind() {
      case .array, .object:
        open.append((bytes[index] == UInt8(ascii: "{"), keys.count))
        try openContainer()
        isFirst = true
      default: _ = try readScalar()
      }
    } while !open.isEmpty
  }

  /// Goes on to the next item of an array; false after its `]`.
  package mutating func nextItem(isFirst: Bool) throws(SyntaxError) -> Bool {
    skipSpace()
    if index < end, bytes[index] == UInt8(ascii: "]") {
      index += 1
      depth -= 1
      return false
    }
    if isFirst { return true }
    guard index < end, bytes[index] == UInt8(ascii: ",") else { throw unexpected("\",\" or \"]\"") }
    let comma = index
    index += 1
    skipSpace()
    if index < end, bytes[index] == UInt8(ascii: "]") { throw trailingComma(comma) }
    return true
  }

  private mutating func close(_ tree: inout JSONTree) {
    guard let container = open.popLast().map(Int.init) else { return }
    tree.nodes[container].span.end = Int32(index)
    tree.nodes[container].next = Int32(tree.nodes.count)
    if tree.nodes[container].kind == .object, tree.nodes.count > container + 2 {
      members.removeAll(keepingCapacity: true)
      var child = container + 1
      while child < tree.nodes.count {
        members.append(Key(name: tree.nodes[child].keyName, span: tree.nodes[child].keySpan))
        child = Int(tree.nodes[child].next)
      }
      checkDuplicates(members[...])
    }
  }

  private mutating func readNode(into tree: inout JSONTree, _ key: Key?) throws(SyntaxError) {
    var kind = try peekKind()
    let start = index
    switch kind {
    case .array, .object:
      try openContainer()
      open.append(Int32(tree.nodes.count))
    default: kind = try readScalar()
    }
    tree.nodes.append(
      JSONNode(
        kind: kind, hasEscapes: kind == .string && hasEscapes, span: SourceSpan(start, index),
        next: Int32(tree.nodes.count + 1), key: key?.name.rawValue ?? -1, keySpan: key?.span ?? SourceSpan(0, 0)))
  }

  /// Consumes a value that holds no others; its kind.
  private mutating func readScalar() throws(SyntaxError) -> JSONNode.Kind {
    switch bytes[index] {
    case UInt8(ascii: "\""):
      try skipString()
      return .string
    case UInt8(ascii: "n"):
      try readWord("null")
      return .null
    case UInt8(ascii: "t"):
      try readWord("true")
      return .bool
    case UInt8(ascii: "f"):
      try readWord("false")
      return .bool
    default: return try readNumber()
    }
  }

  private mutating func deepen() throws(SyntaxError) {
    depth += 1
    if depth > InputLimits.jsonDepth {
      throw SyntaxError(
        diagnostic: Diagnostic(
          .tooDeep, at: SourceSpan(index, index + 1), "nesting deeper than \(InputLimits.jsonDepth), the limit"))
    }
  }

  // MARK: Tokens

  @inline(__always)
  private mutating func skipSpace() {
    if index < end, bytes[index] > 0x20 { return }
    skipSomeSpace()
  }

  private mutating func skipSomeSpace() {
    while index < end {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  private mutating func readKey() throws(SyntaxError) -> Key {
    guard index < end, bytes[index] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    let start = index
    try skipString()
    let span = SourceSpan(start, index)
    let name: NameID
    let bytes = self.bytes
    if hasEscapes {
      name = names.intern(JSONText.string(bytes, span.range))
    } else {
      name = names.intern(bytes.span.extracting(start + 1..<index - 1))
    }
    skipSpace()
    guard index < end, bytes[index] == UInt8(ascii: ":") else { throw unexpected("\":\"") }
    index += 1
    return Key(name: name, span: span)
  }

  private mutating func readWord(_ word: StaticString) throws(SyntaxError) {
    let length = word.utf8CodeUnitCount
    let start = index
    var stop = index
    while stop < end, stop - start < 20, isWordByte(bytes[stop]) { stop += 1 }
    guard stop - start == length, bytes.span.extracting(start..<stop).equals(word) else {
      throw syntax(start, stop, "expected a value, found \(DisplayText.quoted(text(start, stop)))")
    }
    index = stop
  }

  /// Consumes a number by JSON's grammar; reports one that no value can hold.
  private mutating func readNumber() throws(SyntaxError) -> JSONNode.Kind {
    let start = index
    var isInteger = true
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard index < end, isDigit(bytes[index]) else { throw unexpected("a digit") }
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
      if index < end, isDigit(bytes[index]) {
        throw syntax(start, index + 1, "a number cannot begin with 0")
      }
    } else {
      skipDigits()
    }
    if index < end, bytes[index] == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      guard index < end, isDigit(bytes[index]) else { throw unexpected("a digit") }
      skipDigits()
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      index += 1
      if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard index < end, isDigit(bytes[index]) else { throw unexpected("a digit") }
      skipDigits()
    }
    if index < end, isWordByte(bytes[index]) { throw unexpected("the end of the number") }
    if !JSONText.fits(bytes, start..<index, isInteger: isInteger) {
      findings.add(
        .numberRange, at: SourceSpan(start, index), "number out of range",
        help: isInteger ? "an integer has 64 bits" : "a number must fit a double")
    }
    return isInteger ? .int : .double
  }

  private mutating func skipDigits() {
    while index < end, isDigit(bytes[index]) { index += 1 }
  }

  /// Consumes a string and checks its encoding, its escapes and that it holds no control character.
  private mutating func skipString() throws(SyntaxError) {
    let start = index
    hasEscapes = false
    index += 1
    while index < end {
      skipPlainText()
      if index == end { break }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20:
        throw syntax(
          index, index + 1, "a control character (\\u{\(String(byte, radix: 16))}) must be escaped in a string",
          help: byte == 0x0A ? "the string that begins at column \(column(start)) is not closed" : nil)
      case 0x20..<0x80: index += 1
      default:
        let length = UTF8Text.sequenceLength(at: index, in: bytes.span)
        guard length > 0, index + length <= end else { throw invalidByte() }
        index += length
      }
    }
    throw syntax(end, end, "the text ends inside a string", help: "it begins at column \(column(start))")
  }

  /// Goes on to the next byte that may not be a character of ASCII that stands for itself in a string, eight at a time.
  private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    while index + 8 <= end {
      let raw = word(at: index)
      let quotes = raw ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let slashes = raw ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // In each byte the highest bit tells of a quote, a backslash, something below 0x20, or something above 0x7F. The
      // lowest of these bits is right; behind it there may be some too many.
      let found =
        ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (raw &- ones &* 0x20) & ~raw | raw)
        & (ones &* 0x80)
      if found != 0 {
        index += found.trailingZeroBitCount / 8
        return
      }
      index += 8
    }
  }

  /// Eight bytes of the text as a number.
  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: bytes.span.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  private mutating func skipEscape() throws(SyntaxError) {
    let start = index
    hasEscapes = true
    guard index + 1 < end else { throw syntax(end, end, "the text ends inside a string") }
    index += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      guard let unit = JSONText.hexadecimal(bytes, index, end) else {
        throw syntax(start, min(end, start + 6), "\\u needs four hexadecimal digits")
      }
      index += 4
      guard (0xD800...0xDFFF).contains(unit) else { return }
      guard unit < 0xDC00, index + 1 < end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u"),
        let low = JSONText.hexadecimal(bytes, index + 2, end), (0xDC00...0xDFFF).contains(low)
      else { throw syntax(start, start + 6, "an unpaired surrogate is no character") }
      index += 6
    default:
      throw syntax(
        start, min(end, start + 2), "no such escape",
        help: "JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits")
    }
  }

  // MARK: Mistakes

  private func unexpected(_ expected: String) -> SyntaxError {
    guard index < end else { return syntax(end, end, "expected \(expected), found the end of the text") }
    let byte = bytes[index]
    if byte >= 0x80, UTF8Text.sequenceLength(at: index, in: bytes.span) == 0 { return invalidByte() }
    var help: String?
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): help = "JSON has no comments"
    case UInt8(ascii: "'"): help = "JSON has double quotes only"
    case UInt8(ascii: ","): help = "a comma too many?"
    case UInt8(ascii: "+"), UInt8(ascii: "."): help = "a number begins with a digit or \"-\""
    case UInt8(ascii: "\""): help = expected.hasPrefix("\",\"") ? "a comma too few?" : nil
    default: break
    }
    return syntax(index, index + 1, "expected \(expected), found \(shownByte(index))", help: help)
  }

  private func trailingComma(_ comma: Int) -> SyntaxError {
    syntax(comma, comma + 1, "a comma with nothing after it", help: "JSON has no trailing commas")
  }

  private func invalidByte() -> SyntaxError {
    let byte = String(bytes[index], radix: 16, uppercase: true)
    return SyntaxError(
      diagnostic: Diagnostic(
        .invalidEncoding, at: SourceSpan(index, index + 1),
        "the byte 0x\(byte.count < 2 ? "0" : "")\(byte) is not UTF-8"))
  }

  private func syntax(_ start: Int, _ stop: Int, _ message: String, help: String? = nil) -> SyntaxError {
    SyntaxError(diagnostic: Diagnostic(.invalidJSON, at: SourceSpan(start, stop), message, help: help))
  }

  private func shownByte(_ index: Int) -> String {
    let (scalar, _) = UTF8Text.scalar(at: index, in: bytes.span)
    return DisplayText.quoted(String(scalar))
  }

  private func text(_ start: Int, _ stop: Int) -> String {
    bytes.span.extracting(start..<stop).text
  }

  private func column(_ offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return 1 + bytes[start..<offset].count { $0 & 0xC0 != 0x80 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
}
