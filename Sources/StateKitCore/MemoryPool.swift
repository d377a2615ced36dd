import Synchronization

/// What all machines of a process may hold together, on however many threads they run. Sizes are those of `Value.size` and of
/// `HeldBytes`, not those of a particular machine.
package final class MemoryPool: Sendable {
  /// Bytes.
  package let limit: Int
  private let taken = Atomic<Int>(0)

  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes `bytes` more; false, with nothing taken, where there is no room for them.
  func take(_ bytes: Int) -> Bool {
    let sum = taken.wrappingAdd(bytes, ordering: .relaxed).newValue
    if sum <= limit { return true }
    give(bytes)
    return false
  }

  /// Takes what is there already, whether or not there is room.
  func takeAnyway(_ bytes: Int) {
    taken.wrappingAdd(bytes, ordering: .relaxed)
  }

  func give(_ bytes: Int) {
    taken.wrappingSubtract(bytes, ordering: .relaxed)
  }

  /// The limit in words.
  package var shownLimit: String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    where limit >= 1 << shift && limit & (1 << shift - 1) == 0 {
      return "\(limit >> shift) \(unit)"
    }
    return "\(limit) bytes"
  }
}
