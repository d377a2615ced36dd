import StateKitCore

/// A slot that holds a number in four bytes: 0 for nothing, else one more than it.
struct NumberSlot: TableSlot, Sendable {
  private let raw: UInt32

  static var empty: NumberSlot { NumberSlot(-1) }

  @inline(__always)
  init(_ number: Int) {
    raw = UInt32(truncatingIfNeeded: number + 1)
  }

  @inline(__always)
  var isEmpty: Bool { raw == 0 }

  /// The number; -1 for nothing.
  @inline(__always)
  var number: Int { Int(raw) - 1 }
}
