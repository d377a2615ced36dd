import CEL

/// The variables of loops, which follow the event in the slots.
extension DataModel {
  /// Sets the variable of a loop.
  mutating func setLoop(_ slot: Int32, to value: Value) {
    slots[eventSlot + 1 + Int(slot)] = value
  }

  /// Sets the variable of a loop to an element of a list.
  mutating func setLoop(_ slot: Int32, to elements: borrowing [Value], at index: Int) {
    if case .int(let number) = elements[index] {
      setLoop(slot, toInt: number)
    } else {
      setLoop(slot, to: elements[index])
    }
  }

  /// Sets the variable of a loop to a whole number. The old value is mostly a whole number too, so there is nothing to
  /// release.
  @inline(__always)
  mutating func setLoop(_ slot: Int32, toInt number: Int64) {
    let slot = eventSlot + 1 + Int(slot)
    precondition(slot < slots.count)
    unsafe slots.withUnsafeMutableBufferPointer { all in
      guard let pointer = unsafe all.baseAddress.map({ unsafe $0 + slot }) else { return }
      if case .int = unsafe pointer.pointee {
        unsafe pointer.initialize(to: .int(number))
      } else {
        unsafe pointer.pointee = .int(number)
      }
    }
  }
}
