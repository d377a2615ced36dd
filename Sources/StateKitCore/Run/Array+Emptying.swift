extension Array {
  /// Becomes empty and keeps its storage. `removeAll(keepingCapacity:)` replaces a range by an empty collection, which takes
  /// longer than most of the short lists here are worth.
  @inline(__always)
  mutating func empty() {
    if count > 16 { return removeAll(keepingCapacity: true) }
    while !isEmpty { removeLast() }
  }
}
