import StateKitCore

/// Attributes, and the namespaces that they bind.
extension XMLReader {
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
    let (start, quote) = (index, bytes[index])
    index += 1
    while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "<") { index += 1 }
    guard index < bytes.count else {
      throw error(start, end: start + 1, message: "the value of the attribute is not closed")
    }
    if bytes[index] == UInt8(ascii: "<") {
      throw error(
        index, end: index + 1, message: "\"<\" is not allowed in the value of an attribute", help: "write &lt;")
    }
    let value = start + 1..<index
    index += 1
    try check(value)
    let decoded = try decode(value, isAttribute: true)
    let isNamespace = Self.isNamespace(bytes.span.extracting(name.range))
    tree.attributes.append(
      XMLTree.Attribute(
        nameSpan: SourceSpan(name.range), valueSpan: SourceSpan(start, end: index),
        local: Int32(isNamespace ? name.range.upperBound : name.local), decoded: decoded))
    return isNamespace || name.hasPrefix
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
    var seen = Set<ArraySlice<UInt8>>()
    for attribute in tree.attributes[first...] where !seen.insert(bytes[attribute.nameSpan.range]).inserted {
      let name = attribute.nameSpan.range
      let text = String(decoding: bytes[name], as: UTF8.self)
      throw error(
        name.lowerBound, end: name.upperBound, message: "the attribute \(DisplayText.quoted(text)) appears twice")
    }
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
