/// Texts in others, byte by byte. Those of Swift's library bring its regular expressions into a program that has all in it, which
/// are 1.5 MB.
extension Collection<UInt8> {
  /// Where others stand for the first time; nil where they do not. Takes the product of both lengths at worst: one of
  /// them is to be short.
  package func firstOccurrence(of wanted: some Collection<UInt8>) -> Range<Index>? {
    guard let first = wanted.first else { return startIndex..<startIndex }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      var end = found
      var isWhole = true
      for byte in wanted {
        guard end < endIndex, self[end] == byte else {
          isWhole = false
          break
        }
        formIndex(after: &end)
      }
      if isWhole { return found..<end }
      start = index(after: found)
    }
    return nil
  }

  /// Whether others stand in them.
  package func includes(_ wanted: some Collection<UInt8>) -> Bool {
    firstOccurrence(of: wanted) != nil
  }
}
