/// Byte-wise text search. The functions of Swift's library add its regular expressions to a static program, which are
/// 1.5 MB.
extension Collection<UInt8> {
  /// The range of the first occurrence of other bytes; nil if there is none. The worst case is the product of both
  /// lengths, so one of them should be short.
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

  /// True if other bytes occur in these.
  package func includes(_ wanted: some Collection<UInt8>) -> Bool {
    firstOccurrence(of: wanted) != nil
  }
}
