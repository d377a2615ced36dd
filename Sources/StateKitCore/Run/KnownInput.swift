import CEL

/// What a variable held when an expression read it.
package struct KnownInput: Sendable {
  let slot: Int32
  let value: Value

  /// An expression with larger inputs, or with more of them, is evaluated each time.
  static let mostBytes = 1 << 10
  static let most = 4

  /// Whether a variable surely holds that still; false also where it takes long to find out.
  @inline(__always)
  func isHeld(_ now: Value) -> Bool {
    switch (value, now) {
    case (.int(let a), .int(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    // The same bits are the same short text, or the same bytes at the same address.
    case (.string(let a), .string(let b)):
      unsafe unsafeBitCast(a, to: (UInt64, UInt64).self) == unsafeBitCast(b, to: (UInt64, UInt64).self)
    case (.list(let a), .list(let b)): a === b
    case (.map(let a), .map(let b)): a === b
    case (.null, .null): true
    default: false
    }
  }
}

extension DataModel {
  /// What an expression reads now beside the event; nil where that is more than is worth to be kept, or nobody records.
  func inputs(of expression: Expression) -> [KnownInput]? {
    if recorder == nil { return nil }
    var inputs: [KnownInput] = []
    for slot in expression.program.slots where slot != chart.contextNames.count {
      if inputs.count == KnownInput.most || slots[slot].size > KnownInput.mostBytes { return nil }
      inputs.append(KnownInput(slot: Int32(slot), value: slots[slot]))
    }
    return inputs
  }
}
