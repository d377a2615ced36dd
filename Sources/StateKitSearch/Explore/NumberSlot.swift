import StateKitCore

/// A slot with a number in four bytes: 0 if empty, else the number plus 1.
struct NumberSlot: TableSlot, Sendable {
  private let raw: UInt32

  static var empty: NumberSlot { NumberSlot(-1) }

  @inline(__always)
  init(_ number: Int) {
    raw = UInt32(truncatingIfNeeded: number + 1)
  }

  @inline(__always)
  var isEmpty: Bool { raw == 0 }

  /// The number; -1 if empty.
  @inline(__always)
  var number: Int { Int(raw) - 1 }
}
