import StateKitCore

/// Attributes, and the namespaces that they bind.
extension XMLReader {
  /// Reads attributes of the most common form: one blank, a name of lower-case letters, and a value in double quotes
  /// without references. Stops before another form.
  mutating func readPlainAttributes() {
    while let (nameEnd, end) = Self.plainAttribute(at: index, in: bytes.span) {
      tree.attributes.append(
        XMLTree.Attribute(
          nameSpan: SourceSpan(index + 1, end: nameEnd), valueSpan: SourceSpan(nameEnd + 1, end: end),
          local: Int32(index + 1),
          decoded: -1))
      index = end
    }
  }

  /// The ends of the name and the value of an attribute in this form; nil for another form.
  private static func plainAttribute(at start: Int, in bytes: Span<UInt8>) -> (nameEnd: Int, end: Int)? {
    guard start + 9 <= bytes.count, bytes[start] == UInt8(ascii: " ") else { return nil }
    var index = start + 1
    // A name that begins with `x` may bind a namespace.
    if bytes[index] == UInt8(ascii: "x") { return nil }
    while index + 8 <= bytes.count {
      let letters = smallLetters(bytes.word(at: index))
      index += letters
      if letters < 8 { break }
    }
    guard index > start + 1, index + 2 < bytes.count, bytes[index] == UInt8(ascii: "="),
      bytes[index + 1] == UInt8(ascii: "\"")
    else { return nil }
    let (end, isPlain) = endOfValue(in: bytes, from: index + 1)
    return isPlain && end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? (index, end + 1) : nil
  }

  /// Reads and stores an attribute. Returns true if it concerns namespaces: its namespace may be bound by a later
  /// attribute.
  mutating func readAttribute() throws(SyntaxError) -> Bool {
    let name = try readName("the name of an attribute")
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      throw error(name.range.lowerBound, end: name.range.upperBound, message: "an attribute needs a value")
    }
    index += 1
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw error(index, end: index + 1, message: "the value of an attribute must be in quotes")
    }
    let start = index
    let (end, isPlain) = Self.endOfValue(in: bytes.span, from: start)
    guard end < bytes.count else {
      throw error(start, end: start + 1, message: "the value of the attribute is not closed")
    }
    if bytes[end] == UInt8(ascii: "<") {
      throw error(end, end: end + 1, message: "\"<\" is not allowed in the value of an attribute", help: "write &lt;")
    }
    index = end + 1
    var decoded: Int32 = -1
    if !isPlain {
      try check(start + 1..<index - 1)
      decoded = try decode(start + 1..<index - 1, isAttribute: true)
    }
    let isNamespace = Self.isNamespace(bytes.span.extracting(name.range))
    tree.attributes.append(
      XMLTree.Attribute(
        nameSpan: SourceSpan(name.range), valueSpan: SourceSpan(start, end: index),
        local: Int32(isNamespace ? name.range.upperBound : name.local), decoded: decoded))
    return isNamespace || name.hasPrefix
  }

  /// The position of the quote that ends a value, or of a character that is not allowed in it. Also whether the value
  /// has only plain characters. Most values do; others are scanned again.
  private static func endOfValue(in bytes: Span<UInt8>, from start: Int) -> (end: Int, isPlain: Bool) {
    let quote = bytes[start]
    var index = start + 1
    var isPlain = true
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let count = plainBytes(bytes.word(at: index), quote: quote)
        index += count
        if count == 8 { continue }
      }
      let byte = bytes[index]
      // Most bytes are letters.
      if byte > UInt8(ascii: "<"), byte < 0x80 {
        index += 1
        continue
      }
      if byte == quote || byte == UInt8(ascii: "<") { break }
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "&") { isPlain = false }
      index += 1
    }
    return (index, isPlain)
  }

  /// The number of leading bytes, of eight from the lowest, that are certain to be plain in a value.
  private static func plainBytes(_ word: UInt64, quote: UInt8) -> Int {
    // The highest bit of each byte says that the byte, or one below it, is not plain.
    let found =
      word | word.marks(below: 0x20) | word.marks(equalTo: quote) | word.marks(equalTo: UInt8(ascii: "<"))
      | word.marks(equalTo: UInt8(ascii: "&"))
    return (found & UInt64(repeating: 0x80)).trailingZeroBitCount >> 3
  }

  /// Binds the namespaces in the attributes from `first`, then checks that the namespaces of all prefixes are bound.
  mutating func bindNamespaces(from first: Int) throws(SyntaxError) {
    for index in first..<tree.attributes.count {
      let attribute = tree.attributes[index]
      let name = attribute.nameSpan.range
      guard Self.isNamespace(bytes.span.extracting(name).extracting(first: 5)),
        name.count == 5 || bytes[name.lowerBound + 5] == UInt8(ascii: ":")
      else { continue }
      let text = tree.value(of: attribute)
      let prefix = bytes[name].dropFirst(6)
      if let known = namespaceIndices[text] {
        bind(prefix, to: known)
      } else {
        let number = Int32(tree.namespaces.count)
        tree.namespaces.append(text)
        namespaceIndices[text] = number
        bind(prefix, to: number)
      }
    }
    for index in first..<tree.attributes.count {
      let attribute = tree.attributes[index]
      let name = Name(range: attribute.nameSpan.range, local: Int(attribute.local))
      if name.hasPrefix, !Self.isNamespace(bytes.span.extracting(name.range)) { _ = try namespace(of: name) }
    }
  }

  private static func isNamespace(_ name: Span<UInt8>) -> Bool {
    name.count == 5 && name[0] == UInt8(ascii: "x") && name.equals("xmlns")
  }

  /// Throws if an attribute name occurs twice from `first`.
  func checkDuplicates(from first: Int) throws(SyntaxError) {
    let attributes = tree.attributes
    // Mostly there are few: each is compared with those before it.
    if attributes.count - first > 12 {
      var seen = Set<ArraySlice<UInt8>>()
      for index in first..<attributes.count where !seen.insert(bytes[attributes[index].nameSpan.range]).inserted {
        throw duplicate(attributes[index].nameSpan.range)
      }
      return
    }
    if Self.surelyDiffer(attributes, from: first, in: bytes.span) { return }
    for index in first..<attributes.count {
      let name = attributes[index].nameSpan.range
      for other in first..<index where attributes[other].nameSpan.range.count == name.count {
        if bytes.span.extracting(attributes[other].nameSpan.range).equals(bytes.span.extracting(name)) {
          throw duplicate(name)
        }
      }
    }
  }

  /// True if no two names share both their first byte and their length, as far as low bits of both show. A quick
  /// check that mostly suffices.
  private static func surelyDiffer(_ attributes: [XMLTree.Attribute], from first: Int, in bytes: Span<UInt8>) -> Bool {
    var seen: UInt64 = 0
    for index in first..<attributes.count {
      let name = attributes[index].nameSpan
      let bit = 1 << ((UInt64(bytes[Int(name.start)]) &+ UInt64(name.range.count) &* 11) & 63) as UInt64
      if seen & bit != 0 { return false }
      seen |= bit
    }
    return true
  }

  private func duplicate(_ name: Range<Int>) -> SyntaxError {
    let text = String(decoding: bytes[name], as: UTF8.self)
    return error(
      name.lowerBound, end: name.upperBound, message: "the attribute \(DisplayText.quoted(text)) appears twice")
  }

  mutating func bind(_ prefix: ArraySlice<UInt8>, to namespace: Int32) {
    bindings.append(prefix)
    bound[prefix, default: []].append(namespace)
    if prefix.isEmpty { defaultNamespace = namespace }
  }

  mutating func unbind(to count: Int) {
    if bindings.count == count { return }
    while bindings.count > count, let prefix = bindings.popLast() { _ = bound[prefix]?.popLast() }
    defaultNamespace = bound[[]]?.last ?? 0
  }

  /// The namespace of a name with a prefix; -1 for a namespace that is ignored.
  func namespace(of name: Name) throws(SyntaxError) -> Int32 {
    let range = name.range
    let prefix = bytes[range.lowerBound..<name.local - 1]
    if prefix.elementsEqual("xml".utf8) || prefix.elementsEqual("xmlns".utf8) { return -1 }
    guard let namespace = bound[prefix]?.last else {
      throw error(
        range.lowerBound, end: range.upperBound,
        message: "the prefix \(DisplayText.quoted(String(decoding: prefix, as: UTF8.self))) has no namespace",
        help: "declare it: xmlns:\(String(decoding: prefix, as: UTF8.self))=\"…\"")
    }
    return namespace
  }
}
