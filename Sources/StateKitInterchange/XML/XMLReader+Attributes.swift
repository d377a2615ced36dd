import StateKitCore

/// Attributes, and the namespaces that they bind.
extension XMLReader {
  /// An attribute as it is written.
  struct RawAttribute {
    let name: Name
    /// With the quotes.
    let value: Range<Int>
    /// The value says just what its bytes say.
    let isPlain: Bool
  }

  mutating func readAttribute() throws(SyntaxError) -> RawAttribute {
    let name = try readName("the name of an attribute")
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      throw error(name.range.lowerBound, name.range.upperBound, "an attribute needs a value")
    }
    index += 1
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw error(index, index + 1, "the value of an attribute stands in quotes")
    }
    let quote = bytes[index]
    let start = index
    index += 1
    // Plain characters are most: what has others is looked at once more.
    var isPlain = true
    while index < bytes.count, bytes[index] != quote {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<") {
        throw error(index, index + 1, "\"<\" cannot stand in the value of an attribute", help: "write &lt;")
      }
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "&") { isPlain = false }
      index += 1
    }
    guard index < bytes.count else { throw error(start, start + 1, "the value of the attribute is not closed") }
    index += 1
    if !isPlain { try check(start + 1..<index - 1) }
    return RawAttribute(name: name, value: start..<index, isPlain: isPlain)
  }

  /// Binds namespaces first, then keeps the other attributes.
  mutating func addAttributes() throws(SyntaxError) {
    for attribute in raw
    where bytes[attribute.name.range.lowerBound] == UInt8(ascii: "x")
      && bytes[attribute.name.range].starts(with: "xmlns".utf8)
    {
      let value = attribute.value
      let rest = bytes[attribute.name.range].dropFirst(5)
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { continue }
      let inner = value.lowerBound + 1..<value.upperBound - 1
      let text = try decoded(inner, isAttribute: true) ?? String(decoding: bytes[inner], as: UTF8.self)
      let number = Int32(tree.namespaces.count)
      if let known = namespaceIndices[text] {
        bind(rest.dropFirst(), to: known)
      } else {
        tree.namespaces.append(text)
        namespaceIndices[text] = number
        bind(rest.dropFirst(), to: number)
      }
    }
    for attribute in raw {
      let (local, namespace) = try resolve(attribute.name, isElement: false)
      let value = attribute.value
      let text =
        attribute.isPlain ? nil : try decoded(value.lowerBound + 1..<value.upperBound - 1, isAttribute: true)
      tree.attributes.append(
        XMLTree.Attribute(
          nameSpan: SourceSpan(attribute.name.range), valueSpan: SourceSpan(value), local: Int32(local),
          isForeign: namespace != 0, decoded: tree.keep(text)))
    }
  }

  func checkDuplicates() throws(SyntaxError) {
    // Mostly there are few: each is compared with those before it.
    if raw.count > 12 {
      var seen = Set<ArraySlice<UInt8>>()
      for attribute in raw where !seen.insert(bytes[attribute.name.range]).inserted {
        throw duplicate(attribute.name.range)
      }
      return
    }
    for index in raw.indices {
      let name = raw[index].name.range
      for other in 0..<index
      where raw[other].name.range.count == name.count
        && bytes.span.extracting(raw[other].name.range).equals(bytes.span.extracting(name))
      {
        throw duplicate(name)
      }
    }
  }

  private func duplicate(_ name: Range<Int>) -> SyntaxError {
    let text = String(decoding: bytes[name], as: UTF8.self)
    return error(
      name.lowerBound, name.upperBound, "the attribute \(DisplayText.quoted(text)) stands here twice")
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

  /// Where a name without its prefix begins, and its namespace: 0 is none, -1 one that is not looked at.
  func resolve(_ name: Name, isElement: Bool) throws(SyntaxError) -> (local: Int, namespace: Int32) {
    let range = name.range
    if !name.hasPrefix {
      if isElement { return (range.lowerBound, defaultNamespace) }
      return (range.lowerBound, bytes.span.extracting(range).equals("xmlns") ? -1 : 0)
    }
    let prefix = bytes[range.lowerBound..<name.local - 1]
    if prefix.elementsEqual("xml".utf8) || prefix.elementsEqual("xmlns".utf8) { return (name.local, -1) }
    guard let namespace = bound[prefix]?.last else {
      throw error(
        range.lowerBound, range.upperBound,
        "the prefix \(DisplayText.quoted(String(decoding: prefix, as: UTF8.self))) is bound to no namespace",
        help: "xmlns:\(String(decoding: prefix, as: UTF8.self))=\"…\" binds it")
    }
    return (name.local, isElement ? namespace : -1)
  }
}
