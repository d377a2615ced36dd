import CEL

/// The value of a variable when an expression read it.
package struct KnownInput: Sendable {
  let slot: Int32
  let value: Value

  /// An expression with larger or more inputs is evaluated each time.
  static let mostBytes = 1 << 10
  static let most = 4

  /// True if a variable certainly still has that value; false also if the comparison would be slow.
  @inline(__always)
  func isHeld(_ now: Value) -> Bool {
    switch (value, now) {
    case (.int(let a), .int(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    // Equal bits mean the same short text, or the same bytes at the same address.
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
  /// The variables that an expression reads beside the event; nil if they are too large to keep, or there is no
  /// recording.
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
