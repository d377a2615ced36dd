/// The memory that may still be allocated, if the process has a limit (`ulimit -v`). Requests that do not fit are
/// refused in advance, because a failed allocation cannot be recovered from.
package struct MemoryGauge: Sendable {
  /// The remaining bytes; nil without a limit.
  private let left: @Sendable () -> Int?
  /// A reserve for other allocations: as much as the request, up to this limit. Small requests are not checked.
  private static let reserve = 96 << 20
  private static let small = 1 << 20

  package init(left: @escaping @Sendable () -> Int?) {
    self.left = left
  }

  package static let unbounded = MemoryGauge { nil }

  /// Returns `bytes`, or less: the size that a structure may reach that needs `growth` times as much while it grows.
  package func share(of bytes: Int, growth: Int) -> Int {
    left().map { min(bytes, $0 / growth) } ?? bytes
  }

  package func admits(_ bytes: Int) -> Bool {
    bytes <= Self.small || left().map { bytes + min(bytes, Self.reserve) <= $0 } ?? true
  }
}
