/// The address of a machine in a family: the serials of the children on the way down to it from the first machine.
struct MachineAddress: Sendable, Equatable {
  /// Higher than the nesting limit of children (Limits.md).
  private static let capacity = 16
  private var serials = SIMD16<Int32>(repeating: 0)
  /// 0 for the first machine.
  private(set) var depth = 0

  static let first = MachineAddress()

  /// The serial of the child at a depth of the way.
  subscript(depth: Int) -> Int32 { serials[depth] }

  /// The address of a child; nil at the maximum depth.
  func child(_ serial: Int32) -> MachineAddress? {
    guard depth < Self.capacity else { return nil }
    var address = self
    address.serials[depth] = serial
    address.depth += 1
    return address
  }

  /// The machine that invoked this one; nil for the first one.
  var parent: MachineAddress? {
    guard depth > 0 else { return nil }
    var address = self
    address.depth -= 1
    address.serials[address.depth] = 0
    return address
  }
}
