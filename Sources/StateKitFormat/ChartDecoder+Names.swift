import StateKitCore

/// What a name may be.
extension ChartDecoder {
  /// Whether a name may be one: not empty, not only white space, not too long.
  @discardableResult
  mutating func checkName(_ key: JSONReader.Key, _ what: String) -> Bool {
    checkName(key.name, at: key.span, what)
  }

  @discardableResult
  @inline(__always)
  mutating func checkName(_ name: NameID, at span: SourceSpan, _ what: String) -> Bool {
    // Any ASCII character that shows is enough.
    reader.names.isVisible(name, within: InputLimits.nameBytes)
      || checkName(reader.names[name], at: span, what)
  }

  /// Apart from the usual case, and like it `mutating`: what else would be copied is the whole decoder, for every name.
  @inline(never)
  mutating func checkName(_ bytes: ArraySlice<UInt8>, at span: SourceSpan, _ what: String) -> Bool {
    if bytes.count > InputLimits.nameBytes {
      report(
        .longName, at: span, "the name of \(what) has \(bytes.count) bytes, the limit is \(InputLimits.nameBytes)")
      return false
    }
    if String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      report(.emptyName, at: span, "the name of \(what) is empty")
      return false
    }
    return true
  }
}
