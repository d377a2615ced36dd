extension Set<[UInt8]> {
  /// The texts in the order of their bytes.
  package var sortedTexts: [String] {
    sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }
}
