import StateKitCore

/// Attributes, and the namespaces that they bind.
extension XMLReader {
  mutating func readAttribute() throws(SyntaxError) -> (name: Range<Int>, value: Range<Int>) {
    let name = try readName("the name of an attribute")
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      throw error(name.lowerBound, name.upperBound, "an attribute needs a value")
    }
    index += 1
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw error(index, index + 1, "the value of an attribute stands in quotes")
    }
    let quote = bytes[index]
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == UInt8(ascii: "<") {
        throw error(index, index + 1, "\"<\" cannot stand in the value of an attribute", help: "write &lt;")
      }
      index += 1
    }
    guard index < bytes.count else { throw error(start, start + 1, "the value of the attribute is not closed") }
    index += 1
    try check(start + 1..<index - 1)
    return (name, start..<index)
  }

  /// Binds namespaces first, then keeps the other attributes.
  mutating func addAttributes(_ raw: [(name: Range<Int>, value: Range<Int>)]) throws(SyntaxError) {
    for (name, value) in raw where bytes[name].starts(with: "xmlns".utf8) {
      let rest = bytes[name].dropFirst(5)
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
    for (name, value) in raw {
      let (local, namespace) = try resolve(name, isElement: false)
      let inner = value.lowerBound + 1..<value.upperBound - 1
      tree.attributes.append(
        XMLTree.Attribute(
          name: local, isForeign: namespace != 0, nameSpan: SourceSpan(name), valueSpan: SourceSpan(value),
          decoded: try decoded(inner, isAttribute: true)))
    }
  }

  func checkDuplicates(_ first: Int, _ raw: [(name: Range<Int>, value: Range<Int>)]) throws(SyntaxError) {
    if raw.count < 2 { return }
    var seen = Set<ArraySlice<UInt8>>()
    for (name, _) in raw where !seen.insert(bytes[name]).inserted {
      let text = String(decoding: bytes[name], as: UTF8.self)
      throw error(name.lowerBound, name.upperBound, "the attribute \(DisplayText.quoted(text)) stands here twice")
    }
  }

  mutating func bind(_ prefix: ArraySlice<UInt8>, to namespace: Int32) {
    bindings.append(prefix)
    bound[prefix, default: []].append(namespace)
  }

  mutating func unbind(to count: Int) {
    while bindings.count > count, let prefix = bindings.popLast() { _ = bound[prefix]?.popLast() }
  }

  /// The local name and the namespace of a name with or without a prefix.
  func resolve(_ range: Range<Int>, isElement: Bool) throws(SyntaxError) -> (local: String, namespace: Int32) {
    let name = bytes[range]
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
      let local = String(decoding: name, as: UTF8.self)
      guard isElement else { return (local, local == "xmlns" ? -1 : 0) }
      return (local, bound[[]]?.last ?? 0)
    }
    let prefix = name[..<colon]
    let local = String(decoding: name[(colon + 1)...], as: UTF8.self)
    if prefix.elementsEqual("xml".utf8) || prefix.elementsEqual("xmlns".utf8) { return (local, -1) }
    guard let namespace = bound[prefix]?.last else {
      throw error(
        range.lowerBound, range.upperBound,
        "the prefix \(DisplayText.quoted(String(decoding: prefix, as: UTF8.self))) is bound to no namespace",
        help: "xmlns:\(String(decoding: prefix, as: UTF8.self))=\"…\" binds it")
    }
    return (local, isElement ? namespace : -1)
  }
}
