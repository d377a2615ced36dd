extension RandomAccessCollection where Index == Int {
  /// The first index at which the predicate fails; it must hold for the elements before that index only.
  @inlinable
  package func partitionPoint(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
