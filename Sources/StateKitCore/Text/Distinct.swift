extension Sequence {
  /// The elements in order, without those whose key an earlier one has.
  @inlinable
  package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var known: Set<Key> = []
    return filter { known.insert(key($0)).inserted }
  }
}
