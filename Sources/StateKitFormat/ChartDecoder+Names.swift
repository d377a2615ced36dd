import StateKitCore

/// What a name may be.
extension ChartDecoder {
  /// Whether a name may be one: not empty, not only white space, not too long.
  @discardableResult
  mutating func checkName(_ key: JSONReader.Key, what: String) -> Bool {
    checkName(key.name, at: key.span, what: what)
  }

  @discardableResult
  @inline(__always)
  mutating func checkName(_ name: NameID, at span: SourceSpan, what: String) -> Bool {
    // Any ASCII character that shows is enough.
    reader.names.isVisible(name, within: InputLimits.nameBytes)
      || checkName(reader.names[name], at: span, what: what)
  }

  /// Apart from the usual case, and like it `mutating`: what else would be copied is the whole decoder, for every name.
  @inline(never)
  mutating func checkName(_ bytes: ArraySlice<UInt8>, at span: SourceSpan, what: String) -> Bool {
    if bytes.count > InputLimits.nameBytes {
      report(
        .longName, at: span,
        message: "the name of \(what) has \(bytes.count) bytes, the limit is \(InputLimits.nameBytes)")
      return false
    }
    if String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      report(.emptyName, at: span, message: "the name of \(what) is empty")
      return false
    }
    return true
  }
}
