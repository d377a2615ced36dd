extension Array {
  /// Removes all elements and keeps the storage. `removeAll(keepingCapacity:)` replaces a range by an empty collection,
  /// which costs too much for short lists.
  @inline(__always)
  mutating func empty() {
    if count > 16 { return removeAll(keepingCapacity: true) }
    while !isEmpty { removeLast() }
  }
}
