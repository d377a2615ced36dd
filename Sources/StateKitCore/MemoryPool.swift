import Synchronization

/// The memory of all machines of a process together, on all threads. Sizes are those of `Value.size` and `HeldBytes`,
/// which are equal on every platform.
package final class MemoryPool: Sendable {
  /// The limit in bytes.
  package let limit: Int
  private let taken = Atomic<Int>(0)

  package init(limit: Int) {
    self.limit = limit
  }

  /// Reserves `bytes`. Returns false, without reserving any, if there is not enough room.
  func reserve(_ bytes: Int) -> Bool {
    let sum = taken.wrappingAdd(bytes, ordering: .relaxed).newValue
    if sum <= limit { return true }
    free(bytes)
    return false
  }

  /// Reserves bytes that are already in use, even if there is not enough room.
  func reserveAnyway(_ bytes: Int) {
    taken.wrappingAdd(bytes, ordering: .relaxed)
  }

  func free(_ bytes: Int) {
    taken.wrappingSubtract(bytes, ordering: .relaxed)
  }

  /// The limit as text.
  package var shownLimit: String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    where limit >= 1 << shift && limit & (1 << shift - 1) == 0 {
      return "\(limit >> shift) \(unit)"
    }
    return "\(limit) bytes"
  }
}
