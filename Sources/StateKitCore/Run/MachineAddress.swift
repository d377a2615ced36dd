/// A machine of a family: the serials of the children on the way down to it from the first one.
struct MachineAddress: Sendable, Equatable {
  /// More than children can be nested (CommandLine.md, Limits).
  private static let capacity = 16
  private var serials = SIMD16<Int32>(repeating: 0)
  /// 0 for the first machine.
  private(set) var depth = 0

  /// The first machine.
  static let first = MachineAddress()

  /// The serial of the child on the way, at a depth.
  subscript(depth: Int) -> Int32 { serials[depth] }

  /// The address of a child; `nil` where no deeper one can be.
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
