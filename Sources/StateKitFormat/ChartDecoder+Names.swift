import StateKitCore

/// The rules for names.
extension ChartDecoder {
  /// Returns true for a valid name: not empty, not only white space, not too long.
  @discardableResult
  mutating func checkName(_ key: JSONReader.Key, what: String) -> Bool {
    checkName(key.name, at: key.span, what: what)
  }

  @discardableResult
  @inline(__always)
  mutating func checkName(_ name: NameID, at span: SourceSpan, what: String) -> Bool {
    // One visible ASCII character is sufficient.
    reader.names.isVisible(name, within: InputLimits.nameBytes)
      || checkName(reader.names[name], at: span, what: what)
  }

  /// A separate function for the unusual case. Mutating, because otherwise the whole decoder would be copied for every
  /// name.
  @discardableResult
  @inline(never)
  mutating func checkName(_ bytes: ArraySlice<UInt8>, at span: SourceSpan, what: String) -> Bool {
    if let why = InputLimits.longName("the name of \(what)", bytes: bytes.count) {
      report(.longName, at: span, message: why)
      return false
    }
    if String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      report(
        .emptyName, at: span, message: "the name of \(what) is empty",
        help: what == "an event" ? "for a transition without an event, \(findings.notation.eventless)" : nil)
      return false
    }
    return true
  }
}
