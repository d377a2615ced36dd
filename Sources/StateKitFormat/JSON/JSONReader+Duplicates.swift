import StateKitCore

/// Repeated keys of an object.
extension JSONReader {
  /// Reports repeated keys of an object.
  package mutating func checkDuplicates(_ keys: ArraySlice<Key>) {
    // Most objects are small.
    var seen = SeenNames()
    if keys.allSatisfy({ seen.insert($0.name) }) { return }
    // New names of a file have ascending ids.
    if keys.indices.dropFirst().allSatisfy({ keys[$0 - 1].name.rawValue < keys[$0].name.rawValue }) { return }
    // Sorted by their ids, equal names are adjacent.
    order.removeAll(keepingCapacity: true)
    order.reserveCapacity(keys.count)
    for second in keys.indices {
      order.append(UInt64(keys[second].name.index) << 32 | UInt64(second))
    }
    order.sort()
    var twins: [(second: Int, first: Int)] = []
    var first = 0
    for next in order.indices.dropFirst() {
      if order[next] >> 32 != order[first] >> 32 {
        first = next
      } else {
        twins.append((Int(UInt32(truncatingIfNeeded: order[next])), Int(UInt32(truncatingIfNeeded: order[first]))))
      }
    }
    for (second, first) in twins.sorted(by: { $0.second < $1.second }) {
      reportDuplicate(keys[second], first: keys[first].span)
    }
  }

  private func reportDuplicate(_ key: Key, first: SourceSpan) {
    findings.add(
      .duplicateKey, at: key.span, message: "the key \(DisplayText.quoted(names.text(key.name))) appears twice",
      notes: [Diagnostic.Note(message: "the first one is here", span: first)])
  }
}

/// A set of a few names that excludes most other names quickly.
struct SeenNames {
  private var bits: UInt64 = 0

  /// Adds a name; returns false if it may already be in the set.
  @inline(__always)
  mutating func insert(_ name: NameID) -> Bool {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: name.rawValue & 63)
    defer { bits |= bit }
    return bits & bit == 0
  }
}
