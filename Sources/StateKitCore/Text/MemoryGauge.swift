/// How much memory may still be taken, where whoever started the program has bounded it (`ulimit -v`): what does not fit is
/// refused before it is asked for, because there is no way back from a request that the system turns down.
package struct MemoryGauge: Sendable {
  /// Bytes; nil where there is no bound.
  private let left: @Sendable () -> Int?
  /// As much again as is asked for is kept back for what is not, up to so much; small things are not asked for at all.
  private static let reserve = 96 << 20
  private static let small = 1 << 20

  package init(left: @escaping @Sendable () -> Int?) {
    self.left = left
  }

  package static let unbounded = MemoryGauge { nil }

  /// At most `bytes`: what something may come to that takes `growth` times as much while it grows.
  package func share(of bytes: Int, growth: Int) -> Int {
    left().map { min(bytes, $0 / growth) } ?? bytes
  }

  package func admits(_ bytes: Int) -> Bool {
    bytes <= Self.small || left().map { bytes + min(bytes, Self.reserve) <= $0 } ?? true
  }
}
