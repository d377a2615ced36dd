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

  package var shownLimit: String {
    // A loop over pairs of a shift and a unit would compile to different bytes from build to build.
    shownLimit(shift: 30, unit: "GiB") ?? shownLimit(shift: 20, unit: "MiB") ?? shownLimit(shift: 10, unit: "KiB")
      ?? "\(limit) bytes"
  }

  /// The limit in units of two to a power; nil if it is no whole number of them.
  private func shownLimit(shift: Int, unit: String) -> String? {
    limit >= 1 << shift && limit & (1 << shift - 1) == 0 ? "\(limit >> shift) \(unit)" : nil
  }
}
